"""The printable deck of CASH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.pieces import Card, Pieces
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.about import ABOUT

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.games.cash.content import Content

_COLORS: Final = {
    "license": "#1f6f8b", "stop": "#8e2018", "cash": "#2f7d46", "insurance": "#1a437e", "investigation": "#4a2f80",
    "acquittal": "#6d4bb0", "settlement": "#6d4bb0", "bull": "#b98605", "bear": "#9c4f05",
}  # fmt: skip
_OTHER: Final = "#464b52"
_NAMES: Final = {"stop": "End of the round", "bull": "Bull market", "bear": "Bear market"}


def pieces(game: Game[Any]) -> Pieces:
    """Return every face with its copies."""
    tables: Content = game.tables  # type: ignore[attr-defined]
    return Pieces(tuple(_card(tables, face) for face in range(tables.faces)))


def _card(tables: Content, face: int) -> Card:
    kind = v.TYPES[tables.types[face]]
    amount = tables.limit[face] or tables.value[face]
    return Card(
        name=tables.names[face],
        text=tables.texts[face],
        kind=_NAMES.get(kind, kind.capitalize()),
        color=_COLORS.get(kind, _OTHER),
        big=f"{amount:,}" if kind in ("cash", "insurance") else "",
        number=tables.ids[face],
        back=ABOUT.name,
        copies=tables.copies[face],
    )
