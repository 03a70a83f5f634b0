// The score sheet: every star stands in an entry that says where it came from, and the entries add up.

import { BUBBA, MONTHS, POSITIONS, amount, classes, count, html, named, theRegion, useState } from "./kit.js";
import { modelOf } from "./model.js";
import { SymbolMark } from "./marks.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Props} Props */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Model} Model */

/** @type {[string, string[]][]} rows of the sheet and the sources of entries that belong to each */
const GROUPS = [
  ["Stars printed on cards", ["printed"]],
  ["Cards in play", ["card"]],
  ["Recruits", ["recruit"]],
  ["Value Modifier Die", ["die"]],
  ["Counted double", ["double"]],
  ["Campaigns", ["campaign"]],
  ["End-of-game cards", ["end_card"]],
  ["Final campaign", ["final_campaign"]],
  ["Positions", ["positions"]],
  ["Best region", ["region"]],
  ["Recruiting Board", ["board"]],
  ["Discarded cards", ["discard"]],
];

/** What an entry is for, in words. @param {Model} model @param {import("./types.js").View} view @param {Entry} entry */
function because(model, view, entry) {
  const { source, ref, stars, region = -1 } = entry;
  if (["printed", "card", "end_card"].includes(source)) return model.cards[ref]?.name ?? "a card";
  if (["recruit", "die", "double"].includes(source)) {
    return `${POSITIONS[view.recruits[ref]]} of ${model.slots[ref].name}`;
  }
  if (source === "campaign" || source === "final_campaign") return `for ${count(ref, "buck")}`;
  if (source === "positions") return `${ref} different`;
  if (source === "region") {
    return `${count(ref, "recruit")} from ${theRegion(model, region)}`;
  }
  if (source === "board") return stars === view.printed.board_all ? "all five" : "the three marked ones";
  return "";
}

/**
 * Everybody who has a sheet: the seats, then Bubba.
 * @param {import("./types.js").View} view
 * @param {string[]} names
 * @param {number} seat
 */
function sheetsOf(view, names, seat) {
  const seats = view.players.map((p, s) => ({
    name: named(names[s], s === seat),
    symbol: p.symbol,
    sheet: p.sheet,
    stars: p.stars,
  }));
  return view.bubba ? [...seats, { ...BUBBA, sheet: view.bubba.sheet, stars: view.bubba.stars }] : seats;
}

/** A number with a proper minus; a dash for none. @param {number} n */
const shownSum = (n) => (n ? amount(n) : "–");

/** @param {Entry[]} sheet */
const total = (sheet) => sheet.reduce((all, entry) => all + entry.stars, 0);

/**
 * One player's stars, entry by entry, with the running total.
 * @param {{model: Model, view: import("./types.js").View, sheet: Entry[]}} props
 */
function Ledger({ model, view, sheet }) {
  let running = 0;
  const lines = sheet.map((entry) => ({ entry, sum: (running += entry.stars) }));
  if (!lines.length) return html`<p class="quiet">No stars yet.</p>`;
  return html`<div class="scroll">
    <table class="ledger">
      <caption class="visually-hidden">Every entry of the score sheet</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">What for</th>
          <th scope="col">Stars</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ entry, sum }, k) => html`<tr
            key=${k} class=${classes({ first: !k || lines[k - 1].entry.month !== entry.month })}>
            <td>${entry.month < 12 ? MONTHS[entry.month] : "End"}</td>
            <td>
              <span class="source">
                ${GROUPS.find(([, sources]) => sources.includes(entry.source))?.[0] ?? entry.source}
              </span> ${because(model, view, entry)}
            </td>
            <td class="n">${entry.stars > 0 ? "+" : "−"}${Math.abs(entry.stars)}</td>
            <td class="n">${sum}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** All players side by side, and one of them entry by entry. @param {Props & {first?: number}} props */
export function Score({ content, view, names, seat, first }) {
  const model = modelOf(content, view.idle);
  const [shown, setShown] = useState(first ?? Math.max(seat, 0));
  const all = sheetsOf(view, names, seat);
  const rows = GROUPS.filter(([, sources]) => all.some((p) => p.sheet.some((e) => sources.includes(e.source))));
  const known = GROUPS.flatMap(([, sources]) => sources);
  const rest = all.map((p) => p.sheet.filter((e) => !known.includes(e.source)));
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
            <th scope="col"><span class="visually-hidden">Where from</span></th>
            ${all.map(
              (p, s) => html`<th scope="col" key=${s}><${SymbolMark} symbol=${p.symbol} quiet /> ${p.name}</th>`,
            )}
          </tr>
        </thead>
        <tbody data-tips="">
          ${rows.map(
            ([name, sources], k) =>
              html`<tr key=${name}>
                <th scope="row" ...${tip(`score.${sources[0]}`, undefined, !k)}>${name}</th>
                ${all.map(
                  (p, s) =>
                    html`<td key=${s} class="n">
                      ${shownSum(total(p.sheet.filter((e) => sources.includes(e.source))))}
                    </td>`,
                )}
              </tr>`,
          )}
          ${
            rest.some((r) => r.length)
              ? html`<tr><th scope="row">Other</th>${rest.map((r) => html`<td class="n">${total(r)}</td>`)}</tr>`
              : null
          }
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Stars</th>
            ${all.map(
              (p, s) =>
                html`<td key=${s} class="n">
                  <b data-total=${s}>${total(p.sheet)}</b>
                  ${total(p.sheet) === p.stars ? null : html` <span class="bad">not ${p.stars}!</span>`}
                </td>`,
            )}
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
      <${Ledger} model=${model} view=${view} sheet=${all[shown].sheet} />
    </div>
  </section>`;
}
