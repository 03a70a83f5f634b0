/** The form for a new table: game, mode, seats, and the options that the mode leaves open. */

import { storedName } from "../account/my-name.js";
import { useDraft } from "../shared/drafts.js";
import { forgetDrafts } from "../shared/memory.js";
import { h, html, useState } from "../shared/preact.js";
import { Panel } from "../shared/ui.js";
import { canBeRated, Rated, AudienceChoice } from "../social/people.js";
import { DEFAULT_ABSENCE, AbsenceTime } from "../table/departures.js";
import { USUAL_WATCHING, WatchingChoice } from "../table/spectators.js";
import { makeTable } from "../verify/nonce.js";
import { AnswerTime, DEFAULT_ANSWER_TIME, durationText } from "./answer-time.js";
import { LevelNotes } from "./levels.js";
import { ClockChoice, OptionList } from "./options.js";
import {
  bodyOf,
  changeSeat,
  countsOf,
  defaultSeats,
  seatsThatFit,
  lengthText,
  modesFor,
  isForPeople,
} from "./table-request.js";
import { useVariant, Variants } from "./variants.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").GameClock} GameClock */
/** @typedef {import("../shared/wire.js").Mode} Mode */
/** @typedef {import("./table-request.js").Wish} Wish */
/** @typedef {import("./table-request.js").Options} Options */
/** @typedef {{games: GameInfo[], keepTypedName: () => Promise<void>}} Given keepTypedName: before the table is made */

/** The game that the address asks for, null for none. */
const ASKED = new URLSearchParams(location.search).get("game");

/** What all drafts of this form begin with. */
const NEW = `new-table:${ASKED ?? ""}:`;

/**
 * The modes to choose from, those with hints for newcomers apart.
 * @param {{guided: boolean, modes: Mode[], chosen: string, onChoose: (id: string) => void}} props
 */
function Modes({ guided, modes, chosen, onChoose }) {
  const some = modes.filter((one) => one.guided === guided);
  if (!some.length) return null;
  return html`<fieldset>
    <legend>${guided ? "New here? Lessons with hints" : "Mode"}</legend>
    <div class="choices modes">
      ${some.map(
        (one) => html`<label class="choice">
          <input
            type="radio" name="mode" value=${one.id} checked=${one.id === chosen} onChange=${() => onChoose(one.id)} />
          <span><b>${one.name}</b>${one.text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** The games to choose from. @param {{games: GameInfo[], chosen: string, onChoose: (id: string) => void}} props */
function Games({ games, chosen, onChoose }) {
  return html`<fieldset>
    <legend>Game</legend>
    <div class="choices">
      ${games.map(
        (one) => html`<label class="choice">
          <input
            type="radio" name="game" value=${one.id} checked=${one.id === chosen} onChange=${() => onChoose(one.id)} />
          <span><b>${one.name}</b>${one.tagline}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * How many play.
 * @param {{counts: number[], chosen: number, length: string | undefined, onChoose: (count: number) => void}} props
 *   length: how long it takes them, in words
 */
function Counts({ counts, chosen, length, onChoose }) {
  return html`<fieldset>
    <legend>Players</legend>
    <div class="steps">
      ${counts.map(
        (count) => html`<label class="step">
          <input
            type="radio" name="players" value=${count} checked=${count === chosen} onChange=${() => onChoose(count)} />
          <span>${count}</span>
        </label>`,
      )}
    </div>
    ${length ? html`<p class="hint length">A game with ${chosen} people takes about ${length}.</p>` : null}
  </fieldset>`;
}

/**
 * Who sits where.
 * @param {{seats: Wish[], levels: import("../shared/wire.js").Level[], onChange: (seats: Wish[]) => void}} props
 */
function Seats({ seats, levels, onChange }) {
  const mine = storedName();
  const sits = seats.some(({ kind }) => kind === "me");
  return html`<fieldset>
    <legend>Seats</legend>
    <ol class="seat-wishes">
      ${seats.map(
        (wish, i) => html`<li key=${i}>
          <span class="seat-mark" aria-hidden="true">${i + 1}</span>
          <select
            aria-label=${`Seat ${i + 1}`} value=${wish.kind === "bot" ? `bot:${wish.bot}` : wish.kind}
            onChange=${(/** @type {any} */ e) => onChange(changeSeat(seats, i, e.target.value))}>
            <option value="me" selected=${wish.kind === "me"}>
              ${mine ? `Me, ${mine}` : "Me"}
              ${sits && wish.kind !== "me" ? ": move here" : ""}
            </option>
            <option value="open" selected=${wish.kind === "open"}>Open to anyone with the link</option>
            ${levels.map(
              ({ name }) =>
                html`<option value=${`bot:${name}`} selected=${wish.kind === "bot" && wish.bot === name}>
                  Bot: ${name}
                </option>`,
            )}
          </select>
        </li>`,
      )}
    </ol>
    ${h(LevelNotes, { levels, chosen: seats.map(({ bot }) => bot) })}
  </fieldset>`;
}

/**
 * The seats as they are wished, or me and bots.
 * @param {GameInfo} game @param {number[]} counts @param {Wish[]} wishes
 */
const seatsWished = (game, counts, wishes) =>
  seatsThatFit(game, counts, wishes.length ? wishes : defaultSeats(game, counts.includes(3) ? 3 : (counts[0] ?? 1)));

/** Whether the table is being made, and why it could not be. */
function useOutcome() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  return { busy, setBusy, fault, setFault };
}

/**
 * What is filled in so far, what follows from it, and what changes it.
 * @param {Given} given
 * @param {ReturnType<typeof useTerms>["also"]} also what else is wished
 */
function useForm({ games, keepTypedName }, also) {
  const [gameId, setGame] = useDraft(`${NEW}game`, ASKED ?? games[0].id);
  const game = games.find(({ id }) => id === gameId) ?? games[0];
  const [modeId, setMode] = useDraft(`${NEW}mode`, ""); // none chosen: the first that is offered
  const { variant, content, setVariant } = useVariant(game, NEW);
  const [wishes, setWishes] = useDraft(`${NEW}seats`, /** @type {Wish[]} */ ([]));
  const [options, setOptions] = useDraft(`${NEW}options`, /** @type {Options} */ ({}));
  const [name, setName] = useDraft(`${NEW}name`, "");
  const [listed, setListed] = useDraft(`${NEW}listed`, false);
  const [patience, setPatience] = useDraft(`${NEW}patience`, { lapse: DEFAULT_ANSWER_TIME, absence: DEFAULT_ABSENCE });
  const { busy, setBusy, fault, setFault } = useOutcome();
  const wanted = wishes.length || (game.players.includes(3) ? 3 : (game.players[0] ?? 1));
  const modes = modesFor(game, wanted).filter(({ guided }) => !guided || !variant);
  const mode = game.modes.find(({ id, guided }) => id === modeId && (!guided || !variant)) ?? modes[0];
  const counts = countsOf(game, mode);
  const alone = counts.length === 1 && counts[0] === 1;
  const seats = seatsWished(game, counts, wishes);
  const what = { game, mode, seats, options };
  const length = lengthText(what);
  const waits = isForPeople(what);

  /** @param {string} id */
  const chooseMode = (id) => {
    setMode(id);
    setOptions({});
    setFault("");
  };
  /** @param {string} id */
  const chooseGame = (id) => {
    setGame(id);
    setWishes([]);
    chooseMode("");
  };
  /** @param {Options} changed */
  const choose = (changed) => {
    setOptions(changed);
    setFault("");
  };
  /** @param {Event} event */
  const make = async (event) => {
    event.preventDefault();
    setBusy(true);
    setFault("");
    try {
      await keepTypedName();
      const more = { name: name.trim(), listed: listed && !alone, ...patience, ...(waits ? {} : { lapse: null }) };
      const answer = await makeTable({ ...bodyOf(what), ...more, ...also(seats, mode, variant) });
      forgetDrafts(NEW);
      location.href = answer.table.links.page;
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      setBusy(false);
    }
  };

  return {
    ...what,
    alone,
    busy,
    chooseGame,
    chooseMode,
    choose,
    counts,
    fault,
    length,
    listed,
    make,
    modes,
    name,
    patience,
    setPatience,
    setListed,
    setName,
    setVariant,
    setWishes,
    variant,
    content,
    waits,
  };
}

/** @param {Wish} wish */
const isOpen = ({ kind }) => kind === "open";

/** The choices for a table of several people: stakes, clock, and those who may join or watch. */
function useTerms() {
  const [watching, setWatching] = useDraft(`${NEW}watching`, USUAL_WATCHING);
  const [clock, setClock] = useDraft(`${NEW}clock`, /** @type {GameClock | null} */ (null));
  const [rated, setRated] = useDraft(`${NEW}rated`, false);
  const [circle, setCircle] = useDraft(`${NEW}group`, "");
  /** @param {Wish[]} seats @param {Mode | undefined} mode @param {string} variant */
  const also = (seats, mode, variant) => ({
    ...watching,
    variant,
    clock: seats.length > 1 ? clock : null,
    rated: rated && !variant && canBeRated(seats, mode),
    ...(circle && seats.some(isOpen) ? { circle, listed: false } : {}),
  });
  return { circle, setCircle, clock, setClock, rated, setRated, watching, setWatching, also };
}

/** @param {{terms: ReturnType<typeof useTerms>, seats: Wish[], mode: Mode | undefined, variant: string}} props */
function Terms({ terms, seats, mode, variant }) {
  const { clock, setClock, rated, setRated, watching, setWatching } = terms;
  return html`
    ${!variant && canBeRated(seats, mode) ? h(Rated, { value: rated, onChange: setRated }) : null}
    ${h(WatchingChoice, { value: watching, onChange: setWatching })}
    ${seats.length > 1 ? h(ClockChoice, { value: clock, onChange: setClock }) : null}
  `;
}

/** @param {Given} given */
export function NewTable(given) {
  if (!given.games.length) return h(Panel, { title: "New table" }, html`<p>This server has no games yet.</p>`);
  return h(Form, given);
}

/** A game for one player. @param {{length: string | undefined}} props */
function Alone({ length }) {
  return html`<p class="quiet">You play alone${length ? ` (about ${length})` : ""}. Friends can watch.</p>`;
}

/** @param {Given} given */
function Form(given) {
  const terms = useTerms();
  const form = useForm(given, terms.also);
  const { game, mode, modes, seats, options, counts, alone, setWishes, patience, setPatience, variant, content } = form;
  const rules = `${game.help}${mode ? `/${mode.id}` : ""}${content ? `?content=${content}` : ""}`;
  /** @param {any} event */
  const typed = (event) => form.setName(event.target.value);
  return h(
    Panel,
    { title: "New table", id: "new-table" },
    html`<form class="stack" onSubmit=${form.make}>
      ${given.games.length > 1 ? h(Games, { games: given.games, chosen: game.id, onChoose: form.chooseGame }) : null}
      ${h(Variants, { variants: game.variants, chosen: variant, onChoose: form.setVariant })}
      ${
        game.modes.length > 1
          ? [false, true].map((guided) =>
              h(Modes, { key: String(guided), guided, modes, chosen: mode?.id ?? "", onChoose: form.chooseMode }),
            )
          : null
      }
      <p><a href=${rules} target="_blank">Read the rules</a></p>
      ${
        counts.length > 1
          ? h(Counts, {
              counts,
              length: form.length,
              chosen: seats.length,
              onChoose: (n) => setWishes(seatsThatFit(game, [n], seats)),
            })
          : null
      }
      ${alone ? h(Alone, { length: form.length }) : h(Seats, { seats, levels: game.levels, onChange: setWishes })}
      <label class="field">
        <span>Table name</span>
        <input
          type="text" name="name" maxlength="60" value=${form.name} placeholder=${game.name} autocomplete="off"
          onInput=${typed} />
      </label>
      ${
        alone
          ? null
          : h(AudienceChoice, {
              open: seats.some(isOpen),
              circle: terms.circle,
              onCircle: terms.setCircle,
              listed: form.listed,
              onListed: form.setListed,
            })
      }
      ${h(Terms, { terms, seats, mode, variant })}
      ${
        seats.some(isOpen)
          ? h(AbsenceTime, {
              value: patience.absence,
              spoken: durationText,
              onChange: (absence) => setPatience({ ...patience, absence }),
            })
          : null
      }
      ${
        form.waits
          ? h(AnswerTime, { value: patience.lapse, onChange: (lapse) => setPatience({ ...patience, lapse }) })
          : null
      }
      ${h(OptionList, {
        key: `${game.id} ${mode?.id}`,
        game,
        mode,
        seats: seats.length,
        options,
        onChange: form.choose,
      })}
      ${form.fault ? html`<p class="fault" role="alert">${form.fault}</p>` : null}
      <button class="button primary" disabled=${form.busy}>Create table</button>
    </form>`,
  );
}
