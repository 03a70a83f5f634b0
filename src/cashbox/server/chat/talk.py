"""What a line may be, how fast lines may come, and the newest of those that were said in one place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from cashbox.server.accounts.names import plain
from cashbox.server.accounts.naming import vouched
from cashbox.server.db.records import LineRecord
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from sqlalchemy import Table

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, Stored
    from cashbox.server.db.store import Store

LONGEST: Final = 500
"""The most characters in a message."""

KEPT: Final = 500
"""How many lines of a table are kept, the newest ones."""

BURST: Final = 5
"""How many messages somebody may write at once."""

PACE: Final = 2.0
"""Seconds after which somebody may write one more."""


FAR: Final = 2**31 - 1
"""Beyond the last entry of any journal."""


def spoken(text: str) -> str:
    """A message as it is kept. Refusal ("nothing-said", "too-long")."""
    said = plain(text)
    if not said:
        raise Refusal(400, "nothing-said", "That message contains nothing to read.")
    if len(said) > LONGEST:
        much = f"at most {LONGEST} characters, not {len(said)}"
        raise Refusal(400, "too-long", f"A message may have {much}.")
    return said


def no_such_line() -> Refusal:
    """What is said of a line that is not there, or not there for whoever asks."""
    return Refusal(404, "no-such-line", "That line of the chat is not there any more.")


class Patience:
    """How much each guest has written lately, by id."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._full: dict[str, float] = {}

    def hold_back(self, guest: str) -> None:
        """Count a message; Refusal ("too-fast") where there have been too many."""
        now = self._clock.now()
        # If the clock was set back, this must not silence anybody for longer than a burst takes.
        full = self._full[guest] = min(max(self._full.get(guest, now), now), now + BURST * PACE)
        wait = full + PACE - (now + BURST * PACE)
        if wait > 0:
            seconds = math.ceil(wait)
            rest = f"wait {seconds} second{'s' if seconds > 1 else ''}"
            raise Refusal(429, "too-fast", f"You are writing faster than the others can read; {rest}.", seconds)
        self._full[guest] = full + PACE


class Talk:
    """The lines that were said in one place of a table, and are kept there. Each is stored before it can be read.

    where: in the database; of: gives the lines of what is stored; lock: held while anything changes; shut: called with
    whoever has said something, and all who block that one, before they could read it.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        clock: Clock,
        where: Table,
        of: Callable[[Stored], list[LineRecord]],
        lock: asyncio.Lock,
        shut: Callable[[str, frozenset[str]], None],
    ) -> None:
        self._table = table
        self._store = store
        self._clock = clock
        self._where = where
        self._of = of
        self._lock = lock
        self._shut = shut
        self._patience = Patience(clock)
        self.number = 0
        self.lines: list[LineRecord] = []
        self._editions = 0
        self._edited: dict[int, int] = {}

    def edition(self, upto: int) -> int:
        """Grows where a line up to that number is not any more what was read."""
        return max((edition for number, edition in self._edited.items() if number <= upto), default=0)

    def line(self, number: int) -> LineRecord:
        """The line with that number. Refusal ("no-such-line", "line-deleted")."""
        found = next((line for line in self.lines if line.number == number), None)
        if found is None:
            raise no_such_line()
        if not found.text:
            raise Refusal(409, "line-deleted", "The operator of this server has deleted that line already.")
        return found

    async def say(self, guest: Guest, seat: int, name: str, text: str, missed: Callable[[Stored], None]) -> int:
        """Somebody says something; the number of the line. Durable when it returns. missed: called with what is stored,
        the lock held, where others were heard before through another process.

        Refusal: nothing-said, too-long, too-fast, and those of the store.
        """
        said = spoken(text)
        self._patience.hold_back(guest.id)
        async with self._lock:
            now = int(self._clock.now())
            line = LineRecord(self.number + 1, guest.id, seat, name, said, now, account=vouched(guest, name))
            line, blockers = await self._store.say(self._table, line, KEPT, self._where)
            self._shut(guest.id, blockers)
            if line.number == self.number + 1:
                self.number = line.number
                self.lines.append(line)
                del self.lines[:-KEPT]
            elif (stored := await self._store.table(self._table, FAR)) is not None:
                missed(stored)
        return line.number

    def follow(self, stored: Stored) -> None:
        """All is as it was stored when the lock was held already; who has read a line whose writer is deleted has read
        it. The number never falls."""
        before, self.lines = {line.number: line for line in self.lines}, self._of(stored)
        edited = [line.number for line in self.lines if before.get(line.number, line) != line]
        if edited:
            self._editions += 1
            self._edited.update(dict.fromkeys(edited, self._editions))
        self.number = max(self.number, self.lines[-1].number if self.lines else 0)
