"""What the time of a bot's move tells a spectator:
`python -m bench.timing [--games cash,envelopes] [--bots steady,sharp] [--decisions 2000]`.

One bot plays each game against `steady`. Of each of its decisions it is noted what everyone is asked for (the prompt
for spectators), how long the bot thought, and how long the server lets spectators wait for it. Half of the decisions
teach a guess, the other half tests it: does the seat have more to choose from than usual at such a prompt? `prompt` is
the share of right guesses from the prompt alone, `thinking` with the time that the bot thought, `waiting` with the time
that spectators see; `bits` is what that time tells in bits, less what shuffled times seem to tell. What a seat may do
depends on its hidden cards, but also on what lies open, so all of these are upper bounds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from math import log2
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox import bots, compiled, games
from cashbox.bots.levels import seconds as level_seconds
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.server.bots.seats import Pace
from cashbox.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

TABLES: Final = {"envelopes": 3, "cash": 4, "consultants": 4}
BINS: Final = 8
"""Into so many equally frequent times thinking is sorted."""

SHUFFLES: Final = 20


class Decision(NamedTuple):
    """thought: seconds that the bot took; waited: seconds that spectators see; many: how much it had to choose from."""

    prompt: str
    thought: float
    waited: float
    many: int


def decisions(game_id: str, bot: str, pad: Callable[[Pace, int], float]) -> Iterator[Decision]:
    """Yield the decisions of a bot on the first seat, game after game. pad: seconds that spectators wait."""
    game: Any = games.load(game_id)
    seats = TABLES[game_id]
    options = game.check_options(game.about.unattended, seats)
    names = [f"Player {seat + 1}" for seat in range(seats)]
    for number in range(sys.maxsize):
        chance, pace = SeededChance(number), Pace()
        state = game.start(options, seats, chance)
        players = [bots.make("steady", game, seat, SeededChance(f"{number} {seat}")) for seat in range(1, seats)]
        one = bots.make(bot, game, 0, SeededChance(f"{number} 0"))
        if isinstance(one, ExpertBot):
            one.budget = Budget(0, level_seconds(bot))
        while mask := game.due(state):
            seat = (mask & -mask).bit_length() - 1
            legal = game.legal(state, seat)
            if seat:
                game.play(state, seat, decide(players[seat - 1], game, state, legal), chance)
                continue
            began = perf_counter()
            one.samples = samples_of(game, state, seat)
            action = legal[0] if len(legal) == 1 else decide(one, game, state, legal)
            thought = perf_counter() - began
            if len(legal) > 1:
                pace.chose(seat, thought)
            yield Decision(game.prompt(state, SPECTATOR, names), thought, pad(pace, seat), len(legal))
            game.play(state, seat, action, chance)


def bins(values: Sequence[float]) -> list[int]:
    """Sort values into equally frequent classes."""
    edges = sorted(values)[:: max(1, len(values) // BINS)][1:]
    return [sum(value >= edge for edge in edges) for value in values]


def right(seen: Sequence[Hashable], labels: Sequence[bool]) -> float:
    """Return the share of right guesses in the second half, as the first half was most of the time."""
    half = len(labels) // 2
    usual: defaultdict[Hashable, Counter[bool]] = defaultdict(Counter)
    for what, label in zip(seen[:half], labels[:half], strict=True):
        usual[what][label] += 1
    most = Counter(labels[:half]).most_common(1)[0][0]
    guesses = [usual[what].most_common(1)[0][0] if usual[what] else most for what in seen[half:]]
    return sum(guess == label for guess, label in zip(guesses, labels[half:], strict=True)) / len(guesses)


def bits(prompts: Sequence[str], times: Sequence[int], labels: Sequence[bool]) -> float:
    """Return what a time tells of a label at a known prompt, less what shuffled times seem to tell."""
    by: defaultdict[str, list[int]] = defaultdict(list)
    for n, prompt in enumerate(prompts):
        by[prompt].append(n)
    rand = random.Random(1)
    chance = 0.0
    for _ in range(SHUFFLES):
        shuffled = list(times)
        for places in by.values():
            for place, value in zip(places, rand.sample([times[n] for n in places], len(places)), strict=True):
                shuffled[place] = value
        chance += _mutual(by.values(), shuffled, labels) / SHUFFLES
    return max(0.0, _mutual(by.values(), times, labels) - chance)


def _mutual(groups: Any, times: Sequence[int], labels: Sequence[bool]) -> float:
    found = 0.0
    for places in groups:
        both = Counter((times[n], labels[n]) for n in places)
        left, label = Counter(times[n] for n in places), Counter(labels[n] for n in places)
        for (time, is_so), many in both.items():
            found += many / len(times) * log2(many * len(places) / (left[time] * label[is_so]))
    return found


def measured(game_id: str, bot: str, count: int) -> str:
    """Return a line of the table."""
    delay = Settings.bot_delay / 1000
    stream = decisions(game_id, bot, lambda pace, seat: max(delay, pace.lasts(seat)))
    some = [next(stream) for _ in range(count)]
    usual: defaultdict[str, list[int]] = defaultdict(list)
    for one in some:
        usual[one.prompt].append(one.many)
    labels = [one.many > median(usual[one.prompt]) for one in some]
    prompts = [one.prompt for one in some]
    thought, waited = bins([one.thought for one in some]), [round(4 * one.waited) for one in some]
    rates = [
        right(seen, labels)
        for seen in (prompts, [*zip(prompts, thought, strict=True)], [*zip(prompts, waited, strict=True)])
    ]
    told = bits(prompts, thought, labels), bits(prompts, waited, labels)
    share = " | ".join(f"{rate:.1%}" for rate in rates)
    return f"| {game_id} | {bot} | {count:,} | {share} | {told[0]:.3f} | {told[1]:.3f} | {dict(Counter(waited))} |"


def main() -> None:
    """Measure, and print a table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", default=",".join(TABLES))
    asked.add_argument("--bots", default="steady,sharp")
    asked.add_argument("--decisions", type=int, default=2000)
    given = asked.parse_args()
    print(f"Python {sys.version.split()[0]}, {compiled.how()}")
    print("| game | bot | decisions | prompt | thinking | waiting | bits, thinking | bits, waiting | quarter seconds |")
    for game_id in given.games.split(","):
        for bot in given.bots.split(","):
            print(measured(game_id, bot, given.decisions), flush=True)


if __name__ == "__main__":
    main()
