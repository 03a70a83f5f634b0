"""Train a small network to play IT's all in the game.

It starts with random weights and learns only from games against itself (PPO). Its results against the bots random and
steady go into curve.csv. The same seed gives the same network on the same machine. Install requirements.txt first.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

# One thread plays and one learns, so each calculates on one processor.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax
import jax.numpy as jnp
import numpy as np
import optax

from examples.learn.network import Network, forward, new_weights
from examples.learn.selfplay import SelfPlay, sampled_reader, win_share

if TYPE_CHECKING:
    from examples.learn.selfplay import Rollout

STEPS: Final = 64
"""Decisions per game and round."""
BATCH: Final = 2048
RATES: Final = (1e-3, 1e-4)
"""The learning rate at the start and at the end."""
CLIP: Final = 0.2
"""By how much a round may change the probability of an action."""
VALUE_COST: Final = 0.5
ENTROPY_BONUS: Final = 0.01
"""What it is worth to try different actions."""
AVERAGE: Final = 0.002
"""The share of the newest weights in the average that is tested and saved."""


def loss(weights: Any, rollout: Rollout) -> Any:
    """Return the loss of PPO: choose what turned out well more often, in small steps."""
    scores, value = forward(weights, rollout.inputs, jnp)
    logs = jax.nn.log_softmax(scores)
    chosen = jnp.take_along_axis(logs, rollout.action[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - rollout.log_probability)
    advantage = (rollout.advantage - rollout.advantage.mean()) / (rollout.advantage.std() + 1e-6)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(jnp.exp(logs) * jnp.where(rollout.inputs.legal, logs, 0)).sum(1).mean()
    return VALUE_COST * ((value - rollout.target) ** 2).mean() - gain - ENTROPY_BONUS * entropy


class Learner:
    """Weights, their average over time, and the optimizer that changes them."""

    def __init__(self, weights: Any, updates: int) -> None:
        rate = optax.linear_schedule(*RATES, updates)
        optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))

        def update(weights: Any, average: Any, state: Any, rollout: Rollout) -> tuple[Any, Any, Any]:
            changes, state = optimizer.update(jax.grad(loss)(weights, rollout), state)
            weights = optax.apply_updates(weights, changes)
            return weights, optax.incremental_update(weights, average, AVERAGE), state

        self.weights = self.average = jax.tree.map(jnp.asarray, weights)
        self._state = optimizer.init(self.weights)
        self._update = jax.jit(update)

    def learn(self, rollout: Rollout, rng: np.random.Generator) -> None:
        """Learn from the decisions of a round, in batches."""
        order = rng.permutation(len(rollout.action))
        for batch in np.array_split(order, batches(len(order))):
            rows = jax.tree.map(lambda array, batch=batch: array[batch], rollout)
            self.weights, self.average, self._state = self._update(self.weights, self.average, self._state, rows)


def batches(decisions: int) -> int:
    """Return the number of batches in a round."""
    return max(1, decisions // BATCH)


def train(to: Path, rounds: int, envs: int, tests: int, games: int, seed: int) -> None:
    """Train a network; it plays a round of games while it learns from the one before.

    Args:
        to: the folder for network.npz and curve.csv.
        rounds: of self-play and learning.
        envs: games that are played side by side.
        tests: how often the network is tested.
        games: against each bot in a test.
        seed: of everything.
    """
    to.mkdir(parents=True, exist_ok=True)
    reader, rng = sampled_reader(seed), np.random.default_rng(seed)
    learner = Learner(new_weights(reader, seed), rounds * batches(envs * STEPS))
    self_play = SelfPlay(reader, envs, seed)
    with ThreadPoolExecutor(1) as other_thread, (to / "curve.csv").open("w", encoding="utf-8") as curve:
        for file in (curve, sys.stdout):
            print("minutes,decisions,random,steady", file=file, flush=True)
        network = Network(reader, jax.tree.map(np.asarray, learner.weights))
        next_rollout = other_thread.submit(self_play.play, network, STEPS)
        for done in range(1, rounds + 1):
            rollout = next_rollout.result()
            if done < rounds:
                network = Network(reader, jax.tree.map(np.asarray, learner.weights))
                next_rollout = other_thread.submit(self_play.play, network, STEPS)
            learner.learn(rollout, rng)
            if done * tests // rounds > (done - 1) * tests // rounds:
                average = Network(reader, jax.tree.map(np.asarray, learner.average))
                average.save(to / "network.npz")
                shares = [win_share(average, bot, games, seed) for bot in ("random", "steady")]
                row = f"{time.process_time() / 60:.1f},{done * envs * STEPS},{shares[0]:.3f},{shares[1]:.3f}"
                for file in (curve, sys.stdout):
                    print(row, file=file, flush=True)


def main() -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("learned"), help="the folder for network.npz and curve.csv")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=900, help="rounds of self-play and learning")
    parser.add_argument("--envs", type=int, default=256, help="games played side by side, 64 decisions each per round")
    parser.add_argument("--tests", type=int, default=12, help="how often the network is tested")
    parser.add_argument("--games", type=int, default=400, help="games against each bot in a test")
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
