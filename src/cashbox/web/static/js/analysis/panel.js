/** Luck and skill: what an analysis found, how far it is, or the button that starts it. */

import { loadSheet } from "../board/loader.js";
import { replayOf } from "../replay/position.js";
import { boot, get } from "../shared/api.js";
import { h, html, useEffect, useMemo, useState } from "../shared/preact.js";
import { Button } from "../shared/ui.js";
import { amount, plural } from "../shared/words.js";
import { useAnalysis } from "./analysis.js";
import { ChancesChart } from "./chances.js";
import { Players } from "./players.js";

/** @typedef {import("../ending/score-sheets.js").Marks} Marks */
/** @typedef {import("../shared/wire.js").Replay} Replay */
/** @typedef {import("../shared/wire.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./players.js").Steps} Steps */
/** @typedef {ReturnType<typeof useAnalysis>} Asked */

/**
 * table: its id; file: the id of an opened file in place of a table; mine: the reader's seat, -1 for none; replay:
 * where it is here already; at: the step that the reader looks at; onSee: goes to a step on this page.
 * @typedef {Marks & {table: string, file?: string, names: string[], mine: number, replay?: Replay, at?: number,
 *   onSee?: (n: number) => void}} Props
 */

/** Where the server has the analysis. @param {Props} props */
const addressOf = ({ table, file }) => `${file ? `/api/replays/${file}` : `/api/tables/${table}`}/analysis`;

/** Whether the style sheets are there. */
function useSheets() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const sheets = ["ending", "analysis"].map((name) => loadSheet(`/static/css/${name}.css`));
    void Promise.all(sheets).then(() => setThere(true));
  }, []);
  return there;
}

/** The steps of the game. @param {string} table @param {Replay | undefined} here where it is known already */
function useReplay(table, here) {
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  useEffect(() => {
    if (here) return;
    get(`/api/tables/${table}/replay`).then(setReplay, () => {}); // the steps have their numbers all the same
  }, [table]);
  return here ?? replay;
}

/** As a part of the ending. @param {Props} props */
export function LuckPart(props) {
  const asked = useAnalysis(addressOf(props));
  const { answer } = asked;
  if (!useSheets() || !answer || (answer.status === "none" && !boot().me)) return null;
  return html`<section class="final-part luck" aria-labelledby="final-luck" tabindex="-1">
    <h3 id="final-luck">Luck and skill</h3>
    ${h(Inside, { ...props, asked })}
  </section>`;
}

/** In a dialog, which has the heading. @param {Props} props */
export function LuckPanel(props) {
  const asked = useAnalysis(addressOf(props));
  if (!useSheets()) return null;
  return html`<div class="luck" tabindex="-1">${h(Inside, { ...props, asked })}</div>`;
}

/** @param {Props & {asked: Asked}} props */
function Inside({ asked, ...props }) {
  const { answer, fault, load } = asked;
  if (!answer) {
    if (!fault) return html`<p class="quiet">Loading…</p>`;
    return html`<p class="fault" role="alert">${fault}</p>${h(Button, { onPress: load }, "Try again")}`;
  }
  const { status, analysis } = answer;
  const may = Boolean(boot().me || props.file);
  const said = { running: "Analyzing the game.", done: "The analysis is ready.", none: "", failed: "" }[status];
  return html`
    <p class="visually-hidden" role="status">${said}</p>
    ${h(Progress, { asked, answer, may })}
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
    ${analysis ? h(Found, { ...props, analysis, answer }) : null}
    ${
      status === "done" && may && analysis?.effort === "quick"
        ? html`<p class="row deeper">
            ${h(Button, { onPress: () => asked.start("deep") }, "Run deep analysis")}
            <span class="quiet small">Takes about five times as long and is more precise.</span>
          </p>`
        : null
    }
    ${
      props.file
        ? html`<p class="quiet small">
            The server deletes this file and its analysis an hour after you last view them.
          </p>`
        : null
    }
  `;
}

/**
 * How far it is, or how to start it.
 * @param {{asked: Asked, answer: GameAnalysis, may: boolean}} props may: the reader may start it
 */
function Progress({ asked: { start, cancel }, answer, may }) {
  const { status, done, total, may_cancel: mayCancel, reason } = answer;
  if (status === "done") return reason ? html`<p class="fault" role="alert">${reason}</p>` : null;
  if (status === "running") {
    const far = total ? `${amount(done)} of ${plural(total, "moment")}` : "Waiting to start";
    return html`<div class="row luck-progress">
      <progress aria-label="Analysis" max=${total || 1} value=${done} />
      <span class="far">${far}</span>
      ${mayCancel ? h(Button, { size: "small", onPress: cancel, label: "Cancel analysis" }, "Cancel") : null}
    </div>`;
  }
  const failed = status === "failed";
  return html`
    ${
      failed
        ? html`<p class="fault" role="alert">${reason || "The analysis failed."}</p>`
        : html`<p>See how much of this game was luck, and which decisions cost the most.</p>`
    }
    ${may ? h(Button, { onPress: () => start("quick") }, failed ? "Try again" : "Analyze game") : null}
  `;
}

/**
 * What is known.
 * @param {Props & {analysis: import("../shared/wire.js").Analysis, answer: GameAnalysis}} props
 */
function Found({ analysis, answer, table, file, names, mine, at, onSee, module, view, ...props }) {
  const replay = useReplay(table, props.replay);
  const lines = useMemo(() => {
    /** @type {Map<number, string>} */
    const found = new Map();
    for (const { n, text } of replay?.log ?? []) found.set(n, found.has(n) ? `${found.get(n)} ${text}` : text);
    return found;
  }, [replay]);
  /** @type {Steps} */
  const steps = {
    address: (n) => `${file ? `/replay/${file}` : replayOf(table)}?n=${n}`,
    text: (n) => lines.get(n) ?? "",
    onSee,
    table: file ? undefined : replay?.table,
  };
  return html`
    ${
      analysis.moments.length
        ? h(ChancesChart, { analysis, course: replay, names, at: at ?? null, module, view })
        : null
    }
    ${
      analysis.seats.length
        ? html`
            ${h(Players, { analysis, answer, names, mine, steps, module, view })}
            ${h(Grading, { sentences: answer.grading })} ${h(Explanation, {})}
          `
        : null
    }
  `;
}

/** What grades mean. @param {{sentences: string[]}} props */
function Grading({ sentences }) {
  if (!sentences.length) return null;
  return html`<details class="small luck-terms">
    <summary>How grades work</summary>
    <ul>${sentences.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
  </details>`;
}

/** What the numbers mean. */
function Explanation() {
  return html`<details class="small luck-terms">
    <summary>What the numbers mean</summary>
    <ul>
      <li>
        Numbers are percentage points of a player's chance of winning. Start, luck, and decisions add up to the result.
      </li>
      <li>Luck is the effect of draws and hidden cards.</li>
      <li>
        Decisions show what the player gained or lost compared with the bot “steady”. They're judged only by what the
        player knew. If a good decision turned out badly, that's bad luck.
      </li>
      <li>
        Error per decision is the average chance of winning that a player gave up, compared with the best choice that
        the bot “expert” found.
      </li>
    </ul>
  </details>`;
}
