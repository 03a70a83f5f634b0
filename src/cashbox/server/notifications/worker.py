"""Send the queue: a few notifications at a time to each other server, so that a hanging server delays no others."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from cashbox.server.db.backend import again
from cashbox.server.errors import Refusal
from cashbox.server.notifications import outbox
from cashbox.server.notifications.outbox import Result
from cashbox.server.notifications.relevance import standing
from cashbox.server.notifications.targets import Outcome
from cashbox.server.tasks import Tasks, background, first_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from cashbox.server.db.store import Store
    from cashbox.server.metrics import Metrics
    from cashbox.server.notifications.outbox import Claimed, NoticeRecord
    from cashbox.server.notifications.relevance import Reached, Standing

_log = logging.getLogger("cashbox.notices")

LOOK: Final = 1.0
"""Seconds between polls of the queue."""

ROOM: Final = 100
"""The most notifications of one lane that this process claims, if the last one was accepted."""

AT_ONCE: Final = 8
"""How many of them to send at once."""

STRIKES: Final = 8
"""The number of consecutive failures after which a server is treated as one that has never responded."""

TOTAL: Final = 400
"""The most to claim of all lanes together."""

WARY: Final = 32
"""The most to claim of lanes whose last notification failed, or that have not been tried yet: each may hang and
occupies a connection and a resolver thread."""

NEW: Final = 8
"""How many of those are reserved for lanes that have not failed yet, so that many hanging lanes do not delay new
ones."""

MANY: Final = 10_000
"""How many lanes to remember."""

LANES: Final = 200
"""The most lanes to examine at once."""

GRACE: Final = 3.0
"""Seconds for notifications in progress to finish at shutdown."""

SWEEP: Final = 300.0
"""Seconds between deletions of old notifications."""

STEP: Final = 60_000
"""Milliseconds by which the clock must be set back to matter."""


class Ready(NamedTuple):
    """Notifications to send, with the current state of what they are about."""

    claimed: Claimed
    standing: Mapping[str, Standing]
    reached: Reached


class _Lane:
    """The queue of one server.

    Args:
        good: Whether it has responded, and has not failed `STRIKES` times since. Others are tried with one notification
            at a time.
        tried: Increases with each attempt at any server, 0 for none yet.
        strikes: The number of consecutive attempts without a response.
        failing: The channels that did not accept the last notification.
        trying: The number of notifications being sent to these, at most one.
    """

    def __init__(self) -> None:
        self.claimed = 0
        self.sending = 0
        self.good = False
        self.tried = 0
        self.strikes = 0
        self.failing: set[str] = set()
        self.trying = 0
        self.queue: deque[Ready] = deque()

    @property
    def room(self) -> int:
        """Return how many more can be claimed."""
        return (ROOM if self.good else 1) - self.claimed

    def next(self) -> Ready | None:
        """Take the next notification that can be sent now from the queue."""
        if self.sending >= (AT_ONCE if self.good else 1):
            return None
        for place, ready in enumerate(self.queue):
            if not (self.trying and ready.claimed.channel.id in self.failing):
                del self.queue[place]
                return ready
        return None

    def record_result(self, channel: str, *, failed: bool, answered: bool) -> bool:
        """Record the result of an attempt. Returns whether to send nothing more to this lane for now."""
        (self.failing.add if failed else self.failing.discard)(channel)
        self.strikes = 0 if answered else self.strikes + 1
        self.good = answered or (self.good and self.strikes < STRIKES)
        return not self.good


class Worker:
    """Sends the queue. send: sends a notification. is_open: returns whether the recipients of a notification have its
    table open."""

    def __init__(
        self,
        store: Store,
        send: Callable[[Ready], Awaitable[Outcome]],
        is_open: Callable[[Standing], bool],
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._clock = store.clock
        self._send = send
        self._open = is_open
        self._metrics = metrics
        self._lanes: dict[str, _Lane] = {}
        self._after = ""
        self._tries = 0
        # The clock may have been set back while the server was not running.
        self._last = 1 << 62
        self._results: list[Result] = []
        self._noting: asyncio.Task[None] | None = None
        self._progress = asyncio.Event()
        self._tasks = Tasks()
        self._sending = Tasks()
        self._stopping = False

    async def start(self) -> None:
        """Start sending."""
        self._tasks.run(self._run())
        self._tasks.run(self._sweep())

    async def close(self) -> None:
        """Record what was sent, and release the rest."""
        self._stopping = True
        await self._tasks.close()
        await self._sending.finished(GRACE)
        await self._sending.close()
        if self._noting is not None:
            await asyncio.wait([self._noting])
        try:
            await self._store.writer.do(partial(outbox.release, me=self._store.process))
        except Refusal as refused:
            _log.warning("could not release this process's notifications, so they will be sent later: %s", refused)

    # -- claiming ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._progress.clear()
            try:
                await self._on_time()
                found = await self._claim()
            except Refusal as refused:
                _log.warning("could not send notifications: %s", refused)
                found = 0
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not send notifications")
                found = 0
            if not found:
                await self._look_again()

    async def _look_again(self) -> None:
        """Wait until there is room for more, or there may be more to send."""
        await first_of(self._progress.wait(), self._clock.sleep(LOOK))

    async def _claim(self) -> int:
        """Claim notifications. Returns how many more are waiting."""
        now = self._now()
        due = await self._store.read(outbox.lanes, now, self._after, LANES)
        self._after = due[-1] if len(due) >= LANES else ""
        wanted = self._wanted(due)
        if not wanted:
            return 0
        me, shared = self._store.process, self._store.shared
        claim = partial(outbox.claim, me=me, shared=shared, wanted=wanted, now=now)
        claimed = await again(lambda: self._store.writer.do(claim))
        if claimed:
            stand, reached = await self._store.read(standing, claimed, now, me)
            for one in claimed:
                self._take(Ready(one, stand, reached[one.channel.id]), now)
        return len(claimed)

    def _wanted(self, due: Sequence[str]) -> dict[str, int]:
        """Return how many to claim of some lanes, those tried longest ago first."""
        left = TOTAL - sum(lane.claimed for lane in self._lanes.values())
        wary = WARY - sum(lane.claimed for lane in self._lanes.values() if not lane.good)
        failed = WARY - NEW - sum(lane.claimed for lane in self._lanes.values() if not lane.good and lane.strikes)
        wanted: dict[str, int] = {}
        lanes = {name: self._lanes.get(name) or _Lane() for name in due}
        for name in sorted(due, key=lambda one: lanes[one].tried):
            lane = lanes[name]
            room = min(lane.room, left)
            if not lane.good:
                room = min(room, wary, failed if lane.strikes else wary)
            if room > 0:
                wanted[name] = room
                left -= room
                wary -= 0 if lane.good else room
                failed -= room if lane.strikes and not lane.good else 0
        return wanted

    def _take(self, ready: Ready, now: int) -> None:
        """Send the still relevant notifications of a claim; drop the rest with a reason."""
        claimed = ready.claimed
        left = []
        for notice in claimed.notices:
            why = self._against(notice, ready, now)
            if why:
                self._result(Result([notice], why, ended=ready.reached.ended, tried=False))
                self._metrics.count_notification(claimed.channel.kind, "dropped")
            else:
                left.append(notice)
        if left:
            lane = self._lanes.setdefault(claimed.channel.lane, _Lane())
            self._tries = lane.tried = self._tries + 1
            lane.claimed += 1
            lane.queue.append(ready._replace(claimed=msgspec.structs.replace(claimed, notices=left)))
            self._go_on(lane)

    def _against(self, notice: NoticeRecord, ready: Ready, now: int) -> str:
        """Return why a notification must not be sent, "" if it can be."""
        if notice.until <= now:
            return f"It couldn't be delivered within a day. {notice.why}".strip()
        found = ready.standing[notice.id]
        return ready.reached.why or found.why or ("It was seen at the table." if self._open(found) else "")

    # -- sending -------------------------------------------------------------------------------------------------

    def _go_on(self, lane: _Lane) -> None:
        while not self._stopping and (ready := lane.next()) is not None:
            failing = ready.claimed.channel.id in lane.failing
            lane.sending += 1
            lane.trying += failing
            self._sending.run(self._sent(lane, ready, failing=failing))

    async def _sent(self, lane: _Lane, ready: Ready, *, failing: bool) -> None:
        """Send a claim. failing: whether the channel did not accept the last notification."""
        channel = ready.claimed.channel.id
        try:
            outcome = await self._tried(ready)
            failed = bool(outcome.why) and not (outcome.ended or outcome.only_this)
            self._result(self._resulted(ready.claimed.notices, outcome))
            if lane.record_result(channel, failed=failed, answered=outcome.answered):
                self._put_off(lane, lambda _: True)
            elif failed:
                self._put_off(lane, lambda other: other.claimed.channel.id == channel)
        finally:
            lane.sending -= 1
            lane.trying -= failing
            lane.claimed -= 1
            if lane.room > 0:
                self._progress.set()
            self._go_on(lane)
            if len(self._lanes) > MANY:
                self._lanes = {name: other for name, other in self._lanes.items() if other.claimed}

    async def _tried(self, ready: Ready) -> Outcome:
        try:
            outcome = await self._send(ready)
        except Exception as error:  # noqa: BLE001 (what others answer is no fault of ours)
            _log.info("could not deliver a notification: %s", type(error).__name__)
            outcome = Outcome("There was no answer.", answered=False)
        self._metrics.count_notification(ready.claimed.channel.kind, "failed" if outcome.why else "sent")
        return outcome

    def _put_off(self, lane: _Lane, which: Callable[[Ready], bool]) -> None:
        """Postpone the other claims for a server or a channel that accepts nothing, and free their slots."""
        later = self._now() + int(1000 * pause(0, None))
        for ready in [one for one in lane.queue if which(one)]:
            self._result(Result(ready.claimed.notices, ready.claimed.notices[0].why, later, tried=False))
            lane.queue.remove(ready)
            lane.claimed -= 1

    def _resulted(self, notices: list[NoticeRecord], outcome: Outcome) -> Result:
        if not outcome.why or outcome.ended:
            return Result(notices, outcome.why, ended=outcome.ended)
        return Result(notices, outcome.why, self._now() + int(1000 * pause(notices[0].tries, outcome.wait)))

    # -- results --------------------------------------------------------------------------------------------------

    def _result(self, result: Result) -> None:
        self._results.append(result)
        if self._noting is None or self._noting.done():
            self._noting = background(self._note())

    async def _note(self) -> None:
        while self._results:
            some, self._results = self._results, []
            try:
                await again(partial(self._store.writer.do, partial(outbox.note, results=some, now=self._now())))
            except Refusal as refused:
                _log.warning("could not record which notifications were sent, will try again: %s", refused)
                self._results = some + self._results
                if self._stopping:
                    return
                await self._clock.sleep(LOOK)

    # -- the clock, and old notifications
    # --------------------------------------------------------------------------------

    async def _on_time(self) -> None:
        """If the clock was set back, bring forward what was to be sent soon."""
        now = self._now()
        if now < self._last - STEP:
            self._last = now
            await self._store.writer.do(partial(outbox.set_back, now=now))
        self._last = max(now, self._last)

    async def _sweep(self) -> None:
        while True:
            try:
                while await self._store.writer.do(partial(outbox.sweep, now=self._now())) == outbox.BATCH:
                    pass
            except Refusal as refused:
                _log.warning("could not delete old notifications yet: %s", refused)
            await self._clock.sleep(SWEEP)

    def _now(self) -> int:
        return int(self._clock.now() * 1000)


FIRST: Final = 10.0
MOST: Final = 3600.0
ASKED: Final = 6 * 3600.0
"""Seconds: the first pause, the longest, and the longest that another server can request."""

_DRAWN: Final = secrets.SystemRandom()


def pause(tries: int, asked: float | None) -> float:
    """Return the seconds until the next attempt, after this many. asked: the other server's Retry-After."""
    grown = min(FIRST * 2.0 ** min(tries, 20), MOST)
    # Jitter, so that attempts that failed together do not repeat together.
    drawn: float = grown * (0.5 + _DRAWN.random())
    return drawn if asked is None else max(drawn, min(asked, ASKED))
