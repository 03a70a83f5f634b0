"""The archive: one's own finished games and public ones, as a reader may see them."""

from __future__ import annotations

import logging
import re
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.archive import store as archive_search
from cashbox.server.archive import store as archive_store
from cashbox.server.archive.store import Archived, Found, Place, Wanted
from cashbox.server.archive.wire import ArchivedGame, ArchivedSeat, ArchiveList
from cashbox.server.clock import zone_of
from cashbox.server.db.backend import again
from cashbox.server.errors import ENDINGS, Refusal
from cashbox.server.social.profiles import person_info
from cashbox.server.tables.settings import LISTED_WATCHING
from cashbox.server.watching.service import is_late

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from sqlalchemy import Connection

    from cashbox.server.db.records import Guest, PersonRecord, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.social.profiles import Persons
    from cashbox.server.tables.catalog import Catalog

LONGEST: Final = 60
"""The most characters in a searched name."""

FIRST, LAST = 1970, 9998
"""The first and last valid years."""

WHICH: Final = {
    "won": (archive_store.WON, archive_store.SHARED),
    "lost": (archive_store.LOST,),
    "shared": (archive_store.SHARED,),
}
"""The results for each word of a search; a player who shares a win has won."""

_HANDLE: Final = re.compile(r"[0-9a-f]{16}")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_AFTER: Final = re.compile(r"(\d{1,15})\.([\w-]{1,32})", re.ASCII)


class Asked(msgspec.Struct, frozen=True):
    """A search as text: "" for anything. who: a name, or the last part of a profile's URL; since, until: days,
    inclusive, in the reader's time zone; after: `next` of the previous response."""

    game: str = ""
    mode: str = ""
    who: str = ""
    since: str = ""
    until: str = ""
    result: str = ""
    length: str = ""
    mine: bool = False
    after: str = ""


class Archive:
    """Searches the archive."""

    def __init__(self, store: Store, catalog: Catalog, persons: Persons) -> None:
        self._store = store
        self._catalog = catalog
        self._persons = persons

    async def search(self, asked: Asked, guest: Guest | None) -> ArchiveList:
        """Return finished games, newest first. Refusal ("unknown-game", "unknown-mode", "no-such-person", "bad-date",
        "bad-result", "bad-length", "bad-name", "bad-place", "no-guest")."""
        self._check_game(asked)
        person = await self._person(asked, guest)
        wanted = _parse_search(asked, guest, person)
        after = _place(asked.after)
        viewer, now = guest.id if guest is not None else "", int(self._store.clock.now())

        def job(connection: Connection) -> tuple[Found, list[Archived]]:
            found = archive_search.search(connection, wanted, viewer, after, now)
            return found, archive_search.games(connection, found.tables)

        found, games = await self._store.read(job)
        games_shown = [
            self._archived_game(one, guest) for one in games if _may_know(one.record, guest, now, mine=asked.mine)
        ]
        further = f"{found.next.at}.{found.next.table}" if found.next is not None else None
        looked = found.next.at if found.next is not None and found.partly else None
        who = person_info(person, guest) if person is not None else None
        return ArchiveList(games_shown, further, looked, who)

    def _check_game(self, asked: Asked) -> None:
        if asked.mode and not asked.game:
            raise Refusal(400, "unknown-mode", "Choose a game as well as a mode.")
        if asked.game:
            info = self._catalog.info(asked.game)
            if asked.mode and asked.mode not in {one.id for one in info.modes}:
                raise Refusal(404, "unknown-mode", f"{info.name} doesn't have that mode.")

    async def _person(self, asked: Asked, guest: Guest | None) -> PersonRecord | None:
        return await self._persons.find(asked.who, guest) if _HANDLE.fullmatch(asked.who) else None

    def _archived_game(self, one: Archived, guest: Guest | None) -> ArchivedGame:
        record, outcome = one.record, one.record.outcome
        seat = record.seat_of(guest)
        names = [here.name for here in record.seats]
        return ArchivedGame(
            table=record.id,
            page=f"/t/{record.id}",
            game=record.game,
            game_name=self._catalog.titled(record),
            mode=record.settings.mode,
            mode_name=self._persons.mode(record.game, record.settings.mode),
            name=record.settings.name,
            seats=_seats(record),
            winners=outcome.winning(names) if outcome is not None else [],
            closed=ENDINGS[record.closed] if record.status == "closed" else "",
            at=one.at,
            seconds=one.seconds,
            steps=one.steps,
            nth=record.nth,
            rated=record.settings.rated,
            seat=seat,
            result=archive_store.RESULTS[archive_store.result(record, seat)] if seat is not None else None,
            again=seat is not None and record.status == "over",
            public=one.public,
        )


def _seats(record: TableRecord) -> list[ArchivedSeat]:
    outcome = record.outcome
    return [
        ArchivedSeat(
            seat.name,
            bot=seat.kind == "bot",
            level=seat.level,
            guest=seat.guest is not None and not seat.account,
            person=seat.guest is not None,
            won=outcome is not None and number in outcome.winners,
            score=outcome.scores[number] if outcome is not None and number < len(outcome.scores) else None,
            abandoned=outcome is not None and number in outcome.abandoned,
        )
        for number, seat in enumerate(record.seats)
    ]


def _may_know(record: TableRecord, guest: Guest | None, now: int, *, mine: bool) -> bool:
    """Return whether a reader may know about a finished game, regardless of what the archive has."""
    if mine:
        return record.seat_of(guest) is not None
    settings = record.settings
    return settings.watching in LISTED_WATCHING and not settings.circle and not is_late(record, None, now)


def _parse_search(asked: Asked, guest: Guest | None, person: PersonRecord | None) -> Wanted:
    if asked.mine and guest is None:
        raise Refusal(401, "no-guest", "You haven't played here in this browser yet, so you have no games.")
    name = archive_store.key(asked.who) if person is None else ""
    if len(asked.who) > LONGEST or (asked.who and not (name or person)):
        raise Refusal(400, "bad-name", f"Enter a name of 1 to {LONGEST} characters.")
    zone = zone_of(guest.zone if guest is not None else "")
    since, until = _day("from", asked.since, zone), _day("to", asked.until, zone, 1)
    if since is not None and until is not None and since >= until:
        raise Refusal(400, "bad-date", "The start date can't be after the end date.")
    return Wanted(
        mine=guest.id if asked.mine and guest is not None else "",
        guest=person.guest if person is not None else "",
        name=name,
        game=asked.game,
        mode=asked.mode,
        since=since,
        until=until,
        length=_length(asked.length),
        results=_results(asked),
    )


def _results(asked: Asked) -> tuple[int, ...]:
    if not asked.result:
        return ()
    if asked.result not in archive_store.RESULTS:
        raise Refusal(400, "bad-result", _not_one_of("result", archive_store.RESULTS, asked.result))
    if not (asked.mine or asked.who):
        raise Refusal(400, "bad-result", "To search by result, search your own games or enter a player's name.")
    return WHICH.get(asked.result, (archive_store.RESULTS.index(asked.result),))


def _length(length: str) -> int | None:
    if not length:
        return None
    if length not in archive_store.LENGTHS:
        raise Refusal(400, "bad-length", _not_one_of("length", archive_store.LENGTHS, length))
    return archive_store.LENGTHS.index(length)


def _not_one_of(what: str, words: Sequence[str], given: str) -> str:
    return f"The {what} can't be {given[:64]!r}. Use one of these: {', '.join(words)}."


def _day(which: str, given: str, zone: tzinfo, more: int = 0) -> int | None:
    """Return when a day begins, or a number of days after it, in seconds since 1970."""
    if not given:
        return None
    try:
        day = date.fromisoformat(given) if _DATE.fullmatch(given) else None
    except ValueError:
        day = None
    if day is None or not FIRST <= day.year <= LAST:
        message = f"“{which}” must be a date from {FIRST} to {LAST}, such as 2026-11-23."
        raise Refusal(400, "bad-date", message)
    begins = day + timedelta(days=more)
    return int(datetime(begins.year, begins.month, begins.day, tzinfo=zone).timestamp())


def _place(after: str) -> Place | None:
    if not after:
        return None
    found = _AFTER.fullmatch(after)
    if found is None:
        raise Refusal(400, "bad-place", "Invalid cursor. Start again from the first page.")
    return Place(int(found[1]), found[2])


_log = logging.getLogger("cashbox.tables")

AT_ONCE: Final = 50
"""The most games to archive in one commit, so that no one waits for it."""


async def archive_some(store: Store) -> bool:
    """Archive some ended games. Returns whether there may be more. Refusal if the store cannot be written."""
    found = await store.read(archive_store.missing, AT_ONCE)
    try:
        if found:
            await again(lambda: store.writer.do(lambda connection: archive_store.put(connection, found)))
    except Refusal:
        raise
    except Exception:  # noqa: BLE001 (what cannot be put there must not keep anything else from being counted)
        _log.exception("could not add finished games to the archive")
        return False
    return len(found) == AT_ONCE
