/** Nudges: reminding players who keep the others waiting, and being reminded. */

import { post } from "../shared/api.js";
import { memory } from "../shared/memory.js";
import { h, html, useEffect, useState } from "../shared/preact.js";
import { secondsSince } from "../shared/server-time.js";
import { Button, toast, toastFault } from "../shared/ui.js";
import { ago, list, plural } from "../shared/words.js";

/** @typedef {import("../shared/wire.js").SeatInfo} SeatInfo */
/** @typedef {import("../shared/wire.js").Table} Table */

/** Seconds from one nudge of a seat to the next. */
const HOUR = 3600;

/** Seconds since a player was asked, Infinity where that never was. @param {SeatInfo} seat */
const since = ({ nudged }) => (nudged === null ? Infinity : secondsSince(nudged));

/**
 * That someone who owes a decision was asked to go on, "" where not.
 * @param {Table} table @param {number[]} due the seats that owe one @param {SeatInfo} seat
 */
export function nudgedText({ status }, due, seat) {
  if (status !== "playing" || !due.includes(seat.seat) || seat.nudged === null) return "";
  return `nudged ${ago(since(seat))}`;
}

/** The page looks at the time again every so often. */
function useMinutes() {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 20_000);
    return () => clearInterval(timer);
  }, []);
}

/**
 * Asks everyone who is waited for, once an hour each.
 * @param {{live: import("./live.js").Live, table: Table, due: number[], seat: number}} props
 *   due: the seats that owe a decision; seat: one's own
 */
export function Nudge({ live, table, due, seat }) {
  const [busy, setBusy] = useState(false);
  useMinutes();
  const others = table.seats.filter((one) => one.seat !== seat && one.kind === "guest" && !one.stand_in);
  if (seat < 0 || table.status !== "playing" || !others.length) return null;
  const late = others.filter((one) => due.includes(one.seat));
  const ready = late.filter((one) => since(one) >= HOUR);
  const press = async () => {
    setBusy(true);
    try {
      for (const one of ready) live.take(await post(`/api/tables/${table.id}/nudge`, { seat: one.seat }));
      toast(`${list(ready.map(({ name }) => name))} will see that you're waiting.`);
    } catch (fault) {
      toastFault(fault);
    } finally {
      setBusy(false);
    }
  };
  let why;
  if (!late.length) why = "You're not waiting for anyone right now.";
  else if (!ready.length) {
    const soonest = Math.ceil(Math.min(...late.map((one) => HOUR - since(one))) / 60);
    const told = list(late.map((one) => `${one.name} (${ago(since(one))})`));
    why = `Nudged so far: ${told}. You can nudge again in ${plural(soonest, "minute")}.`;
  }
  const whom = late.length ? list(late.map(({ name }) => name)) : "";
  return h(
    Button,
    {
      size: "small",
      label: whom ? `Nudge ${whom}` : "Nudge",
      disabled: busy || !!why,
      why,
      onPress: () => void press(),
    },
    html`${bell}<span class="wide">Nudge</span>`,
  );
}

/**
 * Says it once where oneself was asked; whether that is so.
 * @param {Table} table @param {number[]} due the seats that owe a decision @param {number} seat one's own
 */
export function useNudged(table, due, seat) {
  const mine = table.seats[seat];
  const nudged = mine && nudgedText(table, due, mine) ? mine.nudged : null;
  useEffect(() => {
    const key = `nudged:${table.id}`;
    if (nudged === null || nudged === undefined || Number(memory.read(key, "0")) >= nudged) return;
    memory.write(key, String(nudged));
    toast("You were nudged: the others are waiting for you.");
  }, [table.id, nudged]);
  return (nudged ?? null) !== null;
}

const bell = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path
    d="M4 14.5h12l-1.5-2V9a4.5 4.5 0 0 0-9 0v3.5zM8.5 17a1.5 1.5 0 0 0 3 0M10 4.5V3" fill="none" stroke="currentColor"
    stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;
