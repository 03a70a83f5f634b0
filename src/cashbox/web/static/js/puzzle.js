/** The daily puzzle of a game: a position from a public game, the same for everyone. */

import { useShape } from "./board/layout.js";
import { loadBoard } from "./board/loader.js";
import { TablePage } from "./board/table-page.js";
import { PuzzleBoard } from "./practice/board.js";
import { Puzzle, UNANSWERED } from "./practice/puzzle.js";
import { boot, get, post } from "./shared/api.js";
import { h, html, render, useMemo, useState } from "./shared/preact.js";
import { amount, plural } from "./shared/words.js";

/** @typedef {import("./shared/wire.js").DailyPuzzle} DailyPuzzle */

const start = boot();
const path = `/api/puzzles/${start.game}`;

/** How many people found it, once the reader has answered. @param {{puzzle: DailyPuzzle}} props */
function Found({ puzzle: { asked, found } }) {
  const share = Math.round((100 * found) / Math.max(1, asked));
  return html`
    <p class="small">${plural(asked, "answer")} today. ${amount(share)}% found the best choice or came close.</p>
    <p class="row"><a class="button" href="/puzzles">More puzzles</a></p>
  `;
}

/** @param {{first: DailyPuzzle, module: import("./board/props.js").BoardModule}} props */
function App({ first, module }) {
  const [puzzle, setPuzzle] = useState(first);
  const [answer, setAnswer] = useState(
    first.solution ? { chosen: first.choice ?? -1, solution: first.solution } : UNANSWERED,
  );
  const roomy = useShape() === "wide";
  const { moment, seat, seats, choices, day, content } = puzzle;
  const names = useMemo(() => Array.from({ length: seats }, (_, k) => (k === seat ? "You" : `Player ${k + 1}`)), []);
  const links = useMemo(() => ({ content, tips: "" }), [content]);
  /** @param {number} choice */
  const ask = async (choice) => {
    /** @type {DailyPuzzle} */
    const solved = await post(path, { day, choice });
    // What is on the board stays the same.
    setPuzzle({ ...puzzle, asked: solved.asked, found: solved.found });
    if (!solved.solution) throw new Error("Your answer wasn't saved. Reload the page.");
    return solved.solution;
  };
  const best = answer.solution ? choices[answer.solution.best] : "";
  const date = new Date(`${day}T00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
  const head = html`<div class="replay-bar">
    <div class="moment">
      <p class="prompt"><b>Puzzle for ${date}.</b> ${moment.prompt}</p>
      <p class="then quiet small">From a rated game</p>
    </div>
  </div>`;
  return h(TablePage, {
    head,
    players: null,
    tools: null,
    final: null,
    board: h(PuzzleBoard, { links, moment, seat, module, best, names }),
    sides: [],
    still: true,
    roomy,
    advice: h(Puzzle, { choices, names, mine: false, answer, onAnswer: setAnswer, ask }, h(Found, { puzzle })),
  });
}

/** Where there is no puzzle. */
function Nothing() {
  return html`<div class="page">
    <section class="panel">
      <h2>No puzzle today</h2>
      <p>Puzzles come from rated public games that have been analyzed and allow puzzles.</p>
      <p><a class="button" href="/puzzles">More puzzles</a></p>
    </section>
  </div>`;
}

const place = document.getElementById("table");
if (place) {
  const show = (/** @type {any} */ node) => {
    place.textContent = "";
    render(node, place);
  };
  Promise.all([get(path), loadBoard(start.board ?? "")]).then(
    ([first, module]) => show(first ? h(App, { first, module }) : h(Nothing, {})),
    (/** @type {Error} */ fault) => show(html`<p class="page fault" role="alert">${fault.message}</p>`),
  );
}
