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
 * The button, and what comes of it. What has been told goes when the table has changed.
 * @param {{now: Pick<import("./table.js").Table, "table" | "state" | "seat" | "myTurn" | "names">}} props
 */
export function AskExpert({ now }) {
  const { table, names } = now;
  const mark = now.state?.mark ?? "";
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState(/** @type {Answer | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    setOpen(false);
    setAnswer(null);
  }, [mark]);
  const ask = async () => {
    setOpen(true);
    setFault("");
    try {
      setAnswer(await post(`/api/tables/${table.id}/hint`, { at: mark }));
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
    }
  };
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
      { title: "What would you do?", open, onClose: () => setOpen(false) },
      html`<div class="advice" aria-live="polite">
        ${fault ? html`<p class="fault">${fault}</p>` : answer ? h(Told, { answer, names }) : html`<p>${THINKING}</p>`}
      </div>`,
    )}
  `;
}

/** @param {{answer: Answer, names: string[]}} props */
function Told({ answer, names }) {
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
