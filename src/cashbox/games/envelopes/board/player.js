// A player's area: the calendar, cards in play, recruits; and the compact mats of the others.

import {
  Fragment,
  MONTHS,
  SYMBOLS,
  Star,
  classes,
  count,
  h,
  html,
  named,
  seatsFrom,
  sum,
  useEffect,
  useState,
} from "./kit.js";
import { ArrowList } from "/static/js/shared/arrow-keys.js";
import { BubbaMat } from "./bubba.js";
import { CardFace } from "./cards.js";
import { Bets, Class } from "./class.js";
import { SymbolMark } from "./player-symbols.js";
import { RecruitingBoard } from "./recruiting-board.js";
import { monthTip, tip } from "./tips.js";
import { Bundle, Purse } from "./wallet.js";

/** @typedef {import("./types.js").Play} Play */

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
      const can = put && seat === play.seat ? " You can put it into play." : "";
      const leaves = MONTHS[view.rules.leaves[m]] ?? "the end";
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
                state: `Drafted in ${name}. Pay for it before ${leaves}.${can}`,
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
  return html`<${ArrowList} of=".card" class="inplay" label="Coach and cards in play" data-place=${`play ${seat}`}>
    ${cards.map(({ card, used }) => {
      const use = seat === play.seat && play.legal.get({ type: "use", card: card + 1 });
      return html`<li role="none" key=${card}>
        ${h(CardFace, {
          card: model.cards[card],
          model,
          size,
          used,
          glow: !!use,
          picked: play.pick?.kind === "card" && play.pick.card === card,
          state: used
            ? use
              ? "Used this month. You can use it once more."
              : "Used this month."
            : use
              ? "You can use it."
              : "",
          onPress: () => play.setPick({ kind: "card", card, owner: seat }),
        })}
      </li>`;
    })}
  <//>`;
}

/**
 * The name of a player with symbol, stars (press for why), and what is being waited for.
 * @param {{play: Play, seat: number}} props
 */
export function Nameplate({ play, seat }) {
  const { view, names } = play;
  const player = view.players[seat];
  const acts = view.acting.includes(seat);
  return html`<span class=${classes({ nameplate: true, acts })} data-symbol=${player.symbol}>
    <span ...${player.symbol < 0 ? {} : tip("symbol", { symbol: SYMBOLS[player.symbol], who: names[seat] })}>
      <${SymbolMark} symbol=${player.symbol} />
    </span>
    <b>${named(names[seat], seat === play.seat)}</b>
    ${
      view.chain === seat && view.players.length > 1 && !["final", "over"].includes(view.phase)
        ? html`<span class="tag" ...${tip("chain", undefined, true)}>starts</span>`
        : null
    }
    ${acts ? html`<span class="tag turn">current turn</span>` : null}
    <button
      type="button" class="score" ...${tip("star")} aria-label=${`${count(player.stars, "star")}: why?`}
      onClick=${() => play.setPick({ kind: "score", seat })}>
      <${Star} count=${player.stars} quiet />
    </button>
  </span>`;
}

/** Cards of a stash, to be looked at. @param {{play: Play, cards: number[], owner: number}} props */
export function Stack({ play, cards, owner }) {
  const { model } = play;
  return html`<${ArrowList} of=".card" class="inplay" label="Stash">
    ${cards.map((card) => {
      const onPress = () => play.setPick({ kind: "card", card, owner });
      return html`<li role="none" key=${card}>
        ${h(CardFace, { card: model.cards[card], model, size: "m", onPress })}
      </li>`;
    })}
  <//>`;
}

/** Another player's mat: compact, opens. @param {{play: Play, seat: number}} props */
function OtherMat({ play, seat }) {
  const [opened, setOpened] = useState(false);
  const { focusPlayer } = play.props;
  useEffect(() => {
    if (focusPlayer?.seat === seat) setOpened(true);
  }, [focusPlayer]);
  const player = play.view.players[seat];
  const { different, best, positions } = player.standing;
  const later = player.later.reduce((all, month) => all + sum(month), 0);
  const waiting = player.calendar.filter((c) => c >= 0).length;
  return html`<section class=${classes({ mat: true, opened })} data-seat=${seat} aria-label=${play.names[seat]}>
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
      <span title="envelopes for later months">${later} on the calendar</span>
      <span>${count(waiting, "card")} waiting</span>
      <span>${player.in_play.filter((c) => play.model.cards[c.card].kind !== "coach").length} in play</span>
      <span>${count(player.recruits.length, "recruit")}: ${different} of ${positions.length}, best region ${best}</span>
      <span>${player.stash ? `${player.stash} in the ${player.open_stash.length ? "open " : ""}stash` : ""}</span>
      ${play.view.rules.boards && play.view.phase !== "over" ? html`<span>Recruiting Board hidden</span>` : null}
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
            <${Class} play=${play} of=${player} />
            <${Bets} player=${player} />
            ${
              player.open_stash.length
                ? html`<h3>Open stash</h3>${h(Stack, { play, cards: player.open_stash, owner: seat })}`
                : null
            }
          <//>`
        : null
    }
  </section>`;
}

/** What the part with the others is called. @param {Play} play */
export function othersName({ seat, view }) {
  if (view.bubba && view.players.length === 1 && seat >= 0) return view.bubba.name;
  return seat >= 0 ? "Others" : "Players";
}

/** The other seats, in the order of turns. @param {Play} play */
function otherSeats({ seat, view }) {
  return seatsFrom(seat, view.players.length).filter((s) => s !== seat);
}

/** Whether anyone else plays here. @param {Play} play */
export function hasOthers(play) {
  return otherSeats(play).length > 0 || !!play.view.bubba;
}

/** @param {{play: Play}} props */
export function Others({ play }) {
  return html`<div class="others">
    <h2 class="visually-hidden">${othersName(play)}</h2>
    ${otherSeats(play).map((seat) => h(OtherMat, { key: seat, play, seat }))}
    ${play.view.bubba ? h(BubbaMat, { play }) : null}
  </div>`;
}
