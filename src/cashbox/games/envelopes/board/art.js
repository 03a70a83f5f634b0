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
/** What cards of culture and of personnel and facilities show. @type {Record<string, string>} */
const NAMED = {
  bleachers:
    "<path class='d' d='M10 60V44h14v-8h14v-8h44v8h14v8h14v16z'/>" +
    "<path class='l' d='M24 36V14M60 28V6M96 36V14'/>" +
    "<path class='a' d='M24 14l14 4-14 5zM60 6l16 5-16 5zM96 14l14 4-14 5z'/>",
  megaphone:
    "<path class='a' d='M34 36l44-22v40L34 44z'/>" +
    "<path class='d' d='M22 35h12v10H22zM40 45l4 15h8l-4-14z'/>" +
    "<path class='l' d='M86 22l12-8M88 34h14M86 46l12 8'/>",
  football:
    "<g transform='rotate(-24 60 34)'><path class='d' d='M26 34c14-24 54-24 68 0-14 24-54 24-68 0z'/>" +
    "<path class='l' d='M44 34h32M52 29v10M60 29v10M68 29v10'/></g>",
  trophy:
    "<path class='a' d='M44 10h32c0 20-4 30-16 30S44 30 44 10z'/>" +
    "<path class='l' d='M44 14H33c0 12 4 16 13 17M76 14h11c0 12-4 16-13 17'/>" +
    "<path class='d' d='M56 39h8v9h10v8H46v-8h10z'/>",
  drum:
    "<path class='d' d='M34 26v26c0 8 52 8 52 0V26z'/><ellipse class='b' cx='60' cy='26' rx='26' ry='8'/>" +
    "<path class='l' d='M34 30l13 26 13-24 13 24 13-26M22 8l30 16M98 8L68 24'/>",
  posts:
    "<path class='l t' d='M60 60V38M34 38h52M34 38V6M86 38V6'/>" +
    "<path class='a' d='M53 22c4-7 12-7 16 0-4 7-12 7-16 0z'/>",
  hand:
    "<path class='a' d='" +
    "M46 60V34l-7-5c-4-4 0-10 5-7l8 5V8c0-6 10-6 10 0v16c3-3 8-2 9 2 4-2 8 0 8 5v20c0 6-4 9-8 9z'/>",
  newspaper:
    "<path class='b' d='M34 8h52v52H34z'/><path class='d' d='M40 14h40v8H40z'/>" +
    "<path class='a' d='M40 27h18v16H40z'/>" +
    "<path class='l' d='M64 29h16M64 35h16M64 41h16M40 49h40M40 55h40'/>",
  diagram:
    "<path class='d' d='M22 4h76v54H22z'/>" +
    "<path class='l w' d='M36 44c0-20 14-14 22-26M52 46V32h24M76 32l-6-5M76 32l-6 5'/>" +
    "<path class='l w' d='M32 12l8 8M40 12l-8 8M80 12l8 8M88 12l-8 8'/>" +
    "<circle class='l w' cx='36' cy='48' r='4'/><circle class='l w' cx='52' cy='50' r='4'/>" +
    "<circle class='l w' cx='84' cy='46' r='4'/>",
  hall:
    "<path class='b' d='M22 26L60 6l38 20z'/>" +
    "<path class='d' d='M26 28h10v24H26zM46 28h10v24H46zM64 28h10v24H64zM84 28h10v24H84z'/>" +
    "<path class='a' d='M18 52h84v8H18z'/>",
  weights:
    "<path class='l t' d='M22 36h76'/><path class='d' d='M30 18h9v36h-9zM81 18h9v36h-9z'/>" +
    "<path class='a' d='M19 25h9v22h-9zM92 25h9v22h-9z'/>",
  whistle:
    "<path class='a' d='M48 22h48v16H74a20 20 0 1 1-26-15z'/><circle class='d' cx='56' cy='42' r='8'/>" +
    "<path class='l' d='M62 22c-6-14-24-14-34-6M84 14l4-8M94 16l8-6'/>",
  plane:
    "<path class='d' d='M14 40l16-4 26-8-22-18 8-2 34 15 22-5c8-1 10 6 3 9L42 46l-18 2z'/>" +
    "<path class='l' d='M12 54h30M60 50h40'/>",
  clipboard:
    "<path class='d' d='M38 8h44v52H38z'/><path class='b' d='M43 16h34v40H43z'/>" +
    "<path class='a' d='M50 4h20v10H50z'/><path class='l' d='M48 25h22M48 33h16M48 41h24M48 49h12'/>",
  book:
    "<path class='a' d='M28 50V16c12-5 22-4 32 2 10-6 20-7 32-2v34c-12-5-22-4-32 2-10-6-20-7-32-2z'/>" +
    "<path class='l' d='M60 18v34M36 24c6-2 12-1 17 1M36 33c6-2 12-1 17 1M67 25c6-2 11-3 17-1" +
    "M67 34c6-2 11-3 17-1'/>",
  helicopter:
    "<path class='l t' d='M24 12h72M60 12v8'/><path class='d' d='M38 34c0-20 44-18 46 0 1 12-46 12-46 0z'" +
    "/><path class='d' d='M80 28l28-6v6l-26 8z'/><path class='b' d='M42 32c1-9 12-10 16-10v10z'/><path cl" +
    "ass='l' d='M40 50h44M50 42v8M74 42v8M104 14v16'/>",
  bus:
    "<rect class='a' x='18' y='14' width='84' height='34' rx='6'/><path class='b' d='M24 20h14v12H24zM42 " +
    "20h14v12H42zM60 20h14v12H60zM78 20h18v12H78z'/><circle class='d' cx='38' cy='49' r='8'/><circle clas" +
    "s='d' cx='84' cy='49' r='8'/>",
  envelope:
    "<path class='b' d='M28 14h64v40H28z'/><path class='l' d='M28 14l32 24 32-24M28 54l24-24M92 54L68 30'" +
    "/><circle class='a' cx='60' cy='38' r='6'/>",
  scissors:
    "<path class='l t' d='M48 46L92 8M48 14l44 38'/><circle class='a' cx='38' cy='50' r='9'/><circle clas" +
    "s='a' cx='38' cy='12' r='9'/><path class='d' d='M96 22h16v18H96z'/>",
  scoreboard:
    "<path class='d' d='M16 6h88v38H16z'/><path class='a' d='M24 14h18v22H24zM51 14h18v22H51zM78 14h18v22" +
    "H78z'/><path class='l t' d='M34 44v16M86 44v16'/>",
  crane:
    "<path class='l t' d='M44 60V8h58M44 8L22 20h22M90 8v18'/><path class='a' d='M82 26h16v12H82z'/><path" +
    " class='d' d='M34 52h22v8H34z'/>",
  safe:
    "<rect class='d' x='32' y='6' width='56' height='50' rx='4'/><rect class='b' x='38' y='12' width='44'" +
    " height='38'/><circle class='a' cx='60' cy='31' r='11'/><path class='l' d='M60 20v22M49 31h22'/>",
  film:
    "<path class='d' d='M26 22h68v36H26z'/><path class='b' d='M26 20l64-14 3 9-65 14z'/><path class='l' d" +
    "='M40 17l6 9M56 13l6 9M72 10l6 9'/><path class='a' d='M52 32l20 9-20 9z'/>",
  microphone:
    "<rect class='a' x='50' y='4' width='20' height='30' rx='10'/><path class='l t' d='M40 22c0 26 40 26 " +
    "40 0M60 42v14M46 57h28'/>",
  camera:
    "<path class='d' d='M26 18h18l6-8h20l6 8h18v38H26z'/><circle class='b' cx='60' cy='37' r='14'/><circl" +
    "e class='a' cx='60' cy='37' r='8'/>",
  bag:
    "<path class='d' d='M24 28h72c6 0 8 28 0 28H24c-8 0-6-28 0-28z'/><path class='l t' d='M42 28c0-22 36-" +
    "22 36 0'/><path class='a' d='M52 34h16v10H52z'/>",
  coins:
    "<path class='a' d='M24 44h24v12H24zM24 32h24v12H24zM48 44h0M52 44h24v12H52zM80 44h24v12H80zM80 32h24" +
    "v12H80zM80 20h24v12H80z'/><path class='l' d='M24 44h24M24 32h24M52 44h24M80 44h24M80 32h24M80 20h24'" +
    "/>",
  washer:
    "<rect class='b' x='34' y='4' width='52' height='54' rx='4'/><circle class='d' cx='60' cy='36' r='16'" +
    "/><circle class='a' cx='60' cy='36' r='9'/><path class='l' d='M40 12h12M74 12h6'/>",
  map:
    "<path class='b' d='M22 12l24-6 28 8 24-8v42l-24 8-28-8-24 6z'/><path class='l' d='M46 6v42M74 14v42M" +
    "30 36c10-14 24 2 34-8s12-4 24-10'/><circle class='a' cx='60' cy='28' r='6'/>",
  die:
    "<rect class='b' x='26' y='14' width='36' height='36' rx='6'/><rect class='a' x='66' y='22' width='30" +
    "' height='30' rx='5'/><circle class='d' cx='36' cy='24' r='4'/><circle class='d' cx='44' cy='32' r='" +
    "4'/><circle class='d' cx='52' cy='40' r='4'/><circle class='d' cx='75' cy='31' r='3.5'/><circle clas" +
    "s='d' cx='87' cy='43' r='3.5'/>",
  shovel:
    "<path class='l t' d='M84 6L58 36M78 4l12 8'/><path class='d' d='M62 30l8 8c-4 12-16 18-26 18 0-12 8-" +
    "22 18-26z'/><path class='a' d='M16 60c4-10 26-10 30 0z'/>",
  table:
    "<path class='l t' d='M18 38h84M30 38v20M90 38v20'/><path class='a' d='M40 38c0-22 40-22 40 0z'/><cir" +
    "cle class='d' cx='60' cy='14' r='4'/>",
  socks:
    "<path class='a' d='M40 4h18v32l14 8c6 6 0 14-8 12L44 46c-3-2-4-4-4-8z'/><path class='d' d='M40 4h18v" +
    "8H40z'/><path class='b' d='M70 4h16v26l12 8c5 5 0 12-7 10L74 38c-3-2-4-4-4-7z'/>",
  television:
    "<rect class='d' x='26' y='14' width='68' height='40' rx='4'/><rect class='b' x='32' y='20' width='56" +
    "' height='28'/><path class='l' d='M60 14L46 2M60 14L74 2'/><path class='a' d='M52 34c4-8 14-8 18 0-4" +
    " 8-14 8-18 0z'/>",
  river:
    "<path class='a' d='M0 44c20-10 30 8 60 0s40 4 60-2v18H0z'/><path class='l t' d='M12 40C30 8 90 8 108" +
    " 40'/><path class='l' d='M36 24v20M60 16v28M84 24v20'/>",
  scooter:
    "<circle class='d' cx='36' cy='50' r='9'/><circle class='d' cx='88' cy='50' r='9'/><path class='l t' " +
    "d='M36 50h40l10-36h12M44 30h20l6 18'/><path class='a' d='M34 26h28v7H34z'/>",
  sign:
    "<path class='l t' d='M60 60V8'/><path class='a' d='M26 10h54l14 9-14 9H26z'/><path class='b' d='M94 " +
    "32H44l-12 8 12 8h50z'/>",
  hat:
    "<path class='d' d='M40 10h40v28H40z'/><path class='a' d='M40 30h40v8H40z'/><path class='d' d='M22 38" +
    "h76c0 10-76 10-76 0z'/>",
  handshake:
    "<path class='d' d='M8 22l26-8 14 10-10 24-26-6z'/><path class='d' d='M112 22l-26-8-14 10 10 24 26-6z" +
    "'/><path class='a' d='M38 24h44l8 14-20 14H52L34 40z'/><path class='l' d='M52 52l-8-8M62 52l-8-10M70" +
    " 50l-8-10'/>",
  rainbow:
    "<path class='l t' d='M20 56c0-52 80-52 80 0'/><path class='a' d='M30 56c0-40 60-40 60 0h-8c0-28-44-2" +
    "8-44 0z'/><path class='b' d='M46 56c0-18 28-18 28 0z'/>",
  calculator:
    "<rect class='d' x='38' y='4' width='44' height='54' rx='4'/><path class='b' d='M43 10h34v12H43z'/><p" +
    "ath class='a' d='M43 28h9v7h-9zM56 28h9v7h-9zM69 28h8v7h-8zM43 40h9v7h-9zM56 40h9v7h-9zM69 40h8v14h-" +
    "8z'/>",
  clock:
    "<circle class='b' cx='60' cy='32' r='25'/><path class='l t' d='M60 32V14M60 32l13 9'/><path class='a" +
    "' d='M34 6l10-4 4 8-10 5zM86 6L76 2l-4 8 10 5z'/>",
  frames:
    "<path class='b' d='M18 8h26v22H18zM50 14h22v30H50zM78 6h26v26H78z'/><path class='l t' d='M18 8h26v22" +
    "H18zM50 14h22v30H50zM78 6h26v26H78z'/><path class='a' d='M24 38h18v14H24z'/>",
  brush:
    "<path class='b' d='M16 6h72v30H16z'/><path class='a' d='M22 12h40v18H22z'/><path class='l t' d='M62 " +
    "28l34 24M40 36v22M66 36v22'/><path class='d' d='M54 18l12 6-6 10-10-8z'/>",
  seal:
    "<path class='b' d='M34 4h52v52H34z'/><path class='l' d='M42 14h36M42 22h36M42 30h20'/><circle class=" +
    "'a' cx='74' cy='42' r='9'/><path class='a' d='M68 48l-3 12 9-5 9 5-3-12z'/>",
  helmet:
    "<path class='d' d='M30 40c-4-44 58-44 60-6l-20 4 2 14H40z'/><path class='l t' d='M70 38h24M72 48h20M" +
    "92 34v16'/><path class='a' d='M56 8h8l4 26h-8z'/>",
};

/** The other kinds, one for each region or several to choose from. @type {Record<string, string[]>} */
const MOTIFS = {
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
/** What a card shows of which older tables alone know the name, by its kind. */
const OTHERWISE = { culture: "football", pf: "hall" };

/** What a card shows, by its name. @type {Record<string, string>} */
export const PICTURES = {
  "Signing-Day Brunch": "table",
  "Extra Envelopes": "envelope",
  "Fight Song with Nine Verses": "drum",
  "First in the Buffet Line": "table",
  "Blue Blood Program": "trophy",
  "Nobody Believes in Us": "helmet",
  "Airport Hub": "plane",
  "Booster Club Treasurer": "coins",
  "Coach with Houston Roots": "whistle",
  "Contractor Who Owes You One": "crane",
  "Car Wash Behind the Bank": "bus",
  "Quarterback Meeting Room": "diagram",
  "National Pregame Show on Campus": "television",
  "Sing-Along on the Team Bus": "bus",
  "Double-Dipping Tradition": "table",
  "Campus Master Plan": "map",
  "Gentlemen's Wager": "die",
  "Swap-Meet Saturdays": "handshake",
  "Development Office": "hall",
  "Name-and-Likeness Deal": "camera",
  "Currency Desk at the Pawn Shop": "coins",
  "Alumnus with Two Jets": "plane",
  "Trophy Polisher": "trophy",
  "Laundromat with a Skybox": "washer",
  "Two-Way Athlete": "helmet",
  "Analytics Nerd": "calculator",
  "Long-Haul Bus with Two Drivers": "bus",
  "Indoor Kicking Cathedral": "posts",
  "Concession Stand with a Back Room": "coins",
  "Team Photographer, Good Side Only": "camera",
  "Passing the Hat": "hat",
  "Special-Delivery Cheer": "megaphone",
  "Bragging About the Endowment": "hand",
  "Everyone Here Is a Cousin": "bleachers",
  "Depth-Chart Bingo": "clipboard",
  "Rainbow of Gratitude": "rainbow",
  "Film Room with Fresh Popcorn": "film",
  "Construction Cranes for Show": "crane",
  "Walk-In Safe in the Weight Room": "safe",
  "Deferred-Gratification Lawyer": "seal",
  "Coin Counter in the Boiler Room": "coins",
  "Gigantic Ribbon-Cutting Scissors": "scissors",
  "Blue-Chip Rebate": "coins",
  "Duffel Bags Have Handles for a Reason": "bag",
  "Chip on Every Shoulder": "helmet",
  "Favorite-Sons Society": "bleachers",
  "Playing the Angles": "die",
  "Coast-to-Coast Swagger": "map",
  "Graduate Assistant on a Scooter": "scooter",
  "Helipad on the State Line": "helicopter",
  "Accountant Who Rounds Up": "calculator",
  "Wall of Fame, Mostly Empty Frames": "frames",
  "Coordinator of Coordinators": "clipboard",
  "Bagman with a Day Job": "bag",
  "Both Banks of the River": "river",
  "Naming Rights to Everything": "sign",
  "Honk If You Signed": "bus",
  "Hundred-Dollar Handshake": "handshake",
  "Potluck of Donors": "table",
  "Perpetual Groundbreaking": "shovel",
  "Bookie with Ties to the Program": "die",
  "Notary on the Sideline": "seal",
  "Billboard Painter on Salary": "brush",
  "Corner Booth at the Steakhouse": "table",
  "Scheduler with a Time Machine": "clock",
  "Scoreboard with Three Digits": "scoreboard",
  "New Tradition, Since Tuesday": "bleachers",
  "The Punter Is a Person Too": "posts",
  "Slogan on Every Lawn": "sign",
  "Buried Under the Fifty-Yard Line": "shovel",
  "Grandmother's Sunday Dinner": "table",
  "Old Money Opens Every Door": "hall",
  "Actuary in the Athletic Department": "calculator",
  "Surveyor with a Wobbly Map": "map",
  "Purchasing Department After Dark": "clipboard",
  "Tackling Dummies with Pensions": "weights",
  "Position Coach with a Type": "whistle",
  "Archive of Retired Slogans": "book",
  "Two-for-One Press Conference": "microphone",
  "Lucky Socks Policy": "socks",
  "One Foot in Each State": "sign",
  "Zero Is a Lovely Number": "scoreboard",
  "Kickoff Whenever Television Says": "television",
  "Legends of What Might Have Been": "newspaper",
};

const COIN = "<g class='coin'><circle class='a' cx='0' cy='0' r='9'/><text x='0' y='4.5'>$</text></g>";

/**
 * An illustration made of simple shapes: its motif goes by name or type, its sky, hills and details by number.
 * @param {{card: Card}} props
 */
export function Art({ card }) {
  const next = stream(card.number);
  next(); // what follows keeps its place in the stream
  const motifs = MOTIFS[card.kind === "fund" ? `fund:${COLOURS[card.region]}` : "coach"];
  const motif =
    card.kind === "culture" || card.kind === "pf"
      ? NAMED[PICTURES[card.name] ?? OTHERWISE[card.kind]]
      : motifs[card.number % motifs.length];
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
    "data-layer": "under",
    viewBox: "0 0 120 60",
    preserveAspectRatio: "xMidYMid slice",
    style: tint,
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: picture },
  });
}
