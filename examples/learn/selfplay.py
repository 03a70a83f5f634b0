"""Games of a network against itself, and against bots. NumPy is enough for this part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from cashbox import rl
from examples.learn.network import ILLEGAL, Inputs, Network, Reader, forward, new_reader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from examples.learn.network import Floats, Ints

GAME: Final = "consultants"
LAMBDA: Final = 0.97
"""How far ahead an advantage looks: 0 to the next decision, 1 to the end of the game (lambda of GAE)."""


class Rollout(NamedTuple):
    """Decisions of self-play, a row each.

    action: which score was chosen. log_probability: of that choice. advantage: how much better the game turned out than
    the value said. target: what the value should have said.
    """

    inputs: Inputs
    action: Ints
    log_probability: Floats
    advantage: Floats
    target: Floats


class SelfPlay:
    """Many games for two, in which one network decides for both seats. A win is worth 1, and a loss −1."""

    def __init__(self, reader: Reader, envs: int, seed: int) -> None:
        self.reader = reader
        self.envs = rl.vector(GAME, envs=envs, seats=2)
        self.rng = np.random.default_rng(seed)
        self.observation, self.info = self.envs.reset(seed=seed)

    def play(self, network: Network, steps: int) -> Rollout:
        """Play some decisions in each game."""
        games = np.arange(self.envs.num_envs)
        shape = (steps, len(games))
        inputs: list[Inputs] = []
        action, seat = np.zeros(shape, np.int64), np.zeros((steps + 1, len(games)), np.int64)
        log_probability, reward = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        value, ended = np.zeros((steps + 1, len(games)), np.float32), np.zeros(shape, np.bool_)
        for t in range(steps):
            inputs.append(self._read())
            scores, value[t] = forward(network.weights, inputs[t])
            action[t], log_probability[t] = sample(scores, self.rng)
            seat[t] = self.info["seat"]
            self.observation, _, ended[t], _, self.info = self.envs.step(self.reader.actions[action[t]])
            earned = self.info["earned"]
            reward[t] = earned[games, seat[t]] - earned[games, 1 - seat[t]]
        seat[steps] = self.info["seat"]
        value[steps] = forward(network.weights, self._read())[1]
        advantage = advantages(reward, value, seat, ended)
        target = advantage + value[:-1]
        all_inputs = Inputs(*(np.concatenate(arrays) for arrays in zip(*inputs, strict=True)))
        return Rollout(all_inputs, action.ravel(), log_probability.ravel(), advantage.ravel(), target.ravel())

    def _read(self) -> Inputs:
        return self.reader.read(self.observation, self.info["action_mask"])


def sample(scores: Floats, rng: np.random.Generator) -> tuple[Ints, Floats]:
    """Choose an action in each row at random, by its score; return its column and the logarithm of its probability."""
    logs = scores - scores.max(1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(1, keepdims=True))
    action = (logs + rng.gumbel(size=logs.shape).astype(np.float32)).argmax(1)
    return action, logs[np.arange(len(logs)), action]


def advantages(reward: Floats, value: Floats, seat: Ints, ended: NDArray[np.bool_]) -> Floats:
    """Return how much better each decision turned out than expected (GAE).

    What is good for one seat is bad for the other, so values change their sign where the other seat decides next.

    Args:
        reward: a row per step, a column per game; so are the others.
        value: for the seat that decides, with a row more: after the last step.
        seat: which one decides, with a row more.
        ended: whether the game ended in this step.
    """
    advantage = np.zeros_like(reward)
    following = np.zeros(reward.shape[1], np.float32)
    for t in range(len(reward) - 1, -1, -1):
        sign = np.where(seat[t] == seat[t + 1], 1, -1) * ~ended[t]
        following = reward[t] + sign * value[t + 1] - value[t] + LAMBDA * sign * following
        advantage[t] = following
    return advantage


def sampled_reader(seed: int, envs: int = 64, steps: int = 256) -> Reader:
    """Make a reader from random play against `steady`, whose games come to an end soon."""
    games = rl.vector(GAME, envs=envs, opponents=["steady"], seat=None)
    rng = np.random.default_rng(seed)
    observation, info = games.reset(seed=seed)
    observations, masks = [], []
    for _ in range(steps):
        observations.append(observation.copy())
        masks.append(info["action_mask"].copy())
        scores = np.where(info["action_mask"] == 1, np.float32(0), ILLEGAL)
        observation, _, _, _, info = games.step(sample(scores, rng)[0])
    return new_reader(games.setup, np.concatenate(observations), np.concatenate(masks))


def win_share(network: Network, opponent: str, games: int, seed: int) -> float:
    """Return a network's share of wins against a bot. Each starts half of the games."""
    shares = []
    for seat in (0, 1):
        envs = rl.vector(GAME, envs=games // 2, opponents=[opponent], seat=seat)
        observation, info = envs.reset(seed=seed + seat)
        won = np.full(envs.num_envs, np.nan)
        while np.isnan(won).any():
            observation, reward, ended, _, info = envs.step(network.best(observation, info["action_mask"]))
            first = ended & np.isnan(won)
            won[first] = reward[first]
        shares.append(won.mean())
    return float(np.mean(shares))
