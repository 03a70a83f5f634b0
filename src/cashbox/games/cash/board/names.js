// Made by tools/wire_types.py from cashbox.games.cash.eyes.names; change that, then run the tool.

export const KINDS = {
  license: "License",
  stop: "Ends the round",
  cash: "Cash",
  insurance: "Insurance",
  investigation: "Investigation",
  acquittal: "Acquittal",
  settlement: "Acquittal",
  bull: "Bull Market",
  bear: "Bear Market",
  commission: "Commission",
  taxman: "Commission",
};
export const RULES = {
  cash: "Cash cards",
  insurance: "Insurance cards",
  investigation: "Investigation cards",
  acquittal: "Acquittal cards",
  settlement: "Acquittal cards",
};
