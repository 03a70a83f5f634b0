"""Keep tables from getting stuck: bots stand in for players who are away, and players come back, leave, transfer their
seat, or end the game together."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.seats import has
from cashbox.server.accounts.names import is_vouched, plain, unlike
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.clock import DAY
from cashbox.server.departures.wire import SeatOffer
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.presence import away_for_long
from cashbox.server.tables.seating import check_playing, own_seat, pass_on_host, seat_at, with_seat, without_votes
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashbox.server.accounts.codes import Codes
    from cashbox.server.db.records import CodeRecord, Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry


def waiting(seconds: int) -> str:
    """Format a waiting time, rounded up."""
    for unit, word in ((DAY, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= 2 * unit or seconds == unit or unit == 1:
            many = math.ceil(seconds / unit)
            return f"{many} {word}{'s' if many > 1 else ''}"
    raise AssertionError


LEAST: Final = 300
"""The shortest absence, in seconds, after which a player's seat can be given away."""


def check_gone(table: LiveTable, record: TableRecord, number: int, now: int) -> None:
    """Check that a player has been away long enough to give the seat away. Refusal ("no-player", "not-away",
    "too-early"). If the table has no limit for being away, a day is long enough."""
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "no-player", "There is no player in that seat.")
    if table.attendance.is_connected(seat.guest):
        raise Refusal(409, "not-away", f"{seat.name} is at the table and can't be replaced.")
    long = max(record.settings.absence or DAY, LEAST)
    left = table.attendance.last(seat.guest) + long - now
    if left > 0:
        message = f"{seat.name} can be replaced after being away for {waiting(long)}. Try again in {waiting(left)}."
        raise Refusal(409, "too-early", message, left)


def check_away(table: LiveTable, record: TableRecord, number: int, now: int) -> None:
    """Check that a seat's player has been away for long while the others wait for that seat. Refusal: "no-player",
    "already", "never-away", "not-away", "too-early", "not-awaited"."""
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "no-player", "There is no player in that seat to replace with a bot.")
    name = seat.name
    if seat.stand_in:
        raise Refusal(409, "already", f"A bot is already playing for {name}.")
    if not record.settings.absence:
        raise Refusal(409, "never-away", "At this table, the players wait for each other, so bots can't take over.")
    if table.attendance.is_connected(seat.guest):
        raise Refusal(409, "not-away", f"{name} is at the table.")
    left = table.attendance.last(seat.guest) + record.settings.absence - now
    if left > 0:
        message = (
            f"{name} was here a moment ago. A bot can take over after an absence of {waiting(record.settings.absence)}"
        )
        raise Refusal(409, "too-early", f"{message}. Try again in {waiting(left)}.", left)
    if not has(table.due, number):
        raise Refusal(409, "not-awaited", f"The game isn't waiting for {name} right now.")


def leave_seat(record: TableRecord, guest: Guest, bot: str, *, last: bool) -> TableRecord:
    """Let a player leave a running game. A bot plays for the seat, which stays the player's.

    Args:
        record: The table.
        guest: The player.
        bot: The bot.
        last: Leave even if everyone has left then, which ends the game.

    Raises:
        Refusal: not-your-seat, not-playing, last-person.
    """
    number = own_seat(record, guest)
    check_playing(record)
    seat = record.seats[number]
    if seat.why == "left":
        return record
    if all(one.kind != "guest" or one.why == "left" or n == number for n, one in enumerate(record.seats)):
        if not last:
            message = "You are the last person at this table. If you leave, the game ends without a result."
            raise Refusal(409, "last-person", message)
        return msgspec.structs.replace(record, status="closed", closed="left", votes=())
    gone = msgspec.structs.replace(seat, stand_in=seat.stand_in or bot, why="left")
    return pass_on_host(without_votes(with_seat(record, number, gone), number), guest.id)


def check_offer(record: TableRecord, guest: Guest) -> int:
    """Return the seat that a player can transfer. Refusal ("not-your-seat", "not-playing", "closed", "rated")."""
    number = own_seat(record, guest)
    check_playing(record)
    if record.settings.rated:
        raise Refusal(409, "rated", "This game is rated, so you can't hand over your seat.")
    return number


def check_given(record: TableRecord, number: int) -> None:
    """Check that others can give a seat away at this table. Refusal ("not-playing", "closed", "rated")."""
    check_playing(record)
    if record.settings.rated:
        raise Refusal(409, "rated", "This game is rated, so seats can't change hands.")
    seat_at(record, number)


def offered_seat(record: TableRecord, code: CodeRecord) -> int:
    """Return the seat of a code. Refusal ("not-playing", "closed"), or ("seat-gone") if it has changed hands since the
    code was created. The detail of a code that others created is a hash of the player's id."""
    check_playing(record)
    number = code.seat if code.seat is not None else -1
    owner = record.seats[number].guest if 0 <= number < len(record.seats) else None
    if owner is None or (hash_of(owner) != code.detail if code.detail else owner != code.guest):
        raise Refusal(410, "seat-gone", "This link has expired because its sender no longer has the seat.")
    return number


def hand_on_seat(
    record: TableRecord, code: CodeRecord, guest: Guest, name: str, since: int = 0, kept: Collection[str] = ()
) -> TableRecord:
    """Give a guest the seat of a code. The journal's header binds the first player's name, so that name is withdrawn
    there.

    Args:
        record: The table.
        code: The code.
        guest: The guest.
        name: Empty for the guest's own.
        since: The number of the first entry that can be the guest's.
        kept: Skeletons of names that the guest may not have, see `naming.kept`.

    Raises:
        Refusal: own-link, already-seated, seat-gone, had-a-seat, not-playing, closed.
    """
    check_playing(record)
    if code.guest == guest.id and not code.detail:
        raise Refusal(409, "own-link", "This is your own link. Send it to the person who should take over your seat.")
    if record.seat_of(guest) is not None:
        raise Refusal(409, "already-seated", "You already have a seat at this table.")
    number = offered_seat(record, code)
    mine = hash_of(guest.id)
    if any(mine in seat.former for n, seat in enumerate(record.seats) if n != number):
        message = "You had another seat in this game and know its hidden cards, so you can only take that seat again."
        raise Refusal(409, "had-a-seat", message)
    before = record.seats[number].guest or ""
    others = [seat.name for n, seat in enumerate(record.seats) if n != number]
    name = unlike(plain(name) or guest.name, others, kept)
    seat = msgspec.structs.replace(
        record.seats[number],
        guest=guest.id,
        name=name,
        salt="",
        account=is_vouched(guest, name),
        # If the time zone changed with the player, quiet hours could cover the whole day.
        zone=record.seats[number].zone or guest.zone,
        stand_in="",
        why="",
        nudged=None,
        since=since,
        # The new player has used no hints yet; the result still shows the earlier ones.
        hints=0,
        hinted="",
        hints_before=record.seats[number].hints_before + record.seats[number].hints,
        former=f"{record.seats[number].former}{hash_of(before)} ",
    )
    return pass_on_host(without_votes(with_seat(record, number, seat), number), before)


_log = logging.getLogger("cashbox.tables")

OFFER: Final = 24 * 3600
"""Seconds for which a seat link is valid."""


class Departures:
    """Departures and returns of players at the tables of a registry."""

    def __init__(self, registry: Registry, store: Store, catalog: Catalog, codes: Codes) -> None:
        self._live = registry
        self._store = store
        self._catalog = catalog
        self._codes = codes
        self._tasks = Tasks()

    async def take_back(self, table: LiveTable, guest: Guest) -> None:
        """Give a player's seat back from the bot that stands in. Refusal as `seating.take_back_seat`, or ("time-up") if
        there is no time left for the seat's decision."""

        def change(record: TableRecord) -> TableRecord:
            seat, after = own_seat(record, guest), seating.take_back_seat(record, guest)
            if after is not record and table.times.spent(seat):
                raise Refusal(
                    409,
                    "time-up",
                    "You ran out of time, so a bot is making this decision. You can take your seat back afterward.",
                )
            return after

        await self._live.change(table, change)

    async def stand_in(self, table: LiveTable, guest: Guest, seat: int, *, on: bool) -> None:
        """Vote, as the host or a player, for a bot to stand in for an absent player, or withdraw the vote. Refusal as
        `check_away`, or "own-seat", "not-a-player", "stand-in"."""
        if self._store.shared:
            # The player may have been connected through another process.
            await table.catch_up()

        def change(record: TableRecord) -> TableRecord:
            mine = record.seat_of(guest)
            if mine is None and guest.id != record.host:
                raise Refusal(403, "not-a-player", "Only the host and the players can do that.")
            check_playing(record)
            if mine == seat:
                raise Refusal(409, "own-seat", "That is your own seat. If you leave the game, a bot takes over.")
            if mine is not None and guest.id != record.host:
                seating.check_plays(record, mine)
            if not on:
                return (
                    seating.with_vote(record, "stand-in", seat, mine, self._now(), on=False)
                    if mine is not None
                    else record
                )
            check_away(table, record, seat, self._now())
            if guest.id == record.host:
                return seating.let_bot_stand_in(record, seat, self._best(record), "host")
            assert mine is not None
            return seating.with_vote(record, "stand-in", seat, mine, self._now(), on=True)

        await self._live.change(table, change)

    async def call_off(self, table: LiveTable, guest: Guest, *, on: bool) -> None:
        """Vote to end the game without a result, or withdraw the vote. Refusal ("not-your-seat", "not-playing",
        "stand-in", "closed")."""

        def change(record: TableRecord) -> TableRecord:
            seat = own_seat(record, guest)
            check_playing(record)
            seating.check_plays(record, seat)
            return seating.with_vote(record, "call-off", -1, seat, self._now(), on=on)

        await self._live.change(table, change)

    async def leave(self, table: LiveTable, guest: Guest, *, last: bool) -> None:
        """Give up a guest's seat while the table waits; in a running game, a bot plays from now on. Refusal as
        `seating.give_up_seat` and `leave_seat`."""

        def change(record: TableRecord) -> TableRecord:
            if record.status in ("waiting", "starting"):
                return seating.give_up_seat(record, guest)
            return leave_seat(record, guest, self._best(record), last=last)

        await self._live.change(table, change)

    async def remove(self, table: LiveTable, guest: Guest, seat: int) -> None:
        """Remove a guest from a waiting table, for the host. Refusal as `seating.remove_guest`."""
        await self._live.change(table, lambda record: seating.remove_guest(record, guest, seat, self._now()))

    async def hand_host(self, table: LiveTable, guest: Guest, seat: int) -> None:
        """Make another person seated the host. Refusal as `seating.with_host`."""
        await self._live.change(table, lambda record: seating.with_host(record, guest, seat))

    # -- transferring a seat ---------------------------------------------------------------------------------------

    async def offer(self, table: LiveTable, guest: Guest, seat: int | None = None) -> tuple[str, int]:
        """Create a one-time code with which another person can take a seat, and return when it expires. seat: of a
        player who has been away for long, for the host, or for a player if more than half agreed; None for the guest's
        own. Refusal as `check_offer` or `check_given` and `check_gone`, or ("not-agreed")."""
        record, until, whose = table.record, self._now() + OFFER, ""
        if seat is None or seat == record.seat_of(guest):
            seat = check_offer(record, guest)
        else:
            whose = await self._given(table, guest, seat)
        code = await self._codes.issue(guest.id, "seat", OFFER, table_id=record.id, seat=seat, detail=whose)
        return code, until

    async def vote_hand_on(self, table: LiveTable, guest: Guest, seat: int, *, on: bool) -> None:
        """Vote to give away the seat of a player who has been away for long, or withdraw the vote. Refusal
        ("not-your-seat", "stand-in", "own-seat") and as `check_given` and `check_gone`."""
        if self._store.shared:
            await table.catch_up()

        def change(record: TableRecord) -> TableRecord:
            mine = own_seat(record, guest)
            check_given(record, seat)
            seating.check_plays(record, mine)
            if mine == seat:
                raise Refusal(409, "own-seat", "That is your own seat. You can hand it over with a link.")
            if on:
                check_gone(table, record, seat, self._now())
            return seating.with_vote(record, "hand-on", seat, mine, self._now(), on=on)

        await self._live.change(table, change)

    async def look_up(self, code: str) -> SeatOffer:
        """Look up the seat of a code. Refusal as `Codes.find`, or if the seat cannot be taken anymore."""
        record = await self._codes.find(code, "seat")
        table = await self._live.table(record.table_id or "")
        number, shown = offered_seat(table.record, record), table.as_table()
        if record.detail:
            self._check_given(table, table.record, number, record.guest)
        names = table.record.seats[number].name, shown.name or shown.game_name, shown.game_name
        return SeatOffer(*names, shown.links.page, record.until or 0, bool(record.detail))

    async def take(self, code: str, guest: Guest, name: str) -> LiveTable:
        """Give a guest the seat of a code, and use the code. Refusal as `look_up` and `hand_on_seat`."""
        record = await self._codes.find(code, "seat")
        table = await self._live.table(record.table_id or "")
        others = await self._live.may_sit(table.record, guest, name)
        if record.detail and self._store.shared:
            await table.catch_up()

        def change(before: TableRecord) -> TableRecord:
            seating.check_removed(before, guest, self._now())
            if record.detail:
                self._check_given(table, before, offered_seat(before, record), record.guest)
            return hand_on_seat(before, record, guest, name, table.number + 1, others)

        await self._live.change(table, change, self._codes.using(code, "seat"))
        return table

    async def _given(self, table: LiveTable, guest: Guest, seat: int) -> str:
        """Return a hash of the id of the player whose seat the host, or a majority, gives away. Refusal as `offer`."""
        if self._store.shared:
            await table.catch_up()
        record = table.record
        if record.seat_of(guest) is None and guest.id != record.host:
            raise Refusal(403, "not-a-player", "Only the host and the players can do that.")
        check_given(record, seat)
        check_gone(table, record, seat, self._now())
        if not self._may_give(table, record, seat, guest.id):
            message = "Only the host can replace this player, unless more than half of the players at the table agree."
            raise Refusal(403, "not-agreed", message)
        return hash_of(str(record.seats[seat].guest))

    def _may_give(self, table: LiveTable, record: TableRecord, seat: int, guest: str) -> bool:
        """Return whether a guest, by id, may give away the seat of a player who has been away for long."""
        mine = next((number for number, one in enumerate(record.seats) if one.guest == guest), None)
        return guest == record.host or seating.may_give_away(record, seat, mine, away_for_long(table, self._now()))

    def _check_given(self, table: LiveTable, record: TableRecord, seat: int, guest: str) -> None:
        """Check a link with which a guest gives another player's seat away. Refusal as `check_gone`, or ("not-agreed")
        if the guest could not create it anymore."""
        check_gone(table, record, seat, self._now())
        if not self._may_give(table, record, seat, guest):
            raise Refusal(403, "not-agreed", "The players no longer agree to replace this player. Ask for a new link.")

    # -- returning ---------------------------------------------------------------------------------------------

    def look_at(self, table: LiveTable) -> None:
        """End votes about players who are back, after something has changed at a table."""
        back = [vote.seat for vote in table.record.votes if _is_back(table, vote.seat, vote.at)]
        if back and table.record.status == "playing":
            self._tasks.run(self._end_votes(table))

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()

    async def _end_votes(self, table: LiveTable) -> None:
        def change(record: TableRecord) -> TableRecord:
            for vote in record.votes:
                if _is_back(table, vote.seat, vote.at):
                    record = seating.without_votes_on(record, vote.seat)
            return record

        try:
            await self._live.change(table, change)
        except Refusal as refused:
            # The next change at the table ends them.
            _log.warning("could not end a vote about a player who came back: %s", refused)

    def _best(self, record: TableRecord) -> str:
        return self._catalog.best_bot(record.game)

    def _now(self) -> int:
        return int(self._store.clock.now())


def _is_back(table: LiveTable, seat: int, since: int) -> bool:
    """Return whether a seat's player was connected after a vote about it began. seat: -1 for none."""
    guest = table.record.seats[seat].guest if seat >= 0 else None
    return guest is not None and table.attendance.has_returned(guest, since)
