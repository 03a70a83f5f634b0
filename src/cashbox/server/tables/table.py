"""One table in memory: its seats, its running game, its connected people. It changes only through the store."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import Journal, dumps
from cashbox.engine.seats import has, seats_of
from cashbox.server.background import shielded
from cashbox.server.problems import Closed, Refusal
from cashbox.server.storage.store import Owed
from cashbox.server.tables.lapses import deadline, lapsing
from cashbox.server.tables.shown import Moment, show_table
from cashbox.server.tables.snapshots import Forms, Snapshots
from cashbox.server.wire import Lapse, Table, You

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.metrics import By, Metrics
    from cashbox.server.storage.records import Guest, TableRecord
    from cashbox.server.tables.chat import TableChat
    from cashbox.server.tables.context import Context

    class Listener(Protocol):
        """Somebody who is connected. seat: None for a spectator."""

        seat: int | None

        def poke(self) -> None:
            """There is something new; must not block."""

    Done = Callable[[int], None]

_json = msgspec.json.Encoder().encode
_log = logging.getLogger("cashbox.tables")

GATHER: Final = 0.1
"""Seconds between two times that everybody at a table is told who is connected..."""

GATHER_EACH: Final = 0.0004
"""... and as many more for each who is told, so that a crowd takes a part of the processor and not all of it."""


class LiveTable:
    """A table. Everything that changes it goes through its lock, is stored, and only then shown.

    name: what the game is called. on_change: called after every accepted change (bots listen). busy: a bot is at
    it. lapses_at: when (seconds since 1970) an answer that is owed lapses, None: never.
    """

    def __init__(
        self,
        record: TableRecord,
        game: Game[Any],
        forms: Forms,
        chat: TableChat,
        context: Context,
        name: str,
    ) -> None:
        self.record = record
        self.game = game
        self.chat = chat
        chat.heard = self.poke
        self.match: Match[Any] | None = None
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.used = context.clock.ticks()
        self.version = 0
        self.busy = False
        self.lapses_at: int | None = None
        self.on_change: Callable[[LiveTable], None] | None = None
        self._forms = forms
        self._context = context
        self._game_name = name
        self._snapshots: Snapshots | None = None
        self._table: bytes | None = None
        self._accepted_at = 0.0
        self._refreshed = -math.inf
        self._gathering: asyncio.Task[None] | None = None

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.record.seats]

    @property
    def number(self) -> int:
        """The journal number, 0 while waiting."""
        return self.match.number if self.match is not None else 0

    @property
    def bots(self) -> int:
        """Bit mask of the seats that bots have."""
        return sum(1 << number for number, seat in enumerate(self.record.seats) if seat.kind == "bot")

    @property
    def due(self) -> int:
        """Bit mask of the seats that owe a decision."""
        return self.match.due() if self.match is not None and self.record.status == "playing" else 0

    def running(self) -> Match[Any]:
        """The match; Refusal ("not-started") while waiting."""
        if self.match is None:
            raise Refusal(409, "not-started", "The game has not started: a seat is still open.")
        return self.match

    def state(self, viewer: int, since: int) -> bytes:
        """A `State` as JSON."""
        self.running()
        assert self._snapshots is not None
        return self._snapshots.state(viewer, min(since, self.number), self._lapse(viewer))

    def _lapse(self, viewer: int) -> bytes:
        """A `Lapse` as JSON, or null."""
        if self.lapses_at is None:
            return b"null"
        game, state = self.game, self.running().state
        mask = lapsing(self.record, game, state)
        action = game.lapse(state, viewer) if has(mask, viewer) else None
        then = "" if action is None else game.label(state, viewer, action)
        left = max(0, math.ceil(self.lapses_at - self._context.clock.now()))
        return _json(Lapse(seats_of(mask), left, then))

    def log(self, viewer: int, since: int) -> bytes:
        """A `Log` as JSON."""
        self.running()
        assert self._snapshots is not None
        return self._snapshots.log(viewer, min(since, self.number))

    def tips(self) -> bytes:
        """A `TableTip` by key, as JSON."""
        self.running()
        assert self._snapshots is not None
        return self._snapshots.tips

    def journal(self) -> bytes:
        """The journal's text file; Refusal ("not-over") before the end."""
        if self.match is None or self.record.status != "over":
            raise Refusal(409, "not-over", "The journal reveals everything; you can get it once the game is over.")
        journal: Journal = self.match.journal
        return dumps(journal)

    def answer(self, guest: Guest | None) -> bytes:
        """A `TableAnswer` as JSON for a guest."""
        if self._table is None:
            self._table = _json(self.shown())
        return b'{"type":"table","you":%b,"table":%b}' % (_json(self.you(guest)), self._table)

    def you(self, guest: Guest | None) -> You:
        """What a guest is at this table."""
        return You(self.record.seat_of(guest), guest is not None and guest.id == self.record.host)

    def shown(self) -> Table:
        """The table as everybody may see it."""
        online = frozenset(listener.seat for listener in self.listeners)
        watchers = sum(1 for listener in self.listeners if listener.seat is None)
        due = self.due
        now = Moment(self.number, due, online, watchers)
        return show_table(self.record, self._game_name, self._context.url, now)

    # -- connected people ----------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Somebody has connected."""
        self.listeners.add(listener)
        listener.poke()
        self.present()

    def part(self, listener: Listener) -> None:
        """Somebody is gone."""
        self.listeners.discard(listener)
        self.present()

    def present(self) -> None:
        """Who is connected, or as whom, has changed. Everybody hears of it at once, or where many come and go, of all
        that happened within a pause: told of each other one by one, they would be told as often as their square."""
        if self._gathering is not None:
            return
        pause = GATHER + GATHER_EACH * len(self.listeners)
        left = self._refreshed + pause - self._context.clock.ticks()
        if left <= 0:
            self.refresh()
        else:
            self._gathering = asyncio.create_task(self._refresh_after(left))

    async def _refresh_after(self, pause: float) -> None:
        await self._context.clock.sleep(pause)
        self._gathering = None
        self.refresh()

    def refresh(self) -> None:
        """What everybody sees of the table has changed."""
        self.used = self._refreshed = self._context.clock.ticks()
        self.version += 1
        self._table = None
        self.poke()

    def poke(self) -> None:
        """There is something new for everybody connected."""
        for listener in self.listeners:
            listener.poke()

    @property
    def metrics(self) -> Metrics:
        """What is counted, here and at all other tables."""
        return self._context.metrics

    def seen(self) -> None:
        """One viewer has been shown the last change."""
        self.metrics.took("show", self._context.clock.ticks() - self._accepted_at)

    # -- playing -------------------------------------------------------------------------------------------------

    def begin(self, match: Match[Any], lapses_at: int | None) -> None:
        """Play starts, or goes on after the table was loaded."""
        self.match = match
        self.lapses_at = lapses_at
        self._snapshots = Snapshots(match, self._forms, self.names)
        if self.record.status == "over":
            match.finish(self.record.secret.hex())
        elif self.record.status == "closed":
            self.lapses_at = None
            self._snapshots.close()

    def altered(self, record: TableRecord) -> None:
        """An operator has changed the table, and that is stored: it is closed, or somebody's name is gone."""
        names = self.names
        self.record = record
        if self.match is not None:
            journal = self.match.journal
            if self.names != names:
                journal.header = msgspec.structs.replace(journal.header, players=tuple(self.names))
            self.begin(self.match, self.lapses_at)
        self.refresh()
        if self.on_change is not None:
            self.on_change(self)

    async def act(self, seat: int, forms: Sequence[dict[str, Any]], at: int, done: Done | None = None) -> int:
        """A seat takes all of these actions or none; the journal number afterwards. Durable when it returns.

        done: called with that number as soon as it is so, before anybody is shown what changed.
        """
        match = self.running()
        actions = [self._decode(form) for form in forms]
        return await self._change(lambda: match.propose(seat, actions, at), "person", done)

    async def play(self, seat: int, action: int, at: int) -> int:
        """A bot takes an action."""
        match = self.running()
        return await self._change(lambda: match.propose(seat, [action], at), "bot")

    async def lapse(self) -> int:
        """The server answers for a seat that has kept the others waiting for too long. GameError("stale") if the
        answer has come meanwhile."""
        return await self._change(self._lapsed, "lapse")

    def _lapsed(self) -> Proposal[Any]:
        match = self.running()
        mask = lapsing(self.record, self.game, match.state)
        if self.lapses_at is None or self._context.clock.now() < self.lapses_at or not mask:
            raise GameError("stale", "The answer has come meanwhile.")
        seat = (mask & -mask).bit_length() - 1
        action = self.game.lapse(match.state, seat)
        assert action is not None
        return match.propose(seat, [action])

    async def undo(self, seat: int, steps: int | None, at: int, done: Done | None = None) -> int:
        """A seat takes back its last actions, None for all that it can; otherwise as `act`."""
        match = self.running()
        return await self._change(lambda: match.propose_undo(seat, steps, at), "person", done)

    def explain(self, seat: int, form: dict[str, Any]) -> str:
        """Why an action is not legal for a seat now, "" if it is."""
        match = self.running()
        return self.game.explain(match.state, seat, self._decode(form))

    def _decode(self, form: dict[str, Any]) -> int:
        try:
            return self.game.decode(form)
        except GameError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            kind = type(error).__name__
            _log.warning("%s could not read the form of an action that a client sent: %s", self.game.about.id, kind)
            raise GameError("unknown-action", "That is not an action of this game.") from None

    async def _change(self, propose: Callable[[], Proposal[Any]], by: By, done: Done | None = None) -> int:
        # A client that goes away must not leave the store ahead of what is in memory.
        number: int = await shielded(self._commit(propose, by, done))
        return number

    async def _commit(self, propose: Callable[[], Proposal[Any]], by: By, done: Done | None) -> int:
        ticks, metrics = self._context.clock.ticks, self.metrics
        async with self.lock:
            match = self.running()
            if self.record.status == "closed":
                raise Closed
            began = ticks()
            proposal = propose()
            proposed = ticks()
            owed = Owed(self.game.due(proposal.state), self._lapses_after(match, proposal))
            record = self.record
            if owed.due:
                await self._context.store.append(record.id, proposal.entries, owed)
            else:
                outcome = self.game.outcome(proposal.state)
                now = int(self._context.clock.now())
                record = msgspec.structs.replace(record, status="over", outcome=outcome, changed=now)
                await self._context.store.change_table(record, proposal.entries, owed)
            self._accepted_at = ticks()
            metrics.took("propose", proposed - began)
            metrics.took("write", self._accepted_at - proposed)
            metrics.acted(by)
            before = match.number
            match.accept(proposal)
            self.lapses_at = owed.lapses
            if done is not None:
                done(match.number)
            self._accepted(match, record, before)
            return match.number

    def _lapses_after(self, match: Match[Any], proposal: Proposal[Any]) -> int | None:
        """When an answer lapses after a proposal. Answering in several steps, or taking some back, gains no time."""
        found = deadline(self.record, self.game, proposal.state, self._context.clock.now())
        same = self.lapses_at is not None and proposal.window.opened == match.window.opened
        return self.lapses_at if same and found is not None else found

    def _accepted(self, match: Match[Any], record: TableRecord, before: int) -> None:
        assert self._snapshots is not None
        self._snapshots.turn(before)
        self.used = self._context.clock.ticks()
        self._table = None
        if record is not self.record:
            self.record = record
            match.finish(record.secret.hex())
            self.version += 1
        self.poke()
        if self.on_change is not None:
            self.on_change(self)

    def viewer(self, guest: Guest | None) -> int:
        """The seat number whose view a guest gets."""
        seat = self.record.seat_of(guest)
        return SPECTATOR if seat is None else seat
