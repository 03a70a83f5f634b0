"""Test the environments for reinforcement learning with the checks of PettingZoo and Gymnasium."""

from __future__ import annotations

import re
import warnings
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from cashbox import games, rl
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.observation.layout import row_of
from cashbox.engine.seats import seats_of
from cashbox.rl.table import Setup, Table
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
BRIEF: dict[str, Any] = {"game": "cash", "options": {"max_rounds": 1, "max_turns": 8}}
SETUPS: list[dict[str, Any]] = [{"game": "envelopes", "seats": 3, "mode": "online"}, BRIEF, {"game": "consultants"}]


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """A warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture(autouse=True)
def tulips() -> Iterator[None]:
    """The example game is there, too."""
    with among_the_games(EXAMPLES):
        yield


def playing(setup: dict[str, Any], games_played: int = 1) -> Iterator[tuple[Setup, Any, int]]:
    """Random games; each state with the seat that decides."""
    table = Setup(**setup)
    for seed in range(games_played):
        chance = SeededChance(seed)
        state = table.game.start(table.options, table.seats, chance)
        while table.game.due(state):
            yield table, state, seats_of(table.game.due(state))[0]
            table.game.play_at_random(state, chance, [chance] * table.seats, 5)
        yield table, state, 0


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["game"])
def test_environments_pass_the_tests_of_pettingzoo(setup: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    make = partial(rl.aec, **setup)
    api_test(make(), num_cycles=3)
    seed_test(make, num_cycles=3)
    render_test(make)
    capsys.readouterr()


@pytest.mark.slow
def test_environments_pass_the_checks_of_gymnasium(capsys: pytest.CaptureFixture[str]) -> None:
    check_env(rl.gym("consultants", opponents=["steady"]))
    check_env(gymnasium.make("cashbox/Consultants-v1").unwrapped)
    capsys.readouterr()


@pytest.mark.parametrize("setup", [*SETUPS, {"game": "tulips", "seats": 3}], ids=lambda setup: setup["game"])
def test_indistinguishable_states_have_equal_observations(setup: dict[str, Any]) -> None:
    chance = SeededChance("redeal")
    different = 0
    for k, (table, state, seat) in enumerate(playing(setup)):
        if k % 4 == 0:
            sample = table.game.sample(state, seat, chance)
            different += table.game.fingerprint(sample) != table.game.fingerprint(state)
            assert np.array_equal(table.observation(sample, seat), table.observation(state, seat))
    assert different


@pytest.mark.parametrize("setup", [*SETUPS, {"game": "tulips", "seats": 3}], ids=lambda setup: setup["game"])
def test_an_observation_encodes_its_view_in_the_layout(setup: dict[str, Any]) -> None:
    """Also where a game writes it from the state."""
    for k, (table, state, _) in enumerate(playing(setup)):
        if k % 3 == 0:
            for seat in range(table.seats):
                row = table.observation(state, seat)
                written = np.frombuffer(table.layout.row(table.game.view(state, seat), seat), np.float32)
                wrong = [field.name for field in table.layout.fields if _differs(row, written, field)]
                assert wrong == []
                assert table.observation_space.contains(row)


def _differs(row: Any, written: Any, field: Any) -> bool:
    part = slice(field.start, field.start + field.size)
    return not np.array_equal(row[part], written[part])


def test_a_layout_says_what_each_number_means() -> None:
    layout = Setup("tulips", seats=3).layout
    assert [field.start for field in layout.fields] == list(
        np.cumsum([0, *(field.size for field in layout.fields)])[:-1]
    )
    assert layout["phase"].values == ("bid", "decide", "over")
    assert layout["buyer"].values == ("own seat", "seat 1 to the left", "seat 2 to the left")
    assert (layout["kept"].shape, layout["kept"].low, layout["kept"].high) == ((3, 6), 0, 12)
    assert layout["sealed"].text == "by seat, whether its bid is in"


def test_the_viewers_seat_comes_first() -> None:
    env = rl.aec("tulips", seats=3)
    env.reset(seed=1)
    env.step(7)
    layout, table = env.unwrapped.layout, env.unwrapped.table
    sealed = layout["sealed"]
    for seat in range(3):
        row = table.observation(seat)[sealed.start : sealed.start + 3].tolist()
        assert row == [1.0 if (seat + k) % 3 == 0 else 0.0 for k in range(3)]
    assert table.observation(0)[layout["bid"].start] == pytest.approx(7 / 150)
    assert table.observation(1)[layout["bid"].start] == pytest.approx(-1 / 150)


def test_an_illegal_action_loses_the_game() -> None:
    env = rl.aec("tulips", seats=2)
    env.reset(seed=1)
    env.step(151)
    assert (env.rewards, env.terminations["player_1"]) == ({"player_0": -1.0, "player_1": 0.0}, True)
    assert env.infos["player_0"]["illegal"] == "No one has bought the bulb yet."
    with pytest.raises(ValueError, match="when an agent is dead"):
        env.step(0)
    one = rl.gym("tulips", opponents=["gardener"])
    one.reset(seed=1)
    _, reward, over, _, info = one.step(151)
    assert (reward, over, info["illegal"]) == (-1.0, True, "No one has bought the bulb yet.")
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        one.step(0)


def test_a_game_can_be_cut_off() -> None:
    env = rl.aec("tulips", seats=2, max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"game": "roses"}, "There is no game 'roses'"),
        ({"game": "tulips", "seats": 9}, "2 to 5"),
        ({"game": "consultants", "mode": "sideways"}, "not 'sideways'"),
        ({"game": "tulips", "options": {"color": 1}}, "There is no option 'color'"),
        ({"game": "tulips", "reward": "fame"}, "The reward must be one of win, score, standing, not 'fame'."),
        ({"game": "tulips", "reward": "standing"}, "Tulips has no standing before its end"),
    ],
)
def test_invalid_arguments_are_refused_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        rl.aec(**given)


def test_unknown_bots_and_seats_are_refused() -> None:
    with pytest.raises(GameError, match="There is no bot 'deepblue'"):
        rl.gym("tulips", opponents=["deepblue"])
    with pytest.raises(GameError, match="The seat must be from 0 to 1, not 5"):
        rl.gym("tulips", opponents=["gardener"], seat=5)


@pytest.mark.parametrize("reward", ["win", "score", "standing"])
def test_rewards_add_up_to_the_result(reward: str) -> None:
    table = Table(Setup("consultants", reward=reward), 5)
    before = table.setup.game.standing(table.state)
    assert before is not None
    earned = np.zeros(2)
    while table.outcome is None:
        table.play(table.legal[0])
        earned += table.earned()
    gained = np.subtract(table.outcome.scores, before.scores)
    winners = [1.0 / len(table.outcome.winners) if k in table.outcome.winners else 0.0 for k in (0, 1)]
    expected = {"win": winners, "score": table.outcome.scores, "standing": gained - gained[::-1]}[reward]
    assert earned.tolist() == pytest.approx(list(expected))


def test_facts_of_legal_actions_are_listed_by_number() -> None:
    env = rl.gym("tulips", opponents=["gardener"])
    _, info = env.reset(seed=3)
    facts = env.facts()
    assert sorted(facts) == np.flatnonzero(info["action_mask"]).tolist()
    assert facts[2].known["left"] == facts[0].known["left"] - 2


def test_games_are_registered_with_gymnasium() -> None:
    assert "cashbox/Tulips-v1" in rl.register()
    assert {f"cashbox/{about.id.capitalize()}-v1" for about in games.about()} <= set(gymnasium.registry)
    for about in games.about():
        if about.id == "tulips":
            gymnasium.registry.pop("cashbox/Tulips-v1")


def many(**given: Any) -> Any:
    return rl.vector("tulips", envs=6, seats=3, **given)


def first_legal(info: dict[str, Any]) -> Any:
    return info["action_mask"].argmax(axis=1)


def test_vectorized_games_equal_single_games() -> None:
    envs = many()
    rows, info = envs.reset(seed=4)
    assert rows is envs.arrays.observation
    tables: list[Table | None] = [Table(envs.setup, table_seed) for table_seed in _seeds(4, 6)]
    ended = 0
    for _ in range(60):
        for k, table in enumerate(tables):
            if table is not None:
                assert np.array_equal(rows[k], table.observation(table.seat))
                assert np.array_equal(info["action_mask"][k], table.mask(table.seat))
                table.play(table.legal[0])
        rows, _, over, _, info = envs.step(first_legal(info))
        for k, table in enumerate(tables):
            if table is not None and table.outcome is not None:
                assert over[k]
                assert info["earned"][k].tolist() == pytest.approx(table.earned())
                assert info["_final_obs"][k]
                tables[k] = None
                ended += 1
    assert ended == 6


def _seeds(seed: int, count: int) -> list[int]:
    """The seeds of the first games: one after the other."""
    rng, _ = gymnasium.utils.seeding.np_random(seed)
    first = int(rng.integers(1 << 62))
    return [first + k for k in range(count)]


def test_one_seat_can_learn_in_many_games() -> None:
    envs = rl.vector("tulips", envs=5, opponents=["gardener"], seat=None)
    _, info = envs.reset(seed=2)
    finished = 0
    seats = set(info["seat"].tolist())
    for _ in range(80):
        _, reward, over, _, info = envs.step(first_legal(info))
        finished += int(over.sum())
        seats |= set(info["seat"].tolist())
        assert not reward[~over].any()
    assert finished > 5
    assert seats == {0, 1}


def test_an_invalid_vectorized_step_is_refused() -> None:
    envs = many()
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(6, int))
    envs.reset(seed=1)
    with pytest.raises(GameError, match="A step takes 6 whole numbers"):
        envs.step(np.zeros(5, int))
    with pytest.raises(GameError, match="0 to 152"):
        envs.step(np.full(6, 153))
    _, reward, over, _, _ = envs.step(np.full(6, 151))
    assert reward.tolist() == [-1.0] * 6
    assert over.all()
    with pytest.raises(GameError, match="The number of games"):
        rl.vector("tulips", envs=0)


def test_the_rollout_in_the_docs_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "research.md").read_text("utf-8")
    rollout, layout = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(rollout, names)
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == ["player_0", "player_1", "player_2"]
    assert sum(float(line.split()[1]) for line in told) == pytest.approx(1)
    exec(layout, names)
    assert "mine.hand 2" in capsys.readouterr().out


@pytest.mark.slow
def test_environments_play_variants(tmp_path: Path) -> None:
    """A variant is a file or a content; all processes play it."""
    file = tmp_path / "short.toml"
    events = [event["id"] for event in games.load("consultants").content["events"]["event"]]
    gone = "".join(f'[[event]]\nid = "{event}"\nremove = true\n' for event in events[2:])
    file.write_text(f"[start]\nmoney = 9\n{gone}", "utf-8")
    content = games.read_variant("consultants", file).content
    for make in (rl.aec, rl.parallel, rl.gym, rl.vector):
        for given in (str(file), file, content):
            env: Any = make("consultants", content=given)
            assert env.unwrapped.setup.game.content == content
            assert env.unwrapped.layout.size != rl.Setup("consultants").layout.size
            env.close()
    check_env(gymnasium.make("cashbox/Consultants-v1", content=str(file)).unwrapped)
    seen = []
    for workers in (1, 2):
        with rl.vector("consultants", envs=4, workers=workers, content=file) as envs:
            envs.reset(seed=1)
            for _ in range(40):
                envs.step(envs.arrays.mask.argmax(axis=1))
            seen.append(envs.arrays.observation.copy())
    assert (seen[0] == seen[1]).all()
    with pytest.raises(GameError, match="There is no file"):
        rl.aec("consultants", content="missing.toml")


def test_an_observation_that_could_not_be_written_leaves_nothing_behind() -> None:
    """The next one is written into the same row."""
    table = Setup("consultants")
    state = table.game.start(table.options, table.seats, SeededChance(1))
    wanted = table.observation(state, 0)

    def failing(state: Any, seat: int, rows: Any) -> None:
        table.observe(state, seat, rows)
        rows.at -= 1
        rows.fill(rows.at, 1)

    with pytest.raises(ValueError, match="were written into a row"):
        row_of(table.layout, failing, state, 1)
    assert (table.observation(state, 0) == wanted).all()
    assert not (table.observation(state, 1) == wanted).all()
    assert (table.observation(state, 0) == wanted).all()
