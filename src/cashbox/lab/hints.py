"""`python -m cashbox.lab.hints tests/bots/hints/cash.json`: measures how well hints explain their advice.

In each position of a file, a hint is made from as many playouts as its time allows on an idle core. Then its first two
choices are played out many more times, with other luck. Where these playouts tell the choices apart by the points that
they lead to, they say by which sources, and the command says how much of that the sources named in the hint explain: a
source counts only if the hint has its direction right. `--make GAME` chooses new positions from games of `steady`.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots, games
from cashbox.bots.reasons import main_sources
from cashbox.bots.search import HALVING, ROUNDING, Budget, Comparison, ExpertBot, mean_of
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Try
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game
    from cashbox.engine.guide import Choice

SURE: Final = 1.96
"""A difference of the many playouts counts as more than luck from this many standard errors."""
GAMES: Final = 3
EACH: Final = 20
"""The number of games in a new file, and of positions in each."""
SECONDS: Final = 1.5
"""How long a hint searches at a table."""
SAMPLED: Final = 20
SAMPLING: Final = 0.15
"""The playouts, and seconds, from which the number in a longer time is estimated."""
APART: Final = {"cash": 17, "consultants": 5, "envelopes": 11}
"""Decisions from one position to the next, by game; 4 in others."""
TABLES: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "cash": (("quick", 3), ("standard", 4), ("advanced", 2)),
    "consultants": (("real", 2), ("real", 4), ("basic", 3)),
    "envelopes": (("standard", 2), ("standard", 3), ("online", 2)),
}


class Reference(msgspec.Struct):
    """What many playouts show about the first two choices of a hint.

    first, second: The choices.
    lead: By how many points more the first choice leads at the end of the playouts.
    apart: Whether that is more than luck.
    sources: The same by source, for sources that differ by more than luck and by a point at least, rounded; empty if
        nothing does.
    named: The sources that the hint named, with what it said of each.
    hint: How many playouts the hint used for all its choices together.
    alike: Whether the hint called the two choices equally good.
    ways: The plan of each choice that the hint compared longest, by its number among those of the position; empty in
        old files.
    """

    first: int
    second: int
    lead: float
    apart: bool
    sources: dict[str, float]
    named: dict[str, float]
    hint: int
    alike: bool
    ways: list[int] = []


class Played(msgspec.Struct):
    """A game with positions.

    mode, seats: What was played.
    seed: Of the chance of the game.
    actions: All actions up to the last position.
    at: How many actions came before each position.
    found: What was found in each.
    """

    mode: str
    seats: int
    seed: str
    actions: list[int]
    at: list[int]
    found: list[Reference] = []


class File(msgspec.Struct):
    """The positions of one game. playouts: of each choice; seconds: of each hint. content: of a variant."""

    game: str
    playouts: int
    seconds: float
    played: list[Played]
    content: dict[str, Any] | None = None


# -- positions -------------------------------------------------------------------------------------------------------


def positions(game: Game[Any], played: Played) -> Iterator[tuple[Any, int]]:
    """Replay a game: the state of each position, and the seat that is to decide."""
    state, chance = _begun(game, played.mode, played.seats, played.seed)
    for number, action in enumerate([*played.actions, -1]):
        seat = seats_of(game.due(state))[0]
        if number in played.at:
            yield game.clone(state), seat
        if action >= 0:
            game.play(state, seat, action, chance)


def choose_positions(game: Game[Any], mode: str, seats: int, seed: str) -> Played:
    """Choose positions with something to compare from a game of the game's first bot."""
    state, chance = _begun(game, mode, seats, seed)
    players = [bots.make(games.about_game(game.about.id).bots[0], game, seat, chance) for seat in range(seats)]
    played, met = Played(mode, seats, seed, [], []), 0
    while (due := game.due(state)) and len(played.at) < EACH:
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        action = legal[0] if len(legal) == 1 else decide(players[seat], game, state, legal)
        if len(legal) > 1:
            met += 1
            if met % APART.get(game.about.id, 4) == 0 and len(prepare_hint(game, state, seat, 1).tries) > 1:
                played.at.append(len(played.actions))
        played.actions.append(action)
        game.play(state, seat, action, chance)
    played.actions = played.actions[: played.at[-1]]
    return played


def _begun(game: Game[Any], mode: str, seats: int, seed: str) -> tuple[Any, SeededChance]:
    chance = SeededChance(seed)
    options = game.check_options({**game.about.unattended, "mode": mode}, seats)
    return game.start(options, seats, chance), chance


# -- hints -----------------------------------------------------------------------------------------------------------


def prepare_hint(game: Game[Any], state: Any, seat: int, playouts: int, among: tuple[Try, ...] = ()) -> Comparison:
    """Prepare the search for a seat's hint."""
    bot = ExpertBot(game, seat, SeededChance(f"hint {playouts}"), Budget(playouts))
    bot.samples = samples_of(game, state, seat)
    return Comparison(bot, game.view(state, seat), game.legal(state, seat), asked=True, among=among)


def playouts_in(game: Game[Any], state: Any, seat: int, seconds: float) -> int:
    """Estimate the playouts of a hint in a number of seconds on an idle core."""
    tried = prepare_hint(game, state, seat, 1)
    began, count = time.process_time(), 0
    while count < SAMPLED or time.process_time() < began + SAMPLING:
        tried.play_once()
        count += len(tried.tries)
    return round(seconds * count / (time.process_time() - began))


def reference(game: Game[Any], state: Any, seat: int, hint: int, playouts: int) -> Reference:
    """Make a hint, and play its first two choices out many times."""
    told = prepare_hint(game, state, seat, hint).ranked()
    first, second = (Try(one.action, one.way) for one in told[:2])
    many = prepare_hint(game, state, seat, 2 * playouts, (first, second))
    many.best()
    by = many.by_source(many.tries.index(first), many.tries.index(second))
    lead, error = mean_of([sum(some) for some in zip(*by.values(), strict=True)])
    means = {name: mean_of(some) for name, some in by.items()}
    sources = {name: round(mean, 2) for name, (mean, error) in means.items() if abs(mean) > SURE * error}
    apart, ways = abs(lead) > SURE * error, [first.way, second.way]
    found = round(lead, 2), apart, _worth_naming(sources), _named(told), hint, told[1].alike, ways
    return Reference(first.action, second.action, *found)


def made_again(game: Game[Any], state: Any, seat: int, before: Reference) -> Reference:
    """Make a hint about the same two choices again, with as many playouts as it had for them."""
    tries = prepare_hint(game, state, seat, 1).tries
    ways = before.ways or [next(one.way for one in tries if one.action == k) for k in (before.first, before.second)]
    pair = Try(before.first, ways[0]), Try(before.second, ways[1])
    told = prepare_hint(game, state, seat, 2 * playouts_of_two(len(tries), before.hint), pair).ranked()
    named = _named(told) if told[0].action == before.first else {name: -by for name, by in _named(told).items()}
    sources = _worth_naming(before.sources)
    return msgspec.structs.replace(before, sources=sources, named=named, alike=told[1].alike, ways=ways)


def playouts_of_two(tries: int, playouts: int) -> int:
    """Count the playouts of each of the two choices that a hint compares longest; see `Comparison.best`."""
    rounds, spent, found = max(1, round(log2(tries) + 0.5)), 0.0, 0
    for number in range(rounds):
        until = HALVING * (number + 1) / (rounds - 1) if number < rounds - 1 else 1.0
        found += max(1, int(playouts * (until - spent) + ROUNDING) // tries)
        spent, tries = until, max(2, (tries + 1) // 2)
    return found


def _named(told: list[Choice]) -> dict[str, float]:
    return {name: round(by, 2) for name, by in main_sources(told[0].sources).items()}


def _worth_naming(sources: dict[str, float]) -> dict[str, float]:
    """Leave out sources that a hint cannot name, since they round to no point."""
    return {name: by for name, by in sources.items() if round(by)}


def explained_share(found: Reference) -> float:
    """Return how much of a difference the sources of a hint explain, from 0 to 1."""
    total = sum(abs(by) for by in found.sources.values())
    right = sum(abs(by) for name, by in found.sources.items() if found.named.get(name, 0.0) * by > 0)
    return right / total if total else 1.0


def summary(file: File) -> str:
    """Return a table row: the positions, how many showed a difference, and how much of the difference is explained."""
    found = [one for played in file.played for one in played.found]
    apart = [one for one in found if one.apart and one.sources]
    well = sum(explained_share(one) >= 0.8 for one in apart)
    mean = sum(explained_share(one) for one in apart) / max(1, len(apart))
    hints = sorted(one.hint for one in found)
    wrong = sum(one.named.get(name, 0.0) * by < 0 for one in found for name, by in one.sources.items())
    return (
        f"| {games.about_game(file.game).name} | {len(found)} | {hints[len(hints) // 2]:,} | {file.playouts:,} |"
        f" {len(apart)} | {mean:.0%} | {well} | {wrong} of {sum(len(one.named) for one in found)} |"
    )


# -- the command -----------------------------------------------------------------------------------------------------


def main(words: list[str] | None = None) -> None:
    """Run the command. `words` are its arguments, by default those of the command line."""
    parser = argparse.ArgumentParser(description="Measure how well hints explain their advice.")
    parser.add_argument("file", type=Path, help="the positions")
    parser.add_argument("--make", metavar="GAME", default="", help="choose new positions first")
    parser.add_argument("--playouts", type=int, default=2000, help="the number of playouts after each choice")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long a hint searches on an idle core")
    parser.add_argument("--first", type=int, default=EACH, help="the number of positions to measure in each game")
    parser.add_argument(
        "--again", action="store_true", help="make hints about the choices that the file compares, without new playouts"
    )
    parser.add_argument("--content", metavar="FILE", help="a variant of the game, to choose positions from")
    given = parser.parse_args(words)
    if given.content and not given.make:
        parser.error("--content needs --make, because the file has the content of its game")
    if given.make:
        content = games.content_of(given.make, given.content)
        game = games.load(given.make, content)
        played = [choose_positions(game, mode, seats, f"hints {mode} {seats}") for mode, seats in TABLES[given.make]]
        file = File(given.make, given.playouts, given.seconds, played, content)
    else:
        file = msgspec.json.decode(given.file.read_bytes(), type=File)
        game = games.load(file.game, file.content)
        if not given.again:
            file.playouts, file.seconds = given.playouts, given.seconds
    for one in file.played:
        before, one.found = one.found, []
        for number, (state, seat) in enumerate(islice(positions(game, one), given.first)):
            if given.again:
                found = made_again(game, state, seat, before[number])
            else:
                hint = playouts_in(game, state, seat, given.seconds)
                found = reference(game, state, seat, hint, given.playouts)
            one.found.append(found)
            sys.stderr.write(f"{one.mode} {len(one.found)}: {explained_share(found):.0%} {found.sources}\n")
        given.file.write_bytes(msgspec.json.encode(file))
    sys.stdout.write(f"{summary(file)}\n")


if __name__ == "__main__":
    main()
