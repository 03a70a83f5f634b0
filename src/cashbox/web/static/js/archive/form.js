/** The search form of the archive. Its values come from the address. */

import { boot } from "../shared/api.js";
import { h, html, useState } from "../shared/preact.js";
import { addressOf, searchOf, searchFor, onSearchLink } from "./search.js";

/** @typedef {import("./search.js").Found} Found */
/** @typedef {[string, string][]} Choices */

const { games = [] } = boot();

/** The end of the address of someone's page. */
const HANDLE = /^[0-9a-f]{16}$/;

/** @type {Choices} */
const LENGTHS = [
  ["", "Any length"],
  ["short", "Under 20 minutes"],
  ["medium", "20 to 60 minutes"],
  ["long", "Over an hour"],
  ["days", "More than a day"],
];

/** @type {Choices} */
const RESULTS = [
  ["", "Any result"],
  ["won", "Won"],
  ["lost", "Lost"],
  ["shared", "Tied for the win"],
  ["off", "No result"],
];

/** Where there is room for the form and what was found; elsewhere the form opens when it is wanted. */
const wide = !matchMedia("(max-width: 40rem), (max-height: 30rem)").matches;

/** Whether it is one's own games that are searched. @param {{address: string}} props */
export function GameFilter({ address }) {
  const wanted = searchOf(address);
  const { mine = "", who = "", result = "" } = wanted;
  /** @type {[string, string, Record<string, string>][]} */
  const tabs = [
    // of public games, a result is someone's
    ["Public games", "", { ...wanted, mine: "", result: who ? result : "" }],
    ["My games", "true", { ...wanted, mine: "true" }],
  ];
  return html`<nav class="row tabs" aria-label="Whose games">
    ${tabs.map(
      ([name, value, there]) =>
        html`<a
          key=${name} class="button small" href=${`/archive${addressOf(there)}`} onClick=${onSearchLink}
          aria-current=${mine === value ? "page" : undefined}>
          ${name}
        </a>`,
    )}
  </nav>`;
}

/**
 * @param {{name: string, label: string, choices: Choices, value: string, disabled?: boolean,
 *   onChange?: (value: string) => void}} props
 */
function Choose({ name, label, choices, value, disabled = false, onChange }) {
  return html`<label class="field">
    <span>${label}</span>
    <select name=${name} disabled=${disabled} onChange=${(/** @type {any} */ event) => onChange?.(event.target.value)}>
      ${choices.map(([id, text]) => html`<option value=${id} selected=${id === value}>${text}</option>`)}
    </select>
  </label>`;
}

/** @param {{found: Found}} props made anew for each address */
export function ArchiveForm({ found }) {
  const wanted = searchOf(found.address);
  const { mine = "", who = "" } = wanted;
  const [game, setGame] = useState(wanted["game"] ?? "");
  // whoever came by the address of a page is shown by name
  const called = found.who?.name ?? (HANDLE.test(who) ? "" : who);
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const name = typed ?? called;
  const modes = games.find(({ id }) => id === game)?.modes ?? [];
  const nobodys = !mine && !(typed ?? who).trim();
  /** @param {any} event */
  const submit = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target));
    const person = typed === null || name === found.who?.name ? who : name.trim();
    searchFor({ .../** @type {Record<string, string>} */ (given), who: person, mine });
  };
  const set = Object.keys(wanted).filter((key) => key !== "mine").length;
  return html`<details class="panel search-panel" open=${wide}>
    <summary>
      <h2>Search</h2>
      ${set ? html`<span class="tag">${set === 1 ? "1 filter" : `${set} filters`}</span>` : null}
    </summary>
    <form class="search" role="search" aria-label="Finished games" onSubmit=${submit}>
      ${h(Choose, {
        name: "game",
        label: "Game",
        choices: [["", "All games"], ...games.map((one) => /** @type {[string, string]} */ ([one.id, one.name]))],
        value: game,
        onChange: setGame,
      })}
      ${h(Choose, {
        key: game,
        name: "mode",
        label: "Mode",
        choices: [["", "All modes"], ...modes.map((one) => /** @type {[string, string]} */ ([one.id, one.name]))],
        value: game === wanted["game"] ? (wanted["mode"] ?? "") : "",
        disabled: !modes.length,
      })}
      <label class="field">
        <span>${mine ? "Played with" : "Player"}</span>
        <input
          type="text" value=${name} maxlength="60" autocomplete="off" placeholder="Name"
          onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />
      </label>
      ${h(Choose, {
        name: "result",
        label: mine ? "My result" : "Their result",
        choices: RESULTS.filter(([id]) => mine || id !== "off"),
        value: nobodys ? "" : (wanted["result"] ?? ""),
        disabled: nobodys,
      })}
      <label class="field"><span>From</span><input type="date" name="from" value=${wanted["from"] ?? ""} /></label>
      <label class="field"><span>To</span><input type="date" name="to" value=${wanted["to"] ?? ""} /></label>
      ${h(Choose, { name: "length", label: "Game length", choices: LENGTHS, value: wanted["length"] ?? "" })}
      <p class="row">
        <button class="button primary">Search</button>
        ${
          set
            ? html`<a class="button plain" href=${`/archive${addressOf({ mine })}`} onClick=${onSearchLink}>Clear</a>`
            : null
        }
      </p>
    </form>
  </details>`;
}
