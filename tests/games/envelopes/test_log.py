"""Test the log: one sentence with figures for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.envelopes.decks import card
from tests.games.envelopes.positions import Table, month, turn_begins

if TYPE_CHECKING:
    from collections.abc import Callable

HANDSHAKE = "Hundred-Dollar Handshake"

TOLD: list[tuple[Callable[[Table], object], list[str]]] = [
    (
        lambda t: t.play_card(0, HANDSHAKE).do("use", card=HANDSHAKE).take("red"),
        [f"P0 uses {HANDSHAKE}.", "P0 takes 1 red."],
    ),
    (
        lambda t: t.give(0, red=2, blue=1).do("trade", colour="green"),
        ["P0 trades 2 red and 1 blue for 1 green."],
    ),
    (
        lambda t: t.give(0, blue=3).do("runner", recruit="wisconsin").take("blue").do("done"),
        ["P0 sends a runner with 2 blue to the DB from Wisconsin."],
    ),
    (
        lambda t: (
            t.position(22, "QB").at(0, "iowa").give(0, blue=3).prepaid(1, 22, blue=2).do("sign", recruit="iowa", die=-1)
        ),
        [
            "P0 pays 3 blue.",
            "P0 signs the QB from Iowa: 3 stars (−1 from the die).",
            "P1 loses the 2 envelopes sent to the QB from Iowa.",
        ],
    ),
    (lambda t: t.do("campaign", bucks=3), ["P0 spends 3 bucks on a campaign: 2 stars."]),
    (lambda t: t.give(0, red=1).do("bet", colour="green", number=2), ["P0 bets 1 red on green 2."]),
    (lambda t: t.give(0, red=1).do("move", space="west-texas"), ["P0 drives to West Texas for 1 red."]),
    (lambda t: turn_begins(t).do("move", space="west-texas"), ["March: P0's turn.", "P0 drives to West Texas."]),
    (
        lambda t: t.waiting(0, "two").give(0, red=1, blue=1).do("put", card="two"),
        ["P0 pays 1 red and 1 blue.", "P0 puts {two} into play: 3 stars."],
    ),
    (
        lambda t: t.give(0, red=2).do("end"),
        ["P0 discards 2 leftover envelopes.", "P0's turn is over.", "March: P1's turn."],
    ),
    (
        lambda t: t.bet(0, "green", 2).bet(1, "red", 3).roll(2, 1, 1, 1, 1, 1),
        [
            "The dice show green 2, gray 1, yellow 1, red 1, magenta 1, and blue 1.",
            "P0's bet on green 2 wins 2 green and 1 buck.",
            "P1 craps out in Vegas.",
        ],
    ),
]


@pytest.mark.parametrize(("action", "sentences"), TOLD)
def test_each_event_has_its_sentence(action: Callable[[Table], object], sentences: list[str]) -> None:
    t = month()
    t.log.clear()
    action(t)
    names = {"two": t.tables.names[card("two") - 1]}
    assert t.said() == [sentence.format(**names) for sentence in sentences]


def test_the_log_reports_the_end_in_order() -> None:
    t = month(2, "February").bucks(0, 0).bucks(1, 3).play_card(0, "Blue Blood Program")
    t.signed(0, t.slot("iowa"), t.slot("west-texas"))
    t.position(t.slot("iowa"), "QB").log.clear()
    t.end_game(campaigns={1: 3})
    told = [line for line in t.said() if not line.startswith(("The ", "P1 has"))]
    positions = t.player(0).pos_mask.bit_count()
    noun = "1 position" if positions == 1 else f"{positions} different positions"
    assert told == [
        "P0 scores 7 stars from Blue Blood Program at the end.",
        "P0 doesn't run a final campaign.",
        "P1 spends 3 bucks on a final campaign: 2 stars.",
        f"P0 scores {positions} {'star' if positions == 1 else 'stars'} for {noun}.",
        "P0 scores 1 star for 1 recruit from Texas.",
        "P1 signed no one: no stars for positions, and none for a region except from cards.",
        f"P0 wins with {7 + positions + 1} stars.",
    ]


def test_a_player_sees_what_others_do_to_them() -> None:
    t = month(2)
    t.position(22, "QB").at(0, "iowa").give(0, blue=3).prepaid(1, 22, blue=2)
    t.log.clear()
    t.do("sign", recruit="iowa", die=-1)
    assert t.concerning(1) == ["You lose the 2 envelopes sent to the QB from Iowa."]
    assert t.concerning(0) == []
