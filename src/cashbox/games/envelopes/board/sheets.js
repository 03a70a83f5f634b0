// What lies over the map while cards or dice are chosen.

import { COLOURS, Do, Envelope, MONTHS, SYMBOLS, h, html } from "./kit.js";
import { AuctionSheet } from "./auction.js";
import { BubbaNext } from "./bubba.js";
import { CampaignChoices } from "./campaign.js";
import { CardFace } from "./cards.js";
import { BookieSheet, DiceSheet } from "./dice.js";
import { SymbolMark } from "./marks.js";
import { Order } from "./order.js";
import { said, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/**
 * A row of cards to choose from.
 * @param {{play: Play, cards: number[], act: string, title: string, none?: string, aside?: string, about?: string}}
 *   props about: the key of its explanation
 */
function Row({ play, cards, act, title, none, aside, about }) {
  const { model, pick } = play;
  return html`<section class="row-of-cards" aria-label=${title}>
    <h3 ...${about ? tip(about, undefined, true) : {}}>${title}${aside ? html` <small>${aside}</small>` : null}</h3>
    ${
      cards.length
        ? html`<ul class="spread" data-place=${title}>
            ${cards.map((card) => {
              /** @type {import("./types.js").Form} */
              const form =
                model.cards[card].kind === "coach"
                  ? { type: "coach", coach: model.cards[card].id }
                  : { type: act, card: card + 1 };
              return html`<li key=${card}>
                ${h(CardFace, {
                  card: model.cards[card],
                  model,
                  size: "m",
                  glow: !!play.legal.get(form),
                  picked: pick?.kind === "card" && pick.card === card,
                  onPress: () => play.setPick({ kind: "card", card, owner: play.seat }),
                })}
              </li>`;
            })}
          </ul>`
        : html`<p class="quiet">${none}</p>`
    }
  </section>`;
}

/** @param {{play: Play}} props */
function DraftSheet({ play }) {
  const { view } = play;
  const { mine, bubba } = view;
  return html`<div class="draft">
    <h2 ...${tip("phase.draft", undefined, true)}>Draft for ${MONTHS[view.month]}</h2>
    ${h(Order, {
      play,
      label: "Who has drafted",
      stands: (s) =>
        view.players[s].drafted ? "drafted" : view.acting.includes(s) ? "choosing" : `${view.players[s].hand} in hand`,
    })}
    ${
      mine
        ? h(Row, {
            play,
            cards: mine.hand,
            act: "draft",
            title: "Your hand",
            about: "hand",
            none: "Your hand is empty.",
          })
        : null
    }
    ${
      view.rules.pool
        ? h(Row, {
            play,
            cards: view.pool,
            act: "draft",
            title: "The pool",
            about: "pool",
            none: "No cards in the pool.",
            aside: view.rules.alone ? "" : "open to everybody",
          })
        : null
    }
    ${
      mine && play.me?.stash
        ? h(Row, {
            play,
            cards: mine.stash,
            act: "draft",
            title: play.me.open_stash.length ? "Your open stash" : "Your Secret Stash",
            about: play.me.open_stash.length ? "stash.open" : "stash",
            none: "",
          })
        : null
    }
    ${bubba ? h(BubbaNext, { play, bubba }) : null}
  </div>`;
}

/** @param {{play: Play}} props */
function StashSheet({ play }) {
  const { mine, players } = play.view;
  if (players.some((p) => p.hand)) return h(OpenDraft, { play });
  if (!mine) return html`<p class="quiet pad">${play.props.prompt}</p>`;
  return html`<div class="draft">
    <h2 ...${tip("phase.stash", undefined, true)}>Your Secret Stash</h2>
    ${h(Row, {
      play,
      cards: mine.stash,
      act: "reject",
      title: play.legal.has("reject") ? `Keep the best; reject ${mine.to_reject}` : "Kept",
      none: "",
    })}
    ${
      mine.rejected.length
        ? h(Row, {
            play,
            cards: mine.rejected,
            act: "",
            title: "Rejected",
          })
        : null
    }
    ${!play.legal.all.length ? html`<p class="quiet">${play.props.prompt}</p>` : null}
  </div>`;
}

/** Stashes drafted openly: the pack in hand, and what everybody has taken. @param {{play: Play}} props */
function OpenDraft({ play }) {
  const { view, names, seat } = play;
  const { mine, players } = view;
  return html`<div class="draft">
    <h2 ...${tip("phase.stash.open", undefined, true)}>The open stash draft</h2>
    ${
      mine
        ? h(Row, {
            play,
            cards: mine.hand,
            act: "draft",
            title: "The pack in your hand",
            aside:
              mine.passes_to >= 0
                ? `what you leave goes to ${names[mine.passes_to]}`
                : "what you leave goes to the pool",
            none: "",
          })
        : null
    }
    ${mine && !play.legal.all.length ? html`<p class="quiet">${play.props.prompt}</p>` : null}
    ${players.map((player, s) =>
      player.open_stash.length
        ? h(Row, {
            key: s,
            play,
            cards: player.open_stash,
            act: "",
            title: s === seat ? "Your open stash" : `Open stash of ${names[s]}`,
            none: "",
          })
        : null,
    )}
  </div>`;
}

/** @param {{play: Play}} props */
function CoachSheet({ play }) {
  return html`<div class="draft">
    <h2 ...${tip("phase.coach", undefined, true)}>Head coaches</h2>
    ${h(Row, { play, cards: play.view.coaches, act: "coach", title: "Choose one", none: "" })}
  </div>`;
}

/** Homes: a symbol, a start and a colour each, those that are taken with their owner. @param {{play: Play}} props */
function HomeSheet({ play }) {
  const { view, model, names, seat } = play;
  const homes = model.spaces.filter((space) => space.kind === "start");
  return html`<div class="draft">
    <h2 ...${tip("phase.home", undefined, true)}>Homes</h2>
    ${h(Order, {
      play,
      label: "Who has chosen",
      stands: (s) =>
        view.players[s].symbol >= 0
          ? homes[view.players[s].symbol].name
          : view.acting.includes(s)
            ? "choosing"
            : "to choose",
    })}
    <ul class="homes">
      ${homes.map((space, symbol) => {
        const owner = view.players.findIndex((p) => p.symbol === symbol);
        const form = { type: "home", symbol: SYMBOLS[symbol] };
        return html`<li key=${space.id} data-colour=${COLOURS[space.regions[0]]}>
          <${SymbolMark} symbol=${symbol} quiet />
          <b>${space.name}</b>
          <span><${Envelope} colour=${space.regions[0]} quiet /> ${model.regions[space.regions[0]]}</span>
          ${
            play.legal.get(form)
              ? h(Do, { play, form, kind: "primary", label: play.legal.get(form)?.label }, "Take it")
              : html`<small>${owner < 0 ? "free" : owner === seat ? "yours" : names[owner]}</small>`
          }
        </li>`;
      })}
    </ul>
  </div>`;
}

/** @param {{play: Play}} props */
function FinalSheet({ play }) {
  return html`<div class="draft">
    <h2 ...${tip("phase.final", undefined, true)}>The final campaign</h2>
    <p>${said(play, "phase.final")}</p>
    ${play.legal.all.length ? h(CampaignChoices, { play }) : html`<p class="quiet">${play.props.prompt}</p>`}
  </div>`;
}

const SHEETS = {
  draft: DraftSheet,
  stash: StashSheet,
  coach: CoachSheet,
  home: HomeSheet,
  dice: DiceSheet,
  bookie: BookieSheet,
  auction: AuctionSheet,
  final: FinalSheet,
};

/** Whether something lies over the map in this phase. @param {string} phase */
export function hasSheet(phase) {
  return phase in SHEETS;
}

/** @param {{play: Play}} props */
export function Sheet({ play }) {
  return h(SHEETS[/** @type {"draft"} */ (play.view.phase)], { play });
}

/** What a phase is called on the button that leads back to it. @param {string} phase */
export function sheetName(phase) {
  return (
    {
      draft: "the draft",
      stash: "the stash",
      coach: "the coaches",
      home: "the homes",
      dice: "the dice",
      bookie: "the bookie",
      auction: "the auction",
      final: "the campaign",
    }[phase] ?? "the table"
  );
}
