"""Test vectorized environments: in one process, in several, and in parallel play."""

from __future__ import annotations

import gc
import os
import signal
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from cashbox import rl
from cashbox.engine.game import GameError
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
BRIEF: dict[str, Any] = {"game": "cash", "options": {"max_rounds": 1, "max_turns": 8}}
SETUPS: list[dict[str, Any]] = [{"game": "envelopes", "seats": 3, "mode": "online"}, BRIEF, {"game": "consultants"}]


@pytest.fixture(autouse=True)
def tulips() -> Iterator[None]:
    """The example game is there, and a warning is an error."""
    with among_the_games(EXAMPLES), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def many(**given: Any) -> Any:
    return rl.vector("tulips", envs=6, seats=3, **given)


def steps(envs: Any, count: int) -> Iterator[tuple[list[Any], list[Any]]]:
    """All that so many steps at random give."""
    rng = np.random.default_rng(1)
    _, info = envs.reset(seed=4)
    for _ in range(count):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        rows, reward, over, cut, info = envs.step(np.array(actions))
        final = [None if row is None else row.tolist() for row in info.get("final_obs", [])]
        yield [array.tolist() for array in (rows, reward, over, cut, info["seat"], info["earned"])], final


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("given", [{"max_steps": 25}, {"opponents": ["gardener"], "seat": None, "seats": 2}])
def test_results_do_not_depend_on_the_number_of_processes(given: dict[str, Any]) -> None:
    given = {"seats": 3, **given}
    with (
        rl.vector("tulips", envs=6, **given) as one,
        rl.vector("tulips", envs=6, workers=2, **given) as two,
        rl.vector("tulips", envs=6, workers=3, **given) as three,
    ):
        ended = 0
        for a, b, c in zip(*(steps(envs, 70) for envs in (one, two, three)), strict=True):
            assert a == b == c
            ended += sum(a[0][2]) + sum(a[0][3])
        assert ended > 6


@pytest.mark.slow
def test_processes_end_with_their_environment() -> None:
    envs = many(workers=2)
    envs.reset(seed=1)
    started = [process.pid for process, _ in envs._games._workers]
    assert all(alive(process) for process in started)
    envs.close()
    assert not any(alive(process) for process in started)
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step(np.zeros(6, int))
    envs.close()
    forgotten = many(workers=2)
    started = [process.pid for process, _ in forgotten._games._workers]
    del forgotten
    gc.collect()
    assert not any(alive(process) for process in started)


@pytest.mark.slow
def test_a_dead_worker_is_reported_in_a_sentence() -> None:
    envs = many(workers=2)
    _, info = envs.reset(seed=1)
    first, second = (process.pid for process, _ in envs._games._workers)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(GameError, match=r"A worker process exited \(code -9\)"):
        envs.step(info["action_mask"].argmax(axis=1))
    assert not alive(second)


@pytest.mark.slow
def test_an_error_in_a_worker_is_reported() -> None:
    envs = many(workers=2)
    envs.reset(seed=1)
    with pytest.raises(GameError, match="A worker process failed: "):
        envs._games.step([1 << 40] * 6)  # the numbers of actions are checked before that


def test_arrays_are_read_only() -> None:
    """What compiled code doesn't fill again would stay as someone else left it."""
    envs = many()
    rows, info = envs.reset(seed=1)
    for array in (rows, info["action_mask"], info["seat"]):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"workers": 0}, "The number of workers must be from 1 to 6, one for each game, not 0."),
        ({"workers": 7}, "The number of workers must be from 1 to 6"),
    ],
)
def test_invalid_numbers_of_workers_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        many(**given)


def test_each_row_has_its_seats_observation_in_every_step() -> None:
    """Also where only what was filled before is cleared."""
    for given in (*SETUPS, {"game": "tulips"}):
        envs: Any = rl.vector(envs=3, **given)
        rng = np.random.default_rng(2)
        rows, info = envs.reset(seed=5)
        for _ in range(60):
            for k, (state, seat) in enumerate(zip(envs._games.batch.states, info["seat"], strict=True)):
                assert np.array_equal(rows[k], envs.setup.observation(state, seat))
                mask = envs.setup.mask(envs.setup.game.legal(state, seat))
                assert np.array_equal(info["action_mask"][k], mask)
            rows, _, _, _, info = envs.step(
                np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
            )


# -- all who choose at the same time -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("setup", [*SETUPS, {"game": "tulips", "seats": 3}], ids=lambda setup: setup["game"])
def test_parallel_environments_pass_the_tests_of_pettingzoo(
    setup: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(rl.parallel(**setup), num_cycles=30)
    parallel_seed_test(partial(rl.parallel, **setup), num_cycles=10)
    capsys.readouterr()


def test_simultaneous_bids_take_one_step() -> None:
    env = rl.parallel("tulips", seats=3)
    _, infos = env.reset(seed=1)
    assert all(info["action_mask"].any() for info in infos.values())
    bids = {agent: int(np.flatnonzero(info["action_mask"])[k]) for k, (agent, info) in enumerate(infos.items())}
    seen, rewards, over, cut, infos = env.step(bids)
    assert [bool(info["action_mask"].any()) for info in infos.values()].count(True) == 1
    assert not any((*over.values(), *cut.values(), *rewards.values()))
    bought = env.layout["bids"]
    assert seen["player_0"][bought.start : bought.start + 3].tolist() == pytest.approx([0, 1 / 150, 2 / 150])


def test_a_parallel_game_ends_like_a_sequential_one() -> None:
    env = rl.parallel("tulips", seats=2, reward="score")
    _, infos = env.reset(seed=3)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        chosen = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
        _, rewards, over, cut, infos = env.step(chosen)
        earned = {agent: earned[agent] + rewards[agent] for agent in earned}
    assert all(over.values())
    assert not any(cut.values())
    assert tuple(earned.values()) == env.setup.game.outcome(env.state).scores
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({})


def test_an_illegal_action_ends_a_parallel_game() -> None:
    env = rl.parallel("tulips", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in env.render()
    _, rewards, over, _, infos = env.step({"player_0": 151, "player_1": 0})
    assert (rewards, all(over.values())) == ({"player_0": -1.0, "player_1": 0.0}, True)
    assert infos["player_0"]["illegal"] == "No one has bought the bulb yet."
    assert "illegal" not in infos["player_1"]
