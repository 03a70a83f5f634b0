"""Random play in environments of PettingZoo, RLCard, and OpenSpiel, run by `bench/rl.py` with an interpreter that has
them.

Prints one JSON object: by environment, its real decisions (at least two legal actions) and the seconds that steps,
observations and masks took. Choosing is not counted.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import warnings
from time import process_time
from typing import Any

ZOO = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "chess_v6")
RLCARD = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
OPENSPIEL = ("leduc_poker", "hearts", "backgammon", "gin_rummy")


def zoo(name: str, seconds: float) -> tuple[int, float]:
    """Play a classic game of PettingZoo for so long."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    decisions, spent, seed = 0, 0.0, 0
    while spent < seconds:
        start = process_time()
        env.reset(seed=seed)
        spent += process_time() - start
        seed += 1
        while env.agents:
            start = process_time()
            seen, _, over, cut, info = env.last()
            spent += process_time() - start
            if over or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) and "action_mask" in seen else info["action_mask"]
            legal = mask.nonzero()[0]
            decisions += len(legal) > 1
            action = int(random.choice(legal))
            start = process_time()
            env.step(action)
            spent += process_time() - start
    return decisions, spent


def rlcard(name: str, seconds: float) -> tuple[int, float]:
    """Play a game of RLCard for so long."""
    import rlcard as library

    env = library.make(name, config={"seed": 1})
    decisions, spent = 0, 0.0
    while spent < seconds:
        start = process_time()
        state, _ = env.reset()
        spent += process_time() - start
        while not env.is_over():
            legal = list(state["legal_actions"])
            decisions += len(legal) > 1
            action = random.choice(legal)
            start = process_time()
            state, _ = env.step(action)
            spent += process_time() - start
    return decisions, spent


def openspiel(name: str, seconds: float) -> tuple[int, float]:
    """Play a game of OpenSpiel for so long, with the tensor that its player gets."""
    import pyspiel

    game = pyspiel.load_game(name)
    kind = game.get_type()
    decisions, spent = 0, 0.0
    while spent < seconds:
        start = process_time()
        state = game.new_initial_state()
        spent += process_time() - start
        while not state.is_terminal():
            if state.is_chance_node():
                start = process_time()
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                spent += process_time() - start
                action = random.choices(outcomes, chances)[0]
            else:
                start = process_time()
                tensor = (
                    state.observation_tensor if kind.provides_observation_tensor else state.information_state_tensor
                )
                tensor()
                mask = state.legal_actions_mask()
                spent += process_time() - start
                legal = [k for k, one in enumerate(mask) if one]
                decisions += len(legal) > 1
                action = random.choice(legal)
            start = process_time()
            state.apply_action(action)
            spent += process_time() - start
    return decisions, spent


PLAYED = {"PettingZoo": (ZOO, zoo), "RLCard": (RLCARD, rlcard), "OpenSpiel": (OPENSPIEL, openspiel)}


def main() -> None:
    """Play every environment; arguments: seconds of each, and the libraries."""
    warnings.simplefilter("ignore")
    random.seed(1)
    seconds = float(sys.argv[1])
    found: dict[str, Any] = {}
    for kind in sys.argv[2:]:
        names, play = PLAYED[kind]
        for name in names:
            try:
                found[f"{kind} {name}"] = play(name, seconds)
            except Exception as error:  # noqa: BLE001 (an environment that fails is reported)
                found[f"{kind} {name}"] = f"{type(error).__name__}: {error}"
    print(json.dumps(found))


if __name__ == "__main__":
    main()
