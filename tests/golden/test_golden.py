"""Compare playthroughs of Envelopes of Cash with the last reviewed ones. `make golden` rewrites them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.envelopes.decks import game
from tests.golden.playthrough import is_kept, playthrough, read

if TYPE_CHECKING:
    from cashbox.engine.chance import SeededChance
    from cashbox.engine.match import Match

NAMES = ("Ann", "Bert", "Cleo")
WAYS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "standard": (3, 12, {"mode": "standard"}),
    "online": (2, 3, {"mode": "online", "stash_draft": True}),
    "family": (2, 3, {"mode": "family"}),
    "solitaire": (1, 5, {"mode": "solitaire"}),
    "cut-throat": (
        3,
        6,
        {
            "mode": "standard",
            "auction": True,
            "dice": "exclusive",
            "movement": "none",
            "seeded": 2,
            "trade_bucks": 2,
            "values": "shuffled",
        },
    ),
}
"""By name of the file: number of players, seed, options."""
KINDS = ("sign", "put", "use", "campaign", "runner", "trade", "move", "bet", "fly")
"""What a player of the playthrough looks for in his turn, before he thinks of ending it."""


def pick(match: Match[Any], seat: int, chance: SeededChance) -> int:
    """Signs, puts and uses where possible; does each other thing now and then; ends the turn soon after."""
    legal = match.legal(seat)
    forms = {action: match.game.encode(action) for action in legal}
    for kind, one_in in zip(KINDS, (1, 1, 1, 2, 3, 6, 2, 8, 1), strict=True):
        found = [action for action in legal if forms[action]["type"] == kind]
        if kind == "campaign":
            found = found[:3]
        if found and chance.draw(one_in) == 0:
            return found[chance.draw(len(found))]
    if forms[legal[0]]["type"] == "end":
        return legal[0]
    full = [action for action in legal if forms[action]["type"] == "draft"] or legal
    return full[chance.draw(len(full))]


@pytest.mark.parametrize("way", WAYS)
def test_golden_playthrough_of_envelopes(way: str) -> None:
    seats, seed, options = WAYS[way]
    text = playthrough(game(), seats, seed, NAMES[:seats], pick, options)
    assert is_kept(f"envelopes-{way}", text), (
        "The playthrough has changed: run `make golden` and review the difference."
    )


def test_the_golden_playthrough_shows_every_kind_of_action() -> None:
    """So that a change of any of them shows in the text."""
    text = read("envelopes-standard")
    for words in (
        "signs the", "into play", "campaign", "runner", "trades", "drives to", "bets 1", "'s bet on", "craps out",
        "leaves", "The pool is cleared", "at the end.", "positions", "recruits from",
    ):  # fmt: skip
        assert words in text, words


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("online", "for the stash."),
        ("online", "Recruiting Board"),
        ("family", "in any month"),
        ("solitaire", "Bubba takes the"),
        ("solitaire", "Bubba scores"),
        ("solitaire", "leaves the game"),
        ("cut-throat", "puts the Starting Player Chain up for auction"),
        ("cut-throat", "bids"),
        ("cut-throat", "keeps the chain for"),
        ("cut-throat", "buys the chain for"),
    ],
)
def test_golden_playthroughs_cover_special_cases(way: str, words: str) -> None:
    assert words in read(f"envelopes-{way}")
