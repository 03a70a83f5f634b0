// Marks of the firms and drawings of the cards.

import { FIRMS, drawing, h, html, tip } from "./kit.js";

/** @typedef {import("./kit.js").Play} Play */

/** A shape for each firm, in a box of 24 x 24. */
const SHAPES = [
  "M12 1.5a10.500 10.500 0 1 0 0 21 10.500 10.500 0 0 0 0-21z",
  "M2.5 2.500h19v19h-19z",
  "M12 1 23.500 22h-23z",
  "M12 .5 23.500 12 12 23.500.5 12z",
  "M12 1 23.300 9.300 19 22.500H5L.7 9.300z",
  "M6.300 2h11.400L23.500 12l-5.800 10H6.300L.5 12z",
  "M3 2h18v12c0 5-4.500 7.500-9 9-4.500-1.500-9-4-9-9z",
  "M8 1.500h8v6.500h6.500v8H16v6.500H8V16H1.500V8H8z",
];

/**
 * A firm's mark.
 * @param {{seat: number, quiet?: boolean, bare?: boolean}} props
 *   quiet: its name stands beside it; bare: it is too small for its letter
 */
export function FirmMark({ seat, quiet, bare }) {
  const { name, colour, letter } = FIRMS[seat];
  return html`<svg
    class="firm-mark" data-colour=${colour} viewBox="0 0 24 24" width="24" height="24"
    ...${drawing(`${name} firm`, quiet)} style="fill: var(--env); stroke: var(--env-deep); flex: none">
    <path d=${SHAPES[seat]} />
    ${
      bare
        ? null
        : html`<text
            x="12" y=${seat === 2 ? 19.5 : 16.5}
            style="fill: var(--env-ink); stroke: none; font: 800 12px var(--font); text-anchor: middle">
            ${letter}
          </text>`
    }
  </svg>`;
}

/**
 * What tells investigations and acquittals apart at any size: a glass in an octagon, a tick in a circle.
 * @type {Record<string, [string, string]>}
 */
const SEALS = {
  investigation: [
    "M7.500 1.500h9l6 6v9l-6 6h-9l-6-6v-9z",
    "M10.500 6a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM14 14l4.500 4.500",
  ],
  acquittal: ["M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z", "M6.500 12.500l4 4 7.500-8.500"],
};

/** The seal of a type of card, where it has one. @param {{type: string}} props */
export function Seal({ type }) {
  const [edge, sign] = SEALS[type === "settlement" ? "acquittal" : type] ?? [];
  if (!edge) return null;
  return html`<svg class="seal" data-layer="over" data-seal=${type} viewBox="0 0 24 24" aria-hidden="true">
    <path class="edge" d=${edge} />
    <path class="sign" d=${sign} />
  </svg>`;
}

/** A player's color. @param {import("./view.js").SeatView} _ @param {number} seat */
export const colorOf = (_, seat) => FIRMS[seat].colour;

/** A player's mark for the list of players around the board. @param {{seat: number}} props */
export function Mark({ seat }) {
  return h(FirmMark, { seat });
}

/**
 * A label in which the players stand with their firms' marks and their names.
 * @param {{play: Play, text: string}} props
 */
export function Told({ play, text }) {
  const parts = text.split(/\{(\d+)\}/).map((part, k) => {
    if (k % 2 === 0) return part;
    const seat = Number(part);
    return html`<span class="named" key=${k}><${FirmMark} seat=${seat} quiet bare />${play.names[seat]}</span>`;
  });
  return html`<span class="told">${parts}</span>`;
}

/** Who plays first in this trading round. */
export function FirstMark() {
  return html`<span class="first" ...${tip("first", undefined, true)} role="img" aria-label="first player">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 23V2M5 3h14l-4 5 4 5H5" /></svg>
  </span>`;
}

/**
 * Drawings by card, in a box of 48 x 32: strokes, and strokes that are filled.
 * @type {Record<string, [string, string?]>}
 */
const ART = {
  "trading-license": [
    "M9 3h30v22H9zM14 9h20M14 14h13M31 19v9l3-2.500 3 2.500v-9",
    "M34 14a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9z",
  ],
  "stop-trading": ["M18 2h12l8 8v12l-8 8H18l-8-8V10z", "M14 13.500h20v5H14z"],
  cash: ["M4 5h40v22H4zM8 9h4M36 23h4M24 10.500v11M27 12.500c-5-2-7 2-3 3.300 4.500 1.200 2.500 5.400-3 3.200", ""],
  insurance: [
    "M24 4v3M24 17v9c0 4-6 4-6 0M7 18C9 9 16 7 24 7s15 2 17 11",
    "M7 18C9 9 16 7 24 7s15 2 17 11c-3-2.500-6-2.500-8.500 0-2.500-2.500-6-2.500-8.500 0" +
      "-2.500-2.500-6-2.500-8.500 0-2.500-2.500-5.500-2.500-8.500 0z",
  ],
  corruption: ["M8 9h32v19H8zM8 9l16 12L40 9", "M24 1.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10z"],
  insider: ["M4 16C12 5 36 5 44 16 36 27 12 27 4 16z", "M24 10a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"],
  laundering: [
    "M12 2h24v28H12zM12 9h24M16 5.500h3M24 12.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14z",
    "M18 20c2-2.500 4 1.500 6 0s4-1 6 0c-.5 4-3 6-6 6s-5.500-2-6-6z",
  ],
  organised: [
    "M5 20c12 4 26 4 38 0M13 20c0-8 2-15 6-15 2 0 3 1.500 5 1.500S27 5 29 5c4 0 6 7 6 15",
    "M13.300 15c7 2.500 14.400 2.500 21.400 0l.3 5c-7 1.500-15 1.500-22 0zM15 25h7v3c-3 2-7 1-7-3zm11 0h7c0 4-4 5-7 3z",
  ],
  settlement: [
    "M11 3h26v26H11zM16 9h16M16 14h16M16 22h7",
    "M27 24.500l3 3.500 6.500-8-2-1.700-4.700 5.700-1.200-1.300z",
  ],
  "dividend-yield": [
    "M6 28V4M6 28h36M12 28v-7h5v7M22 28V15h5v13M32 28V9h5v19",
    "M31 6l6-4.500 2.500 5.500-2.700-.4-8 5-1-1.800 7.800-4.800z",
  ],
  "premium-earnings": [
    "M14 29h20M24 22v7M10 4c-5 0-4 10 6 11M38 4c5 0 4 10-6 11",
    "M13 2h22v8c0 8-5 12-11 12S13 18 13 10z",
  ],
  "venture-capital": [
    "M18 20c-5 0-8 4-8 9 5 0 9-3 9-8M17 17l-7-1 5-6 6-1M27 27l1-5 7-7 .500 7-4 5z",
    "M19 18C20 9 29 3 39 2c0 9-6 17-16 19zM31 8a2.600 2.600 0 1 0 0 5.200A2.600 2.600 0 0 0 31 8z",
  ],
  takeover: [
    "M7 29V10h12v19M11 15h4M11 20h4M29 29V3h13v26M33 8h5M33 13h5M33 18h5",
    "M20.500 16h4v-4l5.500 6-5.500 6v-4h-4z",
  ],
  "market-crash": ["M6 4v24h36M10 8l8 7 4-4 8 10 3-3 5 7", "M41 27.500l-8 .5 5-6z"],
  "global-recession": [
    "M24 3a13 13 0 1 0 0 26 13 13 0 0 0 0-26zM11 16h26M24 3c-8 8-8 18 0 26M24 3c8 8 8 18 0 26",
    "M34 20h5v5h4l-6.500 6.500L30 25h4z",
  ],
  bankruptcy: ["M10 12l14-8 14 8M12 14v13M19 14v13M29 14v13M36 14v13M8 28.500h32M23 4l3 8-4 5 4 6-3 6", ""],
  broker: ["M6 10h36v18H6zM18 10V5h12v5M6 18h36", "M21 16h6v5h-6z"],
  banker: [
    "M6 12 24 3l18 9zM10 15v10M18 15v10M30 15v10M38 15v10M6 28.500h36",
    "M24 6a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  ],
  taxman: [
    "M8 21h32M14 21V5h20v16M14 16h20",
    "M14 12h20v5H14zM17 26a2.500 2.500 0 1 0 .1 0zM31 26a2.500 2.500 0 1 0 .1 0zM19 28h10v1.500H19z",
  ],
};

/** Of a card that has no drawing of its own. @type {[string, string?]} */
const PLAIN = ["M12 3h24v26H12zM17 9h14M17 14h14M17 19h8", ""];

/** The drawing of a card. @param {{art: string}} props */
export function Art({ art }) {
  const [lines, filled] = ART[art] ?? PLAIN;
  return html`<svg class="art" viewBox="0 0 48 32" aria-hidden="true">
    ${filled ? html`<path class="fill" d=${filled} />` : null}
    <path class="lines" d=${lines} />
  </svg>`;
}
