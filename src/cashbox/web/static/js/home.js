/** The home page: one's tables, open tables, a new one, one's name. */

import { NAMELESS, boot, get, patch } from "./api.js";
import { NewTable } from "./newtable.js";
import { makeTable } from "./share.js";
import { h, html, render, useEffect, useState } from "./preact.js";
import { SignOut } from "./signout.js";
import { Button, Panel, toast } from "./ui.js";
import { plural } from "./words.js";

/** @typedef {import("./wire.js").TableAnswer} TableAnswer */

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

/** A name that stands in its field and was not kept yet goes with the table. */
async function keepTypedName() {
  if (typed.trim()) await keepName(typed);
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
    const { winners = [], others = {} } = table.outcome ?? {};
    const won = winners.length ? winners.map((seat) => names[seat]) : Object.keys(others);
    return `${who}. ${won.length ? `Won by ${won.join(" and ")}.` : "Over."}`;
  }
  if (table.status === "closed") return `${who}. Closed by the operator.`;
  if (table.status === "waiting" || table.status === "starting") return `${who}. Not started.`;
  if (myTurn({ you, table })) return `${who}.`;
  const due = table.due.map((seat) => names[seat]);
  return `${who}. ${due.length ? `Waiting for ${due.join(", ")}.` : ""}`;
}

/** For who has no table yet: the first game with hints, one press away. */
function Newcomer() {
  const [busy, setBusy] = useState(false);
  const game = games.find(({ modes }) => modes.some(({ guided }) => guided));
  const lessons = game?.modes.filter(({ guided }) => guided) ?? [];
  if (!game || !lessons.length) return null;
  const begin = async () => {
    setBusy(true);
    try {
      await keepTypedName();
      const body = { game: game.id, mode: lessons[0].id, seats: [{ kind: "me" }], listed: false };
      location.href = (await makeTable(body)).table.links.page;
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
      setBusy(false);
    }
  };
  const how = lessons.length > 1 ? `${lessons.length === 2 ? "two" : lessons.length} short games` : "a short game";
  return h(
    Panel,
    { title: "New here?", id: "newcomer" },
    html`
      <p>Learn ${game.name} in ${how}, alone at the table, with hints beside everything you do.</p>
      <p class="row">
        ${h(Button, { kind: "primary", disabled: busy, onPress: () => void begin() }, "Start the first lesson")}
      </p>
    `,
  );
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
  if (!tables) return null;
  if (mine && !tables.length) return h(Newcomer, {});
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
              <span class="name">
                ${table.name || table.game_name}
                ${turn ? html` <span class="tag turn">Your turn</span>` : null}
              </span>
              <span class="who">
                ${table.name && table.name !== table.game_name ? `${table.game_name} · ` : ""}
                ${standing(one)}
                ${mine ? "" : ` ${plural(open, "seat")} free.`}
              </span>
              <a
                class=${`button ${turn || !mine ? "primary" : ""}`} href=${table.links.page}
                aria-label=${`${action}: ${table.name || table.game_name}`}>
                ${action}
              </a>
            </li>`;
          }),
        )
      : html`<p class="quiet">No table is waiting for players. Make one, and others will see it here.</p>`,
  );
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
      toast(`Others will see “${kept}”.`);
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
    { title: known ? "My name" : "What is your name?" },
    html`<form class="inline-form" onSubmit=${save}>
      <label class="field">
        <span class="hint">The name that others at the table see</span>
        <input
          type="text" name="my-name" aria-label="My name" maxlength="40" required autocomplete="nickname" value=${name}
          onInput=${type} />
      </label>
      <button class="button" disabled=${!name.trim() || name.trim() === saved}>Keep</button>
    </form>`,
    me || saved ? h(SignOut, {}) : null,
  );
}

/** @param {string} id @param {any} node */
function place(id, node) {
  const element = document.getElementById(id);
  if (element) render(node, element);
}

place("mine", h(Tables, { which: "mine" }));
place("open", h(Tables, { which: "open" }));
place("new", h(NewTable, { games, keepTypedName }));
// who has not said a name is asked first
if (!me || me.name === NAMELESS) document.getElementById("new")?.before(document.getElementById("me") ?? "");
place("me", h(MyName, {}));
if (location.hash === "#new") document.getElementById("new")?.scrollIntoView();
