"""What a picture beside a link shows."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True):
    """Somebody at the table. number: of the seat, from 1, 0 for an opponent without one; name: "" for a free seat;
    note: the score, or what else stands beside the name."""

    number: int
    name: str
    note: str = ""
    won: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A picture. title: the largest line; under: a line below it; status: how things stand, in a sentence or two;
    games: ids of those whose pictures it shows; rows: who is there."""

    title: str
    under: str
    status: str
    games: tuple[str, ...]
    rows: tuple[Row, ...] = ()
