"""What may be set at a table of Envelopes of Cash, and the numbers that follow from it.

Source: V10 "How to set up a game", RULINGS A4 and A5.1. Each difference between ways to play stands here once, named
for what it changes; the rules read these fields and never ask for the mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError, Mode, Option

if TYPE_CHECKING:
    from collections.abc import Mapping

MODES: Final = (
    Mode(
        id="standard",
        name="Standard",
        text="The full game: twelve months, tough choices between money now and more money later.",
    ),
)

OPTIONS: Final = (
    Option(
        name="stash",
        kind="switch",
        default=True,
        text="Each coach starts with a Secret Stash: four of six cards, for months when the deal is poor.",
        heading="The Secret Stash",
    ),
    Option(
        name="coaches",
        kind="choice",
        default="dealt",
        choices=("dealt", "picked"),
        text="Head coaches are dealt, or picked face up in reverse turn order.",
        heading="How to set up a game",
    ),
    Option(
        name="first",
        kind="choice",
        default="lot",
        choices=("lot", "seat 1", "seat 2", "seat 3", "seat 4"),
        text="Who holds the Starting Player Chain in March.",
        heading="How to set up a game",
    ),
    Option(
        name="symbols",
        kind="choice",
        default="lot",
        choices=("lot", "by seat"),
        text="Symbols, and with them the starts, go by lot, or in the order of the seats.",
        heading="How to set up a game",
    ),
)

QUARTERS: Final = (3, 2, 1, 0)


class Rules:
    """The options of one table as the rules read them; never changed once made.

    dealt: cards for each player a month (the starting player gets one more). kept, dealt_stash: cards of the Secret
    Stash. trade_bucks: what a trade costs besides envelopes. free_moves: free movement by quarter. marketing: the
    most bucks a campaign takes. seeded: how many months start with one home-colour envelope.
    """

    __slots__ = (
        "coaches_picked", "dealt", "dealt_stash", "first", "free_moves", "given", "kept", "marketing", "mode",
        "seeded", "symbols_by_seat", "trade_bucks",
    )  # fmt: skip

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self.mode: str = given["mode"]
        self.dealt = 2
        self.dealt_stash = 6 if given["stash"] else 0
        self.kept = 4 if given["stash"] else 0
        self.trade_bucks = 1
        self.free_moves = QUARTERS
        self.marketing = 8
        self.seeded = 12
        self.coaches_picked: bool = given["coaches"] == "picked"
        self.symbols_by_seat: bool = given["symbols"] == "by seat"
        self.first = -1 if given["first"] == "lot" else int(given["first"][-1]) - 1


def check(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Complete options from those given; GameError in a sentence that lists what is allowed."""
    if not 2 <= seats <= 4:
        raise GameError("bad-seats", f"Envelopes of Cash is for 2 to 4 players, not {seats}.")
    known = {option.name: option for option in OPTIONS}
    modes = [mode.id for mode in MODES]
    mode = given.get("mode", "standard")
    if mode not in modes:
        raise GameError("bad-option", f"The mode is one of {', '.join(modes)}, not {mode!r}.")
    for name in given:
        if name != "mode" and name not in known:
            raise GameError("unknown-option", f"There is no option {name!r}; there are {', '.join(known)}.")
    full: dict[str, Any] = {"mode": mode}
    preset = next(m for m in MODES if m.id == mode).options
    for option in OPTIONS:
        value = given.get(option.name, preset.get(option.name, option.default))
        if option.kind == "switch" and not isinstance(value, bool):
            raise GameError("bad-option", f"The option {option.name} is true or false, not {value!r}.")
        if option.kind == "choice" and value not in option.choices:
            allowed = ", ".join(option.choices)
            raise GameError("bad-option", f"The option {option.name} is one of {allowed}, not {value!r}.")
        full[option.name] = value
    if full["first"] != "lot" and int(full["first"][-1]) > seats:
        raise GameError("bad-option", f"With {seats} players the option first is one of lot, seat 1 .. seat {seats}.")
    return full
