"""Journals that people have brought as files, to look back at. They are kept in memory alone, for a while."""

from __future__ import annotations

import asyncio
import math
import re
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.journal import FORMAT, Header, as_written
from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.errors import Refusal
from cashbox.server.ids import id_of_file
from cashbox.server.ops.socket import ReadFile, name_of, others
from cashbox.server.replays import games
from cashbox.server.replays.process import ProcessEnded
from cashbox.server.replays.service import Replays
from cashbox.server.replays.worker import Book, Question
from cashbox.server.tables.settings import TableSettings
from cashbox.server.tables.views import Moment, show_table, you_at
from cashbox.server.tasks import shielded
from cashbox.server.web.limits import FILE, FILE_ENTRIES, FILES
from cashbox.server.wire import Links, TableAnswer

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.server.chat.wire import ChatLine
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.service import Lists
    from cashbox.server.metrics import Metrics
    from cashbox.server.replays.service import LookedAt
    from cashbox.server.replays.worker import Opened
    from cashbox.server.tables.catalog import Catalog

KEPT: Final = 8 * FILE
"""The most bytes of all files that are kept."""

HOUR: Final = 3600.0
"""Seconds for which a file is kept that nobody looks at."""

_ID: Final = re.compile("[A-Za-z0-9_-]{24}")
_NONE: Final = Book("", Header(format=FORMAT, game="", options={}, seats=0, content_hash=""), (), b"")
_CONTENT, _ENTRIES = 1, 3
"""The line of a journal with its content, counted from 0; the entries follow it, or the line with the names."""


class FileGame:
    """A journal from a file, checked. data: the file; opened: what it holds; name: of its game."""

    def __init__(self, file: str, data: bytes, opened: Opened, name: str) -> None:
        self.data = data
        self.opened = opened
        self.last = opened.last
        self.record = _record(file, opened)
        self.book = Book(f"file {file}", opened.header, self.names, b"")
        self._name = name
        self._lines: list[bytes] = []

    @property
    def names(self) -> tuple[str, ...]:
        """Of the players, by seat."""
        return tuple(seat.name for seat in self.record.seats)

    @property
    def content(self) -> bytes:
        """What the game was dealt with, as JSON."""
        line = self.data.split(b"\n", _CONTENT + 1)[_CONTENT]
        return bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["content"])

    async def entries(self, since: int, most: int) -> list[bytes]:
        """The next of its journal, as JSON."""
        lines = self._lines or self.data.split(b"\n")
        self._lines = lines
        first = _ENTRIES + since + 1
        return lines[first : min(first + most, first - since + self.last)]

    def shown(self, guest: Guest | None) -> TableAnswer:
        """As a table, at which nobody sits."""
        record, address = self.record, f"{FILES}/{self.record.id}"
        links = Links("", "", "", "", f"{address}/content", "", f"{address}/tips")
        table = show_table(record, self._name, "", Moment(0, record.changed))
        return TableAnswer(you_at(record, guest, 0), msgspec.structs.replace(table, links=links))

    async def lines(self, guest: Guest | None) -> list[ChatLine]:  # noqa: ARG002 (as for a table)
        """A file has nothing that was said."""
        return []


class Files(Replays):
    """Of one server process, with a process of its own to check and replay them: a file may be made to do harm, and
    those who look back at tables are not to feel it. home: the data folder, where the server's other processes are
    asked for files that they have."""

    def __init__(self, home: Path, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics) -> None:
        super().__init__(store, catalog, lists, metrics, "file")
        self._home = home
        self._clock = store.clock
        self._kept: OrderedDict[str, tuple[FileGame, float]] = OrderedDict()

    async def open(self, data: bytes, who: str, *, stays: bool = False) -> FileGame:
        """A journal to look back at; the same file has the same id. who: by whom turns are counted; stays: it is kept
        as long as the server runs. Refusal in a sentence that says what is wrong with it."""
        if data.count(b"\n") > FILE_ENTRIES:
            told = f"That journal is too long. It can have up to {FILE_ENTRIES:,} entries."
            raise Refusal(413, "too-large", told)
        data = as_written(data)
        file = id_of_file(data)
        kept = self._used(file)
        if kept is not None:
            return kept
        game: FileGame = await shielded(self._checked(file, data, who))
        self._kept[file] = game, math.inf if stays else self._clock.ticks()
        self._make_room()
        return game

    async def game(self, file: str, who: str) -> FileGame:
        """The game of a file that was opened lately. Refusal ("no-such-file")."""
        found = self._used(file)
        if found is None:
            data = await self._elsewhere(file)
            if not data:
                told = "This file is no longer open. Files stay open for an hour. Open it again."
                raise Refusal(404, "no-such-file", told)
            found = await self.open(data, who)
        return found

    def data(self, file: str) -> bytes:
        """A file that is kept here, b"" for none."""
        found = self._kept.get(file)
        return found[0].data if found is not None else b""

    def sweep(self) -> None:
        """Forget the files that nobody has looked at for a while."""
        super().sweep()
        before = self._clock.ticks() - HOUR
        for file in [file for file, (_, seen) in self._kept.items() if seen < before]:
            del self._kept[file]

    # -- how -----------------------------------------------------------------------------------------------------

    def _used(self, file: str) -> FileGame | None:
        found = self._kept.get(file)
        if found is None or found[1] < self._clock.ticks() - HOUR:
            return None
        self._kept[file] = found[0], max(found[1], self._clock.ticks())
        self._kept.move_to_end(file)
        return found[0]

    async def _elsewhere(self, file: str) -> bytes:
        """A file that another process of this data folder has, b"" for none."""
        if not (self._store.shared and _ID.fullmatch(file)):
            return b""
        asked, own = ReadFile("the server", file), name_of(self._store.process)
        answers = await asyncio.to_thread(others, self._home, own, asked)
        return next((answer.file for answer in answers.values() if answer.file), b"")

    def _question(self, game: LookedAt, guest: Guest | None, eyes: str) -> Question:
        assert isinstance(game, FileGame)
        viewer = games.viewer(games.chosen(game.record, guest, eyes))
        return Question(game.book, viewer, game.last, own=False, whole=True)

    async def _content(self, game: LookedAt, header: Header) -> bytes:  # noqa: ARG002 (the file has it)
        assert isinstance(game, FileGame)
        return game.content

    async def _checked(self, file: str, data: bytes, who: str) -> FileGame:
        try:
            async with self.turns.turn(who):
                answer = await self.process.ask(Question(_NONE, 0, -1, own=False, whole=False, file=data))
        except ProcessEnded:
            told = "This journal needs too much time or memory to replay, so it can't be opened here."
            raise Refusal(400, "too-much", told) from None
        if answer.opened is None:
            raise Refusal(404 if answer.code == "unknown-game" else 400, answer.code, answer.fault)
        return FileGame(file, data, answer.opened, self._catalog.called(answer.opened.header.game))

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(len(game.data) for game, _ in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)


def looking_back(home: Path, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics) -> tuple[Replays, Files]:
    """At tables, and at files that people bring."""
    return Replays(store, catalog, lists, metrics), Files(home, store, catalog, lists, metrics)


def _record(file: str, opened: Opened) -> TableRecord:
    """A table as it might have been: everybody may look back at it."""
    header = opened.header
    names = header.players or tuple(f"Seat {seat + 1}" for seat in range(header.seats))
    mode = header.options.get("mode", "")
    return TableRecord(
        id=file,
        game=header.game,
        content_hash=header.content_hash,
        settings=TableSettings(mode=mode if isinstance(mode, str) else "", options=header.options, listed=False),
        status="over",
        host="",
        host_name="",
        secret=bytes.fromhex(opened.secret),
        made=0,
        changed=0,
        seats=tuple(SeatRecord("guest", name=name) for name in names),
        outcome=opened.outcome,
        edition=header.edition,
        format=header.format,
        commitment=header.commitment,
    )
