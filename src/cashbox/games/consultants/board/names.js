// Made by tools/wire_types.py from cashbox.games.consultants.view.names; change that, then run the tool.

export const COLOUR_NAMES = ["red", "yellow", "green", "blue", "violet"];
export const RANKS = ["senior", "principal"];
export const DESK_NAMES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
export const KINDS = { silver: "regular", gold: "international", innovation: "ongoing" };
