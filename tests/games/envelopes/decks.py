"""Load the game with its own cards or with cards made for tests; find cards by number or name."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.game import Envelopes
from cashbox.games.envelopes.options import EDITION

Form = dict[str, Any]


@cache
def _data() -> dict[str, Any]:
    return read_data()


def data() -> dict[str, Any]:
    """The packaged data, to be altered freely."""
    return copy.deepcopy(_data())


@cache
def game(edition: int = EDITION) -> Envelopes:
    """The game with the packaged data."""
    return Envelopes(Content(data()), edition)


def card_data(number: int) -> Form:
    """What cards.toml says of a card."""
    entry: Form = _data()["cards"]["card"][number - 1]
    return entry


def coach_data(name: str) -> Form:
    """What coaches.toml says of a coach."""
    return next(entry for entry in _data()["coaches"]["coach"] if entry["id"] == name)


def game_with(*cards: tuple[int, Form], edition: int = EDITION) -> Envelopes:
    """The game with other things printed on some cards: (number, fields to replace)."""
    printed = list(_data()["cards"]["card"])
    for number, fields in cards:
        entry = printed[number - 1] = {**printed[number - 1], **fields}
        if entry["kind"] != "fund":
            entry.pop("region", None)
    return Envelopes(Content({**_data(), "cards": {**_data()["cards"], "card": printed}}), edition)


def upgrade(**effect: Any) -> Form:
    """What is printed on an upgrade."""
    return {"kind": "pf", "use": "upgrade", "effect": effect}


OWN: dict[str, Form] = {
    "more moves": upgrade(mod="moves", n=2),
    "trade rate": upgrade(mod="trade_rate", n=1),
    "trade rate too": upgrade(mod="trade_rate", n=1),
    "trade free": upgrade(mod="trade_free", n=1),
    "trade bonus": upgrade(on="trade", get={"stars": 1}),
    "runner bonus": upgrade(on="runner", get={"stars": 1}),
    "runner free": upgrade(mod="runner_free", n=1),
    "runner safe": upgrade(mod="runner_safe", n=1),
    "save": upgrade(mod="save", n=2),
    "leftover bucks": upgrade(mod="leftover_bucks", n=2),
    "double use": upgrade(mod="double_use", n=1),
    "double use too": upgrade(mod="double_use", n=1),
    "gray cards": upgrade(mod="wild_cards", colour="gray"),
    "blue cards": upgrade(mod="wild_cards", colour="blue"),
    "gray recruits": upgrade(mod="wild_recruits", colour="gray"),
    "bucks pay": upgrade(mod="bucks_pay", n=1),
    "cheap pf": upgrade(mod="discount_pf", n=1),
    "cheaper pf": upgrade(mod="discount_pf", n=2),
    "cheap blue": upgrade(mod="discount_blue", n=1),
    "cheap border": upgrade(mod="discount_border", n=1),
    "campaign cut": upgrade(mod="campaign_cut", n=1),
    "campaign 12": upgrade(mod="marketing_max", n=1),
    "campaign bonus": upgrade(on="campaign", get={"any": 1}),
    "half up": upgrade(mod="half_up", n=1),
    "full anywhere": upgrade(mod="full_anywhere", n=1),
    "more cards": upgrade(mod="deal", n=1),
    "no loss": upgrade(mod="die_no_loss", n=1),
    "on putting": upgrade(on="put", get={"bucks": 1}),
    "on signing": upgrade(on="sign", get={"any": 1, "bucks": 1}),
    "on first of position": upgrade(on="sign", first=True, get={"any": 1}),
    "moves on signing": upgrade(on="sign", get={"moves": 1}),
    "any": {"kind": "culture", "use": "monthly", "effect": {"get": {"any": 1}}, "cost": ["red"], "stars": 1},
    "pay any": {"kind": "pf", "use": "monthly", "effect": {"pay": {"any": 1}, "get": {"stars": 1}}},
    "pay buck": {"kind": "pf", "use": "monthly", "effect": {"pay": {"bucks": 1}, "get": {"any": 2}}},
    "later": {"kind": "pf", "use": "monthly", "effect": {"do": "later", "get": {"green": 2}, "n": 3}},
    "fly": {"kind": "pf", "use": "monthly", "effect": {"do": "fly", "to": "border"}},
    "two": {"kind": "culture", "use": "end", "effect": {"get": {"stars": 1}}, "cost": ["red", "blue"], "stars": 3},
    "four": {
        "kind": "pf", "use": "end", "effect": {"get": {"stars": 1}}, "stars": 6,
        "cost": ["green", "green", "yellow", "magenta"],
    },
    "fund": {
        "kind": "fund", "region": "yellow", "use": "end", "effect": {"get": {"stars": 1}}, "cost": ["yellow", "red"],
        "stars": 2,
    },
    "left bucks": {"kind": "pf", "use": "end", "effect": {"get": {"stars": 1}, "per": "bucks"}},
    "extra position": {"kind": "pf", "use": "end", "effect": {"do": "extra_position"}},
    "extra region": {"kind": "pf", "use": "end", "effect": {"do": "extra_region"}},
}  # fmt: skip
"""Cards of the tests' own, so that no test of a rule hangs on how the deck was designed. They are printed over cards
of the deck that the rule texts do not name."""

NAMED = (
    "Hundred-Dollar Handshake", "Bookie with Ties to the Program", "Playing the Angles", "Coach with Houston Roots",
    "Analytics Nerd", "Airport Hub", "Extra Envelopes", "Quarterback Meeting Room", "National Pregame Show on Campus",
    "Development Office", "Blue Blood Program", "Campus Master Plan", "Name-and-Likeness Deal",
)  # fmt: skip
"""The cards whose effects RULINGS A3 gives."""


@cache
def _numbers() -> dict[str, int]:
    by_name = {entry["name"]: entry["number"] for entry in _data()["cards"]["card"]}
    free = [number for name, number in by_name.items() if name not in NAMED]
    return {name: by_name[name] for name in NAMED} | dict(zip(OWN, free, strict=False))


def card(name: str) -> int:
    """The number of a card that the rule texts name, or of one of the tests' own."""
    return _numbers()[name]


@cache
def own_game(edition: int = EDITION) -> Envelopes:
    """The game with the tests' own cards in the deck."""
    return game_with(*((card(name), fields) for name, fields in OWN.items()), edition=edition)


def number_of(which: int | str) -> int:
    return which if isinstance(which, int) else card(which)
