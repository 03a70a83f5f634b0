// The illustrations of the cards, made of simple shapes.

import { COLOURS, h } from "./kit.js";

/** @typedef {import("./kit.js").Card} Card */

/** @param {number} seed a little stream of numbers in 0..1, the same for the same card */
function stream(seed) {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

// Each motif is drawn on a ground of 120 x 60, feet on y = 60. Classes: a (accent), b (light), d (dark), l (line).
/** @type {Record<string, string[]>} */
const MOTIFS = {
  culture: [
    // bleachers with pennants
    "<path class='d' d='M10 60V44h14v-8h14v-8h44v8h14v8h14v16z'/>" +
      "<path class='l' d='M24 36V14M60 28V6M96 36V14'/>" +
      "<path class='a' d='M24 14l14 4-14 5zM60 6l16 5-16 5zM96 14l14 4-14 5z'/>",
    // megaphone
    "<path class='a' d='M34 36l44-22v40L34 44z'/>" +
      "<path class='d' d='M22 35h12v10H22zM40 45l4 15h8l-4-14z'/>" +
      "<path class='l' d='M86 22l12-8M88 34h14M86 46l12 8'/>",
    // football
    "<g transform='rotate(-24 60 34)'><path class='d' d='M26 34c14-24 54-24 68 0-14 24-54 24-68 0z'/>" +
      "<path class='l' d='M44 34h32M52 29v10M60 29v10M68 29v10'/></g>",
    // trophy
    "<path class='a' d='M44 10h32c0 20-4 30-16 30S44 30 44 10z'/>" +
      "<path class='l' d='M44 14H33c0 12 4 16 13 17M76 14h11c0 12-4 16-13 17'/>" +
      "<path class='d' d='M56 39h8v9h10v8H46v-8h10z'/>",
    // drum
    "<path class='d' d='M34 26v26c0 8 52 8 52 0V26z'/><ellipse class='b' cx='60' cy='26' rx='26' ry='8'/>" +
      "<path class='l' d='M34 30l13 26 13-24 13 24 13-26M22 8l30 16M98 8L68 24'/>",
    // goal posts
    "<path class='l t' d='M60 60V38M34 38h52M34 38V6M86 38V6'/>" +
      "<path class='a' d='M53 22c4-7 12-7 16 0-4 7-12 7-16 0z'/>",
    // foam hand
    "<path class='a' d='" +
      "M46 60V34l-7-5c-4-4 0-10 5-7l8 5V8c0-6 10-6 10 0v16c3-3 8-2 9 2 4-2 8 0 8 5v20c0 6-4 9-8 9z'/>",
    // newspaper
    "<path class='b' d='M34 8h52v52H34z'/><path class='d' d='M40 14h40v8H40z'/>" +
      "<path class='a' d='M40 27h18v16H40z'/>" +
      "<path class='l' d='M64 29h16M64 35h16M64 41h16M40 49h40M40 55h40'/>",
  ],
  pf: [
    // play diagram
    "<path class='d' d='M22 4h76v54H22z'/>" +
      "<path class='l w' d='M36 44c0-20 14-14 22-26M52 46V32h24M76 32l-6-5M76 32l-6 5'/>" +
      "<path class='l w' d='M32 12l8 8M40 12l-8 8M80 12l8 8M88 12l-8 8'/>" +
      "<circle class='l w' cx='36' cy='48' r='4'/><circle class='l w' cx='52' cy='50' r='4'/>" +
      "<circle class='l w' cx='84' cy='46' r='4'/>",
    // columned hall
    "<path class='b' d='M22 26L60 6l38 20z'/>" +
      "<path class='d' d='M26 28h10v24H26zM46 28h10v24H46zM64 28h10v24H64zM84 28h10v24H84z'/>" +
      "<path class='a' d='M18 52h84v8H18z'/>",
    // weights
    "<path class='l t' d='M22 36h76'/><path class='d' d='M30 18h9v36h-9zM81 18h9v36h-9z'/>" +
      "<path class='a' d='M19 25h9v22h-9zM92 25h9v22h-9z'/>",
    // whistle
    "<path class='a' d='M48 22h48v16H74a20 20 0 1 1-26-15z'/><circle class='d' cx='56' cy='42' r='8'/>" +
      "<path class='l' d='M62 22c-6-14-24-14-34-6M84 14l4-8M94 16l8-6'/>",
    // plane
    "<path class='d' d='M14 40l16-4 26-8-22-18 8-2 34 15 22-5c8-1 10 6 3 9L42 46l-18 2z'/>" +
      "<path class='l' d='M12 54h30M60 50h40'/>",
    // clipboard
    "<path class='d' d='M38 8h44v52H38z'/><path class='b' d='M43 16h34v40H43z'/>" +
      "<path class='a' d='M50 4h20v10H50z'/><path class='l' d='M48 25h22M48 33h16M48 41h24M48 49h12'/>",
    // training tower and lights
    "<path class='l t' d='M26 60V16M94 60V16'/><path class='b' d='M16 6h20v12H16zM84 6h20v12H84z'/>" +
      "<path class='d' d='M40 60V40h40v20z'/><path class='a' d='M36 34h48v7H36z'/>",
    // book and phone
    "<path class='a' d='M28 50V16c12-5 22-4 32 2 10-6 20-7 32-2v34c-12-5-22-4-32 2-10-6-20-7-32-2z'/>" +
      "<path class='l' d='M60 18v34M36 24c6-2 12-1 17 1M36 33c6-2 12-1 17 1M67 25c6-2 11-3 17-1" +
      "M67 34c6-2 11-3 17-1'/>",
  ],
  "fund:green": [
    "<path class='b' d='M14 60l30-44 16 22 12-14 34 36z'/>" +
      "<path class='d' d='M20 60l10-26 10 26zM78 60l9-24 9 24zM94 60l8-20 8 20z'/>",
  ],
  "fund:gray": [
    "<path class='b' d='M8 60V46h18V30h28v16h12v14z'/>" +
      "<path class='d' d='M84 60V34c0-9 12-9 12 0v26zM76 36v8c0 5 6 5 8 5M104 30v9c0 5-6 5-8 5'/>",
  ],
  "fund:yellow": [
    "<path class='l t' d='M40 60L54 10h4l14 50M46 40h22M49 28h14M44 50l24-10M68 50L46 40'/>" +
      "<path class='d' d='M82 60V44h22v16zM12 60V48h18v12z'/>",
  ],
  "fund:red": [
    "<path class='b' d='M26 28L60 8l34 20z'/>" +
      "<path class='d' d='M30 30h6v30h-6zM46 30h6v30h-6zM68 30h6v30h-6zM84 30h6v30h-6z'/>" +
      "<path class='a' d='M55 40h10v20H55z'/>",
  ],
  "fund:magenta": [
    "<path class='d' d='M10 60V34h14v26zM28 60V18h12v42zM44 60V28h16v32zM64 60V8l6-6 6 6v52z" +
      "M80 60V24h14v36zM98 60V40h12v20z'/><path class='l w' d='M34 24v28M52 34v20M70 12v42M87 30v24'/>",
  ],
  "fund:blue": [
    "<path class='a' d='M34 60V32l18-16 18 16v28z'/><path class='b' d='M78 60V20c0-9 18-9 18 0v40z'/>" +
      "<path class='l' d='M43 60V44h18v16M43 44l18 16M61 44L43 60'/>",
  ],
  coach: [
    // cap
    "<path class='a' d='M30 34c0-20 60-20 60 0l14 4c4 2 2 6-2 6H30z'/>" +
      "<path class='d' d='M30 38h74v6H30z'/><path class='l' d='M60 19v-3M46 22l-2 14M74 22l2 14'/>",
    // headset
    "<path class='l t' d='M34 40a26 28 0 0 1 52 0'/>" +
      "<path class='a' d='M28 36h14v18H28zM78 36h14v18H78z'/><path class='l' d='M85 54c0 6-8 6-16 5'/>" +
      "<circle class='d' cx='66' cy='58' r='4'/>",
    // sunglasses over a grin
    "<circle class='b' cx='60' cy='34' r='24'/>" +
      "<path class='d' d='M34 26h23v7a9 9 0 0 1-20 0zM63 26h23l-3 7a9 9 0 0 1-20 0z'/>" +
      "<path class='l' d='M49 47c6 5 16 5 22 0'/>",
    // jacket and tie
    "<path class='d' d='M26 60c0-26 14-34 34-34s34 8 34 34z'/>" +
      "<path class='b' d='M46 28l14 12 14-12-4-6H50z'/><path class='a' d='M56 38h8l3 20-7 6-7-6z'/>",
    // stopwatch
    "<circle class='b' cx='60' cy='36' r='21'/><path class='a' d='M55 4h10v9H55z'/>" +
      "<path class='l' d='M60 36V22M60 36l9 6M75 18l5-5'/>",
  ],
};
const COIN = "<g class='coin'><circle class='a' cx='0' cy='0' r='9'/><text x='0' y='4.5'>$</text></g>";

/**
 * An illustration made of simple shapes: its motif goes by type, its sky, hills and details by number.
 * @param {{card: Card}} props
 */
export function Art({ card }) {
  const next = stream(card.number);
  const motifs = MOTIFS[card.kind === "fund" ? `fund:${COLOURS[card.region]}` : card.kind];
  const motif =
    motifs[card.kind === "coach" ? card.number % motifs.length : Math.floor(next() * motifs.length) % motifs.length];
  const sunX = 14 + next() * 92;
  const sunY = 10 + next() * 20;
  const hill = 36 + next() * 12;
  const lean = next() * 16 - 8;
  const rays = next() < 0.4;
  const coins = card.kind === "fund" ? 1 + Math.floor(next() * 4) : 0;
  const tint = card.kind === "coach" ? `--accent: var(--env-${COLOURS[card.number % 6]})` : undefined;
  const flip = card.kind !== "culture" && card.kind !== "coach" && next() < 0.5;
  let back = `<rect class='sky' width='120' height='60'/>`;
  if (rays) {
    for (let k = 0; k < 9; k++) {
      const a = (k / 9) * Math.PI * 2;
      const b = a + 0.32;
      const ends = [a, b].map((w) => `L${sunX + 160 * Math.cos(w)} ${sunY + 160 * Math.sin(w)}`).join("");
      back += `<path class='ray' d='M${sunX} ${sunY}${ends}z'/>`;
    }
  }
  back += `<circle class='sun' cx='${sunX}' cy='${sunY}' r='${7 + next() * 6}'/>`;
  back += `<path class='hill' d='M0 60V${hill}C30 ${hill - 10 + lean} 60 ${hill + 10 + lean} 120 ${hill - 4}V60z'/>`;
  let front = "";
  for (let k = 0; k < coins; k++) {
    front += `<g transform='translate(${16 + next() * 88} ${50 - next() * 4 - k * 2})'>${COIN}</g>`;
  }
  const picture = `${back}<g transform='${flip ? "translate(120 0) scale(-1 1)" : ""}'>${motif}</g>${front}`;
  return h("svg", {
    class: "art",
    viewBox: "0 0 120 60",
    preserveAspectRatio: "xMidYMid slice",
    style: tint,
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: picture },
  });
}
