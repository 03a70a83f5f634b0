// A player's area: what is in hand now, the calendar, cards in play, recruits; and the compact mats of the others.

import {
  Buck, COLOURS, Envelope, Fragment, MONTHS, POSITIONS, POSITION_NAMES, POSITION_POINTS, REGION_POINTS, Star, classes, count, envelopeText, h, html,
  slotName, standing, sum, useState,
} from "./kit.js";
import { CardFace } from "./cards.js";
import { SymbolMark } from "./marks.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Player} Player */

/** Envelopes, each colour in its own place so that nothing moves when one runs out. @param {{counts: readonly number[], small?: boolean}} props */
export function Wallet({ counts, small }) {
  return html`<span class=${classes({ wallet: true, small })} role="img" aria-label=${envelopeText(counts)}>${COLOURS.map((colour, c) =>
    html`<span key=${colour} class=${classes({ none: !counts[c] })} aria-hidden="true">${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}</span>`)}</span>`;
}

/** Only the envelopes that there are. @param {{counts: readonly number[], none?: string}} props */
export function Bundle({ counts, none = "" }) {
  if (!sum(counts)) return none ? html`<span class="quiet">${none}</span>` : null;
  return html`<span class="bundle" role="img" aria-label=${envelopeText(counts)}>${COLOURS.map((colour, c) => (counts[c]
    ? html`<span key=${colour} aria-hidden="true">${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}</span>` : null))}</span>`;
}

/** What a player can spend this month. @param {{play: Play, player: Player}} props */
export function Purse({ play, player }) {
  const mine = player === play.me;
  return html`<div class="purse" aria-label=${mine ? "What you can spend" : "What there is to spend"} role="group">
    <${Wallet} counts=${player.envelopes} />
    <span class="more"><${Buck} count=${player.bucks} /><span class="moves" role="img" aria-label=${`${count(player.moves, "free move")}`}>${player.moves}<svg viewBox="-20 -14 40 28" aria-hidden="true"><path d="M-17-11H11c4 0 6 3 6 8V7h-34z" /><circle cx="-9" cy="8" r="4" /><circle cx="9" cy="8" r="4" /></svg></span></span>
  </div>`;
}

/** Twelve months: envelopes that wait on each, and cards. @param {{play: Play, seat: number}} props */
export function Calendar({ play, seat }) {
  const { view, model } = play;
  const player = view.players[seat];
  return html`<ol class="calendar" aria-label="Calendar" data-place=${`calendar ${seat}`}>${MONTHS.map((name, m) => {
    const card = player.calendar[m];
    const now = m === view.month;
    const envelopes = player.later[m]; // those of this month are taken up after the dice
    const put = card >= 0 ? play.legal.get({ type: "put", card: card + 1 }) : undefined;
    const leaves = m + 6 <= 11 ? MONTHS[m + 6] : "the end";
    return html`<li key=${name} class=${classes({ month: true, now, past: m < view.month, holds: card >= 0 })}>
      <header><b>${name.slice(0, 3)}</b>${now ? html`<svg class="whistle" viewBox="0 0 24 24" role="img" aria-label="this month"><path d="M9 6h13v5h-6.500A7 7 0 1 1 9 6.500z" /></svg>` : null}</header>
      <span class="waiting">${envelopes ? h(Bundle, { counts: envelopes }) : null}</span>
      ${card >= 0 ? h(CardFace, {
        card: model.cards[card], model, size: "s", glow: !!put, picked: play.pick?.kind === "card" && play.pick.card === card,
        state: `Waits on ${name}, must be paid before ${leaves}.${put && seat === play.seat ? " You can put it into play." : ""}`,
        onPress: () => play.setPick({ kind: "card", card, owner: seat, month: m }),
      }) : html`<span class="slot" aria-hidden="true"></span>`}</li>`;
  })}</ol>`;
}

/** Cards in play and the coach. @param {{play: Play, seat: number, size?: "s" | "m"}} props */
export function InPlay({ play, seat, size = "m" }) {
  const { view, model } = play;
  const player = view.players[seat];
  const cards = player.in_play;
  if (!cards.length) return html`<p class="quiet">No cards in play yet.</p>`;
  return html`<ul class="inplay" data-place=${`play ${seat}`}>${cards.map(({ card, used }) => {
    const use = seat === play.seat && play.legal.get({ type: "use", card: card + 1 });
    return html`<li key=${card}>${h(CardFace, {
      card: model.cards[card], model, size, used, glow: !!use, picked: play.pick?.kind === "card" && play.pick.card === card,
      state: used ? "Used this month." : use ? "You can use it." : "", onPress: () => play.setPick({ kind: "card", card, owner: seat }),
    })}</li>`;
  })}</ul>`;
}

/** Positions, regions, and what both tables give as they stand. @param {{play: Play, seat: number}} props */
export function Class({ play, seat }) {
  const { model, view } = play;
  const player = view.players[seat];
  const { positions, regions, different, best, positionStars, regionStars } = standing(model, player);
  return html`<div class="class">
    <ul class="positions" aria-label=${`${different} of 8 positions, worth ${positionStars} stars at the end`}>${POSITIONS.map((name, p) => {
      const who = player.recruits.filter((r) => r.position === p).map((r) => `${slotName(model, r.slot)}, ${count(r.stars, "star")}`);
      return html`<li key=${name} class=${classes({ have: positions[p] })} title=${who.join("; ") || `no ${POSITION_NAMES[p]} yet`}><b>${name}</b><span aria-hidden="true">${positions[p] ? "●".repeat(Math.min(positions[p], 4)) : "–"}</span>
        <span class="visually-hidden">${POSITION_NAMES[p]}: ${positions[p] ? who.join("; ") : "none yet"}</span></li>`;
    })}</ul>
    <p class="tally"><span>${different} of 8 positions</span><b><${Star} count=${positionStars} /></b>${different < 8 ? html`<small>next: ${POSITION_POINTS[different + 1]}</small>` : null}</p>
    <ul class="regions" aria-label=${`Recruits by region; the best, ${best}, is worth ${regionStars} stars at the end`}>${regions.map((n, c) => html`<li key=${c} data-colour=${COLOURS[c]} class=${classes({ best: n && n === best })} title=${model.regions[c]}>
      <span class="swatch" aria-hidden="true">${COLOURS[c] === "gray" ? "S" : COLOURS[c][0].toUpperCase()}</span><b>${n}</b><span class="visually-hidden">${model.regions[c]}</span></li>`)}</ul>
    <p class="tally"><span>best region: ${best}</span><b><${Star} count=${regionStars} /></b>${best < 10 ? html`<small>next: ${REGION_POINTS[best + 1]}</small>` : null}</p>
    ${player.recruits.length ? html`<details class="roster"><summary>${count(player.recruits.length, "recruit")}</summary><ul>${player.recruits.map((r) => html`<li key=${r.slot}><b>${POSITIONS[r.position]}</b> ${slotName(model, r.slot)} <${Star} count=${r.stars} /></li>`)}</ul></details>` : null}
    ${player.prepaid.length ? html`<h4>Prepaid</h4><ul class="sent">${player.prepaid.map((p) => html`<li key=${p.slot}><button type="button" class="link" onClick=${() => play.setPick({ kind: "recruit", slot: p.slot })}>${slotName(model, p.slot)}</button> <${Bundle} counts=${p.envelopes} /></li>`)}</ul>` : null}
  </div>`;
}

/** Bets in Vegas. @param {{player: Player}} props */
export function Bets({ player }) {
  if (!player.bets.length) return null;
  return html`<p class="bets"><b>Vegas</b> ${player.bets.map((bet) => html`<span class="bet" data-colour=${COLOURS[bet.colour]} role="img" aria-label=${`${bet.count > 1 ? `${bet.count} on ` : ""}${COLOURS[bet.colour]} ${bet.number}`}>${COLOURS[bet.colour] === "gray" ? "S" : COLOURS[bet.colour][0].toUpperCase()}${bet.number}${bet.count > 1 ? `×${bet.count}` : ""}</span>`)}</p>`;
}

/** The name of a player with symbol, stars (press for why), and what is being waited for. @param {{play: Play, seat: number}} props */
export function Nameplate({ play, seat }) {
  const { view, names } = play;
  const player = view.players[seat];
  const acts = view.acting.includes(seat);
  return html`<span class=${classes({ nameplate: true, acts })} data-symbol=${player.symbol}>
    <${SymbolMark} symbol=${player.symbol} /><b>${names[seat]}${seat === play.seat ? " (you)" : ""}</b>
    ${view.chain === seat ? html`<span class="tag">starts</span>` : null}${acts ? html`<span class="tag turn">on turn</span>` : null}
    <button type="button" class="score" aria-label=${`${count(player.stars, "star")}: why?`} onClick=${() => play.setPick({ kind: "score", seat })}><${Star} count=${player.stars} quiet /></button></span>`;
}

/** Everything of the person who plays here. @param {{play: Play}} props */
export function MyArea({ play }) {
  const { seat, me } = play;
  if (!me) return null;
  return html`<section class="mine" aria-label="Your area"><h2 class="visually-hidden">Your area</h2>
    <header class="bar"><${Nameplate} play=${play} seat=${seat} /></header>
    <div class="parts">
      <section class="part wide"><h3>Calendar</h3><${Calendar} play=${play} seat=${seat} /></section>
      <section class="part cards"><h3>Coach and cards in play</h3><${InPlay} play=${play} seat=${seat} size="m" /></section>
      <section class="part"><h3>Recruiting class</h3><${Class} play=${play} seat=${seat} /><${Bets} player=${me} /></section>
      <${Stash} play=${play} />
    </div></section>`;
}

/** The Secret Stash, out of the way until it is wanted. @param {{play: Play}} props */
function Stash({ play }) {
  const mine = play.view.mine;
  if (!mine?.stash.length || play.view.phase === "stash" || play.view.phase === "draft") return null;
  return html`<details class="part stash"><summary>Secret Stash: ${count(mine.stash.length, "card")}</summary><ul class="inplay">${mine.stash.map((card) => html`<li key=${card}>${h(CardFace, { card: play.model.cards[card], model: play.model, size: "m", onPress: () => play.setPick({ kind: "card", card, owner: play.seat }) })}</li>`)}</ul></details>`;
}

/** Another player's mat: compact, opens. @param {{play: Play, seat: number, open?: boolean}} props */
function OtherMat({ play, seat, open = false }) {
  const [opened, setOpened] = useState(open);
  const player = play.view.players[seat];
  const { different, best } = standing(play.model, player);
  const later = player.later.reduce((all, month) => all + sum(month), 0);
  const waiting = player.calendar.filter((c) => c >= 0).length;
  return html`<section class=${classes({ mat: true, opened })} aria-label=${play.names[seat]}>
    <header class="bar"><${Nameplate} play=${play} seat=${seat} />
      <button type="button" class="button small plain" aria-expanded=${opened ? "true" : "false"} onClick=${() => setOpened(!opened)}>${opened ? "Less" : "More"}<span class="visually-hidden"> of ${play.names[seat]}</span></button></header>
    <${Purse} play=${play} player=${player} />
    <p class="facts"><span title="envelopes that wait for their month">${later} on the calendar</span><span>${count(waiting, "card")} waiting</span><span>${player.in_play.filter((c) => c.card < 120).length} in play</span><span>${count(player.recruits.length, "recruit")}: ${different} of 8, best region ${best}</span><span>${player.stash ? `${player.stash} in the stash` : ""}</span></p>
    ${opened ? html`<${Fragment}><h3>Calendar</h3><${Calendar} play=${play} seat=${seat} /><h3>Coach and cards in play</h3><${InPlay} play=${play} seat=${seat} size="m" /><h3>Recruiting class</h3><${Class} play=${play} seat=${seat} /><${Bets} player=${player} /><//>` : null}
  </section>`;
}

/** @param {{play: Play}} props */
export function Others({ play }) {
  const seats = play.view.players.map((_, k) => (Math.max(play.seat, 0) + k) % play.view.players.length).filter((s) => s !== play.seat);
  return html`<section class="others" aria-label=${play.seat >= 0 ? "The other players" : "The players"}><h2 class="visually-hidden">${play.seat >= 0 ? "The other players" : "The players"}</h2>${seats.map((seat) => h(OtherMat, { key: seat, play, seat }))}</section>`;
}
