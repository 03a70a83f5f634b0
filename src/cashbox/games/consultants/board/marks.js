// Drawings: consultants, the shapes of their colors, pawns, and small signs.

import { COLOURS, PAWNS, classes, drawing, h, html, kindName } from "./kit.js";

/**
 * A shape for each color of consultants, in a box of 24 x 24, and where its letter stands.
 * @type {[string, number][]}
 */
const SHAPES = [
  ["M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z", 16.6],
  ["M12 .5 24 22.500H0z", 20],
  ["M2 2h20v20H2z", 16.6],
  ["M12-.5 24.500 12 12 24.500-.5 12z", 16.6],
  ["M6 1.500h12L24 12l-6 10.500H6L0 12z", 16.6],
];

/**
 * The sign of a color: its shape with its letter.
 * @param {{colour: number, hollow?: boolean}} props hollow: printed, not filled
 */
export function Shape({ colour, hollow }) {
  const { tone, letter } = COLOURS[colour];
  const [path, y] = SHAPES[colour];
  return html`<svg
    class=${classes({ shape: true, hollow })} data-colour=${tone} viewBox="-1 -1 26 26" aria-hidden="true">
    <path d=${path} />
    <text x="12" y=${y}>${letter}</text>
  </svg>`;
}

/** What each pawn shows, in a box of 24 x 24. */
const SIGNS = {
  mug: "M4 7h11v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM15 9h2.500a3 3 0 0 1 0 6H15M7 2v2.500M12 2v2.500",
  tie: "M9 3h6l-1.500 4L16.500 17 12 21.500 7.500 17l3-10z",
  umbrella: "M3.500 12.500a8.500 8.500 0 0 1 17 0zM12 2.500V4M12 12.500V19a2.300 2.300 0 0 1-4.600 0",
  key: "M11.500 9a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11.500 9H21v4M17 9v3",
};

const LINES = "stroke: var(--env-ink); stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round";

/** A player's pawn. @param {{seat: number, quiet?: boolean}} props quiet: its name stands beside it */
export function Pawn({ seat, quiet }) {
  const { name, tone } = PAWNS[seat];
  return html`<svg
    class="pawn" data-colour=${tone} viewBox="0 0 32 32" width="26" height="26" ...${drawing(`${name} pawn`, quiet)}
    style="flex: none; overflow: visible">
    <circle cx="16" cy="16" r="15" style="fill: var(--env); stroke: var(--env-deep); stroke-width: 2" />
    <path
      transform="translate(4 4)" d=${SIGNS[/** @type {"mug"} */ (name)]}
      style=${`fill: ${name === "tie" ? "var(--env-ink)" : "none"}; ${LINES}`} />
  </svg>`;
}

/** A player's color. @param {import("./view.js").SeatView} _ @param {number} seat */
export const colorOf = (_, seat) => PAWNS[seat].tone;

/** A player's mark for the list of players around the board. @param {{seat: number}} props */
export function Mark({ seat }) {
  return h(Pawn, { seat });
}

const STAR = "M12 1l3.300 7 7.700 1-5.700 5.200L18.800 22 12 18.200 5.200 22l1.500-7.800L1 9l7.700-1z";

/** A star: principals have it, and desks that want one. */
export function Star() {
  return html`<svg class="star-sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${STAR} /></svg>`;
}

/** The flag of a finished project. */
export function Flag() {
  return html`<svg class="flag" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 23V2M5 3h15l-4 5 4 5H5" /></svg>`;
}

/**
 * A consultant's card: a senior in shirt sleeves on pale paper, a principal with a tie and a star on solid color.
 * @param {{kind: number, label?: string, loose?: boolean, under?: boolean}} props
 *   label: what a screen reader says, "" for nothing; loose: one of a deck, not a card that lies somewhere; under:
 *   equal cards lie on it
 */
export function Consultant({ kind, label, loose, under }) {
  const principal = kind & 1;
  const said = label ?? kindName(kind);
  return html`<span
    class=${classes({ consultant: true, principal })} data-colour=${COLOURS[kind >> 1].tone}
    data-card=${loose ? undefined : kind} data-layer=${under ? "under" : undefined} role=${said ? "img" : undefined}
    aria-label=${said || undefined} aria-hidden=${said ? undefined : "true"}>
    <svg class="figure" viewBox="0 0 60 52" aria-hidden="true">
      <path class="body" d="M8 52c0-15 9-21 22-21s22 6 22 21z" />
      <circle class="head" cx="30" cy="18" r="11" />
      <path
        class="hair"
        d=${
          principal
            ? "M18.500 17C18 6 25 4.500 30 4.500S42 6 41.500 17c-2-5-4-6.500-7-6.500-5 0-13-1-16 6.500z"
            : "M19 15c1-8 6-9.500 11-9.500 6 0 10 3 11 9.500-7 0-10-2-12-5-2 3-5 5-10 5z"
        } />
      <path class="collar" d=${principal ? "M24 31.500l6 6 6-6M30 37.500l-3 5 3 9 3-9z" : "M22 31.700l8 9 8-9"} />
    </svg>
    ${h(Shape, { colour: kind >> 1 })}
    ${principal ? h(Star, {}) : null}
  </span>`;
}

/** Cards that lie face down. @param {{rank: number, count: number}} props */
export function Backs({ rank, count }) {
  return html`<span class=${classes({ backs: true, principal: rank })} aria-hidden="true">
    <i>${rank ? h(Star, {}) : null}</i>
    <b>${count}</b>
  </span>`;
}

/** Drawings of what an event does, in a box of 48 x 48. */
const EVENTS = {
  none: "M10 38c2-18 12-28 30-30-1 18-11 29-26 28M10 42c3-9 10-18 20-24",
  gain: "M24 6a18 18 0 1 0 0 36 18 18 0 0 0 0-36zM24 13v22M29.500 18c-8-4-13 4-5.500 6s3 10-6 6",
  pay: "M12 5h24v38l-6-4-6 4-6-4-6 4zM18 14h12M18 21h12M18 28h7",
  draw: "M18 8a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM5 42c0-10 5-15 13-15s13 5 13 15M37 16v14M30 23h14",
  bench: "M6 26h36M10 26v14M38 26v14M10 14h28v7H10z",
  projects: "M14 8h20c0 9-4 14-10 14S14 17 14 8zM24 22v16M15 40h18",
  set: "M10 6v36M24 6v36M38 6v36M5 16h10M19 31h10M33 12h10",
  recall: "M6 24 24 8l18 16M12 20v20h24V20M24 40V28M20 33l4-5 4 5",
  give: "M14 12h20v30H14zM20 12V6h8v6M24 20a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM18 37c0-8 12-8 12 0",
};

/** The drawing of an event. @param {{what: string}} props */
export function EventArt({ what }) {
  return html`<svg class="event-art" viewBox="0 0 48 48" aria-hidden="true">
    <path d=${EVENTS[/** @type {"none"} */ (what)] ?? EVENTS.none} />
  </svg>`;
}
