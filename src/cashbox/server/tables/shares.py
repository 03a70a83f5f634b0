"""What a table says of its players' shares in the dice. {0}, {1}.. stand for the names by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.db.records import SeatRecord, TableRecord


def shares(record: TableRecord) -> str:
    """Sentences that say on whom the dice depend and which seats are left out, bots included. "" before play, and in
    format 1, where the server made the nonces itself."""
    if record.format == 1 or record.status not in ("playing", "over"):
        return ""
    inside, late, without = _sorted(record.seats)
    told = [f"The draws depend on a share of {_names(inside)}." if inside else "No player has a share in the draws."]
    if late:
        told.append(f"Left out, since it was not shown in time: {_names(late)}.")
    if without:
        told.append(f"Gave none: {_names(without)}.")
    return " ".join(told)


def _sorted(seats: Sequence[SeatRecord]) -> tuple[list[int], list[int], list[int]]:
    """The seats that showed a nonce, those that did not in time, and those that gave none."""
    inside = [number for number, seat in enumerate(seats) if seat.nonce]
    late = [number for number, seat in enumerate(seats) if seat.seal and not seat.nonce]
    return inside, late, [number for number, seat in enumerate(seats) if not seat.seal and not seat.nonce]


def _names(seats: Sequence[int]) -> str:
    return listed([player(seat) for seat in seats])
