"""Test the reason for an action, written as a sentence from its facts."""

from __future__ import annotations

import re

import pytest

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.facts import NOTHING, TABLE, Change, Facts
from cashbox.engine.reasons import NO_REASONS, Count, Reasons

COUNTS = {
    "stars": Count("{} star", "{} stars"),
    "bucks": Count("${}", "${}"),
    "lost": Count("a turn", "{} turns", more="miss", less="get back"),
}


def test_a_reason_names_gains_and_costs() -> None:
    reasons = Reasons(COUNTS, {"later": "It pays ${later} at the end."})
    changes = (
        Change("stars", 1, 4), Change("bucks", -2), Change("bucks", 1200, seat=1), Change("moves", -1),
        Change("stars", 3, seat=TABLE), Change("lost", 1, seat=1),
    )  # fmt: skip
    assert reasons.of(Facts(changes, {"later": 1})) == (
        "You gain 1 to 4 stars and lose $2. {1} gains $1,200 and misses a turn. It pays $1 at the end."
    )
    assert reasons.of(Facts((Change("stars", 0, 1),), {"later": 0})) == "You gain up to 1 star."
    swap = Facts.perhaps((Change("stars", 1, left=3), Change("bucks", -2)), {})
    assert reasons.of(swap) == "Either you gain 1 star and lose $2, or nothing changes."
    assert [(one.by, one.greatest, one.left) for one in swap.changes] == [(0, 1, None), (-2, 0, None)]
    assert reasons.of(NOTHING) == NO_REASONS.of(Facts(changes)) == ""


SENTENCE = (
    r"((You|Either you) (?!\w*[^s]s )\w+ [^.]+|\{\d\} \w*([^s]|sse)s [^.]+"
    r"|This ends your turn(: you discard \d+ envelopes?)?"
    r"|As things stand, this desk pays \$\d+ at the end of the round)\."
)
"""What a player does or loses, with the verb for "you" or for a name; or what the action leads to."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [about.id for about in games.about()])
def test_every_game_has_reasons_for_most_actions(game_id: str) -> None:
    game = games.load(game_id)
    chance = SeededChance(4)
    state = game.start(game.check_options({}, 2), 2, chance)
    said = silent = 0
    bot = [bots.make("steady", game, seat, chance) for seat in range(2)]
    for _ in range(120):
        due = game.due(state)
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        for action in legal:
            facts, why = game.describe(state, seat, action).facts, game.effect_text(state, seat, action)
            assert re.fullmatch(rf"({SENTENCE}( {SENTENCE})*)?", why), why
            changes = any(one.what in game.reasons.counts and one.seat != TABLE for one in facts.changes)
            assert changes <= bool(why)
            said, silent = said + changes, silent + (not changes)
        game.play(state, seat, bot[seat].choose(game.view(state, seat), legal), chance)
    assert said > 0
