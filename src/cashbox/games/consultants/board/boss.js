// The bosses around the table: money, hand, moves, and whether there was a pass.

import { COLOURS, PAWNS, classes, consultantWords, count, dollars, h, html, named, tip, working } from "./kit.js";
import { Backs, Flag, Pawn, Shape, Star } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */

/** Moves as counters, those used face down. @param {{left: number, all: number}} props */
function Moves({ left, all }) {
  return html`<span
    class="moves" role="img" aria-label=${`${count(left, "move")} left`} ...${tip("moves", { count: left }, false)}>
    ${Array.from(
      { length: Math.max(left, all) },
      (_, k) =>
        html`<i key=${k} class=${k < left ? "" : "used"}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 12h16M13 6l6 6-6 6" /></svg>
        </i>`,
    )}
  </span>`;
}

/** What the viewer knows to be in a boss's hand. @param {{consultants: number[]}} props */
function Known({ consultants }) {
  if (!consultants.length) return null;
  const words = consultantWords(consultants);
  return html`<span
    class="known" role="img" aria-label=${`You have seen ${words}`} ...${tip("known", { consultants: words }, false)}>
    ${consultants.map(
      (kind, k) =>
        html`<i key=${k} data-colour=${COLOURS[kind >> 1].tone}>
          ${h(Shape, { colour: kind >> 1 })}
          ${kind & 1 ? h(Star, {}) : null}
        </i>`,
    )}
  </span>`;
}

/**
 * What is to be said of a boss in this round: starts, is on turn, has passed.
 * @param {{play: Play, seat: number}} props
 */
function Tags({ play: { view }, seat }) {
  const { passed } = view.players[seat];
  const over = view.phase === "over";
  const choosing = view.phase !== "work" && view.phase !== "move";
  return html`
    ${
      view.starter === seat && view.phase !== "start"
        ? html`<span class="tag start" ...${tip("start", undefined, false)}>starts</span>`
        : null
    }
    ${
      view.acting.includes(seat) && !over
        ? html`<span class="tag turn" ...${tip("due", { choosing }, false)}>
            ${choosing ? "choosing" : "current turn"}
          </span>`
        : null
    }
    ${passed && !over ? html`<span class="tag stamp" ...${tip("passed", undefined, false)}>passed</span>` : null}
  `;
}

/** Projects that a boss has completed. @param {{completed: number}} props */
function Completed({ completed }) {
  if (!completed) return null;
  return html`<span
    class="completed" role="img" aria-label=${`${count(completed, "project")} completed`}
    ...${tip("completed", undefined, false)}>
    ${h(Flag, {})}
    ${completed}
  </span>`;
}

/**
 * A boss: name and money, and below them the hand, moves, and what is to be said.
 * @param {{play: Play, seat: number}} props
 */
function BossMat({ play, seat }) {
  const { view, names } = play;
  const { money, debt, seniors, principals, moves, passed, completed } = view.players[seat];
  const mine = seat === play.seat;
  const over = view.phase === "over";
  const due = view.acting.includes(seat) && !over;
  return html`<section
    class=${classes({ boss: true, mine, due, passed: passed && !over })} data-seat=${seat}
    data-colour=${PAWNS[seat].tone} aria-label=${named(names[seat], mine)} data-tips="">
    <header>
      ${h(Pawn, { seat, quiet: true })}
      <h3 title=${names[seat]}><span class="name">${names[seat]}</span>${mine ? html` <small>(you)</small>` : null}</h3>
      <b class="money" key=${money} data-money=${money} data-purse=${seat} ...${tip("money", undefined, true)}>
        ${dollars(money)}
      </b>
    </header>
    <div class="facts" data-place=${mine ? undefined : `hand ${seat}`}>
      ${debt ? html`<b class="debt" ...${tip("debt", undefined, false)}>${dollars(-debt)} debt</b>` : null}
      <span
        class="hand-count" role="img"
        aria-label=${`In hand: ${count(seniors, "senior")}, ${count(principals, "principal")}`}
        ...${tip("hand", { seniors, principals }, false)}>
        ${h(Backs, { rank: 0, count: seniors })}
        ${h(Backs, { rank: 1, count: principals })}
      </span>
      ${working(view) ? h(Moves, { left: moves, all: view.costs.moves }) : null}
      ${h(Completed, { completed })}
      ${h(Known, { consultants: view.mine?.shown.find((one) => one.seat === seat)?.consultants ?? [] })}
      ${h(Tags, { play, seat })}
    </div>
  </section>`;
}

/** One's own mat. @param {{play: Play}} props */
export function OwnMat({ play }) {
  return h(BossMat, { play, seat: play.seat });
}

/** The mats of the others. @param {{play: Play}} props */
export function Bosses({ play }) {
  const seats = play.view.players.map((_, seat) => seat);
  return html`<div class="bosses">
    ${seats.filter((seat) => seat !== play.seat).map((seat) => h(BossMat, { key: seat, play, seat }))}
  </div>`;
}
