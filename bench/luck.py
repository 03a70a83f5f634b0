"""Check the analysis of luck and skill by many games of bots.

`python -m bench.luck GAME MODE BOTS GAMES FILE` plays games with rotating seats, analyzes each of them, and adds a line
for each one to a file; it continues where an interrupted run stopped. `python -m bench.luck FILE` reads the file and
writes rows of a table, a bot each: the games, the mean luck of a seat with its 95 % interval, which contains 0 if luck
is unbiased; the mean error per decision with its interval, in points of 100; the share of wins as counted, and without
luck, each with its interval.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec

from cashbox import games
from cashbox.analysis.analyze import Analyzer
from cashbox.analysis.results import SeatSummary  # noqa: TC001 (msgspec reads the annotation)
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from cashbox.lab.simulate.table import seat_bots

SURE = 1.96


class Row(msgspec.Struct):
    """An analyzed game. bots: by seat."""

    bots: list[str]
    seats: list[SeatSummary]


def played(game_id: str, mode: str, bots: list[str], number: int) -> Match[Any]:
    """Play a game to its end."""
    game = games.load(game_id)
    options = {**game.about.unattended, "mode": mode}
    match = Match.start(game, options, len(bots), SeededChance(f"luck {number}"), players=bots)
    players = seat_bots(game, bots, 1, number)
    while match.due():
        seat = seats_of(match.due())[0]
        legal = match.legal(seat)
        if players[seat].needs_samples:
            players[seat].samples = samples_of(game, match.state, seat)
        match.act(seat, [legal[0] if len(legal) == 1 else decide(players[seat], game, match.state, legal)])
    match.finish()
    return match


def add(game_id: str, mode: str, bots: list[str], count: int, file: Path) -> None:
    """Play and analyze games up to a number, those that the file lacks."""
    known = len(file.read_bytes().splitlines()) if file.exists() else 0
    for number in range(known, count):
        turn = number % len(bots)
        seated = bots[turn:] + bots[:turn]
        analyzer = Analyzer(played(game_id, mode, seated, number).journal)
        row = Row(seated, analyzer.whole(list(analyzer.steps())).seats)
        with file.open("ab") as lines:
            lines.write(msgspec.json.encode(row) + b"\n")


def table(file: Path) -> str:
    """Write the rows of a table."""
    rows = [msgspec.json.decode(line, type=Row) for line in file.read_bytes().splitlines()]
    by_bot: dict[str, list[SeatSummary]] = defaultdict(list)
    for row in rows:
        for bot, seat in zip(row.bots, row.seats, strict=True):
            by_bot[bot].append(seat)
    lines = []
    for bot, seats in by_bot.items():
        figures = (
            interval([one.luck for one in seats]),
            interval([one.error for one in seats]),
            interval([one.result for one in seats]),
            interval([one.result - one.luck for one in seats]),
        )
        lines.append(f"| `{bot}` | {len(rows)} | " + " | ".join(figures) + " |")
    return "\n".join(lines)


def interval(found: list[float]) -> str:
    """Write a mean with its 95 % interval, in points of 100."""
    spread = SURE * stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
    return f"{100 * mean(found):.2f} ± {100 * spread:.2f}"


if __name__ == "__main__":
    if len(sys.argv) > 2:
        game_id, mode, bots, count, file = sys.argv[1:]
        add(game_id, mode, bots.split(","), int(count), Path(file))
    print(table(Path(sys.argv[-1])))
