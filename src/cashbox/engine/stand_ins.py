"""Who decided in a game: its players, or bots that stood in for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cashbox.engine.match import Match


class Decisions(NamedTuple):
    """Those of one seat that stand. bot: how many a bot decided that stood in; of: how many there are in all."""

    seat: int
    bot: int
    of: int


def decisions(match: Match[Any]) -> list[Decisions]:
    """By seat; what was taken back does not count, nor what was taken over from another game."""
    seats = match.journal.header.seats
    bots, all_of = [0] * seats, [0] * seats
    elsewhere = match.journal.header.taken_over
    for entry, record in zip(match.journal.entries[elsewhere:], match.records[elsewhere:], strict=True):
        if entry.do is not None and record.stands:
            all_of[entry.seat] += 1
            bots[entry.seat] += entry.by == "stand-in"
    return [Decisions(seat, bots[seat], all_of[seat]) for seat in range(seats)]


def told(one: Decisions, name: str) -> str:
    """A sentence for people."""
    return f"A bot decided {one.bot} of {one.of} times for {name}."


def sentences(match: Match[Any]) -> list[str]:
    """For each player of a journal for whom a bot decided at all."""
    names = match.journal.header.players
    return [told(one, names[one.seat]) for one in decisions(match) if one.bot]
