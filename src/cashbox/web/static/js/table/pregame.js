/** A table before the game: taking a seat, inviting players, and filling seats with bots. */

import { DeviceLink } from "../account/device-link.js";
import { shortEnough } from "../account/my-name.js";
import { durationText } from "../lobby/answer-time.js";
import { LevelChoice, defaultLevel } from "../lobby/levels.js";
import { WebhookPanel } from "../notifications/webhook.js";
import { Origin } from "../replay/continue.js";
import { get, NAMELESS, post } from "../shared/api.js";
import { CopyLink, linkTo } from "../shared/copy-link.js";
import { useDraft } from "../shared/drafts.js";
import { keepDraft } from "../shared/memory.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { tellZone } from "../shared/time-zone.js";
import { Button, Kind, Panel, SeatMark, toastFault } from "../shared/ui.js";
import { list, named, plural } from "../shared/words.js";
import { Audience } from "../social/people.js";
import { sitDown, standUp } from "../verify/nonce.js";
import { clockExplanation } from "./clock-text.js";
import { closingText } from "./departures.js";
import { RematchAnswers, invitedBy, isInvited } from "./rematch.js";
import { SeriesScore } from "./series.js";
import { Watchers, HostWatching, watchingText } from "./spectators.js";

/** @typedef {import("../shared/wire.js").GameInfo} GameInfo */
/** @typedef {import("../shared/wire.js").Me} Me */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/wire.js").TableAnswer} TableAnswer */
/** @typedef {import("../shared/wire.js").You} You */

const BEGINS = "The game starts as soon as every seat is taken.";
const LATE = "The game has started. Spectators see it on a two-minute delay.";
const OPEN = "You can close this page until then.";

/**
 * @param {{table: Table, you: You, me: Me | null, live: import("./live.js").Live,
 *   chat: import("../shared/preact.js").VNode | null}} props
 */
export function Pregame({ table, you, me, live, chat }) {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [name, setName] = useDraft("name", me && me.name !== NAMELESS ? me.name : "");
  const [busy, setBusy] = useState(false);
  const [open, kept] = [false, true].map((is) => table.seats.filter((one) => !one.taken && !!one.kept_for === is));
  const game = table.rated ? undefined : games.find(({ id }) => id === table.game);
  const [level, setLevel] = useState("");
  useEffect(() => {
    get("/api/games").then(setGames, () => {}); // without the list one can still sit down
  }, []);
  const seated = you.seat !== null;
  const asked = isInvited({ you, table });

  /** @param {Promise<TableAnswer>} answer @param {boolean} [moved] to another seat, or from one */
  const ask = async (answer, moved = false) => {
    setBusy(true);
    try {
      live.take(await answer);
      if (moved) live.reconnect();
    } catch (fault) {
      toastFault(fault);
    } finally {
      setBusy(false);
    }
  };
  /** @param {number | null} seat */
  const sit = async (seat) => {
    await ask(sitDown(table.id, { seat, name: name.trim() }), true);
    if (live.snapshot.you.seat === null) return;
    keepDraft("name", null);
    await tellZone(me?.zone);
  };
  const leave = () => ask(standUp(table.id), true);
  /** @param {unknown} body */
  const change = (body) => ask(post(`/api/tables/${table.id}/seat`, body));
  /** @param {"remove" | "host"} what @param {number} seat */
  const manage = (what, seat) => ask(post(`/api/tables/${table.id}/${what}`, { seat }));
  if (table.status === "closed") return h(Closed, { text: table.closed, chat });
  if (table.status === "starting") return h(Starting, { table, you });

  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: stillFree(open.length, kept) },
      html`
        ${you.told ? html`<p class="removal-notice" role="alert">${you.told}</p>` : null}
        ${table.closes ? html`<p role="status">${closingText(table)}</p>` : null}
        <p>${seated ? `${BEGINS} ${OPEN}` : invited(table)}</p>
        ${h(Audience, { table })} ${h(Origin, { table })} ${h(SeriesScore, { table })}
        ${asked ? h(Kept, { table, live }) : null}
        ${
          seated || asked
            ? null
            : h(SitDown, { name, onName: setName, disabled: busy || !open.length, onSit: () => void sit(null) })
        }
        ${game && you.host && open.length ? h(LevelChoice, { game, chosen: level, onChoose: setLevel }) : null}
        <ol class="seats">
          ${table.seats.map((one) =>
            h(Seat, {
              key: one.seat,
              one,
              you,
              bot: level || (game ? defaultLevel(game) : ""),
              busy,
              onSit: sit,
              onLeave: leave,
              onChange: change,
              onManage: manage,
            }),
          )}
        </ol>
        ${seated && table.seats[you.seat ?? 0]?.guest ? h(SaveSeat, {}) : null} ${h(Watchers, { table, seated })}
      `,
    )}
    ${h(Invite, { link: table.links.invite, watching: table.watching })}
    ${chat ? h(Panel, { title: "Chat", id: "chat" }, chat) : null}
    ${h(Terms, { table, you, live, games })}
  </div>`;
}

/** How guests, whose seats hang on this browser's cookie, can come back without it. */
function SaveSeat() {
  return html`<p class="save-seat quiet small">
    <span>Only this browser has your seat. To keep it safe:</span> ${h(DeviceLink, { size: "small" })}
    ${" "}
    <span>or <a href="/me">create an account</a>.</span>
  </p>`;
}

/** What someone without a seat can do. @param {import("../shared/wire.js").Table} table */
function invited({ watching, game_name: game }) {
  return `Sit down to play ${game}${watching === "nobody" ? "" : ", or stay and watch"}.`;
}

/** @param {number} open @param {import("../shared/wire.js").SeatInfo[]} kept */
function stillFree(open, kept) {
  if (open) return `${plural(open, "seat")} still open`;
  return kept.length ? `Waiting for ${list(kept.map((seat) => seat.kept_for))}` : "Everyone is here";
}

/**
 * A seat is kept for the reader.
 * @param {{table: import("../shared/wire.js").Table, live: import("./live.js").Live}} props
 */
function Kept({ table, live }) {
  /** @param {import("../shared/wire.js").TableAnswer} answer */
  const moved = (answer) => {
    live.take(answer);
    live.reconnect();
  };
  return html`<div class="again asked">
    <p>${invitedBy(table)} Your seat is reserved.</p>
    ${h(RematchAnswers, { table, onDeclined: moved, onSat: moved })}
  </div>`;
}

/**
 * Nothing can be done at this table anymore.
 * @param {{text: string, chat: import("../shared/preact.js").VNode | null}} props
 */
function Closed({ text, chat }) {
  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: "This table is closed", id: "closed" },
      html`<p role="status">${text}</p><p><a class="button primary" href="/">Go to tables</a></p>`,
    )}
    ${chat ? h(Panel, { title: "Chat", id: "chat" }, chat) : null}
  </div>`;
}

/**
 * Everyone is here, and the table waits for the players' shares of the dice.
 * @param {{table: import("../shared/wire.js").Table, you: import("../shared/wire.js").You}} props
 */
function Starting({ table, you }) {
  const late = table.withheld.map((seat) => (seat === you.seat ? "you" : (table.seats[seat]?.name ?? "")));
  const text = `The game is about to start. Connecting to ${list(late)}…`;
  return html`<div class="page waiting">
    ${h(
      Panel,
      { title: "Everyone is here", id: "starting" },
      html`
        <p role="status">${you.seat === null && table.delay ? LATE : text}</p>
        <ol class="seats">
          ${table.seats.map(
            (one) => html`<li key=${one.seat} class="taken">
              ${h(SeatMark, { seat: one.seat })}
              <span class="name">${named(one.name, one.seat === you.seat)} ${h(Kind, { one })}</span>
              <span class="quiet small">${table.withheld.includes(one.seat) ? "connecting" : "ready"}</span>
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
        type="text" autocomplete="nickname" value=${name}
        onInput=${(/** @type {any} */ e) => onName(shortEnough(e.target))} />
    </label>
    <button class="button primary" disabled=${disabled}>Sit down</button>
  </form>`;
}

/**
 * A seat, who sits there, and what the reader may do about it.
 * @param {{one: import("../shared/wire.js").SeatInfo, you: import("../shared/wire.js").You, bot: string, busy: boolean,
 *   onSit: (seat: number) => Promise<void>, onLeave: () => Promise<void>, onChange: (body: unknown) => Promise<void>,
 *   onManage: (what: "remove" | "host", seat: number) => Promise<void>}} props bot: whom the host may seat, "" for none
 */
function Seat({ one, you, bot, busy, onSit, onLeave, onChange, onManage }) {
  const { seat, taken, kind, kept_for: keptFor } = one;
  /** @param {string} text @param {() => void} onPress @param {string} [label] */
  const key = (text, onPress, label) => h(Button, { key: text, size: "small", disabled: busy, onPress, label }, text);
  return html`<li class=${taken ? "taken" : "open"}>
    ${h(SeatMark, { seat })}
    <span class="name">
      ${named(taken ? one.name : keptFor ? `Reserved for ${keptFor}` : "Open", seat === you.seat || seat === you.kept)}
      ${h(Kind, { one })}
      ${one.declined ? html` <span class="quiet small">${one.declined} declined</span>` : null}
    </span>
    <span class="row">
      ${
        !taken && !keptFor && you.seat === null
          ? key("Sit here", () => void onSit(seat), `Sit in seat ${seat + 1}`)
          : null
      }
      ${
        !taken && you.host && bot
          ? key(
              `Bot: ${bot}`,
              () => void onChange({ seat, kind: "bot", bot }),
              `Put the bot ${bot} in seat ${seat + 1}`,
            )
          : null
      }
      ${
        (kind === "bot" || keptFor) && you.host
          ? key(
              keptFor ? "Open to anyone" : "Open seat",
              () => void onChange({ seat, kind: "open" }),
              keptFor ? `Open to anyone: seat ${seat + 1}` : `Open seat ${seat + 1}`,
            )
          : null
      }
      ${
        kind === "guest" && you.host && seat !== you.seat
          ? [
              key("Remove", () => void onManage("remove", seat), `Remove ${one.name} from this table`),
              key("Make host", () => void onManage("host", seat), `Make host: ${one.name}`),
            ]
          : null
      }
      ${seat === you.seat ? key("Stand up", () => void onLeave()) : null}
    </span>
  </li>`;
}

/** @param {{link: string, watching: import("./spectators.js").Watching}} props */
function Invite({ link, watching }) {
  return h(
    Panel,
    { title: "Invite friends" },
    html`
      <p>
        ${
          watching === "nobody"
            ? "Anyone with this link can sit down. Once the table is full, no one else can see it."
            : "Anyone with this link can sit down, or watch once the table is full."
        }
      </p>
      ${h(CopyLink, {
        link: linkTo(link),
        id: "invitation",
        label: "Invitation link",
        copied: "Invitation copied. Send it to your friends.",
        kind: "primary",
      })}
    `,
  );
}

/**
 * The settings of this table, and the promise about chance.
 * @param {{table: import("../shared/wire.js").Table, you: import("../shared/wire.js").You, live:
 *   import("./live.js").Live,
 *   games: GameInfo[]}} props
 */
function Terms({ table, you, live, games }) {
  const game = games.find(({ id }) => id === table.game);
  const mode = game?.modes.find(({ id }) => id === table.mode);
  const variant = table.variant ? (game?.variants.find(({ name }) => name === table.variant) ?? { text: "" }) : null;
  const special = (game?.options ?? []).filter((option) => {
    const usual = mode?.options[option.name] ?? option.default;
    return option.name in table.options && table.options[option.name] !== usual;
  });
  return h(
    Panel,
    { title: "Table settings" },
    html`
      <p>
        <b>${table.game_name}</b>
        ${variant ? ` (variant, not rated): ${variant.text}` : ""} ${
          mode ? `, ${mode.name.toLowerCase()}: ${mode.text}` : ""
        } <a href=${game ? `${game.help}${table.mode ? `/${table.mode}` : ""}` : "/rules"} target="_blank">The rules</a>
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
          ? html`<p>
              Players have ${durationText(table.lapse)} to answer an offer. After that, the offer is declined.
            </p>`
          : null
      }
      ${
        table.seats.some(({ kind }) => kind !== "bot")
          ? html`<p>
              ${
                table.absence
                  ? `Players count as away after ${durationText(table.absence)}. Then the others can let a bot ` +
                    "play until they are back."
                  : "The game waits for players who are away."
              }
            </p>`
          : null
      }
      ${table.clock ? html`<p id="clock-terms">${clockExplanation(table.clock)}</p>` : null}
      <p id="watching-terms">${watchingText(table)}</p>
      ${you.host ? h(HostWatching, { table, live }) : null}
      ${h(WebhookPanel, { table: table.id, host: you.host, open: table.status === "waiting" })}
      <details>
        <summary>Fairness</summary>
        <p>
          No one can control the dice. Every draw is computed from a secret that the server has already chosen and from
          a share that each player adds. This is the secret's hash. When players sit down, their pages send hashes of
          their shares. When everyone is here, the pages reveal the shares, so no one can choose a share after seeing
          the others. Keep this page open until the game starts, or you'll play without a share. When the game is over,
          the table shows the secret. Then anyone can check that it is the same one and repeat every draw.
        </p>
        <p class="mono hash">${table.commitment}</p>
      </details>
    `,
  );
}
