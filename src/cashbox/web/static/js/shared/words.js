/** Words and numbers as people read them, and plurals, for pages and boards. */

/** "1 card", "2 cards". @param {number} count @param {string} one @param {string} [many] */
export function plural(count, one, many) {
  return `${amount(count)} ${count === 1 ? one : (many ?? `${one}s`)}`;
}

/** "a and b", "a, b, and c". @param {string[]} words */
export function list(words) {
  return words.length < 3 ? words.join(" and ") : `${words.slice(0, -1).join(", ")}, and ${words[words.length - 1]}`;
}

/** A day, as in March 12. @param {number} at seconds since 1970 */
export function date(at) {
  return new Date(at * 1000).toLocaleDateString("en-US", { day: "numeric", month: "long" });
}

/** How long ago something was, as in 5 minutes ago. @param {number} seconds */
export function ago(seconds) {
  if (seconds < 60) return "just now";
  if (seconds < 7200) return `${plural(Math.floor(seconds / 60), "minute")} ago`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
}

/** Those of some words that there are, by commas. @param {(string | false | 0 | undefined)[]} words */
export function clauses(...words) {
  return words.filter(Boolean).join(", ");
}

const GROUPS = new Intl.NumberFormat("en-US");

/** As in 75,000 or −5,000; small numbers, which are many, without asking for the language's rules. @param {number} n */
export function amount(n) {
  return Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : GROUPS.format(n).replace("-", "−");
}

/** As in +75,000 or −5,000; "–" for nothing. @param {number} n */
export function signed(n) {
  return n > 0 ? `+${amount(n)}` : n < 0 ? amount(n) : "–";
}

/** A player's name, with a word for oneself. @param {string} name @param {boolean} own */
export function named(name, own) {
  return `${name}${own ? " (you)" : ""}`;
}

/** A label, or the outcome's sentence, with the players' names in it. @param {string} text @param {string[]} names */
export function withNames(text, names) {
  return text.replace(/\{(\d+)\}/g, (whole, seat) => names[Number(seat)] ?? whole);
}

/** @param {readonly number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/**
 * Different numbers with how many there are of each, in their order.
 * @param {readonly number[]} numbers
 * @returns {[number, number][]}
 */
export function counted(numbers) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts];
}

/** Seats clockwise, from one on. @param {number} first -1 for no seat: from the first one @param {number} seats */
export function seatsFrom(first, seats) {
  return Array.from({ length: seats }, (_, k) => (Math.max(first, 0) + k) % seats);
}
