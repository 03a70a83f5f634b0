/** A table before the game: who sits where, sitting down, inviting, bots on empty seats. */

import { NAMELESS, get, post } from "./api.js";
import { h, html, useEffect, useState } from "./preact.js";
import { waitingTime } from "./patience.js";
import { sitDown, standUp } from "./share.js";
import { Button, Panel, SeatMark, toast } from "./ui.js";
import { list, named, plural } from "./words.js";

/** @typedef {import("./wire.js").GameInfo} GameInfo */

const BEGINS = "The game begins as soon as every seat is taken.";
export const CLOSED = "The operator of this server has closed this table.";
const OPEN = "You can close this page until then; only while it is open can it show your share of the dice.";

/**
 * @param {{table: import("./wire.js").Table, you: import("./wire.js").You, me: import("./wire.js").Me | null,
 *   live: import("./live.js").Live, gameName: string, chat: import("./preact.js").VNode | null}} props
 */
export function Waiting({ table, you, me, live, gameName, chat }) {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [name, setName] = useState(me && me.name !== NAMELESS ? me.name : "");
  const [busy, setBusy] = useState(false);
  const open = table.seats.filter((seat) => !seat.taken);
  const bots = games.find(({ id }) => id === table.game)?.bots ?? [];
  useEffect(() => {
    get("/api/games").then(setGames, () => {}); // without the list one can still sit down
  }, []);
  const seated = you.seat !== null;

  /** @param {Promise<import("./wire.js").TableAnswer>} answer @param {boolean} [moved] to another seat, or from one */
  const ask = async (answer, moved = false) => {
    setBusy(true);
    try {
      live.take(await answer);
      if (moved) live.reconnect();
    } catch (fault) {
      toast(/** @type {Error} */ (fault).message, "bad");
    } finally {
      setBusy(false);
    }
  };
  /** @param {number | null} seat */
  const sit = (seat) => ask(sitDown(table.id, { seat, name: name.trim() }), true);
  const leave = () => ask(standUp(table.id), true);
  /** @param {unknown} body */
  const change = (body) => ask(post(`/api/tables/${table.id}/seat`, body));
  if (table.status === "closed") return h(Closed, { chat });
  if (table.status === "starting") return h(Starting, { table, you });

  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: open.length ? `${plural(open.length, "seat")} still open` : "Everybody is here" },
      html`
        <p>${seated ? `${BEGINS} ${OPEN}` : `Sit down to play ${gameName}, or stay and watch.`}</p>
        ${
          seated
            ? null
            : h(SitDown, { name, onName: setName, disabled: busy || !open.length, onSit: () => void sit(null) })
        }
        <ol class="seats">
          ${table.seats.map((one) =>
            h(Seat, { key: one.seat, one, you, bots, busy, onSit: sit, onLeave: leave, onChange: change }),
          )}
        </ol>
      `,
    )}
    ${h(Invite, { link: table.links.invite })}
    ${chat ? h(Panel, { title: "Chat", id: "chat" }, chat) : null}
    ${h(Terms, { table, games })}
  </div>`;
}

/**
 * Nothing can be done at this table any more.
 * @param {{chat: import("./preact.js").VNode | null}} props
 */
function Closed({ chat }) {
  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: "This table is closed", id: "closed" },
      html`<p role="status">${CLOSED}</p><p><a class="button primary" href="/">Go to the other tables</a></p>`,
    )}
    ${chat ? h(Panel, { title: "Chat", id: "chat" }, chat) : null}
  </div>`;
}

/**
 * Everybody is here, and the table waits for the players' shares of the dice.
 * @param {{table: import("./wire.js").Table, you: import("./wire.js").You}} props
 */
function Starting({ table, you }) {
  const late = table.withheld.map((seat) => (seat === you.seat ? "you" : (table.seats[seat]?.name ?? "")));
  const text =
    "The game is about to begin. Each player's page now shows its share of the dice; still waiting for " +
    `${list(late)}. Whoever does not show it within seconds plays without a share.`;
  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: "Everybody is here", id: "starting" },
      html`
        <p role="status">${text}</p>
        <ol class="seats">
          ${table.seats.map(
            (one) => html`<li key=${one.seat} class="taken">
              ${h(SeatMark, { seat: one.seat })}
              <span class="name">${named(one.name, one.seat === you.seat)}</span>
              <span class="quiet small">${table.withheld.includes(one.seat) ? "share to come" : "ready"}</span>
            </li>`,
          )}
        </ol>
      `,
    )}
  </div>`;
}

/**
 * A name to sit down with.
 * @param {{name: string, onName: (name: string) => void, disabled: boolean, onSit: () => void}} props
 */
function SitDown({ name, onName, disabled, onSit }) {
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    onSit();
  };
  return html`<form class="inline-form" onSubmit=${submit}>
    <label class="field">
      <span>Your name</span>
      <input
        type="text" maxlength="40" autocomplete="nickname" value=${name}
        onInput=${(/** @type {any} */ e) => onName(e.target.value)} />
    </label>
    <button class="button primary" disabled=${disabled}>Sit down</button>
  </form>`;
}

/**
 * A seat, who sits there, and what the reader may do about it.
 * @param {{one: import("./wire.js").SeatInfo, you: import("./wire.js").You, bots: string[], busy: boolean,
 *   onSit: (seat: number) => Promise<void>, onLeave: () => Promise<void>, onChange: (body: unknown) => Promise<void>}}
 *   props
 */
function Seat({ one, you, bots, busy, onSit, onLeave, onChange }) {
  const { seat, taken, kind } = one;
  /** @param {string} text @param {() => void} onPress @param {string} [label] */
  const key = (text, onPress, label) => h(Button, { key: text, size: "small", disabled: busy, onPress, label }, text);
  return html`<li class=${taken ? "taken" : "open"}>
    ${h(SeatMark, { seat })}
    <span class="name">
      ${named(taken ? one.name : "Open", seat === you.seat)}
      ${kind === "bot" ? html` <span class="quiet small">bot</span>` : null}
    </span>
    <span class="row">
      ${!taken && you.seat === null ? key("Sit here", () => void onSit(seat), `Sit on seat ${seat + 1}`) : null}
      ${
        !taken && you.host
          ? bots.map((bot) =>
              key(
                `Bot: ${bot}`,
                () => void onChange({ seat, kind: "bot", bot }),
                `Put the bot ${bot} on seat ${seat + 1}`,
              ),
            )
          : null
      }
      ${
        kind === "bot" && you.host
          ? key("Open it", () => void onChange({ seat, kind: "open" }), `Open seat ${seat + 1}`)
          : null
      }
      ${seat === you.seat ? key("Stand up", () => void onLeave()) : null}
    </span>
  </li>`;
}

/** @param {{link: string}} props */
function Invite({ link }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("The invitation is copied. Send it to your friends.");
    } catch {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById("invitation"));
      field?.select();
      toast("Press Ctrl+C (or hold the link) to copy it.");
    }
  };
  return h(
    Panel,
    { title: "Invite friends" },
    html`
      <p>Anyone with this link may sit down, or watch when the table is full.</p>
      <div class="inline-form">
        <label class="field">
          <span class="visually-hidden">Invitation link</span>
          <input
            type="text" id="invitation" readonly value=${link} onFocus=${(/** @type {any} */ e) => e.target.select()} />
        </label>
        ${h(Button, { onPress: () => void copy(), kind: "primary" }, "Copy the link")}
      </div>
    `,
  );
}

/**
 * How it will be played, and the promise about chance.
 * @param {{table: import("./wire.js").Table, games: GameInfo[]}} props
 */
function Terms({ table, games }) {
  const game = games.find(({ id }) => id === table.game);
  const mode = game?.modes.find(({ id }) => id === table.mode);
  const special = (game?.options ?? []).filter((option) => {
    const usual = mode?.options[option.name] ?? option.default;
    return option.name in table.options && table.options[option.name] !== usual;
  });
  return h(
    Panel,
    { title: "How it will be played" },
    html`
      <p>
        <b>${table.game_name}</b>
        ${mode ? `, ${mode.name.toLowerCase()}: ${mode.text}` : ""} <a
          href=${game ? `${game.help}${table.mode ? `/${table.mode}` : ""}` : "/rules"} target="_blank">
          The rules
        </a>
      </p>
      ${
        special.length
          ? html`<ul>
              ${special.map(
                (option) =>
                  html`<li key=${option.name}>${option.text} <b>${String(table.options[option.name])}</b></li>`,
              )}
            </ul>`
          : null
      }
      ${
        table.lapse
          ? html`<p>A player has ${waitingTime(table.lapse)} to answer an offer; then the answer is no.</p>`
          : null
      }
      <details>
        <summary>Nobody can choose the dice</summary>
        <p>
          Every draw of this game follows from a secret that is already fixed and a share from each player. This is the
          secret's hash. The players' pages give hashes of their shares when they sit down, and show the shares when
          everybody is here: nobody can choose one to suit the others. When the game is over, the table shows the
          secret, and anybody can check that it is the same and repeat every draw.
        </p>
        <p class="mono hash">${table.commitment}</p>
      </details>
    `,
  );
}
