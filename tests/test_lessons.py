"""What the lessons of all games have in common."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox import games
from cashbox.engine import conformance
from cashbox.engine.chance import NoChance
from cashbox.engine.lessons import PUPIL, RIVAL
from tests import guided

LESSONS = [
    (about.id, mode.id, mode.least or about.least_players)
    for about in games.about()
    for mode in about.modes
    if mode.guided or mode.id.startswith("lesson-")
]
AGAINST_A_RIVAL = [(game, mode) for game, mode, seats in LESSONS if seats == 2]


def test_every_game_has_two_lessons() -> None:
    assert {game for game, _, _ in LESSONS} == {about.id for about in games.about()}
    assert len(LESSONS) == 2 * len(games.about())


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("game", "mode", "seats"), LESSONS)
def test_a_lesson_keeps_the_contract(game: str, mode: str, seats: int) -> None:
    """Hints are part of the view: undo brings them back, and they tell nothing hidden."""
    summary = conformance.run(games.load(game), ["lesson"], seats, {"mode": mode}, every=16)
    assert (summary.games, summary.samples > 0) == (1, True)


@pytest.mark.parametrize(("game", "mode"), AGAINST_A_RIVAL)
def test_a_lesson_leaves_nothing_to_chance_while_the_hints_are_followed(game: str, mode: str) -> None:
    rules: Any = games.load(game)
    state = rules.start({"mode": mode}, 2, NoChance())
    while state.due:
        seat = PUPIL if state.due & 1 else RIVAL
        action = guided.hint(rules, state).action if seat == PUPIL else rules.legal(state, RIVAL)[0]
        rules.play(state, seat, action, NoChance())
