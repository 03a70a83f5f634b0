"""How a bot decides: the process that it runs in, its input, and the fallback if it fails.

Quick bots and search bots have separate processes, so quick ones never wait for search bots. A search bot gets its
seat's view and one sample, which a third kind of process deals. Hints have a separate process with a normal priority,
because a person waits for the answer.
"""

from __future__ import annotations

import logging
import os
import pickle
import secrets
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from cashbox.bots.levels import seconds as level_seconds
from cashbox.engine.contents import RulesKey
from cashbox.server.bots.questions import DEALER, Answer, Asked, Deal, Question, pack_view
from cashbox.server.bots.turns import Rank
from cashbox.server.bots.worker import QUICK, THINKER
from cashbox.server.workers import BusyError, WorkerError, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.guide import Choice, Try
    from cashbox.engine.match import Match
    from cashbox.server.clock import Clock
    from cashbox.server.settings import Settings
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.workers import Load, Worker

_log = logging.getLogger("cashbox.bots")

TRIES: Final = 2
"""How many times to ask a bot if its process has ended or it has failed, before another bot decides."""
DEALERS: Final = 2
"""The most processes that deal samples."""
OVERTIME: Final = 5.0
"""Seconds beyond its budget after which a search bot is terminated."""
LOADING: Final = 10.0
"""Additional seconds for a process that must start and load the game first, on a busy machine."""
PATIENCE: Final = 3.0
"""Seconds for which a search bot waits for a process before another bot decides."""
HINTS: Final = 2
"""The most hints to compute at a time."""
SPARE: Final = 0.4
"""Seconds of a hint's time reserved for other work than the search: starting processes, loading the game, and dealing.
If that takes longer, the search is shorter, so a first hint is ready two seconds after the request, with a tenth left
to show it."""
QUEUE: Final = 10.0
"""Seconds for which a hint waits for its turn."""


Q = TypeVar("Q", bound=Asked)
A = TypeVar("A", bound=msgspec.Struct)


class Position(NamedTuple):
    """A decision to make. table: its id; seat: the one that owes the decision; legal: its legal actions."""

    table: str
    match: Match[Any]
    seat: int
    legal: list[int]

    @property
    def rules(self) -> RulesKey:
        """Return the key of the rules."""
        game = self.match.game
        return RulesKey(game.about.id, game.content_hash, game.edition)


class Ranking(NamedTuple):
    """The request of a hint to a bot; see `Thinking.ranked`. most: the largest number of actions to return."""

    most: int
    among: list[Try]
    longer: float


class Thinking:
    """The processes that bots run in, by type of work."""

    def __init__(self, settings: Settings, catalog: Catalog, clock: Clock) -> None:
        self._catalog = catalog
        self._seconds = settings.bot_seconds
        self._clock = clock
        # One processor is left for people: not every system runs processes of high priority first.
        thinkers = max(1, (cores() - 1) // settings.processes)
        self._effort = Effort(thinkers, clock)
        self.quick = WorkerPool(QUICK, settings.bot_workers, clock)
        self.thinkers = WorkerPool(THINKER, thinkers, clock)
        self.advisers = WorkerPool(QUICK, HINTS, clock)
        self.dealers = WorkerPool(DEALER, DEALERS, clock)
        self.pools: tuple[WorkerPool[Any, Any], ...] = (self.quick, self.thinkers, self.advisers, self.dealers)

    async def decide(self, at: Position, bot: str, rank: Callable[[], Rank]) -> int:
        """Return a bot's action. If it fails, the game's first bot decides; if that fails, any legal action is taken.
        `rank` returns how much the table matters now."""
        # If the first bot was the one that failed, it is asked again in a new process.
        for name in (bot, self._catalog.best_bot(at.rules.game)):
            answer = await self._tried(at, name, rank)
            if answer is not None:
                return answer.action
        _log.warning("no %s bot answered, so one of the legal actions is taken at random", at.rules.game)
        return secrets.choice(at.legal)

    async def ranked(
        self, at: Position, bot: str, count: int, rank: Rank, among: Sequence[Try] = (), longer: float = 1.0
    ) -> list[Choice]:
        """Compare the best actions with a search bot.

        Args:
            at: The decision to make.
            bot: The name of the bot.
            count: The largest number of actions to return.
            rank: How much the table matters.
            among: The only tries to compare; all by default.
            longer: The factor for the length of the search.

        Returns:
            The actions, best first; empty if the bot failed or found nothing in time.
        """
        answer = await self._tried(at, bot, lambda: rank, Ranking(count, list(among), longer))
        return [] if answer is None else answer.ranked

    def adviser_free(self) -> bool:
        """Return whether a new hint could start without waiting."""
        load = self.advisers.load
        return load.busy + load.waiting < HINTS

    def sweep(self) -> None:
        """End processes that have been idle for a while."""
        for pool in self.pools:
            pool.sweep()

    async def close(self) -> None:
        """End all processes."""
        for pool in self.pools:
            await pool.close()

    async def _tried(
        self, at: Position, bot: str, rank: Callable[[], Rank], ranked: Ranking | None = None
    ) -> Answer | None:
        """Return a bot's answer, None if it fails. It is asked again if that is likely to help."""
        for _ in range(TRIES):
            try:
                return await self._ask(at, bot, rank, ranked)
            except WorkerError as error:
                level = logging.DEBUG if isinstance(error, BusyError) else logging.WARNING
                _log.log(level, "the %s bot didn't answer in a game of %s: %s", bot, at.rules.game, error)
                if not error.again:
                    break
        return None

    async def _ask(self, at: Position, bot: str, rank: Callable[[], Rank], ranked: Ranking | None = None) -> Answer:
        began = self._clock.ticks()
        question = Question(
            *at.rules,
            bot=bot,
            place=at.table,
            seat=at.seat,
            # A new seed for each try, because a bot that failed may succeed with different random numbers.
            seed=secrets.token_hex(16),
            shown=pack_view(at.match.game, at.match.view(at.seat)),
            legal=at.legal,
            ranked=ranked.most if ranked else 0,
            among=ranked.among if ranked else [],
        )
        if seconds := level_seconds(bot):
            question.sample = await self._deal(at, rank())
            if ranked:
                question.by = began + seconds * ranked.longer + SPARE
                return await self._advise(question, seconds * ranked.longer, rank)
            return await self._search(at.table, question, seconds, rank)
        async with self.quick.worker(rank()) as process:
            return await self._answer(process, question, self._seconds)

    async def _search(self, table: str, question: Question, seconds: float, rank: Callable[[], Rank]) -> Answer:
        async with self.thinkers.worker(rank(), PATIENCE, question.place) as process:
            question.budget = self._effort.budget(seconds, rank(), self.thinkers.load)
            if not question.budget:
                raise BusyError
            with self.thinkers.reserve(self._effort.copies(rank())) as copies:
                question.processes = 1 + copies
                began = self._clock.ticks()
                try:
                    over = OVERTIME if question.rules in process.loaded else OVERTIME + LOADING
                    return await self._answer(process, question, question.budget + over)
                finally:
                    self._effort.record(table, question.processes * (self._clock.ticks() - began))

    async def _advise(self, question: Question, seconds: float, rank: Callable[[], Rank]) -> Answer:
        """Search for a waiting person, in one process."""
        async with self.advisers.worker(rank(), QUEUE) as process:
            question.budget = seconds
            over = OVERTIME if question.rules in process.loaded else OVERTIME + LOADING
            return await self._answer(process, question, seconds + over)

    async def _deal(self, at: Position, rank: Rank) -> bytes:
        """Return a packed sample for the seat that must decide."""
        match = at.match
        asked = Deal(*at.rules, state=pickle.dumps(match.state), seat=at.seat, seed=secrets.token_hex(16))
        async with self.dealers.worker(rank, PATIENCE) as process:
            try:
                return (await self._answer(process, asked, self._seconds)).sample
            except WorkerError as error:
                raise WorkerError(f"could not deal a sample: {error}", again=error.again) from None

    async def _answer(self, process: Worker[Q, A], question: Q, seconds: float) -> A:
        """Ask a process, and send the game's content if it has not loaded it."""
        if question.rules not in process.loaded:
            content = await self._catalog.content(question.game, question.content_hash)
            question = msgspec.structs.replace(question, content=content)
        answer = await process.ask(question, seconds)
        # A process that failed may not have loaded the game; sending the content again does no harm.
        process.loaded.add(question.rules)
        return answer


WINDOW: Final = 10.0
"""The window in seconds for measuring the load."""
BUSY: Final = 0.5
"""The share of the thinkers' capacity above which all bots think for a shorter time, and the largest share that one
table counts for: a single table never makes the server busy."""
MOST: Final = {Rank.PEOPLE: 10.0, Rank.SEEN: 0.3, Rank.ALONE: 0.05}
"""The most seconds to think, by how much a table matters: no one waits for tables with only bots."""
COPIES: Final = 3
"""The most additional copies of a process to think with, if people wait and the processors are free."""
FLOOR: Final = 0.15
"""Seconds that a bot may always think if people wait and a processor is free: it delays no one."""
LEAST: Final = 0.02
"""With fewer seconds than this, a search finds nothing."""


def cores() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Effort:
    """The recent load of the thinkers. thinkers: how many may think at a time."""

    def __init__(self, thinkers: int, clock: Clock) -> None:
        self._thinkers = thinkers
        self._clock = clock
        self._thought: deque[tuple[float, str, float]] = deque()

    def record(self, table: str, seconds: float) -> None:
        """Record that a bot at a table has thought for this long, in all its processes together."""
        self._thought.append((self._clock.ticks(), table, seconds))

    def budget(self, seconds: float, rank: Rank, load: Load) -> float:
        """Return the budget of the next bot, 0 if searching is not worth it.

        Args:
            seconds: The budget of its level.
            rank: How much its table matters.
            load: Of the helper processes, including this bot.
        """
        wanted = min(seconds, MOST[rank])
        fair = min(1.0, self._thinkers / max(1, load.busy + load.waiting))
        found = wanted * fair * min(1.0, (1 - self._share()) / (1 - BUSY))
        if rank == Rank.PEOPLE and fair == 1.0:
            found = max(found, min(wanted, FLOOR))
        return found if found >= LEAST else 0.0

    def copies(self, rank: Rank) -> int:
        """Return how many copies of its process the next bot may have, none on a busy server."""
        return COPIES if rank == Rank.PEOPLE and self._share() <= BUSY else 0

    def _share(self) -> float:
        """Return the recent share of the thinkers' capacity that was used."""
        while self._thought and self._thought[0][0] < self._clock.ticks() - WINDOW:
            self._thought.popleft()
        tables: defaultdict[str, float] = defaultdict(float)
        for _, table, seconds in self._thought:
            tables[table] += seconds / (WINDOW * self._thinkers)
        return min(1.0, sum(min(BUSY, share) for share in tables.values()))
