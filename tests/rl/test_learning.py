"""The example that learns: its parts that need NumPy alone, and training where JAX is installed."""

from __future__ import annotations

import csv
import importlib.util
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cashbox import cli, rl
from examples.learn import network, selfplay

if TYPE_CHECKING:
    from pathlib import Path


def test_advantages_follow_whose_decision_is_next() -> None:
    """Seat 0 decides twice, seat 1 wins in its only decision, and a new game begins with seat 0."""
    reward = np.array([[0], [0], [1], [0]], np.float32)
    value = np.array([[0.2], [0.1], [0.5], [0.3], [-0.4]], np.float32)
    seat = np.array([[0], [0], [1], [0], [1]])
    ended = np.array([[False], [False], [True], [False]])
    last = 0.4 - 0.3
    third = 1 - 0.5
    second = -0.5 - 0.1 - selfplay.LAMBDA * third
    first = 0.1 - 0.2 + selfplay.LAMBDA * second
    advantage = selfplay.advantages(reward, value, seat, ended)[:, 0]
    assert advantage == pytest.approx([first, second, third, last])


def test_actions_are_sampled_by_their_scores() -> None:
    scores = np.array([[0, 5, network.ILLEGAL], [2, network.ILLEGAL, 2]], np.float32)
    rng = np.random.default_rng(0)
    samples = [selfplay.sample(scores, rng) for _ in range(200)]
    assert {int(action[1]) for action, _ in samples} == {0, 2}
    assert {int(action[0]) for action, _ in samples} <= {0, 1}
    assert all(log_probability[1] == pytest.approx(np.log(0.5)) for _, log_probability in samples)


@pytest.fixture(scope="module")
def untrained() -> network.Network:
    """A network with random weights that prefers some actions clearly."""
    reader = selfplay.sampled_reader(seed=1, envs=8, steps=100)
    weights = network.new_weights(reader, seed=1)
    return network.Network(reader, {name: 3 * array for name, array in weights.items()})


def test_every_action_at_a_used_place_or_at_none_has_a_score(untrained: network.Network) -> None:
    setup = rl.vector("consultants", envs=1, seats=2).setup
    forms = [setup.game.encode(action) for action in setup.actions]
    scored = [forms[number] for number in untrained.reader.actions]
    assert len(untrained.reader.places) == 5, "four projects and the Innovation Project"
    assert len(scored) == sum(form.get("place", 0) < 5 for form in forms)
    assert all(form["place"] == k for k in range(5) for form in scored[40 * k : 40 * (k + 1)])


def test_places_that_change_places_change_their_scores(untrained: network.Network) -> None:
    """The network does not know where a project lies, only what it is."""
    envs = rl.vector("consultants", envs=16, seats=2)
    observation, info = envs.reset(seed=1)
    inputs = untrained.reader.read(observation, info["action_mask"])
    inputs = inputs._replace(legal=np.ones_like(inputs.legal))
    swapped = inputs._replace(places=inputs.places[:, [1, 0, 2, 3, 4]])
    scores, value = network.forward(untrained.weights, inputs)
    other_scores, other_value = network.forward(untrained.weights, swapped)
    assert other_value == pytest.approx(value, abs=1e-5)
    assert other_scores[:, :40] == pytest.approx(scores[:, 40:80], abs=1e-5)
    assert other_scores[:, 80:] == pytest.approx(scores[:, 80:], abs=1e-5)
    assert np.abs(scores[:, :40] - scores[:, 40:80]).max() > 1e-2


def test_self_play_records_what_was_played(untrained: network.Network) -> None:
    rollout = selfplay.SelfPlay(untrained.reader, envs=4, seed=1).play(untrained, steps=250)
    rows = np.arange(1000)
    assert rollout.inputs.legal[rows, rollout.action].all()
    assert rollout.inputs.places.shape == (1000, *untrained.reader.places.shape)
    # This seed ends games, so someone won.
    assert np.abs(rollout.advantage).max() > 0.5
    scores, value = network.forward(untrained.weights, rollout.inputs)
    logs = (scores - np.logaddexp.reduce(scores, 1)[:, None])[rows, rollout.action]
    assert logs == pytest.approx(rollout.log_probability, abs=1e-4)
    assert rollout.target == pytest.approx(value + rollout.advantage, abs=1e-4)


@pytest.mark.slow
def test_a_saved_network_plays_in_commands_as_in_environments(
    untrained: network.Network, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    untrained.save(tmp_path / "network.npz")
    loaded = network.Network.load(tmp_path / "network.npz")
    envs = rl.vector("consultants", envs=8, seats=2)
    observation, info = envs.reset(seed=3)
    for _ in range(20):
        best = untrained.best(observation, info["action_mask"])
        assert (loaded.best(observation, info["action_mask"]) == best).all()
        observation, _, _, _, info = envs.step(best)
    assert 0 <= selfplay.win_share(loaded, "random", games=4, seed=1) <= 1
    monkeypatch.setenv("LEARNED", str(tmp_path / "network.npz"))
    command = "simulate consultants --bots examples.learn.bot:Learned,random --games 2 --workers 1 --json"
    assert cli.main(command.split()) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="jax is not installed (examples/learn)")
def test_training_learns_and_repeats(untrained: network.Network, tmp_path: Path) -> None:
    from examples.learn import train

    rollout = selfplay.SelfPlay(untrained.reader, envs=32, seed=1).play(untrained, steps=128)
    learner = train.Learner(untrained.weights, updates=100)
    before = train.loss(learner.weights, rollout)
    for _ in range(20):
        learner.learn(rollout, np.random.default_rng(1))
    assert train.loss(learner.weights, rollout) < before - 0.05

    for folder in ("first", "second"):
        train.train(tmp_path / folder, rounds=3, envs=32, tests=1, games=8, seed=1)
    with (tmp_path / "first" / "curve.csv").open(encoding="utf-8", newline="") as file:
        curve = list(csv.DictReader(file))
    assert [int(row["decisions"]) for row in curve] == [3 * 32 * train.STEPS]
    first, second = (network.Network.load(tmp_path / folder / "network.npz") for folder in ("first", "second"))
    assert all((first.weights[name] == second.weights[name]).all() for name in first.weights)
    start = network.new_weights(first.reader, seed=1)
    assert any((first.weights[name] != start[name]).any() for name in start)
