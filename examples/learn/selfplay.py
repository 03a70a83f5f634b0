"""The part of learning that needs NumPy alone: a small network, games against itself, and games against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cashbox import rl

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Network = dict[str, Floats]

GAME: Final = "consultants"
MARGIN: Final = 50.0
"""A lead of so many points at the end is worth 0.76 (tanh 1), one of twice as many 0.96."""
DECAY: Final = 0.95
"""How much a decision is credited with what comes after the next one (lambda of GAE)."""
NEVER: Final = np.float32(-1e9)


def new_network(seen: NDArray[np.int64], actions: int, width: int, seed: int) -> Network:
    """Make a network: three layers, the last two of which add to what they get, then a policy and a value.

    Args:
        seen: the numbers of an observation that ever differ; the others are left out.
        actions: how many there are.
        width: of each layer.
        seed: of the weights.
    """
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int, scale: float) -> Floats:
        return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

    found = {"seen": seen.astype(np.float32), "w0": layer(len(seen), width, (2 / len(seen)) ** 0.5)}
    found |= {f"w{k}": layer(width, width, (2 / width) ** 0.5) for k in (1, 2)}
    found |= {f"b{k}": np.zeros(width, np.float32) for k in range(3)}
    found |= {"policy": layer(width, actions, 0.01), "value": layer(width, 1, 0.01)}
    return found | {"policy bias": np.zeros(actions, np.float32), "value bias": np.zeros(1, np.float32)}


def forward(net: Any, seen: Any, np: Any = np) -> tuple[Any, Any]:
    """Return the preference for each action, and the value for the seat that decides, from -1 to 1.

    Args:
        net: the network.
        seen: the numbers of observations that it looks at, a row each.
        np: NumPy, or what calculates in its place.
    """
    hidden = np.maximum(seen @ net["w0"] + net["b0"], 0)
    for k in (1, 2):
        hidden = hidden + np.maximum(hidden @ net[f"w{k}"] + net[f"b{k}"], 0)
    value = np.tanh(hidden @ net["value"] + net["value bias"])
    return hidden @ net["policy"] + net["policy bias"], value[:, 0]


def columns(net: Network) -> NDArray[np.int64]:
    """Return which numbers of an observation a network looks at."""
    return net["seen"].astype(np.int64)


class Played(NamedTuple):
    """Decisions of games against itself, a row each. chance: the logarithm of how likely the action was. gain: how much
    better it turned out than expected; outcome: what the value should have been."""

    seen: Floats
    mask: NDArray[np.bool_]
    action: NDArray[np.int64]
    chance: Floats
    gain: Floats
    outcome: Floats


class SelfPlay:
    """Many games of two seats, in all of which the same network decides for both."""

    def __init__(self, envs: int, seed: int, seats: int = 2) -> None:
        self.envs = rl.vector(GAME, envs=envs, seats=seats, reward="score")
        self.rng = np.random.default_rng(seed)
        self.observation, self.info = self.envs.reset(seed=seed)

    def play(self, net: Network, steps: int) -> Played:
        """Play so many decisions in each game."""
        looked, games = columns(net), self.envs.num_envs
        seen = np.zeros((steps, games, len(looked)), np.float32)
        mask = np.zeros((steps, games, len(self.envs.actions)), np.bool_)
        action = np.zeros((steps, games), np.int64)
        chance = np.zeros((steps, games), np.float32)
        reward = np.zeros((steps, games), np.float32)
        ended = np.zeros((steps, games), np.bool_)
        value = np.zeros((steps + 1, games), np.float32)
        seat = np.zeros((steps + 1, games), np.int64)
        for t in range(steps):
            seen[t], mask[t], seat[t] = self.observation[:, looked], self.info["action_mask"], self.info["seat"]
            preference, value[t] = forward(net, seen[t])
            action[t], chance[t] = drawn(np.where(mask[t], preference, NEVER), self.rng)
            self.observation, _, ended[t], _, self.info = self.envs.step(action[t])
            earned, rows = self.info["earned"], np.arange(games)
            reward[t] = np.tanh((earned[rows, seat[t]] - earned[rows, 1 - seat[t]]) / MARGIN)
        seat[steps] = self.info["seat"]
        value[steps] = forward(net, self.observation[:, looked])[1]
        gain = gains(reward, value, seat, ended)
        found: tuple[Any, ...] = (seen, mask, action, chance, gain, gain + value[:-1])
        return Played(*(array.reshape(steps * games, *array.shape[2:]) for array in found))


def drawn(preference: Floats, rng: np.random.Generator) -> tuple[NDArray[np.int64], Floats]:
    """Draw an action in each row; return them, and the logarithms of how likely they were."""
    logs = preference - preference.max(1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(1, keepdims=True))
    noise = rng.gumbel(size=logs.shape).astype(np.float32)
    action = (logs + noise).argmax(1)
    return action, logs[np.arange(len(logs)), action]


def gains(reward: Floats, value: Floats, seat: NDArray[np.int64], ended: NDArray[np.bool_]) -> Floats:
    """Return how much better each decision turned out than expected (GAE).

    What is good for one of two seats is bad for the other, so a value changes its sign where the next decision is the
    other seat's. value, seat: of each decision, and of the one after the last.
    """
    gain = np.zeros_like(reward)
    after = np.zeros(reward.shape[1], np.float32)
    for t in range(len(reward) - 1, -1, -1):
        sign = np.where(seat[t] == seat[t + 1], 1, -1) * ~ended[t]
        after = reward[t] + sign * value[t + 1] - value[t] + DECAY * sign * after
        gain[t] = after
    return gain


def share_of_wins(net: Network, opponent: str, games: int, seed: int) -> float:
    """Let a network play against a bot, each starting in half of the games; return its share of the wins."""
    found = []
    for seat in (0, 1):
        envs = rl.vector(GAME, envs=games // 2, opponents=[opponent], seat=seat)
        observation, info = envs.reset(seed=seed + seat)
        won = np.full(envs.num_envs, np.nan)
        while np.isnan(won).any():
            preference, _ = forward(net, observation[:, columns(net)])
            action = np.where(info["action_mask"] == 1, preference, NEVER).argmax(1)
            observation, reward, ended, _, info = envs.step(action)
            first = ended & np.isnan(won)
            won[first] = reward[first]
        found.append(won.mean())
    return float(np.mean(found))


def save(net: Network, file: Path) -> None:
    """Write a network to a file."""
    np.savez(file, allow_pickle=False, **net)


def load(file: Path) -> Network:
    """Read a network from a file."""
    with np.load(file) as found:
        return dict(found)
