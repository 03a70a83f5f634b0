// Made by tools/wire_types.py from cashbox.games.envelopes.eyes.names; change that, then run the tool.

export const SYMBOLS = ["circle", "triangle", "square", "cross"];
export const SOURCES = [
  "printed",
  "card",
  "recruit",
  "die",
  "double",
  "campaign",
  "end_card",
  "final_campaign",
  "positions",
  "region",
  "board",
  "discard",
];
export const MONTHS = [
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
  "January",
  "February",
];
export const POSITIONS = ["QB", "OL", "RB", "WR", "K/P", "DL", "DB", "LB"];
export const POSITION_NAMES = [
  "quarterback",
  "offensive line",
  "running back",
  "wide receiver",
  "kicker or punter",
  "defensive line",
  "defensive back",
  "linebacker",
];
export const POSITION_GROUPS = [
  "of the offense",
  "of the offense",
  "of the offense",
  "of the offense",
  "the special teams",
  "of the defense",
  "of the defense",
  "of the defense",
];
export const SPACES = { state: 1, border: 2, start: 0, circle: 0 };
export const RECRUIT_LETTERS = ["A", "B"];
export const WITHOUT_ARTICLE = ["Texas"];
export const KIND_NAMES = {
  culture: "Culture",
  pf: "Personnel & Facilities",
  fund: "Fundraising",
  coach: "Head coach",
};
export const USE_NAMES = { monthly: "once a month", upgrade: "always on", end: "end of the game" };
