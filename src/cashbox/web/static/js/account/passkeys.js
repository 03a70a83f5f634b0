/** Passkeys: converts between the server's JSON and the browser's WebAuthn dialogs. */

import { Fault } from "../shared/api.js";

/** What a passkey needs of this browser and of the way that the page came. */
export function passkeysSupported() {
  return window.isSecureContext && typeof window.PublicKeyCredential === "function";
}

/** Why there is none here though the server knows no reason. */
export const NOT_SUPPORTED = [
  "Passkeys need a newer browser and a page opened over https.",
  "Use a code from another device, a recovery code, or your email address instead.",
].join(" ");

/** @param {string} written base64url @returns {Uint8Array<ArrayBuffer>} */
function bytes(written) {
  const plain = atob(written.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** @param {ArrayBuffer | null | undefined} buffer */
function base64url(buffer) {
  if (!buffer) return undefined;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {{id: string}[] | undefined} known */
const descriptors = (known) => (known ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

/**
 * What a browser says instead of giving a passkey, as a sentence.
 * @param {unknown} error @param {string} otherwise
 */
function fault(error, otherwise) {
  const { name } = /** @type {Error} */ (error);
  if (name === "InvalidStateError") return new Fault("known-passkey", "This device already has a passkey for you.");
  if (name === "SecurityError") return new Fault("no-passkeys", NOT_SUPPORTED);
  return new Fault("no-passkey", otherwise);
}

/**
 * Makes a passkey.
 * @param {Record<string, any>} options
 */
export async function createPasskey(options) {
  const publicKey = /** @type {any} */ ({
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  });
  let made;
  try {
    made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  } catch (error) {
    throw fault(error, "No passkey was created because you canceled or it took too long. Nothing has changed.");
  }
  const { clientDataJSON, attestationObject } = made.response;
  const response = { clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(attestationObject) };
  return { id: made.id, rawId: base64url(made.rawId), type: made.type, response };
}

/**
 * Signs with whichever passkey there is for this server.
 * @param {Record<string, any>} options
 */
export async function signInWithPasskey(options) {
  const publicKey = /** @type {any} */ ({
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  });
  let signed;
  try {
    signed = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
  } catch (error) {
    throw fault(error, "Couldn't sign in with a passkey. This device has none for this server, or you canceled.");
  }
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response;
  const response = {
    clientDataJSON: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
    userHandle: base64url(userHandle),
  };
  return { id: signed.id, rawId: base64url(signed.rawId), type: signed.type, response };
}
