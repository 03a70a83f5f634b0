/** The score sheets: where every point came from, player by player from last to first, revealed line by line. */

import { h, html, useEffect, useMemo, useRef, useState } from "../shared/preact.js";
import { SeatMark } from "../shared/ui.js";
import { amount, plural, signed } from "../shared/words.js";

/** @typedef {import("../board/props.js").BoardModule} BoardModule */
/** @typedef {import("../shared/wire.js").GameEnding} GameEnding */
/** @typedef {import("../shared/wire.js").TaleLine} TaleLine */
/** @typedef {import("../shared/wire.js").TaleSheet} TaleSheet */
/** What is needed to draw someone's mark. @typedef {{module: BoardModule, view: any}} Marks */

/** Milliseconds from one line to the next, and for all of them together at most. */
const STEP = 650;
const WHOLE = 24_000;
/** After the last one. */
const PAUSE = 1400;

/** A player's mark. @param {Marks & {seat: number}} props */
export function SheetMark({ module, view, seat }) {
  return module.Mark ? h(module.Mark, { view, seat }) : h(SeatMark, { seat });
}

/** What a line is made of, in one phrase. @param {TaleLine} line */
const madeOf = ({ items }) => items.map(({ text, by }) => `${text} ${signed(by)}`).join(" · ");

/** A number with its unit, for a screen reader. @param {{by: number, unit: string, sign?: boolean}} props */
function Points({ by, unit, sign = true }) {
  return html`<span class=${`by ${by < 0 ? "minus" : ""}`}>
    ${sign ? signed(by) : amount(by)}
    <span class="visually-hidden"> ${plural(by, unit).split(" ")[1]}</span>
  </span>`;
}

/** A line as one reads it afterwards: what it is made of opens. @param {{line: TaleLine, unit: string}} props */
function Line({ line, unit }) {
  if (!line.items.length) {
    return html`<li><span class="line">${line.text} ${h(Points, { by: line.by, unit })}</span></li>`;
  }
  return html`<li>
    <details>
      <summary class="line"><span>${line.text}</span> ${h(Points, { by: line.by, unit })}</summary>
      <ul class="items">
        ${line.items.map(({ text, by }, k) => html`<li key=${k}>${text} ${h(Points, { by, unit })}</li>`)}
      </ul>
    </details>
  </li>`;
}

/** A line as it is told. @param {{line: TaleLine, unit: string}} props */
function ToldLine({ line, unit }) {
  return html`<li>
    <span class="line">${line.text} ${h(Points, { by: line.by, unit })}</span>
    ${line.items.length ? html`<small class="items" aria-hidden="true">${madeOf(line)}</small>` : null}
  </li>`;
}

/** All sheets, as they are read afterwards. @param {Marks & {ending: GameEnding}} props */
export function ScoreSheets({ ending, module, view }) {
  return html`<div class="final-sheets">
    ${[...ending.sheets]
      .reverse()
      .map(
        (sheet) => html`<section key=${sheet.seat} class="final-sheet" aria-label=${`Score sheet: ${sheet.name}`}>
          <h4>${h(SheetMark, { module, view, seat: sheet.seat })} <span class="name">${sheet.name}</span></h4>
          <ul class="lines">${sheet.lines.map((line) => h(Line, { key: line.text, line, unit: ending.unit }))}</ul>
          ${h(Total, { sheet, unit: ending.unit })}
        </section>`,
      )}
  </div>`;
}

/** @param {{sheet: TaleSheet, unit: string}} props */
function Total({ sheet, unit }) {
  return html`<p class="total">
    <span><span class="visually-hidden">${sheet.name}: </span>Total</span>
    ${h(Points, { by: sheet.total, unit, sign: false })} ${sheet.text ? html`<small>${sheet.text}</small>` : null}
  </p>`;
}

/**
 * How much is told already: the steps of each sheet are its name, its lines and the total.
 * @param {readonly TaleSheet[]} sheets @param {() => void} onTold
 */
function useSteps(sheets, onTold) {
  const whole = useMemo(() => sheets.reduce((sum, { lines }) => sum + lines.length + 2, 0), [sheets]);
  const [told, setTold] = useState(0);
  useEffect(() => {
    if (told >= whole) {
      const timer = setTimeout(onTold, PAUSE);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => setTold(told + 1), Math.min(STEP, WHOLE / whole));
    return () => clearTimeout(timer);
  }, [told, whole]);
  return told;
}

/**
 * The scene: a screen reader is told of each line as it comes.
 * @param {Marks & {ending: GameEnding, onTold: () => void}} props
 */
export function Scene({ ending, module, view, onTold }) {
  const steps = useSteps(ending.sheets, onTold);
  const newest = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const { current: sheet } = newest;
    const last = sheet?.querySelector(".total") ?? sheet?.querySelector(".lines > li:last-child") ?? sheet;
    last?.scrollIntoView({ block: "nearest" });
  }, [steps]);
  let left = steps;
  return html`<div class="final-scene" role="log" aria-live="polite" aria-label=${ending.title}>
    <p class="opening">${ending.opening}</p>
    <div class="final-sheets">
      ${ending.sheets.map((sheet) => {
        const mine = left;
        left = Math.max(0, left - sheet.lines.length - 2);
        if (mine <= 0) return null;
        const now = mine <= sheet.lines.length + 2;
        const lines = sheet.lines.slice(0, mine - 1);
        return html`<section key=${sheet.seat} class=${`final-sheet ${now ? "now" : ""}`} ref=${now ? newest : null}>
          <h3>
            ${h(SheetMark, { module, view, seat: sheet.seat })} <span class="name">${sheet.name}</span>
            <span class="upto" aria-hidden="true">${amount(lines.at(-1)?.upto ?? 0)}</span>
          </h3>
          <ol class="lines">${lines.map((line) => h(ToldLine, { key: line.text, line, unit: ending.unit }))}</ol>
          ${mine > sheet.lines.length + 1 ? h(Total, { sheet, unit: ending.unit }) : null}
        </section>`;
      })}
    </div>
  </div>`;
}
