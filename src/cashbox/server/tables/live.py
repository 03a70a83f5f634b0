"""One table in memory: its seats, its running game, and its connected people.

It changes only through the store. The life of an action reads from top to bottom: `act` decodes; `_decide` checks the
seat and the mark; `change` and `locked` take the lock and catch up with other processes; `_store_proposal` proposes,
charges the clocks, and appends (durable, with notifications enqueued in the same transaction), lets the match accept,
and responds to the player; `publish` shows the change to everyone else."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.live_chance import LiveChance
from cashbox.engine.seats import mask_of
from cashbox.engine.stand_ins import without_result
from cashbox.server.chat.service import TableChat
from cashbox.server.db import queries
from cashbox.server.db.backend import Owed
from cashbox.server.db.records import Elsewhere, Step, Stored, Tail
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.feed import Moment, TableFeed, count_stand_ins, show_table, you_at
from cashbox.server.tables.presence import (
    Attendance,
    PresenceUpdates,
    attend,
    away,
    away_for_long,
    closes,
)
from cashbox.server.tables.settings import DELAY
from cashbox.server.tables.starting import header_of, resume_game
from cashbox.server.tables.timeouts import deadline_of, owed_after
from cashbox.server.tables.wire import Acted
from cashbox.server.watching.audience import Audience
from cashbox.server.watching.service import for_all

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from cashbox.engine.frames import Feed, Forms
    from cashbox.engine.game import Game
    from cashbox.engine.match import Match, Proposal
    from cashbox.server.db.records import Guest, Here, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.metrics import By
    from cashbox.server.tables.context import Context
    from cashbox.server.watching.audience import DelayedTable
    from cashbox.server.wire import Table, You

    class Listener(Protocol):
        """A connected client. seat: None for a spectator; guest: None for an unknown visitor."""

        seat: int | None

        @property
        def guest(self) -> Guest | None: ...

        def poke(self) -> None:
            """Signal that there is something new. Must not block."""

    Done = Callable[[Acted], None]
    Propose = Callable[[], Proposal[Any]]
    from collections.abc import Callable


_json = msgspec.json.Encoder().encode
_log = logging.getLogger("cashbox.tables")

TRIES: Final = 5
"""How many times to try a change if other processes are faster."""


class LiveTable(TableFeed):
    """A table. Every change takes its lock, is stored, and only then shown.

    busy: whether a bot is deciding. seen: when (in ticks) a player was last here. behind: whether other processes have
    stored changes that are not loaded yet. deleted: whether the table was deleted. elsewhere: who is connected through
    other processes. then: the next table of the series, "" if unknown. attendance: when its players were last there.
    steps: of the newest entries, back to the one that spectators with a delay see now; empty if there are none.
    """

    def __init__(
        self,
        record: TableRecord,
        game: Game[Any],
        forms: Forms,
        context: Context,
        name: str,
        stored: Stored | None = None,
    ) -> None:
        super().__init__(record, game, forms, context, name)
        self.chat = TableChat(record.id, context.store, context.clock, stored, self.poke)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.used = context.clock.ticks()
        self.version = 0
        self.busy = False
        self.seen = -math.inf
        self.behind = False
        self.deleted = False
        self.elsewhere = Elsewhere()
        self.then = ""
        self.steps: deque[Step] = deque()
        self.attendance = Attendance(context.clock, partial(context.events.seen, self))
        self.audience = Audience(self, forms, context, name)
        self._resting = False
        self._writing = -1
        self._accepted_at = 0.0
        self.metrics = context.metrics
        self._presence = PresenceUpdates(context.clock, self.mark_changed)
        if stored is not None:
            self.elsewhere, self.then = stored.elsewhere, stored.then
            self.attendance.learn(stored.visits)
            self._learn_steps(stored.steps)

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.record.seats]

    @property
    def deadline(self) -> int | None:
        """Return when (seconds since 1970) the first of `timeouts.WAITS` is over here, None for never."""
        return deadline_of(self, self._context.clock.now())

    @property
    def bots(self) -> int:
        """Bit mask of the seats where bots play, for themselves or for a player."""
        return mask_of(number for number, seat in enumerate(self.record.seats) if seat.played_by)

    @property
    def bots_due(self) -> int:
        """Return the bit mask of the seats where a bot must decide now. Without any connected player, bots only make
        decisions for which no player has time left."""
        owing = self.due & self.bots
        if self.record.deserted:
            owing &= mask_of(seat for seat in range(len(self.record.seats)) if self.times.spent(seat))
        return owing

    @property
    def only_bots(self) -> bool:
        """Whether no one plays here in person."""
        return self.record.only_bots

    @property
    def time(self) -> float:
        """Return the time in seconds since 1970."""
        return round(self._context.clock.now(), 3)

    @property
    def line(self) -> int:
        """The number of the last chat message."""
        return self.chat.number

    def has_entry(self, number: int) -> bool:
        """Check whether this process has the entry with that number, or is writing it."""
        return number <= max(self.number, self._writing)

    @property
    def seats_connected_here(self) -> int:
        """The bit mask of the seats connected through this process."""
        return mask_of({listener.seat for listener in self.listeners if listener.seat is not None})

    def news(self, feed: Feed) -> bytes | None:
        """Build the next `State` for a client, None if it would show nothing new."""
        if not self._resting:
            self._resting = True
            asyncio.get_running_loop().call_soon(self._rest)
        return super().news(feed)

    def _rest(self) -> None:
        """Drop cached messages once everyone is up to date, because there may be thousands of tables."""
        self._resting = False
        self.audience.forget_cached()
        if self._frames is not None:
            self._frames.drop_cached()

    def answer(self, guest: Guest | None) -> bytes:
        """Encode a `TableAnswer` as JSON for a guest, who may see the table with a delay."""
        return self.audience.answer(guest)

    @property
    def connected(self) -> Iterable[Listener]:
        """The clients connected through this process."""
        return self.listeners

    def seen_by(self, guest: Guest | None) -> LiveTable | DelayedTable:
        """Return the table as a guest sees it."""
        return self.audience.seen_by(guest)

    def you(self, guest: Guest | None) -> You:
        """Return a guest's role at this table."""
        return you_at(self.record, guest, self._context.clock.now())

    def as_table(self, *, whole: bool = True) -> Table:
        """Return the public part of the table. `whole` includes what only viewers of the complete game may see."""
        return show_table(
            self.record if whole else for_all(self.record),
            self._game_name,
            self._context.url,
            moment_of(self, self._context),
        )

    # -- connected people ----------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """Add a connected client."""
        self.listeners.add(listener)
        if listener.seat is not None:
            attend(self, here=True)
        listener.poke()
        self.present()
        self._context.events.watched(self)

    def visit(self, guest: Guest | None) -> None:
        """Record a request by a guest."""
        if guest is None or (self.record.seat_of(guest) is None and guest.id != self.record.host):
            return
        self.seen = self._context.clock.ticks()
        self._context.events.watched(self)
        self.attendance.record_request(guest.id)

    def part(self, listener: Listener) -> None:
        """Remove a disconnected client."""
        self.listeners.discard(listener)
        if listener.seat is not None:
            self.seen = self._context.clock.ticks()
            attend(self, here=True)
        self.present()

    def moved(self) -> None:
        """Handle a connected guest's change of seat."""
        attend(self, here=True)
        self.present()

    def present(self) -> None:
        """Handle a change of presence."""
        self._presence.schedule(len(self.listeners))
        self._context.events.present(self)

    def mark_changed(self) -> None:
        """Drop cached views because the table's public part has changed."""
        self.used = self._presence.sent = self._context.clock.ticks()
        self.version += 1
        self.audience.forget_cached()
        self.poke()

    def poke(self) -> None:
        """Signal all connected clients that there is something new."""
        self.audience.mark_changed()
        for listener in self.listeners:
            listener.poke()

    def was_shown(self) -> None:
        """Record that a viewer has been sent the last change."""
        self._context.metrics.took("show", self._context.clock.ticks() - self._accepted_at)

    # -- playing -------------------------------------------------------------------------------------------------

    def begin(self, match: Match[Any], owed: Owed) -> None:
        """Start play, or continue it after the table was loaded."""
        self.show(match)
        self.timeout_at, self.changed = owed.timeout, owed.at
        self.times.set_clocks(owed.clocks)
        self._keep_step()
        self.show_end()

    def explain(self, seat: int, form: dict[str, Any]) -> str:
        """Explain why an action is not legal for a seat now, "" if it is."""
        state, closed = self.running().state, self.record.status == "closed"
        return (
            str(Closed(self.record.closed))
            if closed
            else self.game.explain(state, seat, decode_action(self.game, form))
        )

    def viewer(self, guest: Guest | None) -> int:
        """Return the number of the seat whose view a guest gets."""
        seat = self.record.seat_of(guest)
        return SPECTATOR if seat is None else seat

    # -- the life of an action ----------------------------------------------------------------------------------

    async def act(
        self,
        seat: int,
        forms: Sequence[dict[str, Any]],
        at: str | None = None,
        done: Done | None = None,
        by: Guest | None = None,
    ) -> Acted:
        """Take all of these actions for a seat, or none. They are durable when this returns. A caller who may be
        canceled must shield it.

        at: the mark of the state that the seat acted on, None for the current one. done: called with the response as
        soon as the change is durable, before anyone sees it. by: the guest whose seat it must be, None for no check.
        """
        match = self.running()
        actions = [decode_action(self.game, form) for form in forms]
        return await self._decide(seat, lambda: match.propose(seat, actions), at, done, by)

    async def undo(
        self,
        seat: int,
        steps: int | None,
        at: str | None = None,
        done: Done | None = None,
        by: Guest | None = None,
    ) -> Acted:
        """Undo the last actions of a seat, None for all that it can; otherwise as `act`."""
        match = self.running()
        return await self._decide(seat, lambda: match.propose_undo(seat, steps), at, done, by)

    async def _decide(
        self, seat: int, propose: Callable[[], Proposal[Any]], at: str | None, done: Done | None, by: Guest | None
    ) -> Acted:
        """Store what a seat proposes, if it may still decide on the state with the mark `at`."""
        frames, answers = self.frames, []

        def checked() -> Proposal[Any]:
            if by is not None and self.record.seat_of(by) != seat:
                # The seat changed hands while this waited for the lock.
                raise Refusal(403, "not-your-seat", "You no longer have that seat. Someone else has it now.")
            seating.check_plays(self.record, seat)
            if at is not None:
                frames.check(seat, at)
            return propose()

        def accepted() -> None:
            answers.append(Acted(frames.mark(seat), frames.position(seat).lines))
            if done is not None:
                done(answers[0])

        await self.change(checked, "person", accepted)
        return answers[0]

    async def change(self, propose: Propose, by: By, accepted: Callable[[], None] | None = None) -> None:
        """Store a proposal, apply it, and publish it. A caller that may be canceled must shield it: otherwise the store
        could get ahead of the memory.

        Args:
            propose: Called again if another process was faster.
            by: Who decides, for the metrics.
            accepted: Called once the change is durable, before anyone sees it.

        Raises:
            Refusal, GameError: If it is impossible; then nothing has changed.
        """
        await self.locked(lambda: self._store_proposal(propose, by, accepted))

    async def locked(self, once: Callable[[], Awaitable[None]]) -> None:
        """Run a function that stores a change, with the table's lock; retry if another process was faster."""
        async with self.lock:
            for left in reversed(range(TRIES)):
                try:
                    if self.behind:
                        await self.caught_up()
                    await once()
                except Refusal as refused:
                    self.behind = self.behind or refused.code in ("stale", "database-away")
                    if refused.code != "stale" or not left:
                        raise
                else:
                    return

    async def _store_proposal(self, propose: Propose, by: By, accepted: Callable[[], None] | None) -> None:
        match, metrics, ticks = self.running(), self._context.metrics, self._context.clock.ticks
        if self.record.status == "closed":
            raise Closed(self.record.closed)
        await self.times.sure()
        began = ticks()
        proposal = propose()
        proposed = ticks()
        before = Owed(match.due(), self.timeout_at, self.changed)
        owed = owed_after(self.record, match, proposal, before, self._context.clock.now())
        owed = self.times.after(match, proposal, owed)
        record = await self._append(match, proposal, owed)
        self._accepted_at = ticks()
        metrics.took("propose", proposed - began)
        metrics.took("write", self._accepted_at - proposed)
        metrics.acted(by)
        match.accept(proposal)
        self.timeout_at, self.changed, self.times.now = owed.timeout, owed.at, owed.clocks
        self._keep_step()
        if accepted is not None:
            accepted()
        if record is not self.record:
            self.record = record
            match.finish(record.secret.hex())
            self.version += 1
        self.publish()

    async def _append(self, match: Match[Any], proposal: Proposal[Any], owed: Owed) -> TableRecord:
        """Store the entries of a proposal, and the result if they end the game. Returns the table's new record."""
        record, store = self.record, self._context.store
        self._writing = proposal.entries[-1].n
        try:
            if owed.due:
                await store.append(record.id, proposal.entries, owed, record.version)
                return record
            outcome, now = match.game.outcome(proposal.state), int(self._context.clock.now())
            assert outcome is not None
            journal, version = match.journal, record.version + 1
            outcome = without_result(outcome, journal.header, (*journal.entries, *proposal.entries))
            over = msgspec.structs.replace(
                record, status="over", outcome=outcome, votes=(), changed=now, version=version
            )
            await store.end_table(over, proposal.entries, owed)
            return over
        finally:
            self._writing = -1

    def _keep_step(self) -> None:
        """Remember when the newest entry was made, for spectators with a delay."""
        steps, now = self.steps, self._context.clock.now()
        if self.record.settings.watching != "delayed" or (steps and steps[-1].number >= self.number):
            return
        steps.append(Step(self.number, now, self.changed, self.timeout_at, self.times.now))
        while len(steps) > 1 and steps[1].made <= now - DELAY:
            steps.popleft()

    def publish(self) -> None:
        """Send a change to everyone who may see it, and notify the subscribers. Others receive nothing."""
        self.used = self._context.clock.ticks()
        self.audience.forget_cached()
        self.poke()
        self._context.events.changed(self)

    # -- changes by other processes and operators ----------------------------------------------------------

    async def catch_up(self) -> None:
        """Load what another process or an operator has stored. Refusal if that is impossible."""
        async with self.lock:
            await self.caught_up()

    async def caught_up(self) -> None:
        """Do as `catch_up`, with the lock held."""
        # What is stored during this read may not be included; then `behind` is set again.
        self.behind = False
        before = self.record, self.elsewhere
        try:
            async with self.chat.lock:
                stored = await self._context.store.table(self.record.id, self.number)
                if stored is None:
                    self.deleted = True
                    stored = Stored(seating.close(self.record, "operator"), [], None, 0, [], {})
                self.chat.follow(stored)
            self._follow(stored)
            attend(self)
        except Refusal:
            self.behind = True
            raise
        except GameError as error:
            self.behind = True
            _log.error("a table no longer matches the database: %s", error)
            raise Refusal(500, "damaged-table", f"This table can't continue: {error}") from error
        if (self.record, self.elsewhere) != before:
            self.version += 1
        self.publish()

    def take_tail(self, tail: Tail) -> bool:
        """Apply what another process has added to the game, if these are the next entries and no change is in progress
        here. Returns whether that is so. JournalError if they do not fit."""
        match = self.match
        # If more than entries has been stored, another guest may have a seat by now.
        if match is None or self.behind or self.lock.locked():
            return False
        entries = [entry for entry in tail.entries if entry.n > match.number]
        if entries and entries[0].n != match.number + 1:
            return False
        if entries:
            self._go_on(match, msgspec.structs.replace(tail, entries=entries))
            self.publish()
        return True

    def take_record(self, record: TableRecord, owed: Owed) -> None:
        """Apply a record with different players of the running game, or in which the game has ended."""
        match = self.match
        self.record = record
        if match is not None:
            # A name may have been withdrawn although another player has the same.
            match.journal.header = header_of(record)
            self.begin(match, owed)

    def take_presence(self, process: str, here: Here) -> None:
        """Update who is connected through another process."""
        others = self.elsewhere.with_process(process, here)
        if others != self.elsewhere:
            self.elsewhere = others
            attend(self)
            self.version += 1
            self.publish()

    def _follow(self, stored: Stored) -> None:
        """Load everything stored except the chat, with the entries after the last one known here."""
        changed = self.record.version != stored.record.version or self.deleted
        self.elsewhere, self.then = stored.elsewhere, stored.then
        self.attendance.learn(stored.visits)
        self._learn_steps(stored.steps)
        match = self.match
        if match is None:
            self.record = stored.record
            if stored.entries:
                begun = resume_game(stored.record, self.game, stored.entries)
                self.begin(begun, Owed(begun.due(), stored.timeout, stored.at, stored.clocks))
            return
        if stored.entries:
            self._go_on(match, Tail(stored.entries, stored.timeout, stored.at, stored.clocks))
        if changed:
            self.take_record(stored.record, Owed(match.due(), stored.timeout, stored.at, stored.clocks))

    def _learn_steps(self, steps: Iterable[Step]) -> None:
        """Load the steps of stored entries."""
        newest = self.steps[-1].number if self.steps else -1
        self.steps.extend(step for step in steps if step.number > newest)

    def _go_on(self, match: Match[Any], tail: Tail) -> None:
        for entry in tail.entries:
            match.follow(entry)
        assert isinstance(match.chance, LiveChance)
        match.chance.reset(match.chance.drawn + sum(len(entry.chance) for entry in tail.entries))
        self.timeout_at, self.changed = tail.timeout, tail.at
        self.times.set_clocks(tail.clocks)
        self._keep_step()

    @property
    def progress(self) -> queries.Progress:
        """Return the table's progress, to compare it with the store."""
        chat, others = self.chat, self.elsewhere
        who = others.seats, others.watchers
        return queries.Progress(self.record.version, self.number, chat.number, chat.mutes, *who, chat.spectators.number)


async def find_changed(store: Store, tables: Mapping[str, LiveTable]) -> list[LiveTable]:
    """Return those of these tables in memory, by id, that differ from the store."""
    found = await store.read(queries.progress_of, list(tables), store.process)
    return [table for table_id, table in tables.items() if found.get(table_id) != table.progress]


def decode_action(game: Game[Any], form: dict[str, Any]) -> int:
    """Decode an action from a form that a client sent, which may be anything. GameError ("unknown-action" and others)
    if it is not an action."""
    try:
        return game.decode(form)
    except GameError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        kind = type(error).__name__
        _log.warning("%s could not read an action that a client sent: %s", game.about.id, kind)
        raise GameError("unknown-action", "That isn't an action in this game.") from None


def moment_of(table: LiveTable, context: Context) -> Moment:
    """Collect the current facts of a table."""
    now, record, others = context.clock.now(), table.record, table.elsewhere
    # Spectators, and bots alone, do not count as use of the table.
    played = 0 if record.only_bots else table.changed
    touched = max(record.changed, played, table.attendance.touched)
    return Moment(
        due=table.due,
        changed=table.changed,
        online=table.seats_connected_here | others.seats,
        watchers=table.audience.count,
        onlookers=table.audience.onlookers,
        then=table.then,
        away=away(table) if record.status in ("waiting", "playing") else {},
        long=away_for_long(table, now) if record.votes else 0,
        closes=closes(record, touched, context.unused),
        stood_in=count_stand_ins(table.match, table.record)
        if table.match is not None and record.status == "over"
        else [],
    )
