/** Stages the end of a game: the winner, the score sheets, turning points, awards, and what to play next. */

import { LuckPart } from "../analysis/panel.js";
import { loadSheet } from "../board/loader.js";
import { replayOf } from "../replay/position.js";
import { get } from "../shared/api.js";
import { isolated } from "../shared/bidi.js";
import { copyText, linkTo } from "../shared/copy-link.js";
import { memory } from "../shared/memory.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { Button, toast } from "../shared/ui.js";
import { amount, signed, withNames } from "../shared/words.js";
import { SubstituteCounts } from "../table/departures.js";
import { HintCounts } from "../table/hints.js";
import { PlayAgain } from "../table/rematch.js";
import { SeriesScore } from "../table/series.js";
import { Fairness } from "../verify/check-game.js";
import { makeTable } from "../verify/nonce.js";
import { FeedbackForm } from "./feedback-form.js";
import { Layer, setFinal } from "./layer.js";
import { Ranking } from "./ranking.js";
import { ScoreChart } from "./score-chart.js";
import { Scene, SheetMark, ScoreSheets } from "./score-sheets.js";

/** @typedef {import("../shared/wire.js").GameEnding} GameEnding */
/** @typedef {import("../shared/wire.js").Table} Table */
/**
 * @typedef {{table: Table, seat: number, names: string[], module: import("../board/props.js").BoardModule,
 *   board: import("../board/props.js").BoardProps, proof: import("../verify/check-game.js").Proof, sawIt: boolean}}
 *   Props
 *   seat: the reader's, through whichever the board is seen; sawIt: the reader was there when it ended
 */

/** Milliseconds after which the result is told without a scene. */
const PATIENCE = 6000;
/** What the server says where it may know more soon. */
const BUSY = ["too-many-replays", "no-replay", "offline"];
/** So often it is asked again then. */
const TRIES = 8;
/** Milliseconds until it is asked again. */
const PAUSE = 2000;

/** How it ended: undefined until that is known, null where there is no more to tell. @param {Table} table */
function useEnding({ id }) {
  const [ending, setEnding] = useState(/** @type {GameEnding | null | undefined} */ (undefined));
  useEffect(() => {
    const tellNow = () => setEnding((found) => found ?? null); // who won is known all the same
    const late = setTimeout(tellNow, PATIENCE);
    let again = 0;
    /** @param {number} tries */
    const ask = (tries) => {
      get(`/api/tables/${id}/ending`).then(setEnding, ({ code }) => {
        if (tries && BUSY.includes(code)) again = setTimeout(ask, PAUSE, tries - 1);
        else tellNow();
      });
    };
    ask(TRIES);
    return () => {
      clearTimeout(late);
      clearTimeout(again);
    };
  }, [id]);
  return ending;
}

/** Whether the ending's style sheet is there. */
function useSheet() {
  const [there, setThere] = useState(false);
  useEffect(() => void loadSheet("/static/css/ending.css").then(() => setThere(true)), []);
  return there;
}

/**
 * Whether this browser is to see the scene: players once, and whoever was there.
 * @param {Props} props
 */
function isStaged({ table, seat, sawIt }) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  return sawIt || (seat >= 0 && memory.read(`final:${table.id}`, "") !== "seen");
}

/** @param {Props} props */
export function Ending(props) {
  const { table, names, module, board } = props;
  const ending = useEnding(table);
  const there = useSheet();
  const [staged, setStaged] = useState(() => isStaged(props));
  const scene = staged && ending !== null;
  useEffect(() => setFinal({ open: true }), []);
  useEffect(() => {
    setFinal({ revealed: !scene });
    if (scene) return;
    setStaged(false); // what comes later starts no scene over the result
    memory.write(`final:${table.id}`, "seen");
  }, [scene, table.id]);
  if (!there) return null;
  const kicker = ending?.title ?? "";
  if (scene) {
    const onTold = () => setStaged(false);
    return h(
      Layer,
      { title: "The game is over.", kicker, skip: onTold },
      ending ? h(Scene, { ending, module, view: board.view, onTold }) : null,
    );
  }
  const title = withNames(table.outcome?.text ?? "", names);
  const again = ending ? () => setStaged(true) : null;
  return h(
    Layer,
    { title, kicker, skip: null, foot: h(Deeds, { table, seat: props.seat, title }) },
    h(Result, { ...props, ending: ending ?? null, again }),
  );
}

/**
 * Who won with what, and how it came to that.
 * @param {Props & {ending: GameEnding | null, again: (() => void) | null}} props again: stages it once more
 */
function Result({ table, seat, names, module, board, ending, proof, again }) {
  const { view } = board;
  return html`
    ${seat >= 0 ? h(NextGame, { table }) : null}
    <div class="final-parts">
      <div>
        <section class="final-part" aria-label="Ranking">
          ${h(Ranking, { table, seat, names, module, view })} ${h(SeriesScore, { table })} ${h(SubstituteCounts, {
            table,
          })}
          ${h(HintCounts, { table })}
        </section>
        ${ending ? h(Awards, { ending, module, view }) : null}
      </div>
      ${
        ending
          ? html`<div>
              ${h(ScoreChart, { ending, module, view })}
              ${h(Moments, { ending, module, view, replay: replayOf(table.id) })}
            </div>`
          : null
      }
    </div>
    ${
      table.analysis && (seat >= 0 || ending) ? h(LuckPart, { table: table.id, names, mine: seat, module, view }) : null
    }
    ${
      ending
        ? html`<section class="final-part" aria-labelledby="final-sources">
            <h3 id="final-sources">Breakdown</h3>
            ${h(ScoreSheets, { ending, module, view })}
          </section>`
        : null
    }
    ${module.Score ? html`<div class="final-part">${h(module.Score, board)}</div>` : null}
    ${seat >= 0 ? h(FeedbackForm, { table: table.id }) : null}
    <div class="row">
      ${again ? h(Button, { onPress: again }, "Replay the scoring") : null}
      ${
        table.secret
          ? html`<a
              class="button" href=${table.links.journal} download=${`${table.game}-${table.id.slice(0, 8)}.journal`}>
              Download journal
            </a>`
          : null
      }
      <a class="button" href=${`/api/tables/${table.id}/report`} download>Download report</a>
      <a class="button" href="/#new">New game</a>
    </div>
    ${table.secret ? h(Fairness, { table, names, proof }) : null}
  `;
}

/** What one can do now. @param {{table: Table, seat: number, title: string}} props title: the result */
function Deeds({ table, seat, title }) {
  return html`
    ${h(PlayAgain, { table, seat })} ${h(Button, { onPress: () => void share(table, title) }, "Share")}
    <a class="button" href=${replayOf(table.id)}>Replay</a>
  `;
}

/** Share the result, with the name of the game and a link. @param {Table} table @param {string} title */
async function share(table, title) {
  const text = isolated(`${table.game_name}: ${title}`);
  const url = linkTo(table.links.page);
  try {
    if (typeof navigator.share === "function") await navigator.share({ title: table.game_name, text, url });
    else toast((await copyText(`${text} ${url}`)) ? "Result and link copied." : `Copy this link: ${url}`);
  } catch (fault) {
    if (/** @type {Error} */ (fault).name !== "AbortError") toast(`Copy this link: ${url}`);
  }
}

// Turning points and awards.

/** @typedef {import("./score-sheets.js").Marks} Marks */

/** @param {Marks & {ending: GameEnding, replay: string}} props replay: the address where one looks back */
export function Moments({ ending: { swings, names }, module, view, replay }) {
  if (!swings.length) return null;
  return html`<section class="final-part" aria-labelledby="final-moments">
    <h3 id="final-moments">Turning point${swings.length > 1 ? "s" : ""}</h3>
    <ol class="moments">
      ${swings.map(
        ({ n, seat, by, before, after, part, lines }) =>
          html`<li key=${n}>
            <p class="swing">
              ${h(SheetMark, { module, view, seat })} <b>${names[seat]} ${signed(by)}</b>
              <span class="quiet">${part}: ${amount(before)} → ${amount(after)}</span>
            </p>
            <p class="small">${lines.join(" ")}</p>
            <a class="small" href=${`${replay}?n=${n}`}>
              Watch replay<span class="visually-hidden">: ${names[seat]} ${signed(by)}, ${part}</span>
            </a>
          </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {Marks & {ending: GameEnding}} props */
export function Awards({ ending: { awards }, module, view }) {
  if (!awards.length) return null;
  return html`<section class="final-part" aria-labelledby="final-awards">
    <h3 id="final-awards">Awards</h3>
    <ul class="awards">
      ${awards.map(
        ({ title, seats, text }) =>
          html`<li key=${title}>
            <span class="award-marks">${seats.map((seat) => h(SheetMark, { key: seat, module, view, seat }))}</span>
            <p><b>${title}.</b> ${text}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

// What to play next, by the mode of the finished game.

/**
 * What the mode says to play after it, one press away: a table for this person and bots.
 * @param {{table: import("../shared/wire.js").Table}} props
 */
export function NextGame({ table }) {
  const [then, setThen] = useState(/** @type {import("../shared/wire.js").Then | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get("/api/games").then(
      (/** @type {import("../shared/wire.js").GameInfo[]} */ games) =>
        setThen(games.find(({ id }) => id === table.game)?.modes.find(({ id }) => id === table.mode)?.then ?? null),
      () => {}, // without the list there is still the home page
    );
  }, [table.game, table.mode]);
  if (!then) return null;
  const begin = async () => {
    setBusy(true);
    try {
      const seats = Array.from({ length: then.seats }, (_, k) => ({ kind: k ? "bot" : "me" }));
      const answer = await makeTable({ game: table.game, mode: then.mode, options: then.options, seats });
      location.href = answer.table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };
  return html`<p>${h(Button, { onPress: () => void begin(), kind: "primary", disabled: busy }, then.text)}</p>`;
}
