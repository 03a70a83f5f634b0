/** SHA-256 and HMAC: the browser's own over https, and in JavaScript over plain http. */

/**
 * @typedef {object} Hashes
 * @property {(bytes: Uint8Array) => Promise<Uint8Array>} sha256
 * @property {(key: Uint8Array) => Promise<(message: Uint8Array) => Promise<Uint8Array>>} hmac by a key
 */

/** How long a page may be held up, in ms. */
const PIECE = 12;
/** How many bytes are hashed in that time, even on an old phone. */
const BYTES = 64 * 1024;
let since = 0;

/** Lets the page breathe where it has been held up for a while. */
export async function breathe() {
  if (performance.now() - since < PIECE) return;
  await new Promise((go) => setTimeout(go));
  since = performance.now();
}

/** Without the browser's help. @type {Hashes} */
export const own = {
  async sha256(bytes) {
    const hash = hashing();
    let at = 0;
    for (; bytes.length - at > BYTES; at += BYTES) {
      hash.more(bytes.subarray(at, at + BYTES));
      await breathe();
    }
    return hash.last(bytes.subarray(at));
  },
  hmac: async (key) => async (message) => {
    await breathe();
    return hmac(key, message);
  },
};

/** @typedef {Uint8Array<ArrayBuffer>} Plain */
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** The browser's. @type {Hashes} */
export const web = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {Plain} */ (bytes))),
  hmac: async (bytes) => {
    const key = await crypto.subtle.importKey("raw", /** @type {Plain} */ (bytes), HMAC, false, ["sign"]);
    return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, /** @type {Plain} */ (message)));
  },
};

/** What this page is given. */
export const hashes = () => (globalThis.crypto?.subtle ? web : own);

// SHA-256 and HMAC in JavaScript: over plain http, browsers do not offer their own.

/** The first 64 primes, of whose roots the constants are made. */
const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** The first 32 bits after the point. @param {number} x */
const fraction = (x) => Math.floor((x % 1) * 2 ** 32);
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const FIRST = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

/** @param {number} x @param {number} by */
const turned = (x, by) => (x >>> by) | (x << (32 - by));

/** One block of 64 bytes. @param {Uint32Array} hash changes @param {DataView} data @param {number} at */
function compress(hash, data, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      w[i] = data.getUint32(at + 4 * i);
      continue;
    }
    const [x, y] = [w[i - 15], w[i - 2]];
    const a = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const b = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((part, i) => {
    hash[i] += part;
  });
}

/**
 * The hash of bytes that come in pieces, each but the last a multiple of 64 long.
 * @returns {{more: (piece: Uint8Array) => void, last: (piece: Uint8Array) => Uint8Array}} last: gives the 32 bytes
 */
export function hashing() {
  const hash = Uint32Array.from(FIRST);
  let size = 0;
  /** @param {Uint8Array} piece */
  const more = (piece) => {
    const data = new DataView(piece.buffer, piece.byteOffset, piece.length);
    for (let at = 0; at < piece.length; at += BLOCK) compress(hash, data, at);
    size += piece.length;
  };
  /** @param {Uint8Array} piece */
  const last = (piece) => {
    const padded = new Uint8Array(Math.ceil((piece.length + 9) / BLOCK) * BLOCK);
    padded.set(piece);
    padded[piece.length] = 0x80;
    new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(size + piece.length) * 8n);
    more(padded);
    const found = new DataView(new ArrayBuffer(32));
    hash.forEach((part, i) => found.setUint32(4 * i, part));
    return new Uint8Array(found.buffer);
  };
  return { more, last };
}

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export const sha256 = (bytes) => hashing().last(bytes);

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  /** @param {number} with_ */
  const pad = (with_) => Uint8Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ with_);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

/** @param {Uint8Array[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const utf8 = new TextEncoder();
/** @param {string} text */
export const bytesOf = (text) => utf8.encode(text);
/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
