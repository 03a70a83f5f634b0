/** The form for a new table: game, mode, who sits where, and the options that the mode leaves open. */

import { nonce, post } from "./api.js";
import { Patience, USUAL } from "./patience.js";
import { h, html, useState } from "./preact.js";
import { Button, Panel } from "./ui.js";

/** @typedef {import("./wire.js").GameInfo} GameInfo */
/** @typedef {import("./wire.js").Mode} Mode */
/** @typedef {import("./wire.js").Option} Option */
/** @typedef {{kind: "me" | "open" | "bot", bot: string}} Wish */
/** @typedef {boolean | number | string} Value */
/** @typedef {Record<string, Value>} Options */

/** How many can play a mode. @param {GameInfo} game @param {Mode | undefined} mode */
function countsOf(game, mode) {
  const { least = 0, most = 0 } = mode ?? {};
  return game.players.filter((n) => n >= least && (!most || n <= most));
}

/** The modes of a game in the order in which they are offered to so many players. @param {GameInfo} game @param {number} count @returns {Mode[]} */
function modesFor(game, count) {
  const order = game.offered[count] ?? [];
  return order.length ? order.flatMap((id) => game.modes.filter((mode) => mode.id === id)) : game.modes;
}

/** Me and bots on every other seat: one press and the game begins. @param {GameInfo} game @param {number} count @returns {Wish[]} */
function firstWishes(game, count) {
  return Array.from({ length: count }, (_, i) => (i === 0 ? { kind: "me", bot: "" } : { kind: "bot", bot: game.bots[0] ?? "" }));
}

/**
 * The wishes that fit a mode: those made, as many as it has seats. Who plays alone sits there in person.
 * @param {GameInfo} game @param {number[]} counts @param {Wish[]} wishes @returns {Wish[]}
 */
function fitting(game, counts, wishes) {
  if (counts.length === 1 && counts[0] === 1) return firstWishes(game, 1);
  const count = counts.includes(wishes.length) ? wishes.length : counts.includes(3) ? 3 : (counts[0] ?? 1);
  return Array.from({ length: count }, (_, i) => wishes[i] ?? { kind: "bot", bot: game.bots[0] ?? "" });
}

/** At most one seat is mine: the one that was becomes open. @param {Wish[]} wishes @param {number} at @param {string} to @returns {Wish[]} */
function changeWish(wishes, at, to) {
  const kind = /** @type {Wish["kind"]} */ (to.startsWith("bot:") ? "bot" : to);
  return wishes.map((wish, i) => {
    if (i === at) return { kind, bot: kind === "bot" ? to.slice(4) : "" };
    return kind === "me" && wish.kind === "me" ? { kind: "open", bot: "" } : wish;
  });
}

/** "trade_bucks" as people read it. @param {string} name */
function spoken(name) {
  return name.replace(/[_-]+/g, " ").replace(/^./, (c) => c.toUpperCase());
}

/** @param {{option: Option, value: Value, onChange: (value: Value) => void}} props */
function OptionField({ option, value, onChange }) {
  const title = spoken(option.name);
  if (option.kind === "switch") {
    return html`<label class="check"><input type="checkbox" name=${option.name} checked=${value === true}
      onChange=${(/** @type {any} */ e) => onChange(e.target.checked)} /><span><b>${title}</b>${option.text}</span></label>`;
  }
  return html`<label class="field"><span>${title}</span>
    ${
      option.kind === "choice"
        ? html`<select name=${option.name} value=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.value)}>
            ${option.choices.map((choice) => html`<option value=${choice} selected=${choice === value}>${choice}</option>`)}</select>`
        : html`<input type="number" name=${option.name} min=${option.least} max=${option.most} value=${value}
            onInput=${(/** @type {any} */ e) => e.target.value !== "" && onChange(Number(e.target.value))} />`
    }<span class="hint">${option.text}</span></label>`;
}

/**
 * The options of a mode: the everyday ones, then the groups that are folded away.
 * @param {{game: GameInfo, mode: Mode | undefined, seats: number, options: Options, onChange: (options: Options) => void}} props
 *   options: those that were changed.
 */
function OptionList({ game, mode, seats, options, onChange }) {
  const offered = offeredIn(game, mode);
  if (!offered.length) return null;
  const changed = offered.filter((option) => isChanged(option, mode, options));
  const named = game.sets.map((set) => set.name);
  const groups = [...new Set([...named, ...offered.map(({ group }) => group)])].filter((group) => group && offered.some((one) => one.group === group));
  /** @param {string} group */
  const fields = (group) =>
    offered.filter((option) => option.group === group).map((option) =>
      h(OptionField, {
        key: option.name,
        option,
        value: options[option.name] ?? usual(option, mode),
        onChange: (to) => onChange({ ...options, [option.name]: to }),
      }),
    );
  return html`<details class="options"><summary>Options${changed.length ? ` (${changed.length} changed)` : ""}</summary><div class="stack">
    ${fields("")}
    ${groups.map((group) => {
      const set = game.sets.find((one) => one.name === group && seats >= one.least && (!one.most || seats <= one.most));
      const inSet = Object.fromEntries(Object.entries(set?.options ?? {}).filter(([name]) => offered.some((o) => o.name === name)));
      const touched = changed.filter((option) => option.group === group).length;
      return html`<details key=${group} class="group"><summary>${group}${touched ? ` (${touched} changed)` : ""}</summary><div class="stack">
        ${
          set && Object.keys(inSet).length
            ? html`<p class="row">${h(Button, { size: "small", onPress: () => onChange({ ...options, ...inSet }) }, `${group}: all of it`)}
                <span class="small quiet">${set.text}</span></p>`
            : null
        }${fields(group)}</div></details>`;
    })}
    ${changed.length ? html`<p>${h(Button, { size: "small", kind: "plain", onPress: () => onChange({}) }, "Reset to the defaults")}</p>` : null}
  </div></details>`;
}

/** What may be set in a mode. @param {GameInfo} game @param {Mode | undefined} mode */
function offeredIn(game, mode) {
  return game.options.filter(({ modes }) => !mode || !modes.length || modes.includes(mode.id));
}

/** What an option stands at in a mode until somebody changes it. @param {Option} option @param {Mode | undefined} mode */
function usual(option, mode) {
  return mode?.options[option.name] ?? option.default;
}

/** @param {Option} option @param {Mode | undefined} mode @param {Options} options */
function isChanged(option, mode, options) {
  return (options[option.name] ?? usual(option, mode)) !== usual(option, mode);
}

/** The modes to choose from, those with hints for newcomers apart. @param {{guided: boolean, modes: Mode[], chosen: string, onChoose: (id: string) => void}} props */
function Modes({ guided, modes, chosen, onChoose }) {
  const some = modes.filter((one) => one.guided === guided);
  if (!some.length) return null;
  return html`<fieldset><legend>${guided ? "New here? With hints" : "How"}</legend><div class="choices modes">${some.map(
    (one) => html`<label class="choice"><input type="radio" name="mode" value=${one.id} checked=${one.id === chosen}
      onChange=${() => onChoose(one.id)} /><span><b>${one.name}</b>${one.text}</span></label>`,
  )}</div></fieldset>`;
}

/** @param {{games: GameInfo[], keepTypedName: () => Promise<void>}} props */
export function NewTable({ games, keepTypedName }) {
  const first = games[0];
  const [gameId, setGame] = useState(first?.id ?? "");
  const game = games.find(({ id }) => id === gameId) ?? first;
  const [modeId, setMode] = useState(""); // none chosen: the first that is offered
  const [wishes, setWishes] = useState(/** @type {Wish[]} */ ([]));
  const [options, setOptions] = useState(/** @type {Options} */ ({}));
  const [name, setName] = useState("");
  const [listed, setListed] = useState(false);
  const [lapse, setLapse] = useState(USUAL);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  if (!game) return h(Panel, { title: "A new table" }, html`<p>This house has no games yet.</p>`);
  const chosen = game.modes.find(({ id }) => id === modeId);
  const wanted = wishes.length || (game.players.includes(3) ? 3 : (game.players[0] ?? 1));
  const modes = modesFor(game, wanted);
  const mode = chosen ?? modes[0];
  const counts = countsOf(game, mode);
  const alone = counts.length === 1 && counts[0] === 1;
  const seats = fitting(game, counts, wishes.length ? wishes : firstWishes(game, counts.includes(3) ? 3 : (counts[0] ?? 1)));
  // measured with the options that are usual
  const length = game.options.some((one) => isChanged(one, mode, options)) ? "" : game.lengths[mode?.id ?? ""]?.[seats.length];

  // bots mind no waiting
  const lapsing = game.options.find((one) => one.name === game.lapses_with);
  const waits = game.lapses && (!lapsing || (options[lapsing.name] ?? usual(lapsing, mode))) && seats.some(({ kind }) => kind === "open");

  /** @param {string} id */
  const chooseGame = (id) => {
    setGame(id);
    setMode("");
    setOptions({});
    setWishes([]);
    setFault("");
  };
  /** @param {string} id */
  const chooseMode = (id) => {
    setMode(id);
    setOptions({});
    setFault("");
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
    const offered = offeredIn(game, mode);
    try {
      await keepTypedName();
      const answer = await post("/api/tables", {
        game: game.id,
        mode: mode?.id ?? "",
        options: Object.fromEntries(offered.filter((one) => isChanged(one, mode, options)).map((one) => [one.name, options[one.name]])),
        seats: seats.map(({ kind, bot }) => (kind === "bot" ? { kind, bot } : { kind })),
        name: name.trim(),
        listed: listed && !alone,
        lapse: waits ? lapse : null,
        nonce: nonce(),
      });
      location.href = answer.table.links.page;
    } catch (error) {
      setFault(/** @type {Error} */ (error).message);
      setBusy(false);
    }
  };

  return h(
    Panel,
    { title: "A new table", id: "new-table" },
    html`<form class="stack" onSubmit=${make}>
      ${
        games.length > 1
          ? html`<fieldset><legend>Game</legend><div class="choices">${games.map(
              (one) => html`<label class="choice"><input type="radio" name="game" value=${one.id} checked=${one.id === game.id}
                onChange=${() => chooseGame(one.id)} /><span><b>${one.name}</b>${one.tagline}</span></label>`,
            )}</div></fieldset>`
          : null
      }
      ${
        game.modes.length > 1
          ? [false, true].map((guided) => h(Modes, { key: String(guided), guided, modes, chosen: mode?.id ?? "", onChoose: chooseMode }))
          : null
      }
      <p><a href=${mode ? `${game.help}/${mode.id}` : game.help} target="_blank">How do you play this?</a></p>
      ${
        counts.length > 1
          ? html`<fieldset><legend>Players</legend><div class="steps">${counts.map(
              (count) => html`<label class="step"><input type="radio" name="players" value=${count} checked=${count === seats.length}
                onChange=${() => setWishes(fitting(game, [count], seats))} /><span>${count}</span></label>`,
            )}</div>${length ? html`<p class="hint length">A game between ${seats.length} people takes about ${length}.</p>` : null}</fieldset>`
          : null
      }
      ${
        alone
          ? html`<p class="quiet">You play it alone; friends may watch.</p>`
          : html`<fieldset><legend>Seats</legend><ol class="seat-wishes">${seats.map(
              (wish, i) => html`<li key=${i}><span class="seat-mark" aria-hidden="true">${i + 1}</span>
          <select aria-label=${`Seat ${i + 1}`} value=${wish.kind === "bot" ? `bot:${wish.bot}` : wish.kind}
            onChange=${(/** @type {any} */ e) => setWishes(changeWish(seats, i, e.target.value))}>
            <option value="me" selected=${wish.kind === "me"}>Me</option>
            <option value="open" selected=${wish.kind === "open"}>Open: anyone with the link</option>
            ${game.bots.map(
              (bot) => html`<option value=${`bot:${bot}`} selected=${wish.kind === "bot" && wish.bot === bot}>Bot: ${bot}</option>`,
            )}</select></li>`,
            )}</ol></fieldset>`
      }
      <label class="field"><span>Name of the table</span>
        <input type="text" name="name" maxlength="60" value=${name} placeholder=${game.name} autocomplete="off"
          onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></label>
      ${
        alone
          ? null
          : html`<label class="check"><input type="checkbox" name="listed" checked=${listed}
        onChange=${(/** @type {any} */ e) => setListed(e.target.checked)} />
        <span><b>Show it on this page</b>Anyone here may sit down. Otherwise only people with the link.</span></label>`
      }
      ${waits ? h(Patience, { value: lapse, onChange: setLapse }) : null}
      ${h(OptionList, { key: `${game.id} ${mode?.id}`, game, mode, seats: seats.length, options, onChange: choose })}
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : null}
      <button class="button primary" disabled=${busy}>Make the table</button>
    </form>`,
  );
}
