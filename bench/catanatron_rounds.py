"""Rounds of random games by catanatron, in an interpreter of its own; spoken to by versus_catanatron.py.

Reads a line with a number of seconds, plays whole games for that long, answers with one line of JSON, and so on.
"""

from __future__ import annotations

import json
import random
import sys
from time import process_time

from catanatron.game import TURNS_LIMIT, Game  # type: ignore[import-not-found]
from catanatron.models.player import Color, RandomPlayer  # type: ignore[import-not-found]
from catanatron.state import apply_action  # type: ignore[import-not-found]

COLOURS = (Color.RED, Color.BLUE, Color.ORANGE)


def play_one(rand: random.Random) -> tuple[int, int]:
    """One random game to its end: actions, and those of them with at least two legal answers.

    `apply_action` leaves the next legal list in the state, so this is its whole loop without what `Game.play` adds:
    two copies of the game, a check of each action against the list, a call of a player.
    """
    game = Game([RandomPlayer(colour) for colour in COLOURS], seed=rand.getrandbits(62))
    state = game.state
    number = rand.random
    actions = decisions = 0
    while game.winning_color() is None and state.num_turns < TURNS_LIMIT:
        choices = state.playable_actions
        count = len(choices)
        actions += 1
        if count > 1:
            decisions += 1
            apply_action(state, choices[int(number() * count)])
        else:
            apply_action(state, choices[0])
    return actions, decisions


def play_for(seconds: float, rand: random.Random) -> dict[str, float]:
    """Whole games for at least so long."""
    games = actions = decisions = 0
    start = process_time()
    while (taken := process_time() - start) < seconds:
        more_actions, more_decisions = play_one(rand)
        games += 1
        actions += more_actions
        decisions += more_decisions
    copy = sum(copy_seconds(actions * quarter // games // 4, rand) for quarter in (1, 2, 3)) / 3
    return {"games": games, "actions": actions, "decisions": decisions, "seconds": taken, "copy": copy}


def copy_seconds(after: int, rand: random.Random, times: int = 2000) -> float:
    """Seconds that one copy of a state takes, after so many actions of a game."""
    game = Game([RandomPlayer(colour) for colour in COLOURS], seed=rand.getrandbits(62))
    for _ in range(after):
        if game.winning_color() is not None:
            break
        game.play_tick()
    copy = game.state.copy
    start = process_time()
    for _ in range(times):
        copy()
    return (process_time() - start) / times


def main() -> None:
    """Answer until nothing more is asked."""
    rand = random.Random(20)
    for line in sys.stdin:
        print(json.dumps(play_for(float(line), rand)), flush=True)


if __name__ == "__main__":
    main()
