// A player's area: what is in hand now, the calendar, cards in play, recruits; and the compact mats of the others.

import {
  Buck,
  COLOURS,
  Envelope,
  Fragment,
  MONTHS,
  POSITIONS,
  POSITION_NAMES,
  POSITION_POINTS,
  REGION_POINTS,
  SYMBOLS,
  Star,
  classes,
  count,
  envelopeText,
  h,
  html,
  slotName,
  standing,
  sum,
  useState,
} from "./kit.js";
import { BubbaMat } from "./bubba.js";
import { CardFace } from "./cards.js";
import { Hint } from "./hint.js";
import { SymbolMark } from "./marks.js";
import { RecruitingBoard } from "./recruiting.js";
import { colourTip, monthTip, positionTip, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Player} Player */

/** Envelopes, each colour in its own place so that nothing moves when one runs out. @param {{counts: readonly number[], model: import("./types.js").Model, small?: boolean}} props */
export function Wallet({ counts, model, small }) {
  return html`<span class=${classes({ wallet: true, small })} role="group" aria-label=${envelopeText(counts)}>
    ${COLOURS.map(
      (colour, c) =>
        html`<span
          key=${colour} class=${classes({ none: !counts[c] })} role="img"
          aria-label=${count(counts[c], `${colour} envelope`)}
          ...${tip("envelope", { ...colourTip(model, c), count: counts[c] }, !c)}>
          ${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}
        </span>`,
    )}
  </span>`;
}

/** Only the envelopes that there are. @param {{counts: readonly number[], none?: string}} props */
export function Bundle({ counts, none = "" }) {
  if (!sum(counts)) return none ? html`<span class="quiet">${none}</span>` : null;
  return html`<span class="bundle" role="img" aria-label=${envelopeText(counts)}>
    ${COLOURS.map((colour, c) =>
      counts[c]
        ? html`<span key=${colour} aria-hidden="true">
            ${h(Envelope, { colour: /** @type {"green"} */ (colour), count: counts[c], quiet: true })}
          </span>`
        : null,
    )}
  </span>`;
}

/** What a player can spend this month. @param {{play: Play, player: Player}} props */
export function Purse({ play, player }) {
  const mine = player === play.me;
  return html`<div
    class="purse" aria-label=${mine ? "What you can spend" : "What there is to spend"} role="group" data-tips="">
    <${Wallet} counts=${player.envelopes} model=${play.model} />
    <span class="more">
      <span ...${tip("buck", undefined, false)}><${Buck} count=${player.bucks} /></span>
      ${
        player.free >= 0
          ? html`<span
              class="moves" role="img" aria-label=${`${count(player.free, "free move")}`}
              ...${tip(
                "moves",
                {
                  count: player.free,
                  now: play.view.phase === "month" && play.view.acting.includes(play.view.players.indexOf(player)),
                },
                false,
              )}>
              ${player.free}
              <svg viewBox="-20 -14 40 28" aria-hidden="true">
                <path d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
                <circle cx="-9" cy="8" r="4" />
                <circle cx="9" cy="8" r="4" />
              </svg>
            </span>`
          : null
      }
    </span>
  </div>`;
}

/** Twelve months: envelopes that wait on each, and cards. @param {{play: Play, seat: number}} props */
export function Calendar({ play, seat }) {
  const { view, model } = play;
  const player = view.players[seat];
  return html`<ol class="calendar" aria-label="Calendar" data-tips="" data-place=${`calendar ${seat}`}>
    ${MONTHS.slice(0, view.rules.months).map((name, m) => {
      const card = player.calendar[m];
      const now = m === view.month;
      const envelopes = player.later[m]; // those of this month are taken up after the dice
      const put = card >= 0 ? play.legal.get({ type: "put", card: card + 1 }) : undefined;
      const leaves = m + 6 < view.rules.months ? MONTHS[m + 6] : "the end";
      return html`<li
        key=${name} class=${classes({ month: true, now, past: m < view.month, holds: card >= 0 })}
        ...${monthTip(view, m, now)}>
        <header>
          <b>${name.slice(0, 3)}</b>
          ${
            now
              ? html`<svg class="whistle" viewBox="0 0 24 24" role="img" aria-label="this month">
                  <path d="M9 6h13v5h-6.500A7 7 0 1 1 9 6.500z" />
                </svg>`
              : null
          }
        </header>
        <span class="waiting">${envelopes ? h(Bundle, { counts: envelopes }) : null}</span>
        ${
          card >= 0
            ? h(CardFace, {
                card: model.cards[card],
                model,
                size: "s",
                glow: !!put,
                picked: play.pick?.kind === "card" && play.pick.card === card,
                state: `Waits on ${name}, must be paid before ${leaves}.${put && seat === play.seat ? " You can put it into play." : ""}`,
                onPress: () => play.setPick({ kind: "card", card, owner: seat, month: m }),
              })
            : html`<span class="slot" aria-hidden="true"></span>`
        }
      </li>`;
    })}
  </ol>`;
}

/** Cards in play and the coach. @param {{play: Play, seat: number, size?: "s" | "m"}} props */
export function InPlay({ play, seat, size = "m" }) {
  const { view, model } = play;
  const player = view.players[seat];
  const cards = player.in_play;
  if (!cards.length) return html`<p class="quiet">No cards in play yet.</p>`;
  return html`<ul class="inplay" data-place=${`play ${seat}`}>
    ${cards.map(({ card, used }) => {
      const use = seat === play.seat && play.legal.get({ type: "use", card: card + 1 });
      return html`<li key=${card}>
        ${h(CardFace, {
          card: model.cards[card],
          model,
          size,
          used,
          glow: !!use,
          picked: play.pick?.kind === "card" && play.pick.card === card,
          state: used
            ? use
              ? "Used this month; you can use it once more."
              : "Used this month."
            : use
              ? "You can use it."
              : "",
          onPress: () => play.setPick({ kind: "card", card, owner: seat }),
        })}
      </li>`;
    })}
  </ul>`;
}

/** Positions, regions, and what both tables give as they stand.
 * @param {{play: Play, recruits: import("./types.js").Signed[], prepaid?: import("./types.js").Prepaid[], list?: boolean}} props list: of the recruits, too */
export function Class({ play, recruits, prepaid = [], list = true }) {
  const { model } = play;
  const { positions, regions, different, best, positionStars, regionStars } = standing(model, recruits);
  return html`<div class="class">
    <ul
      class="positions" aria-label=${`${different} of 8 positions, worth ${positionStars} stars at the end`}
      data-tips="">
      ${POSITIONS.map((name, p) => {
        const who = recruits
          .filter((r) => r.position === p)
          .map((r) => `${slotName(model, r.slot)}, ${count(r.stars, "star")}`);
        return html`<li
          key=${name} class=${classes({ have: positions[p] })} ...${tip("position", positionTip(p, who), !p)}>
          <b>${name}</b>
          <span aria-hidden="true">${positions[p] ? "●".repeat(Math.min(positions[p], 4)) : "–"}</span>
          <span class="visually-hidden">${POSITION_NAMES[p]}: ${positions[p] ? who.join("; ") : "none yet"}</span>
        </li>`;
      })}
    </ul>
    <p
      class="tally"
      ...${tip("positions", { count: different, stars: positionStars, next: POSITION_POINTS[different + 1] ?? 0 })}>
      <span>${different} of 8 positions</span>
      <b><${Star} count=${positionStars} /></b>
      ${different < 8 ? html`<small>next: ${POSITION_POINTS[different + 1]}</small>` : null}
    </p>
    <ul
      class="regions" aria-label=${`Recruits by region; the best, ${best}, is worth ${regionStars} stars at the end`}
      data-tips="">
      ${regions.map(
        (n, c) => html`<li
          key=${c} data-colour=${COLOURS[c]} class=${classes({ best: n && n === best })}
          ...${tip("colour", colourTip(model, c), !c)}>
          <span class="swatch" aria-hidden="true">${COLOURS[c] === "gray" ? "S" : COLOURS[c][0].toUpperCase()}</span>
          <b>${n}</b>
          <span class="visually-hidden">${model.regions[c]}</span>
        </li>`,
      )}
    </ul>
    <p class="tally" ...${tip("best_region", { count: best, stars: regionStars, next: REGION_POINTS[best + 1] ?? 0 })}>
      <span>best region: ${best}</span>
      <b><${Star} count=${regionStars} /></b>
      ${best < 10 ? html`<small>next: ${REGION_POINTS[best + 1]}</small>` : null}
    </p>
    ${
      list && recruits.length
        ? html`<details class="roster">
            <summary>${count(recruits.length, "recruit")}</summary>
            <ul>
              ${recruits.map(
                (r) =>
                  html`<li key=${r.slot}>
                    <b>${POSITIONS[r.position]}</b> ${slotName(model, r.slot)} <${Star} count=${r.stars} />
                  </li>`,
              )}
            </ul>
          </details>`
        : null
    }
    ${
      prepaid.length
        ? html`
            <h4 ...${tip("prepaid")}>Prepaid</h4>
            <ul class="sent">
              ${prepaid.map(
                (p) =>
                  html`<li key=${p.slot}>
                    <button type="button" class="link" onClick=${() => play.setPick({ kind: "recruit", slot: p.slot })}>
                      ${slotName(model, p.slot)}
                    </button> <${Bundle} counts=${p.envelopes} />
                  </li>`,
              )}
            </ul>
          `
        : null
    }
  </div>`;
}

/** Bets in Vegas. @param {{player: Player}} props */
export function Bets({ player }) {
  if (!player.bets.length) return null;
  return html`<p class="bets" ...${tip("bets")}>
    <b>Vegas</b> ${player.bets.map(
      (bet) =>
        html`<span
          class="bet" data-colour=${COLOURS[bet.colour]} role="img"
          aria-label=${`${bet.count > 1 ? `${bet.count} on ` : ""}${COLOURS[bet.colour]} ${bet.number}`}>
          ${COLOURS[bet.colour] === "gray" ? "S" : COLOURS[bet.colour][0].toUpperCase()}
          ${bet.number}
          ${bet.count > 1 ? `×${bet.count}` : ""}
        </span>`,
    )}
  </p>`;
}

/** The name of a player with symbol, stars (press for why), and what is being waited for. @param {{play: Play, seat: number}} props */
export function Nameplate({ play, seat }) {
  const { view, names } = play;
  const player = view.players[seat];
  const acts = view.acting.includes(seat);
  return html`<span class=${classes({ nameplate: true, acts })} data-symbol=${player.symbol}>
    <span ...${player.symbol < 0 ? {} : tip("symbol", { symbol: SYMBOLS[player.symbol], who: names[seat] })}>
      <${SymbolMark} symbol=${player.symbol} />
    </span>
    <b>${names[seat]}${seat === play.seat ? " (you)" : ""}</b>
    ${
      view.chain === seat && view.players.length > 1 && !["final", "over"].includes(view.phase)
        ? html`<span class="tag" ...${tip("chain", undefined, true)}>starts</span>`
        : null
    }
    ${acts ? html`<span class="tag turn">on turn</span>` : null}
    <button
      type="button" class="score" ...${tip("star")} aria-label=${`${count(player.stars, "star")}: why?`}
      onClick=${() => play.setPick({ kind: "score", seat })}>
      <${Star} count=${player.stars} quiet />
    </button>
  </span>`;
}

/** Everything of the person who plays here. @param {{play: Play}} props */
export function MyArea({ play }) {
  const { seat, me } = play;
  if (!me) return null;
  /** @param {string} place */
  const hint = (place) => h(Hint, { play, place });
  return html`<section class="mine" aria-label="Your area">
    <h2 class="visually-hidden">Your area</h2>
    <header class="bar"><${Nameplate} play=${play} seat=${seat} /></header>
    <div class="parts">
      <section class="part wide" data-point="calendar">
        ${hint("calendar")}
        <h3>Calendar</h3>
        <${Calendar} play=${play} seat=${seat} />
      </section>
      <section class="part cards" data-point="inplay">
        ${hint("inplay")}
        <h3>Coach and cards in play</h3>
        <${InPlay} play=${play} seat=${seat} size="m" />
      </section>
      <section class="part" data-point="class">
        ${hint("class")}
        <h3>Recruiting class</h3>
        <${RecruitingBoard} play=${play} seat=${seat} />
        <${Class} play=${play} recruits=${me.recruits} prepaid=${me.prepaid} />
        <${Bets} player=${me} />
      </section>
      <${Stash} play=${play} />
    </div>
  </section>`;
}

/** The Secret Stash, out of the way until it is wanted. @param {{play: Play}} props */
function Stash({ play }) {
  const mine = play.view.mine;
  if (!mine?.stash.length || play.view.phase === "stash" || play.view.phase === "draft") return null;
  const open = !!play.me?.open_stash.length;
  return html`<details class="part stash">
    <summary ...${tip(open ? "stash.open" : "stash")}>
      ${open ? "Open stash" : "Secret Stash"}: ${count(mine.stash.length, "card")}
    </summary>
    <ul class="inplay">
      ${mine.stash.map(
        (card) =>
          html`<li key=${card}>
            ${h(CardFace, {
              card: play.model.cards[card],
              model: play.model,
              size: "m",
              onPress: () => play.setPick({ kind: "card", card, owner: play.seat }),
            })}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** Another player's mat: compact, opens. @param {{play: Play, seat: number, open?: boolean}} props */
function OtherMat({ play, seat, open = false }) {
  const [opened, setOpened] = useState(open);
  const player = play.view.players[seat];
  const { different, best } = standing(play.model, player.recruits);
  const later = player.later.reduce((all, month) => all + sum(month), 0);
  const waiting = player.calendar.filter((c) => c >= 0).length;
  return html`<section class=${classes({ mat: true, opened })} aria-label=${play.names[seat]}>
    <header class="bar">
      <${Nameplate} play=${play} seat=${seat} />
      <button
        type="button" class="button small plain" aria-expanded=${opened ? "true" : "false"}
        onClick=${() => setOpened(!opened)}>
        ${opened ? "Less" : "More"}
        <span class="visually-hidden"> of ${play.names[seat]}</span>
      </button>
    </header>
    <${Purse} play=${play} player=${player} />
    <p class="facts">
      <span title="envelopes that wait for their month">${later} on the calendar</span>
      <span>${count(waiting, "card")} waiting</span>
      <span>${player.in_play.filter((c) => c.card < 120).length} in play</span>
      <span>${count(player.recruits.length, "recruit")}: ${different} of 8, best region ${best}</span>
      <span>${player.stash ? `${player.stash} in the ${player.open_stash.length ? "open " : ""}stash` : ""}</span>
      ${play.view.rules.boards && play.view.phase !== "over" ? html`<span>Recruiting Board closed</span>` : null}
    </p>
    ${play.view.phase === "over" ? h(RecruitingBoard, { play, seat }) : null}
    ${
      opened
        ? html`<${Fragment}>
            <h3>Calendar</h3>
            <${Calendar} play=${play} seat=${seat} />
            <h3>Coach and cards in play</h3>
            <${InPlay} play=${play} seat=${seat} size="m" />
            <h3>Recruiting class</h3>
            <${Class} play=${play} recruits=${player.recruits} prepaid=${player.prepaid} />
            <${Bets} player=${player} />
            ${
              player.open_stash.length
                ? html`
                    <h3>Open stash</h3>
                    <ul class="inplay">
                      ${player.open_stash.map(
                        (card) =>
                          html`<li key=${card}>
                            ${h(CardFace, {
                              card: play.model.cards[card],
                              model: play.model,
                              size: "m",
                              onPress: () => play.setPick({ kind: "card", card, owner: seat }),
                            })}
                          </li>`,
                      )}
                    </ul>
                  `
                : null
            }
          <//>`
        : null
    }
  </section>`;
}

/** What the part with the others is called. @param {Play} play */
export function othersName({ seat, view }) {
  if (view.bubba && view.players.length === 1) return seat >= 0 ? "Your opponent" : "The players";
  return seat >= 0 ? "The other players" : "The players";
}

/** @param {{play: Play}} props */
export function Others({ play }) {
  const seats = play.view.players
    .map((_, k) => (Math.max(play.seat, 0) + k) % play.view.players.length)
    .filter((s) => s !== play.seat);
  if (!seats.length && !play.view.bubba) return null;
  return html`<section class="others" aria-label=${othersName(play)}>
    <h2 class="visually-hidden">${othersName(play)}</h2>
    ${seats.map((seat) => h(OtherMat, { key: seat, play, seat }))}
    ${play.view.bubba ? h(BubbaMat, { play }) : null}
  </section>`;
}
