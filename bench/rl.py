"""Reinforcement learning environments compared with their peers: real decisions per second, with observation and mask.

Random play in one process, one after the other: our games as vector environments, and as PettingZoo environments, then
PettingZoo's classic games, and games of RLCard and OpenSpiel. A decision counts where there are at least two legal
actions. Seconds are of processor time, and of steps alone: choosing at random is left out everywhere. The peers are
installed into a folder of their own, as that of `versus_catanatron`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from bench.versus_catanatron import peer_python
from cashbox import compiled, rl
from cashbox.engine.chance import SeededChance
from cashbox.engine.observation.rows import Rows

PEERS = {
    ("PettingZoo", "RLCard"): ("pettingzoo==1.27.0", "rlcard==1.2.0", "pygame", "chess"),
    ("OpenSpiel",): ("open_spiel==2.0.2",),
}
"""Libraries, and the packages that bring them; those that cannot be installed are left out."""
WANTED = 10
"""How many times the decisions of the fastest of PettingZoo's classic games ours should make."""
WANTED_MICROSECONDS = 5.0
"""The permitted cost of an observation."""
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "envelopes", "seats": 3},
    {"game": "cash", "seats": 4, "options": {"max_rounds": 2, "max_turns": 40}},
    {"game": "consultants", "seats": 4},
)


def vector(table: dict[str, Any], envs: int, seconds: float) -> float:
    """Return the decisions per second of many games at a time."""
    games = rl.vector(envs=envs, **table)
    _, info = games.reset(seed=1)
    rng = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = (info["action_mask"] * rng.random(info["action_mask"].shape, np.float32)).argmax(axis=1)
        start = process_time()
        _, _, _, _, info = games.step(actions)
        spent += process_time() - start
        steps += 1
    return steps * envs / spent


def turns(table: dict[str, Any], seconds: float) -> float:
    """Return the decisions per second of one game at a time."""
    env = rl.aec(**table).unwrapped
    rng = np.random.default_rng(1)
    spent, steps = 0.0, 0
    while spent < seconds:
        start = process_time()
        env.reset(seed=steps)
        spent += process_time() - start
        while not any(env.terminations.values()):
            start = process_time()
            _, _, _, _, info = env.last()
            spent += process_time() - start
            action = rng.choice(info["action_mask"].nonzero()[0])
            start = process_time()
            env.step(action)
            spent += process_time() - start
            steps += 1
    return steps / spent


def observation(table: dict[str, Any]) -> tuple[float, int]:
    """Return the microseconds that an observation takes of the seat that is to decide, at each decision of games that
    are played at random, and how many numbers it has."""
    setup = rl.Setup(**table)
    game, observe, rows = setup.game, setup.observe, Rows(setup.layout.size)
    choosing = SeededChance(0)
    spent, count = 0.0, 0
    for seed in range(6):
        chance = SeededChance(seed)
        state = game.start(setup.options, setup.seats, chance)
        seat, legal = game.play_on(state, -1, 0, chance, 0)
        for _ in range(2000):
            if seat < 0:
                break
            start = process_time()
            rows.begin(0)
            observe(state, seat, rows)
            rows.finish()
            spent += process_time() - start
            count += 1
            seat, legal = game.play_on(state, seat, legal[choosing.draw(len(legal))], chance, 0)
    return (spent / count - _looking_at_the_clock()) * 1e6, setup.layout.size


def _looking_at_the_clock() -> float:
    """Return the seconds that the clock itself takes of what is measured."""
    start = process_time()
    for _ in range(10_000):
        process_time()
    return (process_time() - start) / 10_000


def _play_peers(names: tuple[str, ...], packages: tuple[str, ...], seconds: float) -> dict[str, Any]:
    """Return the decisions and seconds of each environment of some libraries, or why there are none."""
    try:
        command = [str(peer_python(packages)), str(Path(__file__).with_name("rl_peers.py")), str(seconds), *names]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
    except subprocess.CalledProcessError as error:
        return dict.fromkeys(names, str(error))
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure all, and print the results."""
    parser = argparse.ArgumentParser(description="Environments for programs that learn, beside their peers.")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each is played")
    parser.add_argument("--envs", type=int, nargs="+", default=[32, 256, 1024], help="how many games at a time")
    given = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {compiled.how()}")
    peers: dict[str, float] = {}
    for names, packages in PEERS.items():
        for name, found in _play_peers(names, packages, given.seconds).items():
            if isinstance(found, str):
                print(f"{name:36} not played: {found[:80]}")
            else:
                peers[name] = found[0] / found[1]
                print(f"{name:36} {peers[name]:12,.0f} decisions a second")
    fastest = max(rate for name, rate in peers.items() if name.startswith("PettingZoo"))
    for table in TABLES:
        one = turns(table, given.seconds)
        microseconds, size = observation(table)
        name = f"{table['game']}, {table['seats']} seats"
        for envs in given.envs:
            many = vector(table, envs, given.seconds)
            print(
                f"{f'{name}, {envs} at a time':36} {many:12,.0f} decisions a second, {many / fastest:.1f} times "
                f"(wanted: {WANTED})"
            )
        print(f"{name + ', PettingZoo':36} {one:12,.0f} decisions a second, {one / fastest:.1f} times")
        print(f"{'  an observation':36} {microseconds:12,.1f} µs (wanted: {WANTED_MICROSECONDS:g}), {size} numbers")


if __name__ == "__main__":
    main()
