"""What is done at a table becomes so: proposed, stored, taken over, in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.stand_ins import without_result
from cashbox.server.db.owed import Owed
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tables.lapses import owed_after

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable
    from typing import Protocol

    from cashbox.engine.match import Match, Proposal
    from cashbox.server.db.records import TableRecord
    from cashbox.server.metrics import By
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.times import Times

    class Changing(Protocol):
        """A table in memory, see `tables.table`."""

        record: TableRecord
        lock: asyncio.Lock
        behind: bool
        lapses_at: int | None
        changed: int
        times: Times

        def running(self) -> Match[Any]: ...
        async def caught_up(self) -> None: ...
        def accepted(self, record: TableRecord) -> None: ...

    Propose = Callable[[], Proposal[Any]]
    Done = Callable[[], None]

TRIES: Final = 5
"""How often an action is tried where other processes are quicker."""


class Writes:
    """The changes of one table's game. writing: the number of the last entry that is just being stored, -1 for none."""

    def __init__(self, table: Changing, context: Context) -> None:
        self._table = table
        self._context = context
        self._accepted_at = 0.0
        self.writing = -1

    async def change(self, propose: Propose, by: By, accepted: Done | None = None) -> None:
        """What is proposed becomes so. Refusal, GameError where it cannot; then nothing has changed. A caller who
        may be cancelled must shield it: a client that goes away must not leave the store ahead of what is in memory.

        propose: called again where another process was quicker. accepted: called as soon as it is so, before anybody is
        shown what changed.
        """
        await self.locked(lambda: self._once(propose, by, accepted))

    def was_shown(self) -> None:
        """One viewer has been shown the last change."""
        self._context.metrics.took("show", self._context.clock.ticks() - self._accepted_at)

    async def locked(self, once: Callable[[], Awaitable[None]]) -> None:
        """Do something that stores a change, with the table's lock; again where another process was quicker."""
        table = self._table
        async with table.lock:
            for left in reversed(range(TRIES)):
                try:
                    if table.behind:
                        await table.caught_up()
                    await once()
                except Refusal as refused:
                    table.behind = table.behind or refused.code in ("stale", "database-away")
                    if refused.code != "stale" or not left:
                        raise
                else:
                    return

    async def _once(self, propose: Propose, by: By, accepted: Done | None) -> None:
        table, metrics, ticks = self._table, self._context.metrics, self._context.clock.ticks
        match = table.running()
        if table.record.status == "closed":
            raise Closed(table.record.closed)
        await table.times.sure()
        began = ticks()
        proposal = propose()
        proposed = ticks()
        before = Owed(match.due(), table.lapses_at, table.changed)
        owed = owed_after(table.record, match, proposal, before, self._context.clock.now())
        owed = table.times.after(match, proposal, owed)
        record = await self._stored(match, proposal, owed)
        self._accepted_at = ticks()
        metrics.took("propose", proposed - began)
        metrics.took("write", self._accepted_at - proposed)
        metrics.acted(by)
        match.accept(proposal)
        table.lapses_at, table.changed, table.times.now = owed.lapses, owed.at, owed.clocks
        if accepted is not None:
            accepted()
        table.accepted(record)

    async def _stored(self, match: Match[Any], proposal: Proposal[Any], owed: Owed) -> TableRecord:
        """The table's record once a proposal is stored."""
        record, store = self._table.record, self._context.store
        self.writing = proposal.entries[-1].n
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
            self.writing = -1
