// What lies beside the projects: the event of the round, what actions cost, the decks, and the bosses around the table.

import { COLOURS, PAWNS, classes, consultantWords, count, dollars, h, html, tip, told, working } from "./kit.js";
import { Backs, EventArt, Flag, Pawn, Shape, Star } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */

/** The round, and its event card. @param {{play: Play}} props */
export function EventCard({ play }) {
  const { view, content } = play;
  const event = content.events.event[view.event];
  return html`<section class="event" aria-label="Event of the round">
    <header>
      <h2>Round ${view.round}</h2>
      ${
        view.last
          ? html`<b class="last" ...${tip("last", undefined, true)}>last round</b>`
          : html`<span class="small quiet" ...${tip("events", { count: view.events_left }, true)}>
              ${count(view.events_left, "event")} to come
            </span>`
      }
    </header>
    ${
      event
        ? html`<div
            class="event-card" key=${event.id} data-event=${event.id}
            ...${tip("event", { name: event.name, text: event.text }, true)}>
            ${h(EventArt, { what: event.effect.do })}
            <h3>${event.name}</h3>
            <p>${event.text}</p>
          </div>`
        : html`<div class="event-card face-down" ...${tip("event.hidden", undefined, true)}>
            <p>${told(play.props.tips, "event.hidden").name}.</p>
          </div>`
    }
  </section>`;
}

/** @type {("train" | "promote" | "recruit" | "moves")[]} */
const PRICED = ["train", "promote", "recruit", "moves"];

/** What actions cost in this round, and how many moves there are. @param {{play: Play}} props */
function Prices({ play }) {
  const { costs, event } = play.view;
  const changed = play.content.events.event[event]?.effect.what;
  return html`<dl class="prices" aria-label="What actions cost this round" data-tips="">
    ${PRICED.map(
      (what, k) => html`<div
        key=${what}
        class=${classes({ changed: what === changed, off: costs[what] < 0 || (what === "moves" && !costs.moves) })}
        ...${tip(`price.${what}`, { cost: costs[what] }, !k)}>
        <dt>${what === "moves" ? "Moves each" : what}</dt>
        <dd>${what === "moves" ? costs.moves : costs[what] < 0 ? "not now" : dollars(costs[what])}</dd>
      </div>`,
    )}
  </dl>`;
}

/** The decks and the stock of international projects. @param {{play: Play}} props */
export function Supply({ play }) {
  const { seniors, principals, stock } = play.view;
  return html`<section class="supply" aria-label="Decks and prices">
    <div class="decks" data-tips="">
      <span
        class="heap" data-place="deck 0" role="img" aria-label=${count(seniors, "senior")}
        ...${tip("deck.seniors", { count: seniors }, true)}>
        ${h(Backs, { rank: 0, count: seniors })}
        <small>seniors</small>
      </span>
      <span
        class="heap" data-place="deck 1" role="img" aria-label=${count(principals, "principal")}
        ...${tip("deck.principals", { count: principals }, false)}>
        ${h(Backs, { rank: 1, count: principals })}
        <small>principals</small>
      </span>
      <span
        class="heap stock" data-place="stock" role="img"
        aria-label=${`${count(stock, "international project")} to come`} ...${tip("stock", { count: stock }, false)}>
        <span class="backs" aria-hidden="true"><i></i><b>${stock}</b></span>
        <small>projects to come</small>
      </span>
    </div>
    ${h(Prices, { play })}
  </section>`;
}

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

/** A boss: money, hand, moves, and whether there was a pass. @param {{play: Play, seat: number}} props */
export function BossMat({ play, seat }) {
  const { view, names } = play;
  const boss = view.players[seat];
  const mine = seat === play.seat;
  const shown = view.mine?.shown.find((one) => one.seat === seat)?.consultants ?? [];
  const over = view.phase === "over";
  const choosing = view.phase !== "work" && view.phase !== "move";
  const due = view.acting.includes(seat) && !over;
  return html`<section
    class=${classes({ boss: true, mine, due, passed: boss.passed && !over })} data-seat=${seat}
    data-colour=${PAWNS[seat].tone} aria-label=${mine ? "You" : names[seat]}>
    <header data-tips="">
      ${h(Pawn, { seat, quiet: true })}
      <h3>${names[seat]}${mine ? html` <small>(you)</small>` : null}</h3>
      ${
        boss.completed
          ? html`<span
              class="completed" role="img" aria-label=${`${count(boss.completed, "project")} completed`}
              ...${tip("completed", undefined, true)}>
              ${h(Flag, {})}
              ${boss.completed}
            </span>`
          : null
      }
      ${
        view.starter === seat && view.phase !== "start"
          ? html`<span class="tag start" ...${tip("start", undefined, true)}>starts</span>`
          : null
      }
      ${
        due
          ? html`<span class="tag turn" ...${tip("due", { choosing }, true)}>
              ${choosing ? "to choose" : "on turn"}
            </span>`
          : null
      }
      ${boss.passed && !over ? html`<span class="tag stamp" ...${tip("passed", undefined, true)}>passed</span>` : null}
    </header>
    <div class="facts" data-tips="" data-place=${mine ? undefined : `hand ${seat}`}>
      <b class="money" key=${boss.money} data-money=${boss.money} ...${tip("money", undefined, true)}>
        ${dollars(boss.money)}
      </b>
      ${boss.debt ? html`<b class="debt" ...${tip("debt", undefined, false)}>${dollars(-boss.debt)} debt</b>` : null}
      <span
        class="hand-count" role="img"
        aria-label=${`In hand: ${count(boss.seniors, "senior")}, ${count(boss.principals, "principal")}`}
        ...${tip("hand", { seniors: boss.seniors, principals: boss.principals }, false)}>
        ${h(Backs, { rank: 0, count: boss.seniors })}
        ${h(Backs, { rank: 1, count: boss.principals })}
      </span>
      ${
        shown.length
          ? html`<span
              class="known" role="img" aria-label=${`You know of ${consultantWords(shown)}`}
              ...${tip("known", { consultants: consultantWords(shown) }, false)}>
              ${shown.map(
                (kind, k) =>
                  html`<i key=${k} data-colour=${COLOURS[kind >> 1].tone}>
                    ${h(Shape, { colour: kind >> 1 })}
                    ${kind & 1 ? h(Star, {}) : null}
                  </i>`,
              )}
            </span>`
          : null
      }
      ${working(view) ? h(Moves, { left: boss.moves, all: view.costs.moves }) : null}
    </div>
  </section>`;
}
