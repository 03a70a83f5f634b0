"""Check the analysis of luck and skill by many games of bots.

- `python -m bench.luck games GAME MODE BOTS COUNT FILE` plays games with rotating seats, and finds what the decisions
  of each player gained over what `steady` would have done; what is left of the result is luck.
- `python -m bench.luck decisions GAME MODE BOTS COUNT FILE [LEVELS]` takes some decisions of games of the bots that are
  seated, and finds what the choice of each level loses in them. All levels are asked about the same decisions.
- `python -m bench.luck chances GAME MODE BOTS COUNT FILE` finds the chances of players at some moments, twice with
  different seeds.

All of them add lines to a file game by game, and continue where an interrupted run stopped. `python -m bench.luck FILE`
reads the file and writes the rows of a table (see `games_table`, `decisions_table`, `chances_table`).
"""

from __future__ import annotations

import sys
import time
from math import sqrt
from pathlib import Path
from statistics import covariance, mean, stdev, variance
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games
from cashbox.analysis.analyze import EFFORTS
from cashbox.analysis.decisions import Decision
from cashbox.analysis.values import Values
from cashbox.bots.search import guide_of
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from cashbox.lab.simulate.table import seat_bots

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.game import Game

SURE: Final = 1.96
DECISIONS: Final = 5
"""How many decisions of a game are looked at."""
MOMENTS: Final = 4
"""How many moments of a game are valued."""
NEAR: Final = 0.03
"""Chances that differ by less are nearly the same."""
SEARCH: Final = {"consultants": 160}
COMPARE: Final = {"consultants": 80}
"""Playouts of a search, and of each choice that is compared, by game."""
USUAL: Final = 40
EFFECT: Final = {"consultants": 40}
"""Playouts of a decision whose effect on a game is measured."""
FEW: Final = 8
LEVELS: Final = {
    "consultants": ("random", "beginner", "gentle", "steady", "sharp", "expert"),
    "cash": ("random", "beginner", "gentle", "steady", "sharp"),  # `expert` is the same
    "envelopes": ("random", "beginner", "gentle", "steady", "sharp"),
}


class Finished(msgspec.Struct):
    """A game. bots, results, margins: by seat; gains: by half of the playouts and seat, what the decisions of each seat
    gained for it, in chances and in points ahead; others: the same of the decisions of the others."""

    bots: list[str]
    results: list[float]
    margins: list[float]
    gains: list[list[list[float]]]
    others: list[list[list[float]]]
    seconds: float


class Asked(msgspec.Struct):
    """The choices of all levels in a decision. errors: by level, what its choice loses, in chances, worths, points."""

    seat: int
    game: int
    errors: dict[str, list[float]]
    seconds: float


class Twice(msgspec.Struct):
    """The chances of all seats at a moment, found with two seeds."""

    game: int
    chances: list[list[float]]
    seconds: float


def moments(game: Game[Any], mode: str, bots: Sequence[str], number: int) -> Iterator[tuple[Any, int, int]]:
    """Play a game to its end.

    Yields:
        Each decision: the state, the seat, the action. At the end the last state, with -1 for a seat.
    """
    options = {**game.about.unattended, "mode": mode}
    match = Match.start(game, options, len(bots), SeededChance(f"luck {number}"), players=list(bots))
    players = seat_bots(game, bots, 1, number)
    while match.due():
        seat = seats_of(match.due())[0]
        legal = match.legal(seat)
        action = legal[0]
        if len(legal) > 1:
            if players[seat].needs_samples:
                players[seat].samples = samples_of(game, match.state, seat)
            action = decide(players[seat], game, match.state, legal)
            yield match.state, seat, action
        match.act(seat, [action])
    yield match.state, -1, -1


def play_games(game_id: str, mode: str, bots: list[str], count: int, file: Path) -> None:
    """Play games up to a number, those that the file lacks."""
    game = games.load(game_id)
    for number in range(lines_in(file), count):
        began = time.process_time()
        turn = number % len(bots)
        seated = bots[turn:] + bots[:turn]
        seats = len(bots)
        values = Values(game, seats, 1, f"luck {number}")
        gains = [[[0.0, 0.0] for _ in range(seats)] for _ in range(2)]
        others = [[[0.0, 0.0] for _ in range(seats)] for _ in range(2)]
        for n, (state, seat, action) in enumerate(moments(game, mode, seated, number)):
            if seat < 0:
                end = values.read(state)
            elif action != values.plain(state, seat):
                for half, gained in enumerate(effects(values, state, seat, action, f"{number} {n}", game_id)):
                    for one, what in enumerate(gained):
                        into = (gains if one == seat else others)[half][one]
                        into[0] += what[0]
                        into[1] += what[1]
        add(file, Finished(seated, list(end.chances), list(end.margins), gains, others, time.process_time() - began))


def effects(values: Values, state: Any, seat: int, action: int, seed: str, game_id: str) -> list[list[list[float]]]:
    """Find what an action gains each seat over what `steady` does, by half of the playouts."""
    decision = Decision(values, state, seat, action, seed)
    tries = decision.guide.tries(decision.view, decision.legal)
    played, plain = decision.followed(tries, action), decision.followed(tries, decision.plain)
    found = decision.play_on((played, plain), EFFECT.get(game_id, FEW))
    pairs = list(zip(found[played].values, found[plain].values, strict=True))
    return [
        [
            [
                mean(one.chances[who] - other.chances[who] for one, other in pairs[half::2]),
                mean(one.margins[who] - other.margins[who] for one, other in pairs[half::2]),
            ]
            for who in range(values.seats)
        ]
        for half in range(2)
    ]


def ask_levels(game_id: str, mode: str, bots: list[str], count: int, file: Path, levels: Sequence[str] = ()) -> None:
    """Ask some levels, or all, about decisions of games up to a number, those that the file lacks."""
    game = games.load(game_id)
    known = [msgspec.json.decode(line, type=Asked).game for line in file.open("rb")] if file.exists() else []
    for number in range(max(known, default=-1) + 1, count):
        turn = number % len(bots)
        seated = bots[turn:] + bots[:turn]
        chance = SeededChance(f"decisions {number}")
        some = [(game.clone(state), seat) for state, seat, _ in moments(game, mode, seated, number) if seat >= 0]
        values = Values(game, len(bots), 1, f"decisions {number}")
        for k in range(DECISIONS):
            state, seat = some[chance.draw(len(some))]
            began = time.process_time()
            errors = asked(game, values, state, seat, f"{number} {k}", levels or LEVELS[game_id])
            if errors:
                add(file, Asked(seat, number, errors, time.process_time() - began))


def value_twice(game_id: str, mode: str, bots: list[str], count: int, file: Path) -> None:
    """Find the chances at moments of games up to a number, those that the file lacks."""
    game = games.load(game_id)
    playouts = round(EFFORTS["quick"].values * guide_of(game, 0).effort)
    for number in range(lines_in(file) // MOMENTS, count):
        chance = SeededChance(f"chances {number}")
        some = [game.clone(state) for state, seat, _ in moments(game, mode, bots, number) if seat >= 0]
        for _ in range(MOMENTS):
            state = some[chance.draw(len(some))]
            began = time.process_time()
            found = [list(Values(game, len(bots), playouts, seed).of(state).chances) for seed in ("one", "other")]
            add(file, Twice(number, found, time.process_time() - began))


def asked(
    game: Game[Any], values: Values, state: Any, seat: int, seed: str, levels: Sequence[str]
) -> dict[str, list[float]]:
    """Find what the choice of each level loses in a decision, compared with the best that is found."""
    game_id = game.about.id
    chosen = {}
    for level in levels:
        bot = seat_bots(game, [level] * values.seats, 1, int.from_bytes(seed.encode(), "big"))[seat]
        if bot.needs_samples:
            bot.samples = samples_of(game, state, seat)
        chosen[level] = decide(bot, game, state, game.legal(state, seat))
    decision = Decision(values, state, seat, chosen["steady"], seed)
    known = decision.known
    if decision.guide.judges:
        # Offers and answers, which the game cannot judge without playing out, are left out.
        if not all(action in known for action in chosen.values()):
            return {}
        most = max(known.values())
        return {level: [most - known[action]] * 3 for level, action in chosen.items()}
    tries = decision.tries()
    follows = {action: decision.followed(tries, action) for action in dict.fromkeys(chosen.values())}
    best, _ = decision.search(list(dict.fromkeys([*tries, *follows.values()])), SEARCH.get(game_id, USUAL))
    found = decision.play_on((best, *follows.values()), COMPARE.get(game_id, USUAL))
    if len(found) == 1:
        return {level: [0.0] * 3 for level in chosen}
    errors = {}
    for level, action in chosen.items():
        own = found[follows[action]]
        errors[level] = [
            mean(one.chances[seat] for one in found[best].values) - mean(one.chances[seat] for one in own.values),
            mean(found[best].worths) - mean(own.worths),
            (found[best].margin(seat) or 0.0) - (own.margin(seat) or 0.0),
        ]
    return errors


# -- tables ---------------------------------------------------------------------------------------------------------


def games_table(rows: list[Finished]) -> str:
    """Write a row for each bot: games, share of wins, mean luck in chances, and in points; what part of the variance of
    the share of wins is left without luck: all luck taken away, and the best part of it (fitted on the other games),
    of luck in chances, in points, and in both; what part of the variance of the luck in chances is noise."""
    return "\n".join(_row(rows, bot) for bot in dict.fromkeys(bot for row in rows for bot in row.bots))


def _row(rows: list[Finished], bot: str) -> str:
    results: list[float] = []
    lucks: list[list[float]] = []
    halves: list[tuple[float, float]] = []
    for row in rows:
        for seat in (seat for seat, one in enumerate(row.bots) if one == bot):
            gained = [
                [row.gains[half][seat][what] + row.others[half][seat][what] for half in range(2)] for what in range(2)
            ]
            results.append(row.results[seat])
            lucks.append(
                [
                    row.results[seat] - 1 / len(row.bots) - mean(gained[0]),
                    row.margins[seat] - mean(gained[1]),
                ]
            )
            halves.append((gained[0][0], gained[0][1]))
    plain = variance(results)
    chances, points = ([luck[what] for luck in lucks] for what in range(2))
    noise = variance([one - other for one, other in halves]) / 4
    left = [variance([result - luck for result, luck in zip(results, chances, strict=True)])]
    left += [
        variance(without(results, some)) for some in ([[one] for one in chances], [[one] for one in points], lucks)
    ]
    parts = " | ".join(f"{one / plain:.2f}" if plain else "" for one in left)
    shares = f"{interval(results, 100)} | {interval(chances, 100)} | {interval(points, 1)}"
    return f"| `{bot}` | {len(rows)} | {shares} | {parts} | {noise / variance(chances):.2f} |"


def without(results: Sequence[float], lucks: Sequence[Sequence[float]]) -> list[float]:
    """Take the part of luck out of each result that tells it best, as found in all other games."""
    found = []
    for k, result in enumerate(results):
        rest = [one for n, one in enumerate(results) if n != k]
        columns = list(zip(*(one for n, one in enumerate(lucks) if n != k), strict=True))
        found.append(result - sum(part * one for part, one in zip(parts_of(rest, columns), lucks[k], strict=True)))
    return found


def parts_of(results: Sequence[float], columns: Sequence[Sequence[float]]) -> list[float]:
    """Fit results by one or two columns (least squares)."""
    own = [covariance(results, one) for one in columns]
    if len(columns) == 1:
        return [own[0] / variance(columns[0])]
    one, other, both = variance(columns[0]), variance(columns[1]), covariance(columns[0], columns[1])
    size = one * other - both**2
    return [(own[0] * other - own[1] * both) / size, (own[1] * one - own[0] * both) / size]


def decisions_table(rows: list[Asked]) -> str:
    """Write a row for each level: decisions, its mean error in points of 100 of the chance of winning, of the worth,
    and in points of the game; and by how much it is greater than that of the next level."""
    levels = list(rows[0].errors)
    lines = []
    for level, following in zip(levels, [*levels[1:], ""], strict=True):
        own = [row.errors for row in rows if level in row.errors]
        both = [errors for errors in own if following in errors]
        cells = []
        for what, factor in enumerate((100, 100, 1)):
            cells.append(interval([errors[level][what] for errors in own], factor))
            less = [errors[level][what] - errors[following][what] for errors in both]
            cells.append(interval(less, factor) if less else "")
        lines.append(f"| `{level}` | {len(own)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def chances_table(rows: list[Twice]) -> str:
    """Write a row: moments, the part of them in which no chance differs by more than 3 points of 100, the greatest
    difference that 95 % of the moments do not exceed, and the mean seconds for two values."""
    most = sorted(max(abs(one - other) for one, other in zip(*row.chances, strict=True)) for row in rows)
    near = sum(one <= NEAR for one in most) / len(most)
    seconds = mean(row.seconds for row in rows)
    return f"| {len(rows)} | {near:.2f} | {100 * most[int(0.95 * (len(most) - 1))]:.1f} | {seconds:.2f} |"


def interval(found: Sequence[float], factor: float) -> str:
    """Write a mean with its 95 % interval."""
    spread = SURE * stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
    return f"{factor * mean(found):.2f} ± {factor * spread:.2f}"


def lines_in(file: Path) -> int:
    """Count what a file has."""
    return len(file.read_bytes().splitlines()) if file.exists() else 0


def add(file: Path, row: msgspec.Struct) -> None:
    """Add a line to a file."""
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(row) + b"\n")


def main(arguments: list[str]) -> None:
    """Run what the arguments say, and print the rows of the table."""
    if len(arguments) > 1:
        what, game_id, mode, bots, count, file, *levels = arguments
        if what == "decisions":
            ask_levels(game_id, mode, bots.split(","), int(count), Path(file), levels[0].split(",") if levels else ())
        else:
            run = {"games": play_games, "chances": value_twice}[what]
            run(game_id, mode, bots.split(","), int(count), Path(file))
    else:
        file = arguments[0]
    lines = Path(file).read_bytes().splitlines()
    if b'"results"' in lines[0]:
        print(games_table([msgspec.json.decode(line, type=Finished) for line in lines]))
    elif b'"errors"' in lines[0]:
        print(decisions_table([msgspec.json.decode(line, type=Asked) for line in lines]))
    else:
        print(chances_table([msgspec.json.decode(line, type=Twice) for line in lines]))


if __name__ == "__main__":
    main(sys.argv[1:])
