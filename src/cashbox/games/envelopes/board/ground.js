// What is drawn on the map: land and roads, spaces, recruits, buses.

import { COLOURS, LETTERS, POSITIONS, classes, html, signerOf, useMemo } from "./kit.js";
import { symbolPath } from "./player-symbols.js";
import { TOKEN, writtenAt } from "./spread.js";
import { tip } from "./tips.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Space} Space */
/** @typedef {import("./spread.js").Point} Point */

/** What never changes: land, shapes, roads. @param {{board: Board, play: Play}} props */
export function Ground({ board, play }) {
  const { model } = play;
  return useMemo(() => {
    /** @param {string} id */
    const paint = (id) => {
      const { regions } = /** @type {Space} */ (model.byId.get(id));
      return regions.length === 2
        ? `url(#eoc-${COLOURS[regions[0]]}-${COLOURS[regions[1]]})`
        : `var(--env-${COLOURS[regions[0]]}-soft)`;
    };
    const pairs = new Map(model.spaces.filter((s) => s.kind === "border").map((s) => [s.regions.join(), s.regions]));
    return html`<g class="ground">
      <defs>
        ${[...pairs.values()].map(
          ([a, b]) => html`<pattern
            id=${`eoc-${COLOURS[a]}-${COLOURS[b]}`} width="20" height="20" patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)">
            <rect width="20" height="20" style=${`fill: var(--env-${COLOURS[a]}-soft)`} />
            <rect x="0" width="10" height="20" style=${`fill: var(--env-${COLOURS[b]}-soft)`} />
          </pattern>`,
        )}
      </defs>
      <rect class="sea" x="-2400" y="-2400" width="6400" height="5800" />
      <path class="abroad" d=${board.land} />
      ${board.insets.map((inset) => html`<path class="inset" d=${inset.path} />`)}
      ${board.shapes.map((shape) => html`<path class="land" d=${shape.path} style=${`fill: ${paint(shape.id)}`} />`)}
      ${board.regions.map((region) => html`<path class="region" d=${region.path} data-colour=${region.id} />`)}
      ${board.leaders.map((path) => html`<path class="leader" d=${path} />`)}
      ${board.roads.map((road) => html`<path class=${road.lane ? "road lane" : "road"} d=${road.path} />`)}
    </g>`;
  }, [board, model]);
}

/**
 * The names of the states, as large as they can be read.
 * @param {{board: Board, lies: import("./spread.js").Lies}} props
 */
export function Names({ board, lies }) {
  return useMemo(
    () =>
      html`<g class="names" aria-hidden="true">
        ${Object.keys(board.labels).map((id) => {
          const { size, lines } = writtenAt(board, id, lies);
          return html`<text class="place" key=${id} font-size=${size}>
            ${lines.map(({ text, x, y }) => html`<tspan x=${x} y=${y}>${text}</tspan>`)}
          </text>`;
        })}
      </g>`,
    [board, lies],
  );
}

/** A thread from what lies apart to where it belongs. @param {{from: Point, to: Point}} props */
export function Thread({ from, to }) {
  return html`<path class="thread" d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} />`;
}

/** A line from a bus that stands apart to its space. @param {{symbol: number, from: Point, to: Point}} props */
export function Tether({ symbol, from, to }) {
  return html`<path class="tether" data-symbol=${symbol} d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} />`;
}

/** The mark of a space. @param {{space: Space}} props */
export function SpaceMark({ space }) {
  if (space.kind === "circle") return html`<circle class="mark" r="9" />`;
  if (space.kind === "start") {
    return html`<g data-symbol=${space.seat}>
      <circle class="mark hq" r="17" />
      <path class="sym" d=${symbolPath(space.seat)} transform="translate(-10.5 -10.5) scale(0.875)" />
    </g>`;
  }
  if (space.kind === "state") {
    return html`<g data-colour=${COLOURS[space.regions[0]]}>
      <rect class="mark" x="-11" y="-11" width="22" height="22" rx="4" />
      <text class="letter" y="5.5">${LETTERS[space.regions[0]]}</text>
    </g>`;
  }
  return html`<g>
    <rect class="mark half" x="-16" y="-11" width="32" height="22" rx="4" />
    ${space.regions.map(
      (c, k) =>
        html`<g data-colour=${COLOURS[c]}>
          <path
            class="mark"
            d=${k ? "M0-11H12a4 4 0 0 1 4 4V7a4 4 0 0 1-4 4H0z" : "M0-11H-12a4 4 0 0 0-4 4V7a4 4 0 0 0 4 4H0z"} />
          <text class="letter" x=${k ? 8 : -8} y="5.5">${LETTERS[c]}</text>
        </g>`,
    )}
  </g>`;
}

/**
 * A recruit beside his state: position, stars, cost; or the symbol of who signed him.
 * @param {{play: Play, slot: number}} props
 */
export function Token({ play, slot }) {
  const { view } = play;
  const position = POSITIONS[view.recruits[slot]];
  const owner = signerOf(play, slot);
  const cost = view.costs[slot];
  const colours = COLOURS.map((_, c) => c).filter((c) => cost[c] > 0);
  return html`<g class=${classes({ token: true, gone: owner })}>
    <rect class="paper" x=${-TOKEN.w} y=${-TOKEN.h} width=${TOKEN.w * 2} height=${TOKEN.h * 2} rx="5" />
    <text class=${position.length > 2 ? "position long" : "position"} x="-20" y="-2">${position}</text>
    <g class="value">
      <text class="stars" x="10.5" y="-2">${view.values[slot]}</text>
      <path
        class="starry" d="M12 1.800l3.1 6.6 7.2.9-5.3 5 1.4 7.100L12 17.900l-6.4 3.500L7 14.3 1.7 9.300l7.2-.9z"
        transform="translate(10.4 -12.4) scale(0.42)" />
    </g>
    ${
      owner
        ? null
        : colours.map(
            (c, k) => html`<g
              data-colour=${COLOURS[c]} transform=${`translate(${colours.length === 1 ? 0 : k ? 10.8 : -10.8} 7.4)`}>
              <rect class="env" x="-10.3" y="-7" width="20.6" height="14" rx="1.5" />
              <text class="owed" y="4.7">${cost[c]}${LETTERS[c]}</text>
            </g>`,
          )
    }
    ${
      owner
        ? html`<g data-symbol=${owner.symbol}>
            <path class="sym" d=${symbolPath(owner.symbol)} transform="translate(-7.2 -0.5) scale(0.6)" />
          </g>`
        : null
    }
  </g>`;
}

/**
 * Envelopes waiting beside a recruit: whose, and how many.
 * @param {{play: Play, slot: number, places: Point[]}} props places: of each of them, from his middle
 */
export function PrepaidMarks({ play, slot, places }) {
  const owners = play.view.players.filter((p) => p.prepaid.some((one) => one.slot === slot));
  return owners.map((player, k) => {
    const n = /** @type {import("./types.js").Prepaid} */ (
      player.prepaid.find((one) => one.slot === slot)
    ).envelopes.reduce((a, b) => a + b, 0);
    return html`<g
      class="prepaid" ...${tip("prepaid")} data-symbol=${player.symbol}
      transform=${`translate(${places[k].x} ${places[k].y})`}>
      <rect class="pill" x="-12" y="-8" width="24" height="16" rx="8" />
      <path class="sym" d=${symbolPath(player.symbol)} transform="translate(-10 -5.5) scale(0.46)" />
      <text x="5.5" y="4.4">${n}</text>
    </g>`;
  });
}

/**
 * The flag on the recruit whom Bubba takes next.
 * @param {{symbol: number, place: Point}} props place: its middle, from his
 */
export function NextMark({ symbol, place }) {
  return html`<g class="bubba-flag" ...${tip("bubba.next")} data-symbol=${symbol}>
    <rect class="aim" x="-25" y="-18.5" width="50" height="37" rx="8" />
    <g transform=${`translate(${place.x - 6} ${place.y + 1.5})`}>
      <path class="pole" d=${place.y < 0 ? "M-25-12V13" : "M-25 10V-15"} />
      <path class="flag" d="M-25-13H37L29-1.500 37 10H-25z" />
      <path class="sym" d=${symbolPath(symbol)} transform="translate(-22 -9) scale(0.6)" />
      <text x="10" y="4">next</text>
    </g>
  </g>`;
}

/** @param {{play: Play, seat: number, at: Point, larger: number}} props */
export function Bus({ play, seat, at, larger }) {
  const { symbol } = play.view.players[seat];
  return html`<g
    class=${classes({ bus: true, mine: seat === play.seat })} data-symbol=${symbol}
    style=${`transform: translate(${at.x}px, ${at.y}px) scale(${larger})`}>
    <path class="body" d="M-17-11H11c4 0 6 3 6 8V7h-34z" />
    <path class="glass" d="M7-8h4c2 0 3 2 3 5H7z" />
    <circle class="wheel" cx="-9" cy="8" r="3.6" />
    <circle class="wheel" cx="9" cy="8" r="3.6" />
    <path class="badge" d=${symbolPath(symbol)} transform="translate(-14.5 -9) scale(0.62)" />
  </g>`;
}
