"""The example that learns, with NumPy in place of its library, and with it where it is installed."""

from __future__ import annotations

import csv
import importlib.util
import json
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cashbox import cli
from examples.learn import selfplay

if TYPE_CHECKING:
    from pathlib import Path


def test_gains_follow_whose_decision_is_next() -> None:
    """Seat 0 decides twice, seat 1 wins in its only decision, and a new game begins with seat 0."""
    reward = np.array([[0], [0], [1], [0]], np.float32)
    value = np.array([[0.2], [0.1], [0.5], [0.3], [-0.4]], np.float32)
    seat = np.array([[0], [0], [1], [0], [1]])
    ended = np.array([[False], [False], [True], [False]])
    found = selfplay.gains(reward, value, seat, ended)[:, 0]
    last = 0.4 - 0.3
    third = 1 - 0.5
    second = -0.5 - 0.1 - selfplay.DECAY * third
    first = 0.1 - 0.2 + selfplay.DECAY * second
    assert found == pytest.approx([first, second, third, last])


def test_only_legal_actions_are_drawn() -> None:
    preference = np.array([[0, 5, selfplay.NEVER], [2, selfplay.NEVER, 2]], np.float32)
    rng = np.random.default_rng(0)
    drawn = [selfplay.drawn(preference, rng) for _ in range(200)]
    assert {int(action[1]) for action, _ in drawn} == {0, 2}
    assert {int(action[0]) for action, _ in drawn} <= {0, 1}
    assert all(chance[1] == pytest.approx(np.log(0.5)) for _, chance in drawn)


def step(net: selfplay.Network, played: selfplay.Played, rate: float) -> selfplay.Network:
    """Make what turned out well more likely, by the biases of actions alone: a step of the plainest policy gradient."""
    preference, _ = selfplay.forward(net, played.seen)
    logits = np.where(played.mask, preference, selfplay.NEVER)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    ahead = -odds
    ahead[np.arange(len(ahead)), played.action] += 1
    change = (played.gain[:, None] * ahead).mean(0)
    return {**net, "policy bias": (net["policy bias"] + rate * change).astype(np.float32)}


@pytest.mark.slow
def test_a_network_plays_itself_learns_and_plays_where_bots_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    envs = selfplay.SelfPlay(envs=4, seed=1)
    net = selfplay.new_network(np.arange(envs.envs.layout.size), len(envs.envs.actions), width=8, seed=1)
    played = envs.play(net, steps=250)
    rows = np.arange(1000)
    assert played.mask[rows, played.action].all()
    assert played.seen.shape == (1000, envs.envs.layout.size)
    # This seed ends games, so someone earned something.
    assert np.abs(played.gain).max() > 0.5
    better = step(net, played, rate=1.0)
    likely = [selfplay.forward(one, played.seen)[0] for one in (net, better)]
    logs = [np.where(played.mask, one, selfplay.NEVER) for one in likely]
    chances = [(one - np.logaddexp.reduce(one, 1)[:, None])[rows, played.action] for one in logs]
    assert chances[0] == pytest.approx(played.chance, abs=1e-4)
    assert (played.gain * chances[1]).sum() > (played.gain * chances[0]).sum()
    assert 0 <= selfplay.share_of_wins(better, "random", games=4, seed=1) <= 1
    selfplay.save(better, tmp_path / "network.npz")
    monkeypatch.setenv("LEARNED", str(tmp_path / "network.npz"))
    asked = "simulate consultants --bots examples.learn.bot:Learned,random --games 2 --workers 1 --json"
    assert cli.main(asked.split()) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2


@pytest.mark.thorough
@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="jax is not installed (examples/learn)")
def test_the_whole_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["--to", str(tmp_path), "--games", "20", "--rounds", "2", "--envs", "8", "--test", "4"]
    monkeypatch.setattr(sys, "argv", ["train", *asked])
    from examples.learn import train

    train.main()
    with (tmp_path / "curve.csv").open(encoding="utf-8", newline="") as file:
        curve = list(csv.DictReader(file))
    assert [int(row["decisions"]) for row in curve] == [0, 8 * train.STEPS, 16 * train.STEPS]
    assert (tmp_path / "network.npz").exists()
