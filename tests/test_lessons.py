"""Test what the lessons of all games have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from cashbox import games
from cashbox.engine import conformance
from cashbox.engine.chance import Chance
from cashbox.engine.lessons import PUPIL, RIVAL
from cashbox.games.consultants.content import COLOURS
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.text import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

LESSONS = [
    (about.id, mode.id, mode.least or about.least_players)
    for about in games.about()
    for mode in about.modes
    if mode.guided or mode.id.startswith("lesson-")
]

COUNTED: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twice",
)  # fmt: skip
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "cash": (),
    "consultants": COLOURS,
    "envelopes": (*v.COLOURS, *v.MONTHS, *v.SYMBOLS, *v.POSITIONS, *phrases.RECRUIT_NAMES),
}
"""Names of things in each game that its content does not name."""


class OnlyOneAnswer(Chance):
    """No draw that could come out otherwise."""

    def draw(self, n: int) -> int:
        assert n == 1
        return 0


def test_every_game_has_two_lessons() -> None:
    assert {game for game, _, _ in LESSONS} == {about.id for about in games.about()}
    assert len(LESSONS) == 2 * len(games.about())


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("game", "mode", "seats"), LESSONS)
def test_a_lesson_keeps_the_contract(game: str, mode: str, seats: int) -> None:
    """Hints are part of the view: undo brings them back, and they tell nothing hidden."""
    summary = conformance.run(games.load(game), ["lesson"], seats, {"mode": mode}, every=16)
    assert (summary.games, summary.samples > 0) == (1, True)


@pytest.mark.parametrize(("game", "mode", "seats"), LESSONS)
def test_a_lesson_uses_no_chance_while_the_hints_are_followed(game: str, mode: str, seats: int) -> None:
    rules: Any = games.load(game)
    chance = OnlyOneAnswer()
    state = rules.start(rules.check_options({"mode": mode}, seats), seats, chance)
    while state.due:
        seat = PUPIL if state.due & 1 else RIVAL
        does = rules.view(state, seat).hint.does if seat == PUPIL else None
        rules.play(state, seat, rules.decode(does) if does else rules.legal(state, seat)[0], chance)


@pytest.mark.slow
@pytest.mark.parametrize("game", [about.id for about in games.about()])
def test_hints_contain_no_literal_number_or_name(game: str) -> None:
    """All of them are facts, which the rules fill in; so none can be wrong."""
    content = games.load(game).content
    others = {part: entries for part, entries in content.items() if part != "lessons"}
    names = [*texts(others, "name"), *NAMES[game], *COUNTED]
    written = re.compile(r"\d|\b(" + "|".join(map(re.escape, names)) + r")\b")
    hints = list(texts(content["lessons"], "say"))
    assert len(hints) > 20
    for hint in hints:
        itself = re.sub(r"\{[^{}]*\}|\[!?\w+(!?=\d*)?:?", "", hint)
        assert not written.search(itself), hint


def texts(data: Any, field: str) -> Iterator[str]:
    """Yield the values of a field, wherever it stands in the content of a game."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == field:
                yield value
            else:
                yield from texts(value, field)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value, field)
