"""Forecast a player's final stars at the beginning of a month, with weights learned from self-play (`python -m
cashbox.games.envelopes.learn`)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from cashbox.games.envelopes.bots.outlook import NAMES, outlook

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.state import State


def read_weights(data: bytes) -> dict[str, list[list[float]]]:
    """Read a file of weights: by kind of table and month, the weight of each number of `outlook`. Empty if they are for
    other numbers or in another order."""
    read = json.loads(data)
    weights: dict[str, list[list[float]]] = read["weights"]
    return weights if read["names"] == list(NAMES) else {}


@lru_cache(maxsize=1)
def _learned() -> dict[str, list[list[float]]]:
    return read_weights((resources.files("cashbox.games.envelopes") / "data" / "outlook.json").read_bytes())


def weights_for(s: State) -> list[list[float]] | None:
    """Return the weights for a table by month, None if no similar table was learned."""
    return _learned().get(f"{s.rules.mode}:{s.seats}")


def forecast(s: State, seat: int, tables: Tables, weights: list[list[float]]) -> float:
    """Estimate a player's final stars."""
    stars = float(s.players[seat].stars)
    for weight, seen in zip(weights[s.month], outlook(s, seat, tables), strict=True):
        stars += weight * seen
    return stars
