/** "What would you do?": what the expert would do now, for somebody who plays with bots alone; it is counted. */

import { post } from "./api.js";
import { h, html, useEffect, useState } from "./preact.js";
import { Button, Dialog } from "./ui.js";
import { plural, withNames } from "./words.js";

/** @typedef {import("./wire.js").Advice} Advice */
/** @typedef {import("./wire.js").Hint} Answer */
/** @typedef {import("./wire.js").Table} Table */

const THINKING = "The expert plays it through…";

/**
 * What came of a question. mark: of the state that it is about; may: what the player could do then; stale: it was
 * refused since the table had changed already.
 * @typedef {{mark: string, may: string, answer?: Answer, fault?: string, stale?: boolean}} Told
 */

/**
 * The button, and what comes of it. Bots may act while the player thinks: what has been told stays while the player may
 * do the same.
 * @param {{now: Pick<import("./table.js").Table, "table" | "state" | "seat" | "myTurn" | "names">}} props
 */
export function AskExpert({ now }) {
  const { table, names, myTurn } = now;
  const mark = now.state?.mark ?? "";
  const may = JSON.stringify(now.state?.legal.map(({ action }) => action));
  const [told, setTold] = useState(/** @type {Told | null} */ (null));
  const close = () => setTold(null);
  const ask = async () => {
    const question = { mark, may };
    setTold(question);
    // An answer is shown to anybody who still waits for one, a refusal where nothing else was asked since.
    /** @param {Partial<Told>} what */
    const tell = (what) =>
      setTold((asked) => (asked && (what.answer || asked === question) ? { ...question, ...what } : asked));
    try {
      const answer = await post(`/api/tables/${table.id}/hint`, { at: mark });
      tell({ answer, mark: answer.mark });
    } catch (error) {
      const { code, message } = /** @type {import("./api.js").Fault} */ (error);
      tell({ fault: message, stale: code === "stale" });
    }
  };
  useEffect(() => {
    if (!told) return;
    if (!myTurn) close();
    else if (told.mark !== mark && told.stale) void ask();
    else if (told.mark !== mark && told.answer && told.may !== may) close();
  }, [told, mark, may, myTurn]);
  if (!table.hints || now.seat < 0) return null;
  return html`
    ${h(
      Button,
      {
        size: "small",
        kind: "plain",
        class: "ask-expert",
        label: "What would you do?",
        hint: "What would you do?",
        disabled: !now.myTurn,
        why: "You can ask this when it is your turn.",
        onPress: () => void ask(),
      },
      lamp,
    )}
    ${h(
      Dialog,
      { title: "What would you do?", open: !!told, onClose: close },
      html`<div class="advice" aria-live="polite">${words(told, names)}</div>`,
    )}
  `;
}

/** @param {Told | null} told @param {string[]} names */
function words(told, names) {
  if (told?.answer) return h(Best, { answer: told.answer, names });
  return told?.fault && !told.stale ? html`<p class="fault">${told.fault}</p>` : html`<p>${THINKING}</p>`;
}

/** @param {{answer: Answer, names: string[]}} props */
function Best({ answer, names }) {
  return html`
    <ol>
      ${answer.best.map(
        (one) => html`<li key=${JSON.stringify(one.action)}>
          <b>${withNames(one.label, names)}</b> <span class="tag">${one.chance} of 100</span>
          <p>${withNames(one.why, names)}</p>
        </li>`,
      )}
    </ol>
    <p class="quiet small">
      The numbers say how many of 100 games you would win from here, as the expert sees it. You have asked${" "}
      ${plural(answer.asked, "time")}; the result will tell.
    </p>
  `;
}

/** How often players asked, in the result. @param {{table: Table}} props */
export function AskedFor({ table }) {
  if (!table.asked.length) return null;
  return html`<ul class="stood-in quiet small asked-for">
    ${table.asked.map((one) => html`<li key=${one.seat}>${one.text}</li>`)}
  </ul>`;
}

const lamp = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M7 14c0-2-3-3-3-6.500a6 6 0 0 1 12 0C16 11 13 12 13 14zM7.500 17h5" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;
