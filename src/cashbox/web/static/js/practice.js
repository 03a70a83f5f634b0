/** The practice page: positions of one's own costliest decisions as puzzles, one after the other. */

import { useShape } from "./board/layout.js";
import { loadBoard } from "./board/loader.js";
import { TablePage } from "./board/table-page.js";
import { PuzzleBoard } from "./practice/board.js";
import { Puzzle, UNANSWERED, Ways } from "./practice/puzzle.js";
import { next, ordered, solve } from "./practice/solved.js";
import { boot, get, post } from "./shared/api.js";
import { h, html, render, useEffect, useMemo, useState } from "./shared/preact.js";

/** @typedef {import("./board/props.js").BoardModule} BoardModule */
/** @typedef {import("./shared/wire.js").Moment} Moment */
/** @typedef {import("./shared/wire.js").Puzzle} PuzzleInfo */
/** @typedef {import("./shared/wire.js").Table} Table */
/** What a puzzle shows. @typedef {{table: Table, moment: Moment}} Position */

/** The position before a decision, as its seat saw it. @param {PuzzleInfo} puzzle */
function usePosition({ table: id, n, seat }) {
  const [found, setFound] = useState(/** @type {Position | null} */ (null));
  const [fault, setFault] = useState("");
  useEffect(() => {
    let stop = false;
    setFound(null);
    setFault("");
    Promise.all([get(`/api/tables/${id}`), get(`/api/tables/${id}/replay/${n - 1}?eyes=${seat}`)]).then(
      ([{ table }, moment]) => !stop && setFound({ table, moment }),
      (/** @type {Error} */ error) => !stop && setFault(error.message),
    );
    return () => void (stop = true);
  }, [id, n, seat]);
  return { found, fault };
}

/** @param {{puzzles: PuzzleInfo[], module: BoardModule}} props */
function App({ puzzles, module }) {
  const [at, setAt] = useState(0);
  // Here, since the panel lies elsewhere when the window's shape changes.
  const [answer, setAnswer] = useState(UNANSWERED);
  const roomy = useShape() === "wide";
  const puzzle = puzzles[at];
  const { found, fault } = usePosition(puzzle);
  const names = useMemo(() => (found?.table.seats ?? []).map((one) => one.name || `Seat ${one.seat + 1}`), [found]);
  const best = answer.solution ? puzzle.choices[answer.solution.best] : "";
  /** @param {number} choice */
  const ask = async (choice) => {
    /** @type {import("./shared/wire.js").Solution} */
    const solution = await post(`/api/me/practice/${puzzle.table}/${puzzle.n}`, { choice });
    if (solution.verdict !== "worse") solve(puzzle);
    return solution;
  };
  const onNext = () => {
    setAnswer(UNANSWERED);
    setAt(next(puzzles, at));
  };
  const place = `Puzzle ${at + 1} of ${puzzles.length}`;
  const head = html`<div class="replay-bar">
    <div class="moment">
      <p class="prompt"><b>${place}.</b> ${found ? found.moment.prompt : ""}</p>
      ${found ? html`<p class="then quiet small">From your game on ${dayOf(puzzle.changed)}</p>` : null}
    </div>
  </div>`;
  return h(TablePage, {
    head,
    players: null,
    tools: null,
    notice: fault ? html`<p class="replay-news fault" role="alert">${fault}</p>` : null,
    final: null,
    board: found
      ? h(PuzzleBoard, {
          key: `${puzzle.table}:${puzzle.n}`,
          links: found.table.links,
          moment: found.moment,
          seat: puzzle.seat,
          module,
          best,
          names,
        })
      : null,
    sides: [],
    still: true,
    roomy,
    advice: found
      ? h(
          Puzzle,
          {
            key: `puzzle ${puzzle.table}:${puzzle.n}`,
            choices: puzzle.choices,
            names,
            mine: true,
            answer,
            onAnswer: setAnswer,
            ask,
          },
          h(Ways, { puzzle, table: found.table, last: puzzles.length === 1, onNext }),
        )
      : null,
  });
}

/** @param {number} seconds since 1970 */
const dayOf = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric" });

/** Where there is nothing to practice. @param {{text: string}} props */
function Nothing({ text }) {
  return html`<div class="page">
    <section class="panel">
      <h2>No puzzles yet</h2>
      <p>${text}</p>
      <p><a class="button" href="/archive?mine=true">Your finished games</a></p>
    </section>
  </div>`;
}

const start = boot();
const place = document.getElementById("table");
const NONE = "Your costliest decisions become puzzles here. First, open one of your finished games and analyze it.";
if (place) {
  const show = (/** @type {any} */ node) => {
    place.textContent = "";
    render(node, place);
  };
  if (!start.me) show(h(Nothing, { text: NONE }));
  else {
    const first = new URLSearchParams(location.search).get("table") ?? "";
    Promise.all([get(`/api/me/practice?game=${start.game}`), loadBoard(start.board ?? "")]).then(
      ([{ puzzles }, module]) => {
        const all = ordered(puzzles, first);
        show(all.length ? h(App, { puzzles: all, module }) : h(Nothing, { text: NONE }));
      },
      (/** @type {Error} */ fault) => show(html`<p class="page fault" role="alert">${fault.message}</p>`),
    );
  }
}
