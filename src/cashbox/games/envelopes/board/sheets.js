// What lies over the map while cards or dice are chosen.

import { COLOURS, Do, Envelope, SYMBOLS, h, html } from "./kit.js";
import { AuctionSheet } from "./auction.js";
import { CampaignChoices } from "./campaign.js";
import { BookieSheet, DiceSheet } from "./dice.js";
import { CoachSheet, DraftSheet, StashSheet } from "./card-draft.js";
import { SymbolMark } from "./player-symbols.js";
import { Order } from "./order.js";
import { said, tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */

/** Homes: a symbol, a start and a color each, those that are taken with their owner. @param {{play: Play}} props */
function HomeSheet({ play }) {
  const { view, model, names, seat } = play;
  const homes = model.spaces.filter((space) => space.kind === "start");
  return html`<div class="draft">
    <h2 ...${tip("phase.home", undefined, true)}>Homes</h2>
    ${h(Order, {
      play,
      label: "Turn order for homes",
      stands: (s) =>
        view.players[s].symbol >= 0
          ? homes[view.players[s].symbol].name
          : view.acting.includes(s)
            ? "choosing"
            : "choosing",
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
              : html`<small>${owner < 0 ? "available" : owner === seat ? "yours" : names[owner]}</small>`
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

/** Phases in which no one but a player has anything to look at. */
const PRIVATE = ["stash", "coach"];

/** Whether something lies over the map in this phase. @param {Pick<Play["props"], "view" | "seat">} props */
export function hasSheet({ view: { phase }, seat }) {
  return phase in SHEETS && (seat >= 0 || !PRIVATE.includes(phase));
}

/** @param {{play: Play}} props */
export function Sheet({ play }) {
  return h(SHEETS[/** @type {"draft"} */ (play.view.phase)], { play });
}

const NAMES = {
  draft: "the draft",
  stash: "the stash",
  coach: "the coaches",
  home: "the homes",
  dice: "the dice",
  bookie: "the bookie",
  auction: "the auction",
  final: "the campaign",
};

/** What a phase is called on the button that leads back to it. @param {string} phase */
export function sheetName(phase) {
  return NAMES[/** @type {"draft"} */ (phase)] ?? "the table";
}

/** What a phase's sheet is called by itself. @param {string} phase */
export function sheetTitle(phase) {
  const name = sheetName(phase).slice("the ".length);
  return name[0].toUpperCase() + name.slice(1);
}
