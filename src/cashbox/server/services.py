"""The services of a running server, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import DBAPIError

from cashbox.server.accounts.codes import Codes, DeviceLinks, Remembered
from cashbox.server.accounts.guests import Guests
from cashbox.server.accounts.letters import Letters
from cashbox.server.accounts.own_data import Erasing, OwnData
from cashbox.server.accounts.passkeys import Passkeys
from cashbox.server.accounts.service import Accounts, Recovery
from cashbox.server.accounts.sign_in import SignIn
from cashbox.server.analysis.service import Analyses
from cashbox.server.archive.service import Archive
from cashbox.server.bots.hints import Hints
from cashbox.server.bots.seats import BotSeats
from cashbox.server.bots.thinking import Thinking
from cashbox.server.chat.service import apply_block
from cashbox.server.cluster.news import ClusterNews
from cashbox.server.cluster.ownership import Ownership
from cashbox.server.departures.service import Departures
from cashbox.server.errors import NOT_NOW, DatabaseAway, DiskFull, FolderLost, Refusal
from cashbox.server.feedback.service import FeedbackForm
from cashbox.server.lobby.service import Lobby
from cashbox.server.metrics import Metrics, together
from cashbox.server.moderation.service import Moderation
from cashbox.server.notifications.mail import Mailer
from cashbox.server.notifications.service import Notices
from cashbox.server.ops.commands import AdminCommands
from cashbox.server.ops.expiry import Expiry
from cashbox.server.ops.socket import OperatorSocket, ReadMetrics, others
from cashbox.server.ops.upkeep import ENDED
from cashbox.server.puzzles.service import DailyPuzzles
from cashbox.server.replays.service import looking_back
from cashbox.server.settings import StartError
from cashbox.server.social.counting import Counting
from cashbox.server.social.groups import Groups, Relations
from cashbox.server.social.profiles import Persons
from cashbox.server.tables.catalog import Catalog
from cashbox.server.tables.channel import PolledChannels
from cashbox.server.tables.context import Context, Events
from cashbox.server.tables.downtime import Downtime
from cashbox.server.tables.presence import Visits
from cashbox.server.tables.registry import Registry
from cashbox.server.tables.timeouts import TableTimeouts
from cashbox.server.tasks import Tasks, begin, result_of, tidy
from cashbox.server.watching.service import as_seen_by
from cashbox.server.web.quotas import Caller, Quotas

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashbox.server.db.records import GoingOn
    from cashbox.server.db.store import Store
    from cashbox.server.settings import Settings
    from cashbox.server.tables.live import LiveTable

_log = logging.getLogger("cashbox.server")

SWEEP: Final = 30.0
"""Seconds between sweeps for unused tables and checks of the data folder."""

READY: Final = 1.0
"""Seconds for which a check of the store is cached, so that requests cannot keep the disk busy."""

PROBE: Final = 5.0
"""Seconds that writing and reading a row may take."""


class Services:
    """One server's services, which use the store's clock. url: the beginning of invitation links."""

    _probing: asyncio.Task[None] | None = None
    failure: StartError | None = None
    """Why `start` failed."""

    def __init__(self, settings: Settings, store: Store, url: str) -> None:
        self.settings = settings
        self.url = url
        self.store = store
        self.catalog = Catalog(store, settings.variants)
        self.guests = Guests(store, https=(settings.url or "").startswith("https:"))
        self._clock = clock = store.clock
        self.codes = Codes(store)
        self.metrics = Metrics()
        self.quotas = Quotas(settings.quotas, clock)
        self.downtime = Downtime(store, self._stood_still, lambda: self.registry.playing, self._date_moved)
        self.polled = PolledChannels(clock)
        self.events = Events()
        context = Context(store, clock, self.downtime, url, settings.unused, self.metrics, self.events)
        self.registry = Registry(context, self.catalog, settings.idle, settings.reveal)
        self.lobby = Lobby(context, self.registry, self.catalog)
        self.replays, self.files = looking_back(settings.home, store, self.catalog, self.registry.lists, self.metrics)
        self.analyses = Analyses(store, self.catalog, clock)
        self.puzzles = DailyPuzzles(store, self.replays)
        self.feedback = FeedbackForm(store, settings.feedback)
        self.visits = Visits(store)
        self._admit(store)
        self.departures = Departures(self.registry, store, self.catalog, self.codes)
        self._let_bots_play(settings)
        self.notices = Notices(
            settings, store, self.registry, self.downtime, self.mailer, self.metrics, url, self.catalog.name_of
        )
        people, ended = self.lobby.here.count, self.notices.catch_up
        self.ownership = Ownership(store, people, self._took, self._granted, self._gave, self._again, ended)
        self.moderation = Moderation(store, self.registry, self.catalog, self.guests)
        self.admin_commands = AdminCommands(
            store, self.registry, self.guests, self.erasing, self.moderation, self.metrics, self.files.data
        )
        self.expiry = Expiry(settings, store, self.guests, self.registry, self.admin_commands, self.ownership)
        self.cluster_news = ClusterNews(
            store, self.registry, self.guests, self._elsewhere, self._visited, self._needed, self.ownership
        )
        self._tasks, self._loading = Tasks(), Tasks()
        self._begun = contextlib.AsyncExitStack()
        self._ready = -READY
        self._socket = OperatorSocket(settings.home, store.process if store.shared else "", self.admin_commands.obey)
        self._know(store)
        self._listen()
        self._count()

    def _let_bots_play(self, settings: Settings) -> None:
        """Create the services for bots, hints, and timeouts."""
        clock, registry = self._clock, self.registry
        self.thinking = Thinking(settings, self.catalog, clock)
        self.bots = BotSeats(self.thinking, clock, settings.bot_delay / 1000, registry.table)
        self.hints = Hints(self.thinking, registry.count_hint)
        self.timeouts = TableTimeouts(clock, registry.overdue)

    def _admit(self, store: Store) -> None:
        """Create the services for signing in."""
        https = (self.settings.url or "").startswith("https:")
        self.erasing = Erasing(store, self.registry, self.catalog, self.guests)
        self.sign_in = SignIn(store, self.registry, self.guests, self.catalog, self.erasing)
        self.device_links = DeviceLinks(store, self.codes)
        self.accounts = Accounts(store, self._became, self.sign_in.hold_tables, https=https)
        self.passkeys = Passkeys(store, self.accounts)
        self.recovery = Recovery(store, self.accounts)
        self.remembered = Remembered(store, self.codes)
        self.mailer = Mailer(self.settings.smtp, store.clock)
        self.letters = Letters(store, self.accounts, self.codes, self.mailer, self.url)

    async def start(self) -> None:
        """Start serving: bots that owe a decision continue, and overdue answers time out.

        Raises:
            StartError: With one sentence, after everything that had started has been stopped.
        """
        try:
            async with contextlib.AsyncExitStack() as begun:
                await self._begin(begun)
                self._begun = begun.pop_all()
        except Exception as error:
            if not isinstance(error, (Refusal, OSError, DBAPIError)):
                _log.exception("the server can't start")
            self.failure = StartError(f"The server can't start: {_reason(error)}")
            raise self.failure from error

    async def _begin(self, begun: contextlib.AsyncExitStack) -> None:
        """Start one service after the other. begun: collects what stops each; the last one stops first."""
        begun.push_async_callback(self.store.close)
        await self.store.start(self.cluster_news)
        await self.downtime.start()
        begun.push_async_callback(self.downtime.close)
        begun.push_async_callback(self.ownership.close)
        await self.ownership.enter()
        # In this order, so that the last one stops first.
        for close in (
            self.visits.close, self.departures.close, self._loading.close, self.cluster_news.close, self.files.close,
            self.replays.close, self.analyses.close, self.thinking.close, self.timeouts.close, self.bots.close,
            self.notices.close, self._socket.close, self._tasks.close,
        ):  # fmt: skip
            begun.push_async_callback(close)
        await self.notices.start()
        for work in (self._resume, self._sweep, self.expiry.run, self.downtime.run, self.counting.run):
            self._tasks.run(work())
        self._tasks.run(tidy(self._clock))
        try:
            await self._socket.open()
        except OSError as error:
            _log.warning("could not open the socket %s for admin commands: %s", self._socket.name, error.strerror)

    async def stop(self) -> None:
        """Stop bots, finish writing, close the store. If one service fails to stop, the rest still stop."""
        try:
            await self._begun.aclose()
        except Refusal as refused:
            _log.warning("the server did not shut down cleanly: %s", refused)

    async def counted(self) -> bytes:
        """Return the metrics of this process and of the others that serve the same data."""
        if not self.store.shared:
            return self.metrics.text()
        asked = ReadMetrics("the server")
        found = await asyncio.to_thread(others, self.settings.home, self._socket.name, asked)
        if not found:
            return self.metrics.text()
        texts = {self._socket.name: self.metrics.text().decode()} | {name: one.metrics for name, one in found.items()}
        return together({re.sub(r"process-|\.sock", "", name): text for name, text in texts.items()})

    async def check(self) -> None:
        """Check that the store can be written and read. Refusal ("not-ready") otherwise."""
        if not self.store.writer.alive:
            raise Refusal(503, "not-ready", "The server can no longer store anything because its writer has stopped.")
        if self._clock.ticks() - self._ready < READY:
            return
        if self._probing is None:
            self._probing = begin(self._probe())
            self._probing.add_done_callback(lambda _: setattr(self, "_probing", None))
        await result_of(self._probing)

    async def _probe(self) -> None:
        try:
            await asyncio.wait_for(self.store.probe(), PROBE)
        except Exception as error:
            why = ": the disk is full" if isinstance(error, DiskFull) else " right now"
            raise Refusal(503, "not-ready", f"The server can't read or write its data{why}.") from error
        self._ready = self._clock.ticks()

    def _know(self, store: Store) -> None:
        """Create the services for people and their relations."""
        self.own_data = OwnData(store, as_seen_by)
        self.counting = Counting(store, self.catalog)
        self.persons = Persons(store, self.catalog.infos)
        self.archive = Archive(store, self.catalog, self.persons)
        self.groups = Groups(store)
        self.relations = Relations(store, partial(apply_block, self.registry))

    def _listen(self) -> None:
        """Subscribe to the events of tables."""
        # Votes come first because they change who plays, then notifications, then this process's automatic work.
        self.events.changed.subscribers += [
            self.departures.look_at, self.notices.watch, self._finish_ended, self._run_here, self._ask_to_run,
        ]  # fmt: skip
        self.events.watched.subscribers += [self._watched]
        self.events.present.subscribers += [self.ownership.present, self._decide_votes]
        self.events.seen.subscribers += [self.visits.record, lambda table, *_: self._decide_votes(table)]
        self.events.dropped.subscribers += [self._dropped]

    def _count(self) -> None:
        """Register the gauges of the metrics."""
        gauge, workers, registry = self.metrics.gauge, self.thinking.quick, self.registry
        gauge("cashbox_tables_in_memory", "Tables in memory", lambda: registry.load[0])
        gauge("cashbox_sockets", "Open live channels", lambda: registry.load[1])
        gauge("cashbox_writer_queue", "Changes waiting to be written", lambda: self.store.writer.queue)
        gauge("cashbox_database_log_bytes", "Size of SQLite's write-ahead log", self.store.log_size)
        gauge("cashbox_bot_workers_busy", "Bot processes that are thinking", lambda: workers.load.busy)
        gauge("cashbox_bot_questions_waiting", "Bots waiting for a process", lambda: workers.load.waiting)
        gauge("cashbox_bot_workers_started", "Bot processes started", lambda: workers.load.started)
        thinkers = self.thinking.thinkers
        gauge("cashbox_bot_thinkers_busy", "Bot processes that are searching", lambda: thinkers.load.busy)
        gauge("cashbox_bot_searches_waiting", "Bots waiting to search", lambda: thinkers.load.waiting)

    def _became(self, guest: str, ended: Collection[str]) -> None:
        """Handle a guest who now has an account; some devices may have been signed out."""
        self.guests.forget({guest}, ended=False)
        for device in ended:
            self.guests.forget({guest}, device=device)

    def _decide_votes(self, table: LiveTable) -> None:
        """End or decide votes, which depend on presence."""
        if table.record.votes:
            self.events.changed(table)

    def _finish_ended(self, table: LiveTable) -> None:
        """Count the result of a table that has ended, and release it."""
        if table.record.status in ENDED:
            self.counting.wake()
            self.quotas.release("bots", table.record.id)
            self.timeouts.watch(table)
            self.ownership.drop(table.record.id)

    def _run_here(self, table: LiveTable) -> None:
        """Wake the bots and the timeouts of a table that this process runs."""
        if table.record.status not in ENDED and self.ownership.holds(table.record.id):
            self._count_bots(table)
            self.bots.watch(table)
            self.timeouts.watch(table)

    def _ask_to_run(self, table: LiveTable) -> None:
        """Claim a table without an owner, once a bot or a timeout is due there."""
        record = table.record
        if record.status in ENDED or record.status == "waiting" or self.ownership.holds(record.id):
            return
        if table.deadline is not None or table.due & table.bots:
            self.ownership.want(record.id, self._whose(table))

    def _count_bots(self, table: LiveTable) -> None:
        """Count a table where bots play for all players against the host's quota of bot-only tables, until a player
        takes a seat back."""
        table_id = table.record.id
        if not table.only_bots:
            self.quotas.release("bots", table_id)
        elif not self.quotas.is_counted("bots", table_id):
            self.quotas.add_existing("bots", Caller("", table.record.host), table_id)

    def _whose(self, table: LiveTable) -> str:
        """Return the other process through which people are connected to a table where no one is connected through
        this one, "" for none."""
        return "" if table.listeners or table.only_bots else min(table.elsewhere.by, default="")

    def _needed(self, table: LiveTable) -> bool:
        """Return whether a table that changes elsewhere must be up to date here. A table that this process runs goes to
        the process where its people are, if all of them are elsewhere."""
        if table.listeners or table.busy:
            return True
        if not self.ownership.holds(table.record.id):
            return False
        if whose := self._whose(table):
            self.ownership.want(table.record.id, whose)
        return True

    def _watched(self, table: LiveTable) -> None:
        if table.behind:
            self.cluster_news.follow(table)
        if self.ownership.holds(table.record.id):
            self.bots.watch(table)

    def _stood_still(self) -> None:
        """Handle a downtime, which does not count for the players' clocks."""
        for table in self.registry.in_memory:
            if table.times.now is not None:
                table.publish()

    def _date_moved(self, seconds: int) -> None:
        """Handle a change of the server's time to the machine's date."""
        self.timeouts.move(seconds)

    def _granted(self, table_id: str) -> None:
        """Take over a table in this process."""
        table = self.registry.loaded(table_id)
        if table is not None and not table.behind:
            self.events.changed(table)
        else:
            self._loading.run(self._load(table_id))

    def _gave(self, table_id: str) -> None:
        """Hand over a table to another process."""
        self.timeouts.expect(table_id, None)

    def _again(self, table_id: str) -> None:
        """Handle a table that another process may have given up."""
        table = self.registry.loaded(table_id)
        if table is not None and not table.behind:
            self.events.changed(table)

    def _dropped(self, table_id: str) -> None:
        """Handle a table that was unloaded from memory."""
        if not (self.timeouts.expects(table_id) or self.bots.waits(table_id)):
            self.ownership.drop(table_id)

    def _elsewhere(self, table_id: str) -> None:
        """Load a table that this process runs and that another one has changed."""
        if self.store.shared and self.ownership.holds(table_id):
            self._loading.run(self._load(table_id))

    def _visited(self, table_id: str, process: str) -> None:
        """Let another process run a table that is not in memory here, now that people are connected to it there."""
        if self.store.shared and self.ownership.holds(table_id) and not self.bots.waits(table_id):
            self.ownership.want(table_id, process)

    async def _load(self, table_id: str) -> None:
        """Load a table; that starts its automatic work. A table that cannot be loaded is logged, and does not affect
        others."""
        with contextlib.suppress(Refusal):
            while True:
                try:
                    await self.registry.table(table_id)
                except NOT_NOW:
                    await self._clock.sleep(READY)
                else:
                    return

    async def _took(self, going: GoingOn) -> None:
        """Take over a table that needs automatic work."""
        table = self.registry.loaded(going.id)
        if table is not None and not table.behind:
            # A player was faster. The loaded table knows more deadlines than the database stores.
            self.events.changed(table)
            return
        self.timeouts.expect(going.id, going.check_at)
        if going.bots and not going.people:
            self.quotas.add_existing("bots", Caller("", going.host), going.id)
            self.bots.line_up(going.id)
        elif going.bots or going.votes:
            await self._load(going.id)

    async def _resume(self) -> None:
        try:
            await self.store.drop_tokens()
            await self.codes.drop_old()
            await self.ownership.adopt()
        except Exception:  # noqa: BLE001 (the server serves people all the same)
            _log.exception("could not resume tables with bots or clocks")

    async def _sweep(self) -> None:
        while True:
            await self._clock.sleep(SWEEP)
            with contextlib.suppress(FolderLost):
                self.store.check()
            self.registry.sweep()
            self.thinking.sweep()
            self.analyses.sweep()
            for looked_at in (self.replays, self.files):
                looked_at.sweep()
            self.quotas.sweep()
            self.polled.sweep()


def _reason(error: Exception) -> str:
    """Return why a start failed, as the end of a sentence."""
    if isinstance(error, DiskFull):
        return "the disk is full."
    if isinstance(error, DatabaseAway):
        return "its database can't be reached right now."
    if isinstance(error, DBAPIError):
        return f"the database answered: {error.orig}."
    if isinstance(error, OSError):
        return f"{error.strerror or error}."
    return str(error) if isinstance(error, Refusal) else f"{error!r}."
