"""What goes over the wire about playing again, about hurrying somebody on, and about what cannot be taken back; part of
`wire`."""

from __future__ import annotations

from typing import Literal

import msgspec

from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.server.chat.wire import SeatNumber  # noqa: TC001
from cashbox.server.tables.play_wire import Forms  # noqa: TC001
from cashbox.server.tables.seats_wire import Nonce, Seal  # noqa: TC001

Hidden = Literal["kept", "anew"]
"""What becomes of hidden cards where a game goes on from another one: they stay as they were, or what those who play
could not know is dealt anew."""


class CameFrom(msgspec.Struct, frozen=True):
    """Of a table whose game goes on from another one: after which step of that."""

    n: int
    hidden: Hidden


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/again. nonce, seal: as in Sit, for the new table."""

    nonce: Nonce = ""
    seal: Seal = ""


class Nudge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/nudge: the player of a seat is asked to go on."""

    seat: SeatNumber


class FinalityBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/finality: actions as in ActBody, none of which is taken."""

    actions: Forms


class Finality(msgspec.Struct, frozen=True):
    """The answer to finality. final: these actions could not be taken back, as far as the caller's seat can know."""

    final: bool


class Score(msgspec.Struct, frozen=True):
    """One side of a series. name: as it reads at the newest table; seat: at this table, null for a player who is not
    here; won: how many games alone."""

    name: str
    seat: int | None
    won: int


class SeriesGame(msgspec.Struct, frozen=True):
    """A game of a series that came before. table: its id; nth: its place; names: by seat; outcome: how it ended, null
    where it did not."""

    table: str
    nth: int
    names: list[str]
    outcome: Outcome | None


class Series(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/series: the score up to this game, which counts when it is over. scores: everybody who sits
    here, then whoever else has won, the most wins first; shared: games that several won; nth: which game this is;
    games: those before it, the newest first, as far as they are kept; counted: how many games the score is of."""

    scores: list[Score]
    shared: int
    nth: int
    counted: int
    games: list[SeriesGame]
