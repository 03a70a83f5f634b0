/** Identifies a key whatever letter it produces: Caps Lock, another alphabet, or an input method change the letter. */

/**
 * The key as shortcuts name it, such as "u", "Shift u", "?" or "ArrowLeft"; "" where it is no shortcut: with Ctrl, Alt,
 * AltGr or the key of the system, or while an input method composes a word.
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  if (event.isComposing || event.key === "Process" || event.getModifierState("AltGraph")) return "";
  const letter = letterOf(event);
  return event.shiftKey && (letter || event.key.length > 1) ? `Shift ${letter || event.key}` : letter || event.key;
}

/**
 * The Latin letter of a key: what it writes where that is one, else what is printed there on most keyboards; "" for
 * other keys. @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place && /^\p{L}$/u.test(key) ? place.toLowerCase() : "";
}
