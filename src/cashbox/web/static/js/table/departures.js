/**
 * Keeps a table going when a player is away: taking your seat back, bots as substitutes, leaving, handing over a seat,
 * ending the game together, and changing the host.
 */

import { post } from "../shared/api.js";
import { CopyLink } from "../shared/copy-link.js";
import { memory } from "../shared/memory.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { isToday, serverNow } from "../shared/server-time.js";
import { Button, Dialog, toast, toastFault } from "../shared/ui.js";
import { date } from "../shared/words.js";
import { HostWatching } from "./spectators.js";

/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("../shared/wire.js").Table} Table */
/** @typedef {import("../shared/wire.js").SeatInfo} SeatInfo */
/** @typedef {import("../shared/wire.js").VoteInfo} VoteInfo */
/** @typedef {import("../shared/api.js").Fault} Fault */

/** Milliseconds for which someone is not there before the others are asked: a page may just be loaded again. */
const SOON = 20_000;

/** Why a bot plays for the reader, by the seat's word for it. @type {Record<string, string>} */
const WHY = {
  time: "You ran out of time, so a bot is playing for you.",
  away: "You were away, so a bot is playing for you.",
  host: "You were away, so the host gave your seat to a bot.",
  vote: "You were away, and the players voted to let a bot play for you.",
  left: "You left this game, so a bot is playing for you.",
};

/**
 * Asks the table for something; what it answers is shown, or why not.
 * @param {Live} live @param {string} what the last part of the address @param {unknown} [body]
 * @returns {Promise<Fault | null>} null: it is done
 */
async function ask(live, what, body = {}) {
  try {
    live.take(await post(`/api/tables/${live.snapshot.table.id}/${what}`, body));
    return null;
  } catch (fault) {
    return /** @type {Fault} */ (fault);
  }
}

/** @param {Live} live */
function useAsk(live) {
  const [busy, setBusy] = useState(false);
  /** @param {string} what @param {unknown} [body] */
  const go = async (what, body) => {
    setBusy(true);
    const fault = await ask(live, what, body);
    setBusy(false);
    if (fault) toast(fault.message, "bad");
    return !fault;
  };
  return { busy, go };
}

/**
 * Why a bot plays for the reader, "" where none does.
 * @param {Table} table @param {number} seat @param {string} banned what the reader is told who may only look
 */
export function substituteReason(table, seat, banned) {
  const one = table.seats[seat];
  if (!one?.stand_in || table.status !== "playing") return "";
  if (banned) return "A bot will play for you until your ban ends.";
  if (isDeserted(table)) {
    return `All players are away. Come back by ${until(table)}, or the game will end without a result.`;
  }
  return WHY[one.why] ?? "";
}

/** Where a bot plays for the reader: the way back. @param {{live: Live}} props */
export function TakeSeatBack({ live }) {
  const { busy, go } = useAsk(live);
  const back = async () => {
    if (await go("back")) document.getElementById("board")?.focus({ preventScroll: true });
  };
  return h(
    Button,
    { kind: "primary", disabled: busy, onPress: () => void back(), class: "come-back" },
    "Take seat back",
  );
}

/**
 * What the players of a running game can only want together, and the players for whom they wait in vain.
 * @param {{live: Live, table: Table, seat: number, host: boolean}} props
 */
export function Votes({ live, table, seat, host }) {
  const { busy, go } = useAsk(live);
  const missing = useMissing(table, seat);
  if (table.status !== "playing") return null;
  const may = host || (seat >= 0 && !table.seats[seat]?.stand_in);
  const alone = missing.filter((one) => may && !table.votes.some((vote) => vote.seat === one.seat));
  return html`
    ${table.votes.map((vote) => h(Vote, { key: `${vote.what} ${vote.seat}`, vote, table, seat, host, busy, go }))}
    ${seat < 0 && !host && mayBeGiven(table).length ? html`<p class="together quiet">${LOST_SEAT}</p>` : null}
    ${alone.map(
      (one) => html`<div class="together" key=${one.seat}>
        <p>The game is waiting for ${one.name}, who is away.</p>
        ${h(
          Button,
          { size: "small", disabled: busy, onPress: () => void go("stand-in", { seat: one.seat }) },
          `Let a bot play for ${one.name}`,
        )}
      </div>`,
    )}
    ${table.closes && !isDeserted(table) ? html`<p class="together quiet">${closingText(table)}</p>` : null}
  `;
}

/**
 * The players for whom the others have been waiting for a while who are not there.
 * @param {Table} table @param {number} seat
 */
function useMissing(table, seat) {
  const [since, setSince] = useState(/** @type {Record<number, number>} */ ({}));
  const [now, setNow] = useState(serverNow());
  const gone =
    table.status === "playing" && table.absence
      ? table.seats.filter(
          (one) => one.away !== null && !one.stand_in && one.seat !== seat && table.due.includes(one.seat),
        )
      : [];
  const which = gone.map((one) => one.seat).join();
  useEffect(() => {
    setNow(serverNow());
    setSince((before) => Object.fromEntries(gone.map((one) => [one.seat, before[one.seat] ?? serverNow()])));
    const timer = which ? setTimeout(() => setNow(serverNow()), SOON + 50) : 0;
    return () => clearTimeout(timer);
  }, [which]);
  // who was gone before this page was opened need not be waited for again
  return gone.filter((one) => now - Math.min(since[one.seat] ?? now, (one.away ?? now / 1000) * 1000) >= SOON);
}

/**
 * @param {{vote: VoteInfo, table: Table, seat: number, host: boolean, busy: boolean,
 *   go: (what: string, body: unknown) => Promise<boolean>}} props
 */
function Vote({ vote, table, seat, host, busy, go }) {
  const [giving, setGiving] = useState(false);
  const { what } = vote;
  const about = what === "call-off" ? {} : { seat: vote.seat };
  const mine = vote.by.includes(seat);
  const may = what === "hand-on" && host ? false : vote.asked.includes(seat) || (host && what === "stand-in");
  const whose = table.seats[vote.seat]?.name;
  const agree = {
    "stand-in": `Let a bot play for ${whose}`,
    "hand-on": `Replace ${whose}`,
    "call-off": "Vote to end",
  }[what];
  const path = what === "hand-on" ? VOTE : what;
  return html`<div class="together vote">
    <p role="status">${vote.text}</p>
    ${
      what === "hand-on" && (host || (mine && vote.agreed))
        ? h(Button, { size: "small", kind: "primary", onPress: () => setGiving(true) }, "Create link")
        : null
    }
    ${h(
      Dialog,
      { title: `Replace ${whose}`, open: giving, onClose: () => setGiving(false) },
      h(HandOn, { table, seat: vote.seat, onBack: () => setGiving(false) }),
    )}
    ${
      may
        ? h(
            Button,
            { size: "small", disabled: busy, onPress: () => void go(path, { ...about, on: !mine }) },
            mine ? "Withdraw vote" : agree,
          )
        : null
    }
  </div>`;
}

/** Whether bots stand in for all players, so that nothing goes on. @param {Table} table */
const isDeserted = (table) =>
  table.status === "playing" && !!table.closes && table.seats.every((one) => one.bot || one.stand_in);

/** When a game without players ends. @param {Table} table */
function until({ closes }) {
  const end = new Date((closes ?? 0) * 1000);
  const time = end.toLocaleTimeString("en-US", { timeStyle: "short" });
  return isToday(end) ? time : `${time} on ${date(closes ?? 0)}`;
}

/** When the table will be closed. @param {Table} table */
export function closingText(table) {
  if (isDeserted(table)) return `All players are away. The game ends without a result at ${until(table)}.`;
  return `This table will be closed on ${date(table.closes ?? 0)} unless a player comes back.`;
}

/** What a watcher reads of a game without players, "" where someone plays. @param {Table} table */
export const withoutPlayersText = (table) => (isDeserted(table) ? closingText(table) : "");

/**
 * Tells a guest once, at a game that goes over days, how to keep a seat that hangs on this browser alone.
 * @param {Table} table @param {number} seat
 */
export function useUnsavedSeat(table, seat) {
  useEffect(() => {
    const lasts = table.status === "playing" && table.clock?.kind === "days";
    if (!lasts || !table.seats[seat]?.guest || memory.read(SAVED, "")) return;
    memory.write(SAVED, "told");
    toast("Only this browser has your seat. To keep it safe, add a device or create an account on the “You” page.");
  }, [table.status, seat]);
}

/** Whether this browser's guest knows how to keep a seat. */
const SAVED = "seat-saved";

/** Where players vote to give a seat away. */
const VOTE = "hand-on/vote";

/** What those read who may have lost the cookie that their seat hangs on. */
const LOST_SEAT =
  "Is one of these seats yours? Open this page in the browser where you sat down, or ask the players for a link.";

/** The seats that can be given to someone else, once their players have been away for long. @param {Table} table */
const mayBeGiven = (table) =>
  table.status === "playing" && !table.rated ? table.seats.filter((one) => one.away !== null) : [];

/**
 * What a player can do about being here; a number: about that seat.
 * @typedef {"" | "leave" | "last" | "hand-on" | "call-off" | number} Step
 */

/** What is asked before something is done. */
const SURE = {
  leave: {
    text: "A bot takes over. The seat stays yours, and you can take it back at any time.",
    yes: "Leave game",
  },
  last: {
    text: "You are the last person at this table. If you leave, the game ends without a result. This can't be undone.",
    yes: "End game",
  },
  "call-off": {
    text: "The game ends without a result once all players who are here agree. You can withdraw your vote until then.",
    yes: "Vote to end",
  },
};

/**
 * Leaving the game, handing the seat on, ending the game together, and being host.
 * @param {{live: Live, table: Table, seat: number, host: boolean, onClose: () => void}} props
 */
export function LeaveDialog({ live, table, seat, host, onClose }) {
  const [step, setStep] = useState(/** @type {Step} */ (""));
  const { busy, go } = useAsk(live);
  const back = () => setStep("");
  const end = async (/** @type {string} */ what, /** @type {unknown} */ body) => {
    if (await go(what, body)) onClose();
  };
  const leave = async () => {
    const fault = await ask(live, "leave", {});
    if (!fault) onClose();
    else if (fault.code === "last-person") setStep("last");
    else toast(fault.message, "bad");
  };
  if (step === "leave" || step === "last" || step === "call-off") {
    const does = {
      leave,
      last: () => end("leave", { last: true }),
      "call-off": () => end("call-off", {}),
    }[step];
    return h(Sure, { ...SURE[step], busy, onYes: () => void does(), onNo: back });
  }
  if (step === "hand-on") return h(HandOn, { table, seat, onBack: back });
  if (typeof step === "number") {
    if (host) return h(HandOn, { table, seat: step, onBack: back });
    const text = together(table.seats[step]?.name ?? "");
    return h(Sure, { text, yes: "Vote for this", busy, onYes: () => void end(VOTE, { seat: step }), onNo: back });
  }
  const given = mayBeGiven(table).filter((one) => one.seat !== seat);
  if (seat < 0) return h(GiveAway, { seats: given, onGive: setStep });
  const gone = table.seats[seat]?.why === "left";
  const last = table.seats.every((one) => one.kind !== "guest" || one.why === "left" || one.seat === seat);
  return html`<div class="stack ways">
    ${
      gone
        ? null
        : h(Way, {
            text: "A bot takes over. You can come back.",
            name: "Leave game…",
            onPress: () => setStep(last ? "last" : "leave"),
          })
    }
    ${h(Way, {
      text: "Someone else takes over for you.",
      name: "Hand over seat…",
      onPress: () => setStep("hand-on"),
    })}
    ${
      table.seats[seat]?.stand_in
        ? null
        : h(Way, {
            text: "Ends without a result if everyone agrees.",
            name: "End game…",
            onPress: () => setStep("call-off"),
          })
    }
    ${table.seats[seat]?.stand_in ? null : h(GiveAway, { seats: given, onGive: setStep })}
    ${host ? h(Hosts, { table, seat, busy, onHost: (to) => void end("host", { seat: to }) }) : null}
    ${host ? h(HostWatching, { table, live }) : null}
  </div>`;
}

/** @param {{name: string, text: string, onPress: () => void, key?: number}} props */
function Way({ name, text, onPress }) {
  return html`<p class="way">${h(Button, { onPress }, name)} <span>${text}</span></p>`;
}

/**
 * A question before something is done.
 * @param {{text: string, yes: string, busy: boolean, onYes: () => void, onNo: () => void}} props
 */
function Sure({ text, yes, busy, onYes, onNo }) {
  return html`
    <p role="status">${text}</p>
    <div class="buttons">
      ${h(Button, { onPress: onNo }, "Cancel")} ${h(Button, { onPress: onYes, kind: "primary", disabled: busy }, yes)}
    </div>
  `;
}

/** Seats of players who are away. @param {{seats: SeatInfo[], onGive: (seat: number) => void}} props */
function GiveAway({ seats, onGive }) {
  if (!seats.length) return null;
  return html`<div class="stack ways">
    ${seats.map((one) =>
      h(Way, {
        key: one.seat,
        text: `${one.name} is away. Someone else can take over.`,
        name: `Replace ${one.name}…`,
        onPress: () => onGive(one.seat),
      }),
    )}
  </div>`;
}

/** What follows when a seat is given away. @param {string} name whose it is */
const givenAway = (name) =>
  `The new player takes over ${name}'s seat and sees its hidden cards. Everyone here sees that the seat ` +
  `changed hands, and ${name} gets a notification. You can't do this once ${name} is back.`;

/** How players give a seat away who are not host. @param {string} name whose it is */
const together = (name) =>
  `${givenAway(name)} More than half of the players here must agree. Then each of them can create the link.`;

/**
 * A link to one's own seat, or to that of a player who is away.
 * @param {{table: Table, seat: number, onBack: () => void}} props
 */
function HandOn({ table, seat, onBack }) {
  const [link, setLink] = useState("");
  const make = async () => {
    try {
      setLink((await post(`/api/tables/${table.id}/hand-on`, { seat })).link);
    } catch (fault) {
      toastFault(fault);
    }
  };
  const one = table.seats[seat];
  const others = one && one.away !== null;
  const text = others
    ? `${givenAway(one.name)} The link works once and expires after a day.`
    : "The person who takes the seat through this link sees everything that you see, and you become a spectator. " +
      "The link works once and expires after a day.";
  return html`
    <p>${text}</p>
    ${
      link
        ? h(CopyLink, {
            link,
            id: "seat-link",
            label: `Link to ${others ? "the" : "your"} seat, for one person only`,
            shown: true,
            copied: `Link copied. Send it to the person who takes over ${others ? "the" : "your"} seat.`,
            kind: "primary",
          })
        : null
    }
    <div class="buttons">
      ${h(Button, { onPress: onBack }, "Cancel")}
      ${link ? null : h(Button, { onPress: () => void make(), kind: "primary" }, "Create link")}
    </div>
  `;
}

/** Who else can be host. @param {{table: Table, seat: number, busy: boolean, onHost: (seat: number) => void}} props */
function Hosts({ table, seat, busy, onHost }) {
  const others = table.seats.filter((one) => one.kind === "guest" && !one.stand_in && one.seat !== seat);
  if (!others.length) return null;
  return html`<p class="way">
    <span>You are the host. Make someone else the host:</span>
    ${others.map((one) =>
      h(Button, { key: one.seat, size: "small", disabled: busy, onPress: () => onHost(one.seat) }, one.name),
    )}
  </p>`;
}

/** How often bots decided for players. @param {{table: Table}} props */
export function SubstituteCounts({ table }) {
  if (!table.stood_in.length) return null;
  return html`<ul class="stood-in quiet small">
    ${table.stood_in.map((one) => html`<li key=${one.seat}>${one.text}</li>`)}
  </ul>`;
}

/** What is offered where a table is made, in seconds; 0: never. */
const CHOICES = [60, 300, 1800, 7200, 86_400, 259_200, 0];

/** What stands there at first. */
export const DEFAULT_ABSENCE = 300;

/**
 * After how long a player who is not there counts as away.
 * @param {{value: number, spoken: (seconds: number) => string, onChange: (value: number) => void}} props
 */
export function AbsenceTime({ value, spoken, onChange }) {
  return html`<label class="field">
    <span>Players count as away after</span>
    <select name="absence" value=${value} onChange=${(/** @type {any} */ e) => onChange(Number(e.target.value))}>
      ${CHOICES.map(
        (choice) =>
          html`<option value=${choice} selected=${choice === value}>
            ${choice ? spoken(choice) : "never (wait for everyone)"}
          </option>`,
      )}
    </select>
    <span class="hint">Then the others can let a bot play until that player is back.</span>
  </label>`;
}
