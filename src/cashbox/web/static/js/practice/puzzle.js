/** A puzzle's choices, and how good they are once one is chosen. */

import { signedPoints } from "../analysis/analysis.js";
import { replayOf } from "../replay/position.js";
import { tryFrom } from "../replay/continue.js";
import { h, html, useEffect, useRef, useState } from "../shared/preact.js";
import { Button, toastFault } from "../shared/ui.js";
import { amount, withNames } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").Puzzle} PuzzleInfo */
/** @typedef {import("../shared/wire.js").Solution} Solution */
/** @typedef {import("../shared/wire.js").Table} Table */

/** @type {Record<Solution["verdict"], string>} */
const VERDICTS = { best: "Best choice!", nearly: "Almost the best choice", worse: "Not the best choice" };

/**
 * What the reader chose, -1 for nothing yet, and what came of it.
 * @typedef {{chosen: number, solution: Solution | null}} Answer
 */
/** @type {Answer} */
export const UNANSWERED = { chosen: -1, solution: null };

/**
 * @param {{choices: string[], names: string[], mine: boolean, answer: Answer, onAnswer: (answer: Answer) => void,
 *   ask: (choice: number) => Promise<Solution>, children?: import("../shared/preact.js").Child}} props
 *   mine: the reader played this game; ask: gives the server an answer; children: what there is to do afterwards
 */
export function Puzzle({ choices, names, mine, answer: { chosen, solution }, onAnswer, ask, children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) heading.current?.focus({ preventScroll: true });
  }, [solution]);
  /** @param {number} choice */
  const choose = async (choice) => {
    asked.current = true;
    onAnswer({ chosen: choice, solution: null });
    try {
      onAnswer({ chosen: choice, solution: await ask(choice) });
    } catch (fault) {
      onAnswer(UNANSWERED);
      toastFault(fault);
    }
  };
  const labels = choices.map((label) => withNames(label, names));
  return html`<section class="advice" aria-labelledby="puzzle-title">
    <header>
      <h2 id="puzzle-title" tabindex="-1" ref=${heading}>
        ${solution ? VERDICTS[solution.verdict] : "What would you do?"}
      </h2>
    </header>
    <div class="inside">
      ${
        solution
          ? html`${h(Result, { labels, solution, chosen, mine })} ${children}`
          : html`<ol class="options puzzle-choices">
              ${labels.map(
                (label, k) =>
                  html`<li key=${k}>
                    ${h(Button, { disabled: chosen >= 0, pressed: chosen === k, onPress: () => void choose(k) }, label)}
                  </li>`,
              )}
            </ol>`
      }
    </div>
  </section>`;
}

/** A chance in points of 100. @param {number} chance */
const points = (chance) => amount(Number((100 * chance).toFixed(1)));

/**
 * How good the choices are.
 * @param {{labels: string[], solution: Solution, chosen: number, mine: boolean}} props
 */
function Result({ labels, solution: { best, played, losses, why }, chosen, mine }) {
  const other = chosen === best ? played : chosen;
  const more = points(losses[other]);
  const better = more === "0" ? "is just as good." : `wins ${more} more games out of 100.`;
  const whose = mine ? "your" : "the player's";
  const told =
    chosen === best
      ? `It wins ${more} more games out of 100 than ${whose} choice in the game, “${labels[played]}”.`
      : `“${labels[best]}” ${better}`;
  return html`
    <p>${told}</p>
    ${why[other] ? html`<p class="quiet small">${why[other]}</p>` : null}
    <ol class="options puzzle-results">
      ${labels.map(
        (label, k) =>
          html`<li key=${k} class=${`${k === best ? "best" : ""} ${k === chosen ? "chosen" : ""}`}>
            <span class="by">${k === best ? "Best" : signedPoints(-losses[k])}</span> ${label}
            ${k === chosen ? html` <span class="tag">Your choice</span>` : null}
            ${k === played ? html` <span class="tag">Played</span>` : null}
          </li>`,
      )}
    </ol>
  `;
}

/**
 * Ways on from a solved puzzle.
 * @param {{puzzle: PuzzleInfo, table: Table, last: boolean, onNext: () => void}} props
 */
export function Ways({ puzzle: { table: id, n, seat }, table, last, onNext }) {
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      await tryFrom(table, n, seat);
    } catch (fault) {
      toastFault(fault);
      setBusy(false);
    }
  };
  return html`<p class="row">
    ${last ? null : h(Button, { kind: "primary", onPress: onNext }, "Next puzzle")}
    ${h(Button, { disabled: busy, onPress: () => void begin() }, "Try it from here")}
    <a class="button plain" href=${`${replayOf(id)}?n=${n}&eyes=${seat}`}>View position</a>
  </p>`;
}
