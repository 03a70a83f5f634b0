"""Test that each illegal action is refused with a code and a full sentence of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.game import SPECTATOR
from tests.games.consultants.positions import Table, consultant, work

if TYPE_CHECKING:
    from collections.abc import Callable


def event(name: str, t: Table | None = None) -> Table:
    return (t or work(2)).end_round().next_event(name, "quiet-quarter").next_round()


def form(type_: str, name: str) -> dict[str, Any]:
    return {"kind": type_, **consultant(name)}


AT = {"place": 0, "desk": 0}
REASONS: list[tuple[Callable[[], Table], dict[str, Any], str]] = [
    (lambda: work(2).next_event().end_round(), {"kind": "pass", "by": 0}, "The game is over."),
    (lambda: work(2), {"kind": "pass", "by": SPECTATOR}, "Only players can act."),
    (lambda: work(2), {"kind": "pass", "by": 1}, "It's another player's turn."),
    (lambda: work(2).pass_(), {"kind": "pass", "by": 0}, "You have already passed this round."),
    (lambda: work(2).end_round(), {"kind": "pass"}, "You can only do that in phase 3, when everyone works."),
    (lambda: work(2), {"kind": "seat", **AT}, "You are not moving a consultant."),
    (
        lambda: work(2).row(0, 0),
        {"kind": "seat", **AT},
        "First choose the consultant that you want to move.",
    ),
    (lambda: work(2), {"kind": "take", "colour": "red"}, "You are not looking through a deck."),
    (
        lambda: work(2),
        {"kind": "starter", "player": 0},
        "The player with the least money chooses the starting player at the start of a round.",
    ),
    (lambda: work(2), {"kind": "recall", **AT}, "This round's event doesn't offer that."),
    (lambda: work(2), form("give", "red"), "This round's event doesn't offer that."),
    (lambda: work(2), {"kind": "stay"}, "This round's event doesn't offer that."),
    (lambda: work(2).end_round(), {"kind": "starter", "player": 3}, "There is no player 4 at this table."),
    (lambda: work(2).end_round(), {"kind": "starter", "player": 0, "by": 0}, "It's another player's turn."),
    (
        lambda: work(2),
        {"kind": "assign", "rank": "senior", "place": 7, "desk": 0},
        "That desk doesn't exist.",
    ),
    (
        lambda: work(2),
        {"kind": "assign", "rank": "senior", "place": 0, "desk": 5},
        "That desk doesn't exist.",
    ),
    (lambda: work(2), {"kind": "assign", "rank": "senior", **AT}, "You have no red senior in hand."),
    (lambda: work(2), {"kind": "assign", "rank": "principal", **AT}, "You have no red principal in hand."),
    (
        lambda: work(2).row(0, 1).hand(0, "red"),
        {"kind": "assign", "rank": "senior", **AT},
        "That desk is taken.",
    ),
    (
        lambda: work(2).hand(0, "yellow"),
        {"kind": "assign", "rank": "senior", "place": 0, "desk": 1},
        "Desks fill from the left. Take the next one to the right or any free one farther left.",
    ),
    (
        lambda: work(2).row(0, 1, 1, 1).hand(0, "blue"),
        {"kind": "assign", "rank": "senior", "place": 0, "desk": 3},
        "That desk needs a principal.",
    ),
    (lambda: work(2), {"kind": "lift", **AT}, "You have no consultant there."),
    (lambda: work(2).row(0, 1), {"kind": "lift", **AT}, "You have no consultant there."),
    (lambda: work(2).row(0, 0).moved(0, 2), {"kind": "lift", **AT}, "You have no moves left this round."),
    (
        lambda: work(2).row(0, None, 0),
        {"kind": "lift", "place": 0, "desk": 1},
        "No other project has an open desk for that consultant.",
    ),
    (
        lambda: work(2).row(0, 0).do("lift", **AT),
        {"kind": "seat", "place": 0, "desk": 1},
        "You have to move a consultant to another project.",
    ),
    (
        lambda: work(2).row(0, 0, 1).row(1, 1).do("lift", **AT),
        {"kind": "seat", "place": 1, "desk": 1},
        "A red consultant doesn't match that desk.",
    ),
    (
        lambda: work(2).row(0, 0).do("lift", **AT),
        {"kind": "pass"},
        "First choose a desk for the consultant that you are moving.",
    ),
    (lambda: work(2), form("train", "red"), "You have no red senior in hand."),
    (lambda: work(2).money(1), form("train", "violet"), "That costs $2, and you only have $1."),
    (lambda: work(2).money(1), form("promote", "violet"), "That costs $2, and you only have $1."),
    (lambda: work(2).money(5), form("recruit", "violet"), "That costs $6, and you only have $5."),
    (lambda: event("hiring-freeze"), form("recruit", "violet"), "This round's event doesn't allow that."),
    (lambda: work(2).hand(0, "red*").keep("seniors", 0), form("train", "red*"), "That deck is empty."),
    (lambda: work(2).keep("principals", 0), form("recruit", "violet"), "That deck is empty."),
    (
        lambda: work(2).without("violet*").promote("violet"),
        form("promote", "violet"),
        "No principal of that color is left.",
    ),
    (
        lambda: work(2).without("red").do(**{"kind": "train", **consultant("violet")}),
        {"kind": "take", "colour": "red"},
        "There is no red senior in the deck.",
    ),
    (
        lambda: event("homesick", work(2).row(0, 0)),
        {"kind": "recall", "place": 0, "desk": 1},
        "You have no consultant there.",
    ),
    (lambda: event("homesick", work(2).row(0, 0)), form("give", "violet"), "This round's event doesn't offer that."),
    (lambda: event("returned-badges"), form("give", "red*"), "You have no red principal in hand."),
    (lambda: event("returned-badges"), {"kind": "recall", **AT}, "This round's event doesn't offer that."),
    (lambda: event("returned-badges"), {"kind": "stay", "by": 1}, "It's another player's turn."),
]


@pytest.mark.parametrize(("table", "action", "reason"), REASONS)
def test_every_refusal_has_its_own_sentence(table: Callable[[], Table], action: dict[str, Any], reason: str) -> None:
    assert table().why(**action) == reason
