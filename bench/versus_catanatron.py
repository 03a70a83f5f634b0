"""The games beside catanatron, their closest Python peer: real decisions a second, and the cost of a copy.

All play uniformly random complete games, one process and one thread each, in turn, round by round: the peer with three
seats, ours as `CONTESTS` says, with the limits that tables set where no one sits. Ours are played as a simulation of
random games plays them (`Game.play_at_random`, compiled where the rules are), the peer's by the shortest loop that it
allows. CASH comes twice: most decisions of random play with trading go into putting offers together, so a table without
trading is shown beside it. Seconds are of processor time, since others may use the machine.
A decision is: enumerate the legal list, pick, apply; only those with at least two legal answers count, on both sides.
A copy is that of a state a quarter, half and three quarters through a game, on the average of the three.
The peer is installed into a folder of its own (CASHBOX_BENCH_HOME, by default in the user's cache directory).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import venv
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import compiled, games
from cashbox.engine.chance import SeededChance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Game

PEER = "catanatron==3.2.1"
LEAST_ROUNDS = 5
COMPILED = compiled.in_use() is not None
WANTED = 80 if COMPILED else 20
"""How many times the peer's decisions a second ours should make."""
COPY_WANTED = 0.03
"""Seconds that a copy of ours may take, in those of the peer."""


class Contest(msgspec.Struct, frozen=True):
    """One of our tables."""

    game: str
    seats: int
    options: dict[str, Any]

    @property
    def name(self) -> str:
        """The game, its seats and what is set."""
        settings = [f"{name} {value}".lower() for name, value in self.options.items()]
        return ", ".join([self.game, f"{self.seats} seats", *settings])


CONTESTS = (
    Contest("envelopes", 3, {}),
    Contest("cash", 4, {"trading": True}),
    Contest("cash", 4, {"trading": False}),
    Contest("consultants", 4, {}),
)


class Round(msgspec.Struct):
    """What one side did in one round: whole games, their actions and decisions, seconds; copy: seconds a copy took."""

    games: int
    actions: int
    decisions: int
    seconds: float
    copy: float

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


class Ours:
    """This project's side."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game: Game[Any] = games.load(contest.game)
        self.seats = contest.seats
        given = {**self.game.about.unattended, **contest.options}
        self.options = self.game.check_options(given, contest.seats)
        self.rand = random.Random(10)
        self.choosing = [SeededChance(10)] * contest.seats

    def play_one(self) -> tuple[int, int]:
        """One random game to its end: actions, and those of them with at least two legal answers."""
        chance = SeededChance(self.rand.getrandbits(62))
        state = self.game.start(self.options, self.seats, chance)
        return self.game.play_at_random(state, chance, self.choosing, self.game.bound)

    def play_for(self, seconds: float) -> Round:
        """Whole games for at least so long."""
        total = actions = decisions = 0
        start = process_time()
        while (taken := process_time() - start) < seconds:
            more_actions, more_decisions = self.play_one()
            total += 1
            actions += more_actions
            decisions += more_decisions
        copy = sum(self.copy_seconds(actions * quarter // total // 4) for quarter in (1, 2, 3)) / 3
        return Round(total, actions, decisions, taken, copy)

    def copy_seconds(self, after: int, times: int = 5000) -> float:
        """Seconds that one copy of a state takes, after so many actions of a game."""
        game = self.game
        chance = SeededChance(self.rand.getrandbits(62))
        state = game.start(self.options, self.seats, chance)
        for _ in range(after):
            mask = game.due(state)
            if not mask:
                break
            seat = (mask & -mask).bit_length() - 1
            choices = game.legal(state, seat)
            game.play(state, seat, choices[int(self.rand.random() * len(choices))], chance)
        clone = game.clone
        start = process_time()
        for _ in range(times):
            clone(state)
        return (process_time() - start) / times


class Theirs:
    """The peer's side, in a process of its own."""

    def __init__(self, python: Path) -> None:
        self.process = subprocess.Popen(
            [python, Path(__file__).with_name("catanatron_rounds.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play_for(self, seconds: float) -> Round:
        """Whole games for at least so long."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seconds, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit("The peer broke off.")
        return Round(**json.loads(answer))

    def close(self) -> None:
        """Let it go."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)


def peer_python(packages: Sequence[str] = (PEER,)) -> Path:
    """Return the interpreter with the peers, of the version that runs this, and install them if they are missing."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = Path(os.environ.get("CASHBOX_BENCH_HOME") or cache / "cashbox-bench")
    folder = home / f"{'-'.join(packages).replace('==', '-')}-python{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.exists():
        print(f"Installing {', '.join(packages)} into {folder}", flush=True)
        venv.create(folder, with_pip=True, clear=True)
        settings = {k: v for k, v in os.environ.items() if k != "PIP_CONSTRAINT"}
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True, env=settings)
        ready.touch()
    return python


def spread(values: list[float], form: str = "{:,.0f}") -> str:
    """Median with least and most."""
    median, least, most = (form.format(f(values)) for f in (statistics.median, min, max))
    return f"{median} ({least} to {most})"


def report(name: str, rounds: list[Round]) -> None:
    """Print what one side did."""
    total = sum(r.games for r in rounds)
    decisions, actions = sum(r.decisions for r in rounds), sum(r.actions for r in rounds)
    print(name)
    print(f"  decisions a second       {spread([r.rate for r in rounds])}")
    print(f"  actions a second         {spread([r.actions / r.seconds for r in rounds])}")
    print(f"  games a second           {spread([r.games / r.seconds for r in rounds], '{:,.1f}')}")
    print(f"  decisions a game         {decisions / total:,.1f} of {actions / total:,.1f} actions")
    print(f"  microseconds a copy      {spread([r.copy * 1e6 for r in rounds], '{:,.2f}')}")


def ratio(name: str, ours: list[Round], theirs: list[Round], of: Callable[[Round], float], wanted: str) -> None:
    """Print how the medians compare, with the least and most of the rounds side by side."""
    pairs = [of(a) / of(b) for a, b in zip(ours, theirs, strict=True)]
    medians = statistics.median(map(of, ours)) / statistics.median(map(of, theirs))
    print(f"{name:26} {medians:.3g} ({min(pairs):.3g} to {max(pairs):.3g}); {wanted}")


def wanted_contests(given: argparse.Namespace) -> list[Contest]:
    """All, those of the game asked for, or those of it with the mode and seats asked for."""
    found = [contest for contest in CONTESTS if given.game in ("", contest.game)]
    if not found:
        raise SystemExit(f"No contest is of {given.game!r}; there are: {', '.join(c.game for c in CONTESTS)}.")
    mode = {"mode": given.mode} if given.mode else {}
    return [Contest(c.game, given.seats or c.seats, {**mode, **c.options}) for c in found]


def main() -> None:
    """Play the rounds and print every side and the ratios."""
    parser = argparse.ArgumentParser(description="Random games side by side with a peer.")
    parser.add_argument("--game", default="", help="only this one of ours")
    parser.add_argument("--mode", default="")
    parser.add_argument("--seats", type=int, default=0, help="another number of ours")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each side plays in a round")
    given = parser.parse_args()
    ours = [Ours(contest) for contest in wanted_contests(given)]
    theirs = Theirs(peer_python())
    mine: list[list[Round]] = [[] for _ in ours]
    other: list[Round] = []
    try:
        sides: tuple[Ours | Theirs, ...] = (*ours, theirs)
        for warming_up in sides:
            warming_up.play_for(given.seconds / 3)
        for _ in range(max(LEAST_ROUNDS, given.rounds)):
            for side, rounds in zip(ours, mine, strict=True):
                rounds.append(side.play_for(given.seconds))
            other.append(theirs.play_for(given.seconds))
    finally:
        theirs.close()
    print(f"Python {sys.version.split()[0]}, {compiled.how()}")
    print(f"{len(other)} rounds of {given.seconds:g} s a side, median (least to most)")
    report(f"{PEER}, 3 seats", other)
    for side, rounds in zip(ours, mine, strict=True):
        report(side.contest.name, rounds)
        ratio("  decisions, ratio", rounds, other, lambda r: r.rate, f"wanted: at least {WANTED}")
        ratio("  seconds a copy, ratio", rounds, other, lambda r: r.copy, f"wanted: at most {COPY_WANTED:g}")


if __name__ == "__main__":
    main()
