"""Games of `steady` against itself, which searching bots live on: how many a second of processor time.

`python -m bench.steady_games [SECONDS]` plays whole games on one processor, each game's table in turn. A line
ends with a hash of how the first games end, which no change of speed may change. The last one is of the lighter policy
that search in IT's all in the game plays on by, from the first decision of games as `steady`'s are.
"""

from __future__ import annotations

import hashlib
import sys
from time import process_time
from typing import Any, Final

from cashbox import compiled, games
from cashbox.engine.chance import SeededChance
from cashbox.games.consultants.bots.guide import ConsultantsGuide
from cashbox.games.consultants.bots.playing import play_on
from cashbox.lab.simulate.table import play_out, seat_bots

TABLES: Final = (("envelopes", 3), ("cash", 4), ("consultants", 4))
FIRST: Final = 2
"""The number of games whose results are compared."""


def played(game_id: str, seats: int, seconds: float) -> str:
    """Return the result of one table as a line."""
    game: Any = games.load(game_id)
    options = game.check_options(game.about.unattended, seats)
    ends = hashlib.sha256()
    spent, number, decisions = 0.0, 0, 0
    while spent < seconds or number < FIRST:
        start = process_time()
        chance = SeededChance(number)
        state = game.start(options, seats, chance)
        decisions += play_out(game, state, seat_bots(game, ["steady"] * seats, 1, number), chance)[1]
        spent += process_time() - start
        if number < FIRST:
            ends.update(game.fingerprint(state))
        number += 1
    each = spent / decisions * 1e6
    rate = f"{number / spent:8.2f} games a second {each:8.1f} us a decision"
    return f"{game_id:12} {seats} seats {rate}  {ends.hexdigest()[:12]}"


def lightly_played(seats: int, seconds: float) -> str:
    """Return the result of IT's with `Light` on all seats as a line."""
    game: Any = games.load("consultants")
    options = game.check_options(game.about.unattended, seats)
    guide = ConsultantsGuide(game, 0)
    spent, number = 0.0, 0
    while spent < seconds:
        state = game.start(options, seats, SeededChance(number))
        guide.ready(state)
        light = guide.lights[seats]
        start = process_time()
        first = (state.due & -state.due).bit_length() - 1
        play_on(guide.flow, light, state, first, light.choose(state, first), number)
        spent += process_time() - start
        number += 1
    return f"consultants  {seats} seats {number / spent:8.2f} games a second, Light"


def main() -> None:
    """Play, and print a line for each table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"Python {sys.version.split()[0]}, {compiled.how()}")
    for game_id, seats in TABLES:
        print(played(game_id, seats, seconds), flush=True)
    print(lightly_played(4, seconds), flush=True)


if __name__ == "__main__":
    main()
