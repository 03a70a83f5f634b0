/** The home page: one's tables, open tables, a new one, one's name. */

import { NAMELESS, boot, get, nonce, patch, post } from "./api.js";
import { h, html, render, useEffect, useState } from "./preact.js";
import { Panel, plural, toast } from "./ui.js";

/** @typedef {import("./wire.js").GameInfo} GameInfo */
/** @typedef {import("./wire.js").TableAnswer} TableAnswer */
/** @typedef {import("./wire.js").Option} Option */
/** @typedef {{kind: "me" | "open" | "bot", bot: string}} Wish */
/** @typedef {Record<string, boolean | number | string>} Options */

const { games = [], me } = boot();
const AGAIN = 12_000;

/** A name that has been typed and not kept yet. */
let typed = "";

/** @param {string} name @returns {Promise<string>} the name as it is kept */
async function keepName(name) {
  const answer = await patch("/api/me", { name: name.trim() });
  typed = "";
  return answer.name;
}

/** @param {Pick<TableAnswer, "you" | "table">} answer */
function myTurn({ you, table }) {
  return you.seat !== null && table.status === "playing" && table.due.includes(you.seat);
}

/** Who sits there, and what it waits for. @param {TableAnswer} answer */
function standing({ you, table }) {
  const names = table.seats.map((seat) => (seat.seat === you.seat ? "you" : seat.taken ? seat.name : "an open seat"));
  const who = names.join(", ");
  if (table.status === "over") {
    const won = (table.outcome?.winners ?? []).map((seat) => names[seat]);
    return `${who}. ${won.length ? `Won by ${won.join(" and ")}.` : "Over."}`;
  }
  if (table.status === "waiting") return `${who}. Not started.`;
  if (myTurn({ you, table })) return `${who}.`;
  const due = table.due.map((seat) => names[seat]);
  return `${who}. ${due.length ? `Waiting for ${due.join(", ")}.` : ""}`;
}

/** @param {{which: "mine" | "open"}} props */
function Tables({ which }) {
  const [tables, setTables] = useState(/** @type {TableAnswer[] | null} */ (null));
  useEffect(() => {
    let stop = false;
    const load = () => {
      if (document.visibilityState === "hidden") return;
      get(`/api/tables?which=${which}`).then(
        (answer) => !stop && setTables(answer.tables),
        () => {}, // the list stays as it was; it is asked for again
      );
    };
    load();
    const timer = setInterval(load, AGAIN);
    document.addEventListener("visibilitychange", load);
    return () => {
      stop = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }, [which]);

  const mine = which === "mine";
  if (!tables || (mine && !tables.length)) return null;
  const rank = (/** @type {TableAnswer} */ one) => (myTurn(one) ? 0 : one.table.status === "over" ? 2 : 1);
  const sorted = mine ? [...tables].sort((a, b) => rank(a) - rank(b)) : tables.filter(({ you }) => you.seat === null);
  if (mine) {
    const turns = sorted.filter(myTurn).length;
    document.title = `${turns ? `(${turns}) ` : ""}cashbox: games about money, at one table`;
  }
  return h(
    Panel,
    { title: mine ? "My tables" : "Open tables", id: which },
    sorted.length
      ? h(
          "ul",
          { class: "tables" },
          sorted.map((one) => {
            const { table } = one;
            const turn = mine && myTurn(one);
            const open = table.seats.filter((seat) => !seat.taken).length;
            const action = turn ? "Play" : mine ? "Open" : "Sit down";
            return html`<li key=${table.id} class=${turn ? "mine-now" : ""}>
              <span class="name">${table.name || table.game_name}${turn ? html` <span class="tag turn">Your turn</span>` : null}</span>
              <span class="who">${table.name && table.name !== table.game_name ? `${table.game_name} · ` : ""}${standing(one)}${
                mine ? "" : ` ${plural(open, "seat")} free.`
              }</span>
              <a class=${`button ${turn || !mine ? "primary" : ""}`} href=${table.links.page}
                aria-label=${`${action}: ${table.name || table.game_name}`}>${action}</a></li>`;
          }),
        )
      : html`<p class="quiet">No table is waiting for players. Make one, and others will see it here.</p>`,
  );
}

/** @param {{option: Option, value: boolean | number | string, onChange: (value: boolean | number | string) => void}} props */
function OptionField({ option, value, onChange }) {
  const title = option.name.replace(/[_-]+/g, " ").replace(/^./, (c) => c.toUpperCase());
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

function NewTable() {
  const [gameId, setGame] = useState(games[0]?.id ?? "");
  const game = games.find(({ id }) => id === gameId) ?? games[0];
  const [modeId, setMode] = useState(game?.modes[0]?.id ?? "");
  const [wishes, setWishes] = useState(/** @type {Wish[]} */ (game ? firstWishes(game) : []));
  const [options, setOptions] = useState(/** @type {Options} */ ({}));
  const [name, setName] = useState("");
  const [listed, setListed] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!game) return h(Panel, { title: "A new table" }, html`<p>This house has no games yet.</p>`);
  const mode = game.modes.find(({ id }) => id === modeId) ?? game.modes[0];

  /** What an option stands at: as chosen, else as the mode has it, else by default. @param {Option} option */
  const value = (option) => options[option.name] ?? mode?.options[option.name] ?? option.default;

  /** @param {string} id */
  const chooseGame = (id) => {
    const chosen = games.find((one) => one.id === id);
    if (!chosen) return;
    setGame(id);
    setMode(chosen.modes[0]?.id ?? "");
    setOptions({});
    setWishes(firstWishes(chosen));
  };
  /** @param {number} count */
  const seat = (count) => {
    setWishes((before) =>
      Array.from({ length: count }, (_, i) => before[i] ?? { kind: "bot", bot: game.bots[0] ?? "" }),
    );
  };
  /** @param {Event} event */
  const make = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (typed.trim()) await keepName(typed);
      const answer = await post("/api/tables", {
        game: game.id,
        mode: mode?.id ?? "",
        options,
        seats: wishes.map(({ kind, bot }) => (kind === "bot" ? { kind, bot } : { kind })),
        name: name.trim(),
        listed,
        nonce: nonce(),
      });
      location.href = answer.table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };

  const changed = game.options.filter((option) => value(option) !== (mode?.options[option.name] ?? option.default)).length;
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
          ? html`<fieldset><legend>How</legend><div class="choices">${game.modes.map(
              (one) => html`<label class="choice"><input type="radio" name="mode" value=${one.id} checked=${one.id === mode?.id}
                onChange=${() => setMode(one.id)} /><span><b>${one.name}</b>${one.text}</span></label>`,
            )}</div></fieldset>`
          : null
      }
      ${
        game.players.length > 1
          ? html`<fieldset><legend>Players</legend><div class="steps">${game.players.map(
              (count) => html`<label class="step"><input type="radio" name="players" value=${count} checked=${count === wishes.length}
                onChange=${() => seat(count)} /><span>${count}</span></label>`,
            )}</div></fieldset>`
          : null
      }
      <fieldset><legend>Seats</legend><ol class="seat-wishes">${wishes.map(
        (wish, i) => html`<li key=${i}><span class="seat-mark" aria-hidden="true">${i + 1}</span>
          <select aria-label=${`Seat ${i + 1}`} value=${wish.kind === "bot" ? `bot:${wish.bot}` : wish.kind}
            onChange=${(/** @type {any} */ e) => setWishes(changeWish(wishes, i, e.target.value))}>
            <option value="me" selected=${wish.kind === "me"}>Me</option>
            <option value="open" selected=${wish.kind === "open"}>Open: whoever has the link</option>
            ${game.bots.map(
              (bot) => html`<option value=${`bot:${bot}`} selected=${wish.kind === "bot" && wish.bot === bot}>Bot: ${bot}</option>`,
            )}</select></li>`,
      )}</ol></fieldset>
      <label class="field"><span>Name of the table</span>
        <input type="text" name="name" maxlength="60" value=${name} placeholder=${game.name} autocomplete="off"
          onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></label>
      <label class="check"><input type="checkbox" name="listed" checked=${listed}
        onChange=${(/** @type {any} */ e) => setListed(e.target.checked)} />
        <span><b>Show it on this page</b>Anyone here may sit down. Otherwise only those with the link.</span></label>
      ${
        game.options.length
          ? html`<details><summary>Options${changed ? ` (${changed} changed)` : ""}</summary><div class="stack">${game.options.map((option) =>
              h(OptionField, {
                key: option.name,
                option,
                value: value(option),
                onChange: (to) => setOptions((before) => ({ ...before, [option.name]: to })),
              }),
            )}</div></details>`
          : null
      }
      <button class="button primary" disabled=${busy}>Make the table</button>
    </form>`,
  );
}

/** Me and bots on every other seat: one press and the game begins. @param {GameInfo} game @returns {Wish[]} */
function firstWishes(game) {
  const players = game.players.includes(3) ? 3 : (game.players[0] ?? 1);
  return Array.from({ length: players }, (_, i) => (i === 0 ? { kind: "me", bot: "" } : { kind: "bot", bot: game.bots[0] ?? "" }));
}

/** At most one seat is mine: the one that was becomes open. @param {Wish[]} wishes @param {number} at @param {string} to @returns {Wish[]} */
function changeWish(wishes, at, to) {
  const kind = /** @type {Wish["kind"]} */ (to.startsWith("bot:") ? "bot" : to);
  return wishes.map((wish, i) => {
    if (i === at) return { kind, bot: kind === "bot" ? to.slice(4) : "" };
    return kind === "me" && wish.kind === "me" ? { kind: "open", bot: "" } : wish;
  });
}

function MyName() {
  const known = me && me.name !== NAMELESS ? me.name : "";
  const [name, setName] = useState(known);
  const [saved, setSaved] = useState(known);
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    try {
      const kept = await keepName(name);
      setSaved(kept);
      setName(kept);
      toast(`Others will read “${kept}”.`);
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
    }
  };
  /** @param {any} event */
  const type = (event) => {
    setName(event.target.value);
    typed = event.target.value.trim() === saved ? "" : event.target.value;
  };
  return h(
    Panel,
    { title: known ? "My name" : "What are you called?" },
    html`<form class="inline-form" onSubmit=${save}><label class="field"><span class="hint">What others at the table read</span>
      <input type="text" name="my-name" aria-label="My name" maxlength="40" required autocomplete="nickname" value=${name}
        onInput=${type} /></label>
      <button class="button" disabled=${!name.trim() || name.trim() === saved}>Keep</button></form>`,
  );
}

/** @param {string} id @param {any} node */
function place(id, node) {
  const element = document.getElementById(id);
  if (element) render(node, element);
}

place("mine", h(Tables, { which: "mine" }));
place("open", h(Tables, { which: "open" }));
place("new", h(NewTable, {}));
// who has not said a name is asked first
if (me?.name === NAMELESS) document.getElementById("new")?.before(document.getElementById("me") ?? "");
place("me", h(MyName, {}));
if (location.hash === "#new") document.getElementById("new")?.scrollIntoView();
