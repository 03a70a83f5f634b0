"""The stars of a player by source: those that the score sheet has, and those that are expected of the coming months, by
weights learned from self-play (`python -m cashbox.games.envelopes.learn`). Hints explain differences by them."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes.bots.outlook import NAMES, outlook
from cashbox.games.envelopes.rules import score_sheet

if TYPE_CHECKING:
    from cashbox.games.envelopes.bots.tables import Tables
    from cashbox.games.envelopes.state import Player, State

SOURCES: Final = (
    (score_sheet.PRINTED, score_sheet.CARD, score_sheet.END_CARD),
    (score_sheet.RECRUIT, score_sheet.DIE, score_sheet.DOUBLE),
    (score_sheet.CAMPAIGN, score_sheet.FINAL_CAMPAIGN),
    (score_sheet.POSITIONS_TABLE,),
    (score_sheet.REGION_TABLE,),
    (score_sheet.BOARD,),
)
"""The sources of the score sheet that each of `EnvelopesGuide.sources` sums up, except for the last one."""

Weights = list[list[list[float]]]
"""By month and source, the weight of each number of `outlook`; nothing for months that no playout ends in."""


@lru_cache(maxsize=1)
def _learned() -> dict[str, Weights]:
    read = json.loads((resources.files("cashbox.games.envelopes") / "data" / "outlook.json").read_bytes())
    learned: dict[str, Weights] = read["sources"]
    return learned if read["names"] == list(NAMES) else {}


def weights_by_source(s: State) -> Weights | None:
    """Return the weights of such a table, None if none like it was learned."""
    return _learned().get(f"{s.rules.mode}:{s.seats}")


def scored(player: Player) -> list[float]:
    """Add up a player's score sheet by source."""
    found = score_sheet.by_source(player.sheet)
    return [float(sum(found[source] for source in some)) for some in SOURCES]


def expected(s: State, seat: int, tables: Tables, weights: Weights) -> list[float]:
    """Estimate the stars that a player is still going to score, by source."""
    seen = outlook(s, seat, tables)
    return [sum(weight * number for weight, number in zip(row, seen, strict=True)) for row in weights[s.month]]
