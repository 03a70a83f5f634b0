// The sheets of the card draft, the stash, and the head coaches: cards to choose from, in piles side by side.

import {
  Dialog,
  MONTHS,
  Paper,
  classes,
  h,
  html,
  sum,
  useLayoutEffect,
  usePaperFocus,
  useRef,
  useState,
} from "./kit.js";
import { ArrowList } from "/static/js/shared/arrow-keys.js";
import { useInSight } from "/static/js/board/layout.js";
import { BubbaNext } from "./bubba.js";
import { CardFace } from "./cards.js";
import { Filters, useFilter } from "./filters.js";
import { fitCards, fitsWhole, linesFor } from "./fit.js";
import { Order } from "./order.js";
import { offersOf } from "./papers.js";
import { briefOf, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Pick} Pick */
/**
 * Cards that lie together. act: the type of the action that takes one; none: what is said where there is none; aside:
 * what is said of them; about: the key of their explanation.
 * @typedef {{title: string, cards: number[], act: string, none?: string, aside?: string, about?: string}} Cards
 */

/** Whether what is picked is decided on the sheet, at the card. @param {Pick | null} pick */
export function liesOnSheet(pick) {
  return pick?.kind === "card" && !!pick.onSheet;
}

/** A sheet that does not scroll grows by what hangs below its end. @param {{current: HTMLElement | null}} root */
function useRoomBelow(root) {
  useLayoutEffect(() => {
    const cover = /** @type {HTMLElement | null | undefined} */ (root.current?.closest(".cover"));
    if (!root.current || !cover) return undefined;
    const below = root.current.getBoundingClientRect().bottom - cover.getBoundingClientRect().bottom;
    if (below > 0) cover.style.setProperty("--below", `${below}px`);
    return () => void cover.style.removeProperty("--below");
  }, []);
}

/** @typedef {import("./fit.js").Fit} Fit */
/**
 * The card that waits for another one to be compared with, -1 for none.
 * @typedef {[number, (card: number) => void]} Compared
 */

/** What is printed on a card. @param {Play} play @param {number} card @returns {import("./fit.js").Printed} */
function printed(play, card) {
  const { name, text, cost } = play.model.cards[card];
  return { name: name.length, words: text.length, brief: briefOf(play, card).length, cost: sum(cost) };
}

/**
 * What can be done with a card, below it.
 * @param {{play: Play, card: number, whole: boolean, onCompare: () => void}} props whole: its text stands on it
 */
function AtCard({ play, card, whole, onCompare }) {
  const { name, text } = play.model.cards[card];
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useRoomBelow(root);
  useInSight(root, String(card));
  return html`<div class="at-card" ref=${root}>
    ${h(
      Paper,
      { title: name, name: "card", slim: true, onClose: () => play.setPick(null) },
      whole ? null : html`<p>${text}</p>`,
      html`<div class="choices">
        ${offersOf(play, play.model.cards[card])}
        <button type="button" class="button plain compare" onClick=${onCompare}>Compare</button>
      </div>`,
    )}
  </div>`;
}

/**
 * Two cards beside each other, each with what can be done with it.
 * @param {{play: Play, cards: number[], onClose: () => void}} props none: nothing is compared
 */
function Compare({ play, cards, onClose }) {
  return h(
    Dialog,
    { title: "Compare cards", open: cards.length > 0, onClose },
    html`<div class="compared">
      ${cards.map((index) => {
        const card = play.model.cards[index];
        return html`<div key=${index} data-compared=${card.number}>
          ${h(CardFace, { card, model: play.model, size: "l" })}
          <div class="choices">${offersOf(play, card)}</div>
        </div>`;
      })}
    </div>`,
  );
}

/** A card of a pile. @param {{play: Play, card: number, act: string, fit: Fit, compared: Compared}} props */
function Lying({ play, card: index, act, fit, compared: [first, setFirst] }) {
  const { pick, seat } = play;
  const card = play.model.cards[index];
  const form = card.kind === "coach" ? { type: "coach", coach: card.id } : { type: act, card: card.number };
  const picked = pick?.kind === "card" && pick.card === index;
  const low = fit.shown === "words";
  const whole = !low || fitsWhole(fit, printed(play, index));
  const onSheet = offersOf(play, card).length > 0 || first >= 0;
  const onCompare = () => {
    setFirst(index);
    play.setPick(null);
    play.say(`Choose a card to compare with ${card.name}.`);
  };
  return html`<li
    role="none" class=${classes({ chosen: picked && onSheet, first: first === index })}
    style=${low ? `--lines: ${linesFor(fit, printed(play, index))}` : undefined}>
    ${h(CardFace, {
      card,
      model: play.model,
      size: low ? "c" : "m",
      words: whole ? card.text : briefOf(play, index),
      glow: !!play.legal.get(form),
      picked,
      onPress: () => play.setPick(picked ? null : { kind: "card", card: index, owner: seat, onSheet }),
    })}
    ${
      picked && pick.onSheet && (first < 0 || first === index)
        ? h(AtCard, { play, card: index, whole, onCompare })
        : null
    }
  </li>`;
}

/**
 * @param {{play: Play, pile: Cards, shown: number[], fit: Fit, compared: Compared}} props shown: those of its cards
 *   that one wishes to see
 */
function Pile({ play, pile: { title, cards, act, none, aside, about }, shown, fit, compared }) {
  const left = cards.length && !shown.length ? "No cards match." : none;
  return html`<section class="row-of-cards" aria-label=${title}>
    <h3 ...${about ? tip(about, undefined, true) : {}}>${title}${aside ? html` <small>${aside}</small>` : null}</h3>
    ${
      shown.length
        ? html`<${ArrowList} of=".card" class="spread" label=${title} data-place=${title}>
            ${shown.map((card) => h(Lying, { key: card, play, card, act, fit, compared }))}
          <//>`
        : html`<p class="quiet">${left}</p>`
    }
  </section>`;
}

/** A sheet that is less wide has its piles below one another. */
const SIDE_BY_SIDE = 640;

/** The room for piles. @param {{current: HTMLElement | null}} place */
function useRoom(place) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return room;
}

/**
 * Piles side by side, with cards as large as fit.
 * @param {{play: Play, piles: (Cards | null | false | 0 | undefined)[],
 *   only?: (cards: readonly number[]) => number[]}} props only: of some cards, those that one wishes to see
 */
function Piles({ play, piles, only = (cards) => [...cards] }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const room = useRoom(place);
  const there = piles.filter((pile) => !!pile).map((pile) => ({ pile, shown: only(pile.cards) }));
  const { pick } = play;
  const [first, setFirst] = useState(-1);
  const second = first >= 0 && pick?.kind === "card" && pick.card !== first ? pick.card : -1;
  usePaperFocus(place, second < 0 && pick?.kind === "card" && pick.onSheet ? `card ${pick.card}` : "");
  const fit = fitOf(play, room, there);
  const columns = fit.columns.map((n) => `minmax(0, ${n}fr)`).join(" ");
  const high = fit.high ? ` --high: ${fit.high}px;` : "";
  const onClose = () => {
    setFirst(-1);
    play.setPick(null);
  };
  return html`<div
    class="piles" ref=${place} data-shown=${fit.shown} data-stacked=${room.width < SIDE_BY_SIDE ? "" : undefined}
    style=${`--card: ${fit.width}px; --letters: ${fit.letters}px;${high} grid-template-columns: ${columns}`}>
    ${there.map(({ pile, shown }) => h(Pile, { key: pile.title, play, pile, shown, fit, compared: [first, setFirst] }))}
    ${h(Compare, { play, cards: second < 0 ? [] : [first, second], onClose })}
  </div>`;
}

/** So many cards lie in full on a narrow sheet. */
const FULL = 6;

/**
 * How the cards lie.
 * @param {Play} play
 * @param {{width: number, height: number}} room
 * @param {{shown: number[]}[]} piles
 * @returns {Fit}
 */
function fitOf(play, { width, height }, piles) {
  const cards = piles.flatMap(({ shown }) => shown);
  if (width < SIDE_BY_SIDE) {
    return { shown: cards.length > FULL ? "words" : "text", columns: [1], width: 0, high: 0, letters: 15 };
  }
  return fitCards({
    width,
    height: play.shape === "wide" ? height : innerHeight * 0.66,
    piles: piles.map(({ shown }) => shown.map((card) => printed(play, card))),
  });
}

/** @param {{play: Play}} props */
export function DraftSheet({ play }) {
  const { view, me } = play;
  const { mine, bubba, rules } = view;
  const filter = useFilter(play);
  const stash = mine && me?.stash ? mine.stash : [];
  const open = !!me?.open_stash.length;
  return html`<div class="draft drafting">
    <header class="drafthead">
      <h2 ...${tip("phase.draft", undefined, true)}>Draft for ${MONTHS[view.month]}</h2>
      ${h(Filters, { play, filter, cards: [...(mine?.hand ?? []), ...(rules.pool ? view.pool : []), ...stash] })}
      ${h(Order, { play, label: "Draft order", stands: (s) => drafting(play, s) })}
    </header>
    ${h(Piles, {
      play,
      only: filter.only,
      piles: [
        mine && { cards: mine.hand, act: "draft", title: "Your hand", about: "hand", none: "Your hand is empty." },
        rules.pool && {
          cards: view.pool,
          act: "draft",
          title: "The pool",
          about: "pool",
          none: "No cards in the pool.",
          aside: rules.alone ? "" : "everyone can draft these",
        },
        stash.length && {
          cards: stash,
          act: "draft",
          title: open ? "Your open stash" : "Your Secret Stash",
          about: open ? "stash.open" : "stash",
        },
      ],
    })}
    ${bubba ? h(BubbaNext, { play, bubba }) : null}
  </div>`;
}

/** How far a player is in the draft. @param {Play} play @param {number} seat */
function drafting({ view }, seat) {
  const { drafted, hand } = view.players[seat];
  return drafted ? "drafted" : view.acting.includes(seat) ? "choosing" : `${hand} in hand`;
}

/** @param {{play: Play}} props */
export function StashSheet({ play }) {
  const { mine, players } = play.view;
  if (players.some((p) => p.hand)) return h(OpenDraft, { play });
  if (!mine) return html`<p class="quiet pad">${play.props.prompt}</p>`;
  const title = play.legal.has("reject") ? `Reject ${mine.to_reject} and keep the rest` : "Kept";
  return html`<div class="draft drafting">
    <header class="drafthead"><h2 ...${tip("phase.stash", undefined, true)}>Your Secret Stash</h2></header>
    ${h(Piles, {
      play,
      piles: [
        { cards: mine.stash, act: "reject", title },
        mine.rejected.length && { cards: mine.rejected, act: "", title: "Rejected" },
      ],
    })}
    ${!play.legal.all.length ? html`<p class="quiet">${play.props.prompt}</p>` : null}
  </div>`;
}

/** Stashes drafted openly: the pack in hand, and what everyone has taken. @param {{play: Play}} props */
function OpenDraft({ play }) {
  const { view, names, seat } = play;
  const { mine, players } = view;
  const goes = mine && mine.passes_to >= 0 ? names[mine.passes_to] : "the pool";
  return html`<div class="draft drafting">
    <header class="drafthead"><h2 ...${tip("phase.stash.open", undefined, true)}>The open stash draft</h2></header>
    ${h(Piles, {
      play,
      piles: [
        mine && {
          cards: mine.hand,
          act: "draft",
          title: "Your pack",
          aside: `the rest goes to ${goes}`,
        },
        ...players.map(
          ({ open_stash: cards }, s) =>
            cards.length && { cards, act: "", title: s === seat ? "Your open stash" : `${names[s]}'s open stash` },
        ),
      ],
    })}
    ${mine && !play.legal.all.length ? html`<p class="quiet">${play.props.prompt}</p>` : null}
  </div>`;
}

/** @param {{play: Play}} props */
export function CoachSheet({ play }) {
  return html`<div class="draft drafting">
    <header class="drafthead"><h2 ...${tip("phase.coach", undefined, true)}>Head coaches</h2></header>
    ${h(Piles, { play, piles: [{ cards: play.view.coaches, act: "coach", title: "Choose a coach" }] })}
  </div>`;
}
