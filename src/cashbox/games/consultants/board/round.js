// What is beside the projects: the event of the round, the prices of actions, and the decks.

import { classes, count, dollars, h, html, tip, told } from "./kit.js";
import { Backs, EventArt } from "./marks.js";

/** @typedef {import("./kit.js").Play} Play */

/** The round, and its event card. @param {{play: Play}} props */
export function EventCard({ play }) {
  const { view, content } = play;
  const event = content.events.event[view.event];
  return html`<section class="event" aria-label="Event this round" data-purse="event">
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
            ...${tip("event", { name: event.name, text: view.event_text }, true)}>
            ${h(EventArt, { what: event.effect.do })}
            <h3>${event.name}</h3>
            <p>${view.event_text}</p>
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
  return html`<section class="supply" aria-label="Decks and prices" data-purse="bank">
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
