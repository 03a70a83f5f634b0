/**
 * What this browser stores about a table's chance: the secret's hash as first shown, its own nonce, and heads of the
 * journal's chain. At the end, it uses them to check that it was the same game (docs/chance.md).
 */

import { post } from "../shared/api.js";
import { memory } from "../shared/memory.js";
import { bytesOf, fromHex, hexOf, hmac, joined, sha256 } from "./hash.js";

/** @typedef {import("../shared/wire.js").Table} Table */
/**
 * @typedef {object} Kept
 * @property {string} commitment as it was shown first, before the game was over; "" before that
 * @property {number | null} from how many steps of another game the table said that it goes on from; null: not kept
 * @property {string} nonce this browser's share, "" for none
 * @property {boolean} shown whether the table has taken it
 * @property {string[]} seals the hashes of all shares when this one was shown: from then on no one may give another
 * @property {string} fault what the table did wrong with shares; it stays, whatever the table shows later
 * @property {string[]} heads the last ones, oldest first
 */

const HEADS = 4;
const CHOSEN_LATER = "Someone changed a share after yours was known. Don't trust the dice in this game.";
const BOTS_SHARE =
  "One of the bots has a share of the dice that only the operator can know, so your browser withheld yours. " +
  "Don't trust the dice in this game.";

/** @param {string} table its id @returns {Kept} */
export function stored(table) {
  const text = memory.read(`proof:${table}`, "{}");
  return { commitment: "", from: null, nonce: "", shown: false, seals: [], fault: "", heads: [], ...JSON.parse(text) };
}

/** @param {string} table its id @param {Partial<Kept>} more */
function keep(table, more) {
  memory.write(`proof:${table}`, JSON.stringify({ ...stored(table), ...more }));
}

/** The hash under which a share is given. @param {string} nonce */
const sealOf = (nonce) => hexOf(sha256(bytesOf(nonce)));

/** 128 bits from this browser. */
const newNonce = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/**
 * Asks for a table, with a share of this browser's. Where no one else is waited for, the share is shown at once.
 * @param {Record<string, unknown>} body of the call, without the share
 * @returns {Promise<import("../shared/wire.js").TableAnswer>}
 */
export const makeTable = (body) => made("/api/tables", body);

/**
 * Asks for a table that goes on from a finished game, with a share of this browser's.
 * @param {string} address of the finished one, or of the file with it, for programs
 * @param {import("../shared/wire.js").GoOn} body of the call, without the share
 */
export const continueGame = (address, body) => made(`${address}/go-on`, { ...body });

/**
 * @param {string} path @param {Record<string, unknown>} body
 * @returns {Promise<import("../shared/wire.js").TableAnswer>}
 */
async function made(path, body) {
  const nonce = newNonce();
  const answer = await post(path, { ...body, seal: sealOf(nonce) });
  if (answer.you.seat !== null && !stored(answer.table.id).seals.length) keep(answer.table.id, { nonce });
  rememberTable(answer.table);
  // where showing it fails, the table's page does it again
  return (await revealNonce(answer.table, answer.you.seat).catch(() => null)) ?? answer;
}

/**
 * Sits down with a share of this browser's.
 * @param {string} table its id @param {{seat: number | null, name: string}} wish
 * @returns {Promise<import("../shared/wire.js").TableAnswer>}
 */
export async function sitDown(table, wish) {
  const before = stored(table);
  const nonce = newNonce();
  // kept first: the answer may get lost
  keep(table, { nonce, shown: false, seals: [] });
  try {
    return await post(`/api/tables/${table}/sit`, { ...wish, seal: sealOf(nonce) });
  } catch (fault) {
    if (/** @type {import("../shared/api.js").Fault} */ (fault).code !== "offline") keep(table, before);
    throw fault;
  }
}

/**
 * Asks for another game with the seats of a finished one, with a share of this browser's.
 * @param {string} table the id of the finished one
 * @returns {Promise<import("../shared/wire.js").TableAnswer>} the table where its players go on
 */
export async function playAgain(table) {
  const nonce = newNonce();
  const seal = sealOf(nonce);
  const answer = await post(`/api/tables/${table}/again`, { seal });
  const { seat } = answer.you;
  // a seat that this guest had there already has another share
  const isNew = seat !== null && answer.table.seals[seat] === seal && !stored(answer.table.id).seals.length;
  if (isNew) keep(answer.table.id, { nonce, shown: false });
  rememberTable(answer.table);
  return (await revealNonce(answer.table, seat).catch(() => null)) ?? answer;
}

/** Stands up: the share is no longer at the table. @param {string} table its id */
export async function standUp(table) {
  const answer = await post(`/api/tables/${table}/leave`, {});
  keep(table, { nonce: "", shown: false, seals: [] });
  return answer;
}

/**
 * Shows the share where the table waits for it. @param {Table} table @param {number | null} seat one's own
 * @returns {Promise<import("../shared/wire.js").TableAnswer | null>} null: there was nothing to show
 */
export async function revealNonce(table, seat) {
  const { nonce, seals } = stored(table.id);
  if (seat === null || !nonce || !table.withheld.includes(seat) || table.seals[seat] !== sealOf(nonce)) return null;
  if (table.seats.some(({ kind }, at) => kind === "bot" && table.seals[at])) keep(table.id, { fault: BOTS_SHARE });
  rememberTable(table);
  if (stored(table.id).fault) return null;
  // the first ones count for good: else a table could ask again, with a share that someone chose to suit this one
  if (!seals.length) keep(table.id, { seals: table.seals });
  const answer = await post(`/api/tables/${table.id}/reveal`, { nonce });
  keep(table.id, { shown: true });
  return answer;
}

/** Keeps what a table shows for the first time, and whether its shares have changed since. @param {Table} table */
export function rememberTable(table) {
  const { commitment, seals, fault } = stored(table.id);
  if (!commitment && table.status !== "over") {
    keep(table.id, { commitment: table.commitment, from: table.came_from ? table.came_from.n + 1 : 0 });
  }
  if (!fault && isOther(seals, table.seals)) keep(table.id, { fault: CHOSEN_LATER });
}

/**
 * Keeps a head of the chain. A browser that sees nothing but the end has nothing that it could compare.
 * @param {Table} table @param {string} head
 */
export function rememberHead({ id, status }, head) {
  const { heads } = stored(id);
  if (!head || heads.includes(head) || (status === "over" && !heads.length)) return;
  keep(id, { heads: [...heads, head].slice(-HEADS) });
}

/**
 * What a table shows otherwise than it did before, as sentences. @param {Table} table @param {number | null} seat
 * @returns {string[]}
 */
export function differences(table, seat) {
  const { commitment, nonce, shown, fault } = stored(table.id);
  const found = fault ? [fault] : [];
  if (commitment && table.commitment !== commitment) {
    found.push("The table's hash of its secret has changed. Don't trust the dice in this game.");
  }
  if (seat === null || !nonce || table.status === "waiting") return found;
  if (table.seals[seat] !== sealOf(nonce)) {
    found.push(
      "The share that the table has for you isn't the one this browser sent. Did you sit down in another browser?",
    );
  } else if (shown && table.status !== "starting" && table.nonces[seat] !== nonce) {
    found.push("You revealed your share in time, but the table left it out. Don't trust the dice in this game.");
  }
  return found;
}

/**
 * What this browser can compare with the journal of a finished game, as sentences; none where it kept nothing.
 * @param {string} table its id @returns {string[]}
 */
export function comparable(table) {
  const { commitment, nonce, shown, heads } = stored(table);
  return [
    ...(commitment ? ["the secret matches the hash shown before the game ended"] : []),
    ...(nonce && shown ? ["your share went into the draws"] : []),
    ...(heads.length ? ["the journal matches the game you saw here"] : []),
  ];
}

/**
 * What in the journal of a finished game is not as this browser saw it, as sentences.
 * @param {string} journal @param {string} table its id @returns {string[]}
 */
export function doubts(journal, table) {
  const { commitment, from, nonce, shown, seals, heads } = stored(table);
  // as other programs may leave a file
  const lines = journal
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter(Boolean);
  const header = JSON.parse(lines[0]);
  const end = JSON.parse(lines.at(-2) ?? "{}");
  const found = [];
  const secret = fromHex(end.secret ?? "");
  if (hexOf(sha256(secret)) !== (commitment || header.commitment)) {
    found.push("The secret doesn't match the hash shown before the game. Don't trust this game.");
  }
  const taken = header.taken_over ?? 0;
  if (from !== null && taken !== from) {
    found.push(
      `The journal says that ${taken || "no"} entries come from another game, but the table said ` +
        `${from || "none"}. Don't trust this game.`,
    );
  }
  if (nonce && !header.nonces.includes(nonce)) {
    found.push(
      shown
        ? "The journal leaves out your share. Don't trust this game."
        : "Your share wasn't revealed in time, so the dice in this game didn't depend on it.",
    );
  }
  if (isOther(seals, header.seals)) found.push(CHOSEN_LATER);
  const chain = chainOf(lines, secret);
  if (chain.at(-1) !== end.head) found.push("The journal's chain is broken. Someone changed something in the journal.");
  if (heads.some((head) => !chain.includes(head))) {
    found.push("The journal doesn't match the game you saw. Someone changed something in it.");
  }
  return found;
}

/** @param {string[]} seals those kept, none where no share was shown @param {string[]} now */
const isOther = (seals, now) => seals.length > 0 && seals.join() !== now.join();

/** Every head, as docs/chance-format.md says. @param {string[]} lines of the journal @param {Uint8Array} secret */
function chainOf(lines, secret) {
  const key = hmac(secret, bytesOf("chain"));
  let head = sha256(bytesOf(lines[0]));
  const heads = [hexOf(head)];
  for (const line of lines.slice(3)) {
    if (!line.startsWith('{"type":"entry"')) break;
    const salt = hmac(key, bytesOf(String(heads.length - 1)));
    head = sha256(joined(head, salt, bytesOf(line)));
    heads.push(hexOf(head));
  }
  return heads;
}
