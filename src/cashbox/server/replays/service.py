"""Replay games in a helper process: those of tables, and those of journal files that people open."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from cashbox.engine.journal import FORMAT, Header, as_written
from cashbox.server.chat.service import FAR
from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.errors import Refusal
from cashbox.server.ids import id_of_file
from cashbox.server.ops.socket import ReadFile, name_of, others
from cashbox.server.replays import games
from cashbox.server.replays.games import PastGame, beside, book_of, no_such_step
from cashbox.server.replays.wire import EVERY_HAND, WATCHER, TalkLine
from cashbox.server.replays.worker import OPENING, PIECE, REPLAYER, Answer, Book, Question, ReportWish
from cashbox.server.tables.feed import Moment, show_table, you_at
from cashbox.server.tables.settings import TableSettings
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import may_see, no_such_table
from cashbox.server.web.limits import FILE, FILE_ENTRIES, FILES
from cashbox.server.wire import Links, TableAnswer
from cashbox.server.workers import WorkerError, WorkerPool

if TYPE_CHECKING:
    from cashbox.engine.report import Given
    from cashbox.server.analysis.store import StoredAnalysis
    from cashbox.server.chat.wire import ChatLine
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.service import Lists
    from cashbox.server.metrics import Metrics
    from cashbox.server.tables.catalog import Catalog

    class LookedAt(Protocol):
        """A game to replay, see `games`."""

        record: TableRecord
        last: int

        async def entries(self, since: int, most: int) -> list[bytes]: ...
        def shown(self, guest: Guest | None) -> TableAnswer: ...
        async def lines(self, guest: Guest | None) -> list[ChatLine]: ...

    from collections.abc import Iterator
    from pathlib import Path

    from cashbox.server.replays.worker import Opened

PATIENCE: Final = 20
"""Seconds that one request may take."""

IDLE: Final = 300.0
"""Seconds without replays after which the process ends."""

FRESH: Final = 1.0
"""Seconds for which a finished table is cached, because stepping through a replay sends many requests."""

KNOWN: Final = 1000
"""The most tables in that cache."""

TRIES: Final = 2
"""How many processes may die on one request before giving up."""

_json = msgspec.json.Encoder().encode


class Replays:
    """The replays of one server, with a dedicated process. of: their kind, for metrics."""

    def __init__(self, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics, of: str = "replay") -> None:
        self._store = store
        self._lists = lists
        self._found: OrderedDict[str, tuple[float, PastGame]] = OrderedDict()
        self._catalog = catalog
        self.workers = WorkerPool(REPLAYER, 1, store.clock, IDLE, keep=0)
        self.requests = Requests()
        self._opening = asyncio.Semaphore(OPENING)
        message = f"Replay requests ({of}) in progress"
        metrics.gauge(f"cashbox_{of}_requests", message, lambda: self.requests.in_progress)

    async def past(self, table: str, guest: Guest | None) -> PastGame | None:
        """Return a finished game, None if it is not over, or not for this guest. Refusal ("no-such-table")."""
        now = self._store.clock.ticks()
        at, game = self._found.get(table, (now - FRESH, None))
        if game is None or at + FRESH <= now:
            self._found.pop(table, None)
            game = await PastGame.found(self._store, self._lists, table)
        if game is None or not may_see(game.record, guest):
            raise no_such_table()
        if not game.over_for(guest):
            return None
        if table not in self._found:
            self._found[table] = now, game
            if len(self._found) > KNOWN:
                self._found.popitem(last=False)
        return game

    async def story(self, game: LookedAt, guest: Guest | None, eyes: str, who: str) -> bytes:
        """Encode a `Replay` as JSON.

        Args:
            game: The game.
            guest: The reader.
            eyes: The viewer; "" for the guest's own.
            who: The key for counting requests.

        Raises:
            Refusal: As `eyes.chosen`, damaged-table, too-many-replays, no-replay.
        """
        question = self._question(game, guest, eyes)
        lines = [line for line in await game.lines(guest) if line.text]
        after = await beside(self._store, game.record, game.last, lines)
        answer = await self._ask(game, msgspec.structs.replace(question, after=after), who)
        talk = [TalkLine(n, line.name, line.text, line.at) for n, line in zip(answer.places, lines, strict=True)]
        shown = game.shown(guest)
        may, chosen = games.may(game.record, guest), games.choose_viewer(game.record, guest, eyes)
        parts = shown.table, shown.you, chosen, may, talk
        return b'{"table":%b,"you":%b,"eyes":%b,"may":%b,"talk":%b,%b}' % (*map(_json, parts), answer.body)

    async def moments(self, game: LookedAt, guest: Guest | None, eyes: str, who: str, first: int, many: int) -> bytes:
        """Encode `many` `Moment`s as JSON, separated by commas. Refusal as `story`, and ("no-such-step")."""
        question = msgspec.structs.replace(self._question(game, guest, eyes), first=min(max(first, 0), FAR), many=many)
        answer = await self._ask(game, question, who)
        if not answer.body or first < 0:
            raise no_such_step(answer.last)
        return answer.body

    async def report(self, game: LookedAt, guest: Guest | None, eyes: str, who: str, given: Given) -> bytes:
        """Write the report of a finished game as UTF-8. `eyes` is "" for everything that the guest may see. Refusal as
        `story`, and ("not-over")."""
        record = game.record
        if record.status != "over":
            raise Refusal(409, "not-over", "The report is available once the game is over.")
        whole = games.sees_all(record, guest)
        question = self._question(game, guest, eyes or (EVERY_HAND if whole else WATCHER))
        wish = ReportWish(given, record.secret.hex() if whole and record.outcome is not None else "")
        return (await self._ask(game, msgspec.structs.replace(question, report=wish), who)).body

    async def ending(self, game: LookedAt, guest: Guest | None, who: str) -> bytes:
        """Encode the `GameEnding` of a finished game as JSON, null if it has none, as spectators saw it. Refusal as
        `story`, and ("not-over")."""
        if game.record.status != "over":
            raise Refusal(409, "not-over", "The result is available once the game is over.")
        question = msgspec.structs.replace(self._question(game, guest, WATCHER), ending=True)
        return (await self._ask(game, question, who)).body

    def sweep(self) -> None:
        """End the process if there were no replays for a while."""
        self.workers.sweep()

    async def close(self) -> None:
        """End the process."""
        await self.workers.close()

    def _question(self, game: LookedAt, guest: Guest | None, eyes: str) -> Question:
        record = game.record
        games.check_begun(record, game.last)
        over = record.status == "over"
        viewer = games.viewer(games.choose_viewer(record, guest, eyes))
        return Question(book_of(record), viewer, game.last, not over, over and games.sees_all(record, guest))

    async def _ask(self, game: LookedAt, question: Question, who: str) -> Answer:
        # A canceled request must not end the process that others wait for.
        answer: Answer = await shielded(self._answered(game, question, who))
        if answer.fault:
            raise Refusal(500, "damaged-table", f"This game can't be replayed: {answer.fault}")
        return answer

    async def _answered(self, game: LookedAt, question: Question, who: str) -> Answer:
        """Send the process what it lacks, piece by piece, with other requests in between."""
        asked, ended, opens = question, 0, False
        async with contextlib.AsyncExitStack() as opening:
            while ended < TRIES:
                try:
                    async with self.workers.worker(caller=who) as process:
                        answer = await process.ask(asked, PATIENCE)
                except WorkerError:
                    ended += 1
                    asked = question
                    continue
                if not answer.wants:
                    return answer
                if not opens:
                    opens = True
                    await opening.enter_async_context(self._opening)
                asked = await self._with(game, question, answer)
        raise Refusal(503, "no-replay", "This game can't be replayed right now. Try again in a moment.", LATER)

    async def _content(self, game: LookedAt, header: Header) -> bytes:  # noqa: ARG002 (a file has its own)
        return await self._catalog.content(header.game, header.content_hash)

    async def _with(self, game: LookedAt, question: Question, answer: Answer) -> Question:
        if answer.wants == "content":
            return msgspec.structs.replace(question, content=await self._content(game, question.book.header))
        if answer.wants == "entries":
            return msgspec.structs.replace(question, entries=await game.entries(answer.since, PIECE))
        return question


ROOM: Final = 64
"""The most requests in progress at a time, so that players do not wait for many; others are asked to retry."""

EACH: Final = 4
"""The most requests in progress of one caller."""

LATER: Final = 2
"""The Retry-After seconds."""


class Requests:
    """The requests in progress. room: the most of them; each: the most of one caller."""

    def __init__(self, room: int = ROOM, each: int = EACH) -> None:
        self._room = room
        self._each = each
        self._here: Counter[str] = Counter()

    @property
    def in_progress(self) -> int:
        """The number of requests in progress."""
        return self._here.total()

    def check_room(self) -> None:
        """Check that there is room for another request. Refusal ("too-many-replays")."""
        if self.in_progress >= self._room:
            raise _too_many()

    @contextlib.contextmanager
    def room(self, who: str) -> Iterator[None]:
        """Count a caller's request as in progress during the block. Refusal as `check_room`."""
        self.check_room()
        if self._here[who] >= self._each:
            raise _too_many()
        self._here[who] += 1
        try:
            yield
        finally:
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]


def _too_many() -> Refusal:
    message = "Too many replays are open right now. Try again in a moment."
    return Refusal(503, "too-many-replays", message, LATER)


KEPT: Final = 8 * FILE
"""The most bytes of all stored files."""

HOUR: Final = 3600.0
"""Seconds for which an unused file is stored."""

_ID: Final = re.compile("[A-Za-z0-9_-]{24}")
_NONE: Final = Book("", Header(format=FORMAT, game="", options={}, seats=0, content_hash=""), (), b"")
_CONTENT, _ENTRIES = 1, 3
"""The line of a journal with its content, counted from 0; the entries follow it, or the line with the names."""


class FileGame:
    """A journal from a file, checked. data: the file; opened: what it holds; name: of its game; analysis: of luck and
    skill in it, None for none."""

    def __init__(self, file: str, data: bytes, opened: Opened, name: str) -> None:
        self.data = data
        self.opened = opened
        self.last = opened.last
        self.record = _record(file, opened)
        self.book = Book(f"file {file}", opened.header, self.names, b"")
        self.analysis: StoredAnalysis | None = None
        self._name = name
        self._lines: list[bytes] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(seat.name for seat in self.record.seats)

    @property
    def content(self) -> bytes:
        """The content of the game, as JSON."""
        line = self.data.split(b"\n", _CONTENT + 1)[_CONTENT]
        return bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["content"])

    async def entries(self, since: int, most: int) -> list[bytes]:
        """Encode the next entries of its journal as JSON."""
        lines = self._lines or self.data.split(b"\n")
        self._lines = lines
        first = _ENTRIES + since + 1
        return lines[first : min(first + most, first - since + self.last)]

    def shown(self, guest: Guest | None) -> TableAnswer:
        """Return the game as a table without people."""
        record, address = self.record, f"{FILES}/{self.record.id}"
        links = Links("", "", "", "", f"{address}/content", "", f"{address}/tips")
        table = show_table(record, self._name, "", Moment(0, record.changed))
        return TableAnswer(you_at(record, guest, 0), msgspec.structs.replace(table, links=links))

    async def lines(self, guest: Guest | None) -> list[ChatLine]:  # noqa: ARG002 (as for a table)
        """Return no messages, because a file has no chat."""
        return []


class Files(Replays):
    """The files of one server process, with a dedicated process to verify and replay them: a malicious file must not
    affect replays of tables. home: the data folder, for asking the server's other processes for files that they
    have."""

    def __init__(self, home: Path, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics) -> None:
        super().__init__(store, catalog, lists, metrics, "file")
        self._home = home
        self._clock = store.clock
        self._kept: OrderedDict[str, tuple[FileGame, float]] = OrderedDict()

    async def open(self, data: bytes, who: str, *, stays: bool = False) -> FileGame:
        """Open a journal for replay. The same file has the same id.

        Args:
            data: The file.
            who: The key for counting requests.
            stays: Whether to keep it as long as the server runs.

        Raises:
            Refusal: A message that says what is wrong with it.
        """
        if data.count(b"\n") > FILE_ENTRIES:
            message = f"That journal is too long. A journal can have up to {FILE_ENTRIES:,} entries."
            raise Refusal(413, "too-large", message)
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
        """Return the game of a recently opened file. Refusal ("no-such-file")."""
        found = self._used(file)
        if found is None:
            data = await self._elsewhere(file)
            if not data:
                message = "This file is no longer open. Files stay open for an hour. Open it again."
                raise Refusal(404, "no-such-file", message)
            found = await self.open(data, who)
        return found

    def data(self, file: str) -> bytes:
        """Return a file that is still open here, b"" for none."""
        found = self._kept.get(file)
        return found[0].data if found is not None else b""

    def sweep(self) -> None:
        """Drop files that have not been used for a while."""
        super().sweep()
        before = self._clock.ticks() - HOUR
        for file in [file for file, (_, seen) in self._kept.items() if seen < before]:
            del self._kept[file]

    # -- internals -----------------------------------------------------------------------------------------------------

    def _used(self, file: str) -> FileGame | None:
        found = self._kept.get(file)
        if found is None or found[1] < self._clock.ticks() - HOUR:
            return None
        self._kept[file] = found[0], max(found[1], self._clock.ticks())
        self._kept.move_to_end(file)
        return found[0]

    async def _elsewhere(self, file: str) -> bytes:
        """Return a file that another process of this data folder has, b"" for none."""
        if not (self._store.shared and _ID.fullmatch(file)):
            return b""
        asked, own = ReadFile("the server", file), name_of(self._store.process)
        answers = await asyncio.to_thread(others, self._home, own, asked)
        return next((answer.file for answer in answers.values() if answer.file), b"")

    def _question(self, game: LookedAt, guest: Guest | None, eyes: str) -> Question:
        assert isinstance(game, FileGame)
        viewer = games.viewer(games.choose_viewer(game.record, guest, eyes))
        return Question(game.book, viewer, game.last, own=False, whole=True)

    async def _content(self, game: LookedAt, header: Header) -> bytes:  # noqa: ARG002 (the file has it)
        assert isinstance(game, FileGame)
        return game.content

    async def _checked(self, file: str, data: bytes, who: str) -> FileGame:
        try:
            async with self.workers.worker(caller=who) as process:
                answer = await process.ask(Question(_NONE, 0, -1, own=False, whole=False, file=data), PATIENCE)
        except WorkerError:
            message = "This journal needs too much time or memory to replay, so it can't be opened here."
            raise Refusal(400, "too-much", message) from None
        if answer.opened is None:
            raise Refusal(404 if answer.code == "unknown-game" else 400, answer.code, answer.fault)
        return FileGame(file, data, answer.opened, self._catalog.name_of(answer.opened.header.game))

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(len(game.data) for game, _ in self._kept.values()) > KEPT:
            self._kept.popitem(last=False)


def looking_back(home: Path, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics) -> tuple[Replays, Files]:
    """Create the services for replays of tables and of files."""
    return Replays(store, catalog, lists, metrics), Files(home, store, catalog, lists, metrics)


def _record(file: str, opened: Opened) -> TableRecord:
    """Build the record of a hypothetical table whose replay is public."""
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
