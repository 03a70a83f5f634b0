"""Test that pickled states are equal in another process and play on alike."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.contents import ContentNotLoadedError
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game

MODES = [(about.id, mode.id) for about in games.about() for mode in about.modes or ()]
EVERY = 17
"""Of so many states of a game, one is sent."""
LARGEST = 40_000
"""Bytes of a pickled state: the content is not in it."""


def states(game: Game[Any], mode: str, seed: int, every: int = EVERY) -> Iterator[Any]:
    """Some states of a game played at random, from its start to its end."""
    about = game.about
    seats = next(one.least for one in about.modes if one.id == mode) or about.least_players
    rules = {**about.unattended, **about.brief, "mode": mode}
    chance = SeededChance(seed)
    state = game.start(game.check_options(rules, seats), seats, chance)
    step = 0
    while due := game.due(state):
        if step % every == 0:
            yield game.clone(state)
        step += 1
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        game.play(state, seat, legal[chance.draw(len(legal))], chance)
    yield state


def played(game: Game[Any], state: Any, steps: int = 12) -> bytes:
    """What becomes of a state in so many steps at random."""
    chance = SeededChance(5)
    for _ in range(steps):
        due = game.due(state)
        if not due:
            break
        seat = seats_of(due)[-1]
        legal = game.legal(state, seat)
        game.play(state, seat, legal[chance.draw(len(legal))], chance)
    return game.fingerprint(state)


@pytest.mark.few(3, usual=9)
@pytest.mark.parametrize(("game_id", "mode"), MODES)
def test_unpickled_states_are_equal(game_id: str, mode: str) -> None:
    game = games.load(game_id)
    for state in states(game, mode, 3):
        sent = pickle.dumps(state)
        assert len(sent) < LARGEST
        back = pickle.loads(sent)
        assert back is not state
        assert back.content is state.content
        assert game.fingerprint(back) == game.fingerprint(state)
        assert [game.view(back, seat) for seat in range(state.seats)] == [
            game.view(state, seat) for seat in range(state.seats)
        ]
        copy = state.clone()
        assert played(game, back) == played(game, copy)
        assert game.fingerprint(back) == game.fingerprint(copy)


ELSEWHERE = """
import pickle, sys
from cashbox import games
for state in pickle.load(sys.stdin.buffer):
    sys.stdout.write(games.load(sys.argv[1]).fingerprint(state).hex() + "\\n")
"""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game_id", [about.id for about in games.about()])
def test_states_are_equal_in_another_process(game_id: str) -> None:
    game = games.load(game_id)
    sent = list(states(game, game.about.modes[0].id, 4))
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, game_id], input=pickle.dumps(sent), capture_output=True, check=True
    )
    assert run.stdout.decode().split() == [game.fingerprint(state).hex() for state in sent]


def test_a_state_of_unknown_content_is_refused() -> None:
    own = games.load("consultants")
    changed = {
        **own.content,
        "projects": {**own.content["projects"], "start": {**own.content["projects"]["start"], "money": 7}},
    }
    game = games.load("consultants", changed)
    sent = pickle.dumps(next(states(game, game.about.modes[0].id, 1)))
    assert pickle.loads(sent).players[0].money == 7
    del game
    with pytest.raises(ContentNotLoadedError, match=own.about.id):
        pickle.loads(sent)
