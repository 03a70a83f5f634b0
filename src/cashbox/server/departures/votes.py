"""What the players of a running game can only want together: that a bot plays for somebody who is away, that such a
seat is given to somebody else, that the game ends without a result. Each change gives a new record.

For a stand-in, and to give a seat away, more than half of those must say so who play in person, besides the one whom it
is about and others who are away as long. A vote to give a seat away stands: those who agreed can make a link to the
seat, until somebody takes it or its player is back. To call a game off, all must who have not left it, unless a bot
plays for one who is away as long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.phrases import listed
from cashbox.engine.seats import has
from cashbox.server.db.records import VoteRecord
from cashbox.server.departures.wire import VoteInfo
from cashbox.server.tables.places import with_seat

if TYPE_CHECKING:
    from cashbox.server.db.records import Question, TableRecord


def people(record: TableRecord) -> list[int]:
    """The seats where somebody plays in person."""
    return [number for number, seat in enumerate(record.seats) if seat.kind == "guest" and not seat.stand_in]


def asked(record: TableRecord, vote: VoteRecord, away: int) -> list[int]:
    """The seats whose say counts in a vote. away: bit mask of the seats that are away for long."""
    if vote.what == "call-off":
        # A player whose time was up is still somebody who would lose the game.
        players = [(number, seat) for number, seat in enumerate(record.seats) if seat.kind == "guest"]
        return [n for n, seat in players if seat.why != "left" and not (seat.stand_in and has(away, n))]
    return [seat for seat in people(record) if seat != vote.seat and not has(away, seat)]


def said(record: TableRecord, what: Question, about: int, seat: int, now: int, *, on: bool) -> TableRecord:
    """A seat says that it wants something (on), or not any more. about: the seat that it is about, -1 for all."""
    found = next((vote for vote in record.votes if (vote.what, vote.seat) == (what, about)), None)
    others = tuple(vote for vote in record.votes if vote is not found)
    vote = found or VoteRecord(what, about, (), now)
    by = tuple(one for one in vote.by if one != seat)
    vote = msgspec.structs.replace(vote, by=(*by, seat) if on else by)
    return msgspec.structs.replace(record, votes=(*others, vote) if vote.by else others)


def without(record: TableRecord, seat: int) -> TableRecord:
    """The record without what a seat has said, and without votes about it: somebody else is there from now on, or
    nobody, or the one who was away."""
    if not record.votes:
        return record
    kept = [
        msgspec.structs.replace(vote, by=tuple(one for one in vote.by if one != seat))
        for vote in record.votes
        if vote.seat != seat
    ]
    return msgspec.structs.replace(record, votes=tuple(vote for vote in kept if vote.by))


def ended(record: TableRecord, seat: int) -> TableRecord:
    """The record without votes about a seat, whose player is back; the same where there are none."""
    kept = tuple(vote for vote in record.votes if vote.seat != seat)
    return record if len(kept) == len(record.votes) else msgspec.structs.replace(record, votes=kept)


def settled(record: TableRecord, away: int, bot: str) -> TableRecord:
    """The record once all that is agreed on is so. bot: the one that stands in."""
    if record.status != "playing":
        return msgspec.structs.replace(record, votes=())
    for vote in record.votes:
        if vote.what == "call-off":
            here = asked(record, vote, away)
            if here and all(seat in vote.by for seat in here):
                return msgspec.structs.replace(record, status="closed", closed="called-off", votes=())
        elif vote.what == "hand-on":
            continue
        elif vote.seat not in people(record):
            record = without(record, vote.seat)
        elif _agreed(record, vote, away):
            seat = msgspec.structs.replace(record.seats[vote.seat], stand_in=bot, why="vote")
            return settled(without(with_seat(record, vote.seat, seat), vote.seat), away, bot)
    return record


def given_away(record: TableRecord, seat: int, by: int | None, away: int) -> bool:
    """Return whether more than half agree to give a seat away, and the player on a seat (by) is one of them."""
    vote = next((vote for vote in record.votes if (vote.what, vote.seat) == ("hand-on", seat)), None)
    return vote is not None and by in vote.by and _agreed(record, vote, away)


def shown(record: TableRecord, away: int) -> list[VoteInfo]:
    """The votes of a running game as everybody may see them."""
    if record.status != "playing":
        return []
    return [_shown(record, vote, asked(record, vote, away)) for vote in record.votes]


def _shown(record: TableRecord, vote: VoteRecord, here: list[int]) -> VoteInfo:
    by = [seat for seat in vote.by if seat in here]
    whom = "" if vote.seat < 0 else record.seats[vote.seat].name
    wish = {
        "stand-in": f"a bot to play for {whom}",
        "hand-on": f"to replace {whom}",
        "call-off": "to end this game without a result",
    }[vote.what]
    who = f" ({listed([record.seats[seat].name for seat in by])})" if by else ""
    want = "wants" if len(by) == 1 else "want"
    text = f"{len(by)} of {len(here)}{who} {want} {wish}."
    return VoteInfo(vote.what, vote.seat, by, here, text, 2 * len(by) > len(here))


def _agreed(record: TableRecord, vote: VoteRecord, away: int) -> bool:
    """Return whether more than half of those whose say counts agree."""
    here = asked(record, vote, away)
    return 2 * sum(1 for seat in vote.by if seat in here) > len(here)
