/** Animates cards, envelopes, and money from their old place to the new one. */

import { useLayoutEffect, useRef } from "../shared/preact.js";

/**
 * Does something once what was drawn has its place, before anyone sees it: the frame lays out the page anyway, in a
 * task of its own. @param {() => void} work @param {unknown} view a new one when something was drawn
 */
function useBeforePaint(work, view) {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(work);
    return () => cancelAnimationFrame(frame);
  }, [view]);
}

/**
 * @typedef {{key: string, place: string, frames: Element[] | null, x: number, y: number, w: number}} Lie
 *   frames: the parts of the page that it scrolls with, null where it stays when the page scrolls
 */

/** The parts of a table that scroll by themselves. */
const FRAMES = "[data-region], #board";

/** What may scroll with an element in it. @param {Element} element */
function framesOf(element) {
  if (element.closest(".desk")) return null;
  const frames = [];
  for (let at = element.closest(FRAMES); at; at = at.parentElement?.closest(FRAMES) ?? null) frames.push(at);
  return frames;
}

/** How far it is scrolled now. @param {Element[] | null} frames */
function scrolled(frames) {
  if (!frames) return { x: 0, y: 0 };
  return frames.reduce(({ x, y }, at) => ({ x: x + at.scrollLeft, y: y + at.scrollTop }), { x: scrollX, y: scrollY });
}

/**
 * Cards ([data-card], whose value tells one from another) fly from the [data-place] where they lay to the one where
 * they lie. One that no one saw before flies from the place that its own place names as `data-from`; those of a place
 * with `data-slide` make room by sliding. Nothing flies for who asks for less motion, nor within [data-still].
 * @param {{current: HTMLElement | null}} root @param {object} view a new one when things may have moved
 */
export function useCardAnimations(root, view) {
  const before = useRef(/** @type {Lie[] | null} */ (null));
  useBeforePaint(() => {
    const cards = /** @type {HTMLElement[]} */ ([
      ...(root.current?.querySelectorAll("[data-place] [data-card]") ?? []),
    ]);
    const lies = cards.map(lieOf);
    const known = before.current;
    before.current = lies;
    if (!known || root.current?.closest("[data-still]")) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const gone = left(known, lies);
    const come = new Set(left(lies, known));
    const slid = known.filter((lie) => !gone.includes(lie));
    const flights = cards.flatMap((card, k) => {
      const lie = lies[k];
      if (!lie.w) return [];
      const from = come.has(lie)
        ? (farthest(gone, lie) ?? home(root.current, card))
        : card.closest("[data-slide]")
          ? next(slid, lie)
          : null;
      return from ? [{ card, a: seen(from), b: seen(lie), scale: from.w / lie.w }] : [];
    });
    flights.forEach(fly); // when all has been measured, so that the page is laid out once
  }, view);
}

/** @param {HTMLElement} card @returns {Lie} */
function lieOf(card) {
  const place = /** @type {HTMLElement} */ (card.closest("[data-place]"));
  return { key: card.dataset.card ?? "", place: place.dataset.place ?? "", ...boxOf(card) };
}

/** @param {Element} element */
function boxOf(element) {
  const box = element.getBoundingClientRect();
  const frames = framesOf(element);
  const { x, y } = scrolled(frames);
  return { frames, x: box.left + x, y: box.top + y, w: box.width };
}

/** Where it lay, as the page is scrolled now. @param {Pick<Lie, "frames" | "x" | "y">} lie */
function seen({ frames, x, y }) {
  const now = scrolled(frames);
  return { x: x - now.x, y: y - now.y };
}

/** The first of those like this one, if it lay elsewhere; it is used up. @param {Lie[]} some @param {Lie} lie */
function next(some, lie) {
  const at = some.findIndex(({ key, place }) => key === lie.key && place === lie.place);
  const [from] = at < 0 ? [] : some.splice(at, 1);
  return from?.w && Math.hypot(from.x - lie.x, from.y - lie.y) > 8 ? from : null;
}

/**
 * What of some is not among others, where the same card may lie at the same place several times.
 * @param {Lie[]} some
 * @param {Lie[]} others
 */
function left(some, others) {
  const rest = others.map(({ key, place }) => `${place}|${key}`);
  return some.filter(({ key, place }) => {
    const at = rest.indexOf(`${place}|${key}`);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Of the cards like this one that are gone, the farthest; it is used up. @param {Lie[]} gone @param {Lie} lie */
function farthest(gone, lie) {
  const alike = gone.filter(({ key, w }) => w && key === lie.key);
  const here = seen(lie);
  const far = (/** @type {Lie} */ a) => Math.hypot(seen(a).x - here.x, seen(a).y - here.y);
  const best = alike.sort((a, b) => far(b) - far(a))[0];
  if (best) gone.splice(gone.indexOf(best), 1);
  return best;
}

/** Where a card comes from that no one saw before. @param {HTMLElement | null} root @param {HTMLElement} card */
function home(root, card) {
  const from = /** @type {HTMLElement | null} */ (card.closest("[data-from]"))?.dataset.from;
  const place = from && inSight(root, `[data-place="${from}"]`);
  if (!place) return null;
  const box = boxOf(place);
  return { ...box, w: Math.min(box.w, card.offsetWidth) };
}

/**
 * The first of such things that can be seen, on the board or else in the page's header.
 * @param {Element | null} root
 * @param {string} selector
 */
function inSight(root, selector) {
  const all = [...(root?.querySelectorAll(selector) ?? []), ...document.querySelectorAll(`.players ${selector}`)];
  return all.find((one) => one.getBoundingClientRect().width);
}

/** How things move: quickly at first. */
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** @typedef {{x: number, y: number}} Point */

/** From a to b. @param {{card: HTMLElement, a: Point, b: Point, scale: number}} flight scale: how large it was */
function fly({ card, a, b, scale }) {
  card.dataset.flying = "";
  const flight = card.animate(
    [
      { transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${scale})` },
      { transform: "translate(0, 0) scale(1)" },
    ],
    { duration: 460, easing: EASE },
  );
  flight.onfinish = flight.oncancel = () => delete card.dataset.flying;
}

// -- money ----------------------------------------------------------------------------------------------------------

/**
 * Money that changes hands. from, to: a purse (`data-purse`: a seat's number, or what the board calls its bank) or a
 * place (`data-place`); text: the amount as people read it; loss: it is taken from a player; turn: those of a later one
 * fly later.
 * @typedef {{from: string, to: string, text: string, loss?: boolean, turn?: number}} Payment
 */

const COIN = 1000;
const TURN = 130;
/** The turns that money flies in; what has a later one flies with the last. */
const TURNS = 8;

/**
 * Money flies from payer to payee, with its amount. What still flies when something new is shown has arrived. As with
 * cards, nothing flies for who asks for less motion, nor within [data-still].
 * @template View
 * @param {{current: HTMLElement | null}} root @param {View} view a new one when money may have changed hands
 * @param {(before: View, after: View) => Payment[]} payments as the board's game tells them
 */
export function useMoneyAnimations(root, view, payments) {
  const before = useRef(/** @type {View | null} */ (null));
  const coins = useRef(/** @type {HTMLElement[]} */ ([]));
  useBeforePaint(() => {
    const known = before.current;
    before.current = view;
    coins.current.splice(0).forEach((coin) => coin.remove());
    if (!known || known === view || root.current?.closest("[data-still]")) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const ways = payments(known, view).flatMap((payment) => wayOf(root.current, payment) ?? []);
    coins.current = ways.map(send);
  }, view);
  useLayoutEffect(() => () => coins.current.forEach((coin) => coin.remove()), []);
}

/** The middle of a purse or a place that can be seen. @param {HTMLElement | null} root @param {string} name */
function middle(root, name) {
  const box = inSight(root, `:is([data-purse="${name}"], [data-place="${name}"])`)?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

/**
 * From where to where an amount goes; an end that is not in sight is taken to be below the other.
 * @param {HTMLElement | null} root
 * @param {Payment} payment
 */
function wayOf(root, { from, to, text, loss, turn = 0 }) {
  const [payer, payee] = [middle(root, from), middle(root, to)];
  const known = payer ?? payee;
  if (!known) return null;
  const below = { x: known.x, y: known.y + 40 };
  return { a: payer ?? below, b: payee ?? below, text, loss, turn };
}

/** Sends it. @param {NonNullable<ReturnType<typeof wayOf>>} way */
function send({ a, b, text, loss, turn }) {
  const coin = document.createElement("span");
  coin.className = loss ? "coin loss" : "coin";
  coin.textContent = text;
  coin.setAttribute("aria-hidden", "true");
  document.body.append(coin);
  /** @param {Point} at @param {number} scale */
  const at = ({ x, y }, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const flight = coin.animate(
    [
      { transform: at(a, 0.6), opacity: 0 },
      { transform: at(a, 1), opacity: 1, offset: 0.18 },
      { transform: at(b, 1), opacity: 1, offset: 0.8 },
      { transform: at(b, 0.7), opacity: 0 },
    ],
    { duration: COIN, delay: TURN * Math.min(turn, TURNS), easing: EASE, fill: "both" },
  );
  flight.onfinish = () => coin.remove();
  return coin;
}
