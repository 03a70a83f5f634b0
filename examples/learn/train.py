"""Train a small network to play IT's all in the game.

It imitates the bot steady first, from a dataset, and then plays against itself (PPO). Everything follows from the seed.
It needs what requirements.txt beside this file lists: python -m examples.learn.train --help
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

# Small matrices are multiplied in less time by one thread than by several.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax
import jax.numpy as jnp
import numpy as np
import optax
from pyarrow import parquet

from examples.learn.selfplay import GAME, MARGIN, NEVER, SelfPlay, forward, new_network, save, share_of_wins

if TYPE_CHECKING:
    from examples.learn.selfplay import Network, Played

WIDTH: Final = 256
BATCH: Final = 1024
STEPS: Final = 64
"""Decisions in each game between two rounds of learning."""
EPOCHS: Final = 2
"""How often a decision is learned from."""
CLIP: Final = 0.2
"""By how much one round may change how likely an action is."""
LOOKS: Final = 12
"""How often the network is tested while it learns."""
CURIOSITY: Final = 0.003
"""What undecidedness is worth (entropy)."""


def imitation_loss(net: Any, seen: Any, mask: Any, action: Any, outcome: Any) -> Any:
    """Measure how far a network is from choosing what was chosen, and from knowing how it ended."""
    preference, value = forward(net, seen, jnp)
    logits = jnp.where(mask, preference, NEVER)
    return (
        optax.softmax_cross_entropy_with_integer_labels(logits, action).mean() + 0.5 * ((value - outcome) ** 2).mean()
    )


def self_play_loss(net: Any, seen: Any, mask: Any, action: Any, chance: Any, gain: Any, outcome: Any) -> Any:
    """Return the loss of PPO: make what turned out well more likely, though not by much at once."""
    preference, value = forward(net, seen, jnp)
    logs = jax.nn.log_softmax(jnp.where(mask, preference, NEVER))
    ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], 1)[:, 0] - chance)
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
    entropy = -jnp.where(mask, jnp.exp(logs) * logs, 0).sum(1).mean()
    return policy + 0.5 * ((value - outcome) ** 2).mean() - CURIOSITY * entropy


class Learner:
    """A network and how it is changed. What it looks at stays as it is."""

    def __init__(self, net: Network, loss: Any, rate: Any) -> None:
        self.seen = net["seen"]
        self.weights: Any = {name: jnp.asarray(array) for name, array in net.items() if name != "seen"}
        rule = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
        self.state = rule.init(self.weights)

        def step(weights: Any, state: Any, *batch: Any) -> tuple[Any, Any]:
            changes, state = rule.update(jax.grad(loss)(weights, *batch), state)
            return optax.apply_updates(weights, changes), state

        self._step = jax.jit(step)

    def learn(self, *batch: Any) -> None:
        """Change the weights for some rows."""
        self.weights, self.state = self._step(self.weights, self.state, *batch)

    def network(self) -> Network:
        """Return the network as it is now."""
        return {"seen": self.seen, **{name: np.asarray(array) for name, array in self.weights.items()}}


class Shards:
    """The rows of a dataset. looked: the numbers of an observation that ever differ. seen: those, a row each. outcome:
    how far the seat was ahead at the end, from -1 to 1."""

    def __init__(self, folder: Path) -> None:
        files = sorted(folder.glob("shard-*.parquet"))
        ends = [(one.min(0), one.max(0)) for one in map(observations, files)]
        self.looked = np.flatnonzero(np.min([low for low, _ in ends], 0) != np.max([high for _, high in ends], 0))
        self.seen = np.concatenate([observations(file)[:, self.looked].astype(np.float16) for file in files])
        rows = parquet.read_table(folder, columns=["number", "seat", "score", "mask", "action"])
        self.mask = flat(rows["mask"]).reshape(len(rows), -1)
        self.action = rows["action"].to_numpy()
        played = list(zip(rows["number"].to_pylist(), rows["seat"].to_pylist(), strict=True))
        scores = dict(zip(played, rows["score"].to_pylist(), strict=True))
        margin = [scores[number, seat] - scores[number, 1 - seat] for number, seat in played]
        self.outcome = np.tanh(np.array(margin, np.float32) / MARGIN)


def observations(file: Path) -> Any:
    """Return what seats observed, of one shard."""
    rows = parquet.read_table(file, columns=["observation"])
    return flat(rows["observation"]).reshape(len(rows), -1)


def imitate(folder: Path, seed: int, epochs: int = 3) -> Network:
    """Return a network that chooses as in a dataset."""
    rows = Shards(folder)
    count = len(rows.action)
    net = new_network(rows.looked, rows.mask.shape[1], WIDTH, seed)
    learner = Learner(net, imitation_loss, optax.cosine_decay_schedule(2e-3, epochs * (count // BATCH)))
    rng = np.random.default_rng(seed)
    for _ in range(epochs):
        order = rng.permutation(count)
        for at in range(0, count - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            seen = rows.seen[some].astype(np.float32)
            learner.learn(seen, rows.mask[some], rows.action[some], rows.outcome[some])
    return learner.network()


def flat(column: Any) -> Any:
    """Return the items of a column of lists, one after the other."""
    return np.concatenate([part.flatten().to_numpy(zero_copy_only=False) for part in column.chunks])


def improve(learner: Learner, played: Played, rng: np.random.Generator) -> None:
    """Learn from games against itself."""
    count = len(played.action)
    for _ in range(EPOCHS):
        order = rng.permutation(count)
        for at in range(0, count, 2 * BATCH):
            some = order[at : at + 2 * BATCH]
            learner.learn(*(array[some] for array in played))


def collect(folder: Path, games: int, seed: int) -> None:
    """Have the dataset written, or what is missing of it."""
    asked = ["--bots", "steady,steady", "--games", str(games), "--seed", str(seed), "--to", str(folder)]
    subprocess.run([sys.executable, "-m", "cashbox.cli", "dataset", GAME, *asked], check=True)


def train(asked: argparse.Namespace, net: Network) -> None:
    """Let a network play itself, and learn from one round while it plays the next; test it now and then."""
    steps = asked.rounds * EPOCHS * -(-asked.envs * STEPS // (2 * BATCH))
    learner = Learner(net, self_play_loss, optax.linear_schedule(3e-4, 3e-5, steps))
    envs, rng = SelfPlay(asked.envs, asked.seed), np.random.default_rng(asked.seed)
    with ThreadPoolExecutor(1) as aside, (asked.to / "curve.csv").open("w", encoding="utf-8") as curve:
        print("minutes,decisions,steady,random", file=curve)
        ahead = aside.submit(envs.play, net, STEPS)
        for done in range(asked.rounds + 1):
            net = learner.network()
            if done % max(1, asked.rounds // LOOKS) == 0:
                save(net, asked.to / "network.npz")
                wins = [share_of_wins(net, bot, asked.test, asked.seed) for bot in ("steady", "random")]
                spent, decisions = time.process_time() / 60, done * STEPS * asked.envs
                print(f"{spent:.1f},{decisions},{wins[0]:.3f},{wins[1]:.3f}", file=curve, flush=True)
            if done == asked.rounds:
                break
            played = ahead.result()
            ahead = aside.submit(envs.play, net, STEPS)
            improve(learner, played, rng)


def main() -> None:
    """Train, and write the network and how it got on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=Path("learned"), help="the folder for everything that is written")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=8000, help="games of steady to imitate")
    parser.add_argument("--rounds", type=int, default=720, help="rounds of games against itself")
    parser.add_argument("--envs", type=int, default=256, help="games at a time; each takes 64 decisions in a round")
    parser.add_argument("--test", type=int, default=400, help="games against each bot, each time that it is tested")
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    collect(asked.to / "steady", asked.games, asked.seed)
    net = imitate(asked.to / "steady", asked.seed)
    save(net, asked.to / "imitating.npz")
    train(asked, net)


if __name__ == "__main__":
    main()
