"""Looking back at games: what is asked, of whom, and what it is answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from cashbox.server.chat.service import FAR
from cashbox.server.errors import Refusal
from cashbox.server.replays import games
from cashbox.server.replays.games import PastGame, beside, book_of
from cashbox.server.replays.process import ProcessEnded, ReplayProcess
from cashbox.server.replays.wire import EVERY_HAND, WATCHER, TalkLine
from cashbox.server.replays.worker import OPENING, PIECE, Question, ReportWish
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import may_see, no_such_table

if TYPE_CHECKING:
    from cashbox.engine.journal import Header
    from cashbox.engine.report import Given
    from cashbox.server.chat.wire import ChatLine
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.service import Lists
    from cashbox.server.metrics import Metrics
    from cashbox.server.replays.worker import Answer
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.wire import TableAnswer

    class LookedAt(Protocol):
        """A game to look back at, see `games`."""

        record: TableRecord
        last: int

        async def entries(self, since: int, most: int) -> list[bytes]: ...
        def shown(self, guest: Guest | None) -> TableAnswer: ...
        async def lines(self, guest: Guest | None) -> list[ChatLine]: ...

    from collections.abc import AsyncIterator, Iterator


FRESH: Final = 1.0
"""Seconds for which a table that is over is not read again: whoever steps asks often."""

KNOWN: Final = 1000
"""The most tables of which that is known."""

TRIES: Final = 2
"""How many processes may end over one question before it is given up."""

_json = msgspec.json.Encoder().encode


def no_such_step(last: int) -> Refusal:
    """What is said of a step that a replay does not have. last: the number of its last one."""
    return Refusal(404, "no-such-step", f"There is no such step. This replay has steps 0 to {last}.")


class Replays:
    """Of one server, with a process of its own for them. of: what they are, for those who measure."""

    def __init__(self, store: Store, catalog: Catalog, lists: Lists, metrics: Metrics, of: str = "replay") -> None:
        self._store = store
        self._lists = lists
        self._found: OrderedDict[str, tuple[float, PastGame]] = OrderedDict()
        self._catalog = catalog
        self.process = ReplayProcess(store.clock)
        self.turns = Turns()
        self._opening = asyncio.Semaphore(OPENING)
        told = f"Replay requests ({of}) in progress"
        metrics.gauge(f"cashbox_{of}_requests", told, lambda: self.turns.here)

    async def past(self, table: str, guest: Guest | None) -> PastGame | None:
        """A game that is over; None where it is not, or not for this guest. Refusal ("no-such-table")."""
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
        """A `Replay` as JSON. eyes: "" for the guest's own; who: by whom turns are counted. Refusal as `eyes.chosen`,
        and ("damaged-table", "too-many-replays", "no-replay")."""
        question = self._question(game, guest, eyes)
        lines = [line for line in await game.lines(guest) if line.text]
        after = await beside(self._store, game.record, game.last, lines)
        answer = await self._ask(game, msgspec.structs.replace(question, after=after), who)
        talk = [TalkLine(n, line.name, line.text, line.at) for n, line in zip(answer.places, lines, strict=True)]
        shown = game.shown(guest)
        may, chosen = games.may(game.record, guest), games.chosen(game.record, guest, eyes)
        parts = shown.table, shown.you, chosen, may, talk
        return b'{"table":%b,"you":%b,"eyes":%b,"may":%b,"talk":%b,%b}' % (*map(_json, parts), answer.body)

    async def moments(self, game: LookedAt, guest: Guest | None, eyes: str, who: str, first: int, many: int) -> bytes:
        """So many `Moment`s as JSON, separated by commas. Refusal as `story`, and ("no-such-step")."""
        question = msgspec.structs.replace(self._question(game, guest, eyes), first=min(max(first, 0), FAR), many=many)
        answer = await self._ask(game, question, who)
        if not answer.body or first < 0:
            raise no_such_step(answer.last)
        return answer.body

    async def report(self, game: LookedAt, guest: Guest | None, eyes: str, who: str, given: Given) -> bytes:
        """The report of a game that is over, as UTF-8. eyes: "" for all that the guest may see. Refusal as `story`, and
        ("not-over")."""
        record = game.record
        if record.status != "over":
            raise Refusal(409, "not-over", "The report is available once the game is over.")
        whole = games.sees_all(record, guest)
        question = self._question(game, guest, eyes or (EVERY_HAND if whole else WATCHER))
        wish = ReportWish(given, record.secret.hex() if whole and record.outcome is not None else "")
        return (await self._ask(game, msgspec.structs.replace(question, report=wish), who)).body

    async def ending(self, game: LookedAt, guest: Guest | None, who: str) -> bytes:
        """How a game that is over ended, a `GameEnding` as JSON, null where its game tells none, for all who may look
        back at it with the eyes of those who watched. Refusal as `story`, and ("not-over")."""
        if game.record.status != "over":
            raise Refusal(409, "not-over", "The result is available once the game is over.")
        question = msgspec.structs.replace(self._question(game, guest, WATCHER), ending=True)
        return (await self._ask(game, question, who)).body

    def sweep(self) -> None:
        """End the process where nobody has looked back at anything for a while."""
        self.process.sweep()

    async def close(self) -> None:
        """End the process."""
        await self.process.close()

    def _question(self, game: LookedAt, guest: Guest | None, eyes: str) -> Question:
        record = game.record
        games.check_begun(record, game.last)
        over = record.status == "over"
        viewer = games.viewer(games.chosen(record, guest, eyes))
        return Question(book_of(record), viewer, game.last, not over, over and games.sees_all(record, guest))

    async def _ask(self, game: LookedAt, question: Question, who: str) -> Answer:
        # Whoever goes away must not end the process that others wait for.
        answer: Answer = await shielded(self._answered(game, question, who))
        if answer.fault:
            raise Refusal(500, "damaged-table", f"This game can't be replayed: {answer.fault}")
        return answer

    async def _answered(self, game: LookedAt, question: Question, who: str) -> Answer:
        """Give the process what it lacks, piece by piece, others being answered in between."""
        asked, ended, opens = question, 0, False
        async with contextlib.AsyncExitStack() as opening:
            while ended < TRIES:
                try:
                    async with self.turns.turn(who):
                        answer = await self.process.ask(asked)
                except ProcessEnded:
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
"""The most requests in hand at a time, so that those who play need not wait for many; the next one is asked to come
again."""

EACH: Final = 4
"""The most of one caller."""

LATER: Final = 2
"""Seconds after which it is worth asking again."""


class Turns:
    """Callers in the house, and their questions, of which one comes after the other: of each caller one in turn.

    room: the most requests; each: of one caller.
    """

    def __init__(self, room: int = ROOM, each: int = EACH) -> None:
        self._room = room
        self._each = each
        self._here: Counter[str] = Counter()
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def here(self) -> int:
        """How many requests are in hand."""
        return self._here.total()

    def check_room(self) -> None:
        """Refusal ("too-many-replays") where there are as many requests as there may be."""
        if self.here >= self._room:
            raise _too_many()

    @contextlib.contextmanager
    def room(self, who: str) -> Iterator[None]:
        """Within the block a request of a caller is in hand. Refusal as `check_room`."""
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

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """It is a caller's turn within the block."""
        if self._taken:
            await self._wait(who)
        self._taken = True
        try:
            yield
        finally:
            self._next()

    async def _wait(self, who: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            who, theirs = self._waiting.popitem(last=False)
            first = theirs.popleft()
            if theirs:
                self._waiting[who] = theirs
            if not first.done():
                first.set_result(None)
                return
        self._taken = False


def _too_many() -> Refusal:
    told = "Too many replays are open right now. Try again in a moment."
    return Refusal(503, "too-many-replays", told, LATER)
