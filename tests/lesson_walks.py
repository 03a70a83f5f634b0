"""Walk through lessons in which the lesson plays the second seat, partly by the hints and partly at random."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cashbox.engine.chance import SeededChance
from cashbox.engine.checks import misleading
from cashbox.engine.lessons import PUPIL, RIVAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.lessons import Note


def hint(game: Any, state: Any) -> Note:
    """The one that stands."""
    note = game.plays.current_hint(state, PUPIL)
    assert note is not None
    return note  # type: ignore[no-any-return]


def walk(game: Any, mode: str, seed: int) -> Iterator[tuple[Any, Note]]:
    """Each state in which the player decides, or in which the lesson is over, and its hint. Some walkers follow the
    hints nearly always, some hardly ever."""
    lot = SeededChance(seed)
    state = game.start({"mode": mode}, 2, lot)
    follows = (2, 5, 8, 9)[seed % 4]
    while state.due:
        note = hint(game, state)
        yield state, note
        state = state.clone()
        if state.due & 1:
            legal = game.legal(state, PUPIL)
            action = note.action if note.action >= 0 and lot.draw(10) < follows else any_of(game, legal, lot)
            game.play(state, PUPIL, action, lot)
        else:
            game.play(state, RIVAL, game.legal(state, RIVAL)[0], lot)
    yield state, hint(game, state)


def any_of(game: Any, legal: list[int], lot: SeededChance) -> int:
    """One of them: first a type of action by lot, so that the many offers do not drown the rest."""
    kinds = sorted({game.encode(action)["type"] for action in legal})
    kind = kinds[lot.draw(len(kinds))]
    chosen = [action for action in legal if game.encode(action)["type"] == kind]
    return chosen[lot.draw(len(chosen))]


def follow(game: Any, mode: str) -> tuple[Any, list[str], list[str]]:
    """A lesson by its hints alone: how it ends, what was said, and the types of the actions taken."""
    lot = SeededChance(7)
    state = game.start({"mode": mode}, 2, lot)
    said, done = [], []
    while state.due:
        seat = PUPIL if state.due & 1 else RIVAL
        action = game.legal(state, seat)[0]
        if seat == PUPIL:
            note = hint(game, state)
            said.append(note.say)
            action = note.action
            done.append(game.encode(action)["type"])
        game.play(state, seat, action, lot)
    return state, said, done


def quoted(say: str) -> list[str]:
    """What stands in quotes: the words of a button."""
    return re.findall("“([^”]*)”", say)


THINGS = "dollar|move|card|star|envelope|buck|space"
MISCOUNTED = re.compile(rf"\b1 ({THINGS})s\b|(?<![\d,])[02-9] ({THINGS})\b")


def check(game: Any, state: Any, say: str) -> None:
    """Check a hint as conformance does, and besides, that it counts as people do and names buttons that are there.

    Args:
        game: The game.
        state: A state of a lesson.
        say: What the rules say there.
    """
    told = game.view(state, PUPIL).hint
    assert told is not None
    assert told.say == say
    assert list(misleading(game, state, PUPIL, told)) == []
    assert not MISCOUNTED.search(say), say
    assert say[0].isupper() or say[0] in "{“", say
    assert say[-1] == ".", say
    labels = [game.describe(state, PUPIL, action).label.lower() for action in game.legal(state, PUPIL)]
    for words in quoted(say):
        # The button "Send offer" is in the dialog that the first one opens.
        assert words == "Send offer" or any(words.lower() in label for label in labels), say
