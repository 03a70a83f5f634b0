// The score sheet: every star stands in an entry that says where it came from, and the entries add up.

import { MONTHS, POSITIONS, amount, classes, count, html, named, theRegion, useState } from "./kit.js";
import { modelOf } from "./model.js";
import { SymbolMark } from "./player-symbols.js";
import { SOURCES } from "./names.js";
import { tip, titled } from "./tips.js";

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Model} Model */

/** What the rules call a source of stars. @param {Pick<Props, "tips">} props @param {string} source */
function sourceName(props, source) {
  return titled({ props }, `score.${source}`) || source;
}

/**
 * What an entry is for, in words.
 * @param {Model} model
 * @param {import("./types.js").SeatView} view
 * @param {Entry} entry
 */
function because(model, view, entry) {
  const { source, ref, region = -1, filled } = entry;
  if (["printed", "card", "end_card"].includes(source)) return model.cards[ref]?.name ?? "a card";
  if (["recruit", "die", "double"].includes(source)) {
    return `${POSITIONS[view.recruits[ref]]} from ${model.slots[ref].name}`;
  }
  if (source === "campaign" || source === "final_campaign") return `for ${count(ref, "buck")}`;
  if (source === "positions") return `${ref} different`;
  if (source === "region") {
    return `${count(ref, "recruit")} from ${theRegion(model, region)}`;
  }
  if (source === "board") return filled ? "all positions" : "the marked positions";
  return "";
}

/**
 * Everyone who has a sheet: the seats, then Bubba.
 * @param {import("./types.js").SeatView} view
 * @param {string[]} names
 * @param {number} seat
 */
function sheetsOf(view, names, seat) {
  const seats = view.players.map((p, s) => ({
    name: named(names[s], s === seat),
    symbol: p.symbol,
    sheet: p.sheet,
    scored: p.scored,
    stars: p.stars,
  }));
  if (!view.bubba) return seats;
  return [...seats, view.bubba];
}

/** A number with a proper minus; a dash for none. @param {number} n */
const shownSum = (n) => (n ? amount(n) : "–");

/**
 * One player's stars, entry by entry, with the running total.
 * @param {{props: Props, model: Model, sheet: Entry[]}} props
 */
function Ledger({ props, model, sheet }) {
  let running = 0;
  const lines = sheet.map((entry) => ({ entry, sum: (running += entry.stars) }));
  if (!lines.length) return html`<p class="quiet">No stars yet.</p>`;
  return html`<div class="scroll">
    <table class="ledger">
      <caption class="visually-hidden">Every line of the score sheet</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Source</th>
          <th scope="col">Stars</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ entry, sum }, k) => html`<tr
            key=${k} class=${classes({ first: !k || lines[k - 1].entry.month !== entry.month })}>
            <td>${MONTHS[entry.month] ?? "End"}</td>
            <td><span class="source">${sourceName(props, entry.source)}</span> ${because(model, props.view, entry)}</td>
            <td class="n">${entry.stars > 0 ? "+" : "−"}${Math.abs(entry.stars)}</td>
            <td class="n">${sum}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** All players side by side, and one of them entry by entry. @param {Props & {first?: number}} props */
export function Score({ first, ...props }) {
  const { content, view, names, seat } = props;
  const model = modelOf(content, view.idle);
  const [shown, setShown] = useState(first ?? Math.max(seat, 0));
  const all = sheetsOf(view, names, seat);
  const rows = SOURCES.filter((source) => all.some((p) => p.sheet.some((entry) => entry.source === source)));
  return html`<section class="eoc-score">
    ${
      first === undefined && view.hint?.point === "score"
        ? html`<div class="hint-note"><p>${view.hint.say}</p></div>`
        : null
    }
    <div class="scroll">
      <table class="sheet-table">
        <caption>Score sheet</caption>
        <thead>
          <tr>
            <th scope="col"><span class="visually-hidden">Source</span></th>
            ${all.map(
              (p, s) => html`<th scope="col" key=${s}><${SymbolMark} symbol=${p.symbol} quiet /> ${p.name}</th>`,
            )}
          </tr>
        </thead>
        <tbody data-tips="">
          ${rows.map(
            (source, k) =>
              html`<tr key=${source}>
                <th scope="row" ...${tip(`score.${source}`, undefined, !k)}>${sourceName(props, source)}</th>
                ${all.map((p, s) => html`<td key=${s} class="n">${shownSum(p.scored[SOURCES.indexOf(source)])}</td>`)}
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Stars</th>
            ${all.map((p, s) => html`<td key=${s} class="n"><b data-total=${s}>${p.stars}</b></td>`)}
          </tr>
        </tfoot>
      </table>
    </div>
    <div class="why">
      <h3>
        Why? ${all.map(
          (p, s) =>
            html`<button
              type="button" key=${s} class=${classes({ button: true, small: true, primary: s === shown })}
              aria-pressed=${s === shown ? "true" : "false"} onClick=${() => setShown(s)}>
              <${SymbolMark} symbol=${p.symbol} quiet /> ${p.name}: ${p.stars}
            </button>`,
        )}
      </h3>
      <${Ledger} props=${props} model=${model} sheet=${all[shown].sheet} />
    </div>
  </section>`;
}
