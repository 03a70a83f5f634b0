"""Run bots in helper processes. A bot gets a seat's view and legal list and, for some bots, a sample, but never the
state of the table, and returns one action."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any, Final

from cashbox import bots
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import samples_of
from cashbox.engine.chance import SeededChance
from cashbox.server.bots.questions import Answer, Question, Shelf, unpack
from cashbox.server.workers import Program, WorkerError

KEPT: Final = 32
"""The number of bots to keep, which remember their plans."""
SHORTEST: Final = 2 / 3
"""A search for a waiting person gets at least this fraction of its time, however long it took to start."""


class Bench:
    """A helper process's most recently used bots, which remember their plans."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._kept: OrderedDict[tuple[object, ...], ExpertBot] = OrderedDict()

    def think(self, question: Question) -> Answer:
        """Let a bot choose."""
        game, chance = self._shelf.game(question), SeededChance(question.seed)
        key = question.place, question.bot, question.seat, question.rules
        bot = self._kept.pop(key, None) or bots.make(question.bot, game, question.seat, chance)
        shown = question.shown
        bot.made_for(shown.game, shown.content_hash)
        view: Any = unpack(shown.view) if bot.needs_view else None
        if isinstance(bot, ExpertBot):
            bot.chance = chance
            bot.samples = samples_of(game, unpack(question.sample), question.seat)
            bot.budget = Budget(0, budget(question, time.monotonic()), question.processes)
            if question.ranked:
                return Answer(ranked=bot.ranked(view, question.legal, question.among)[: question.ranked])
        action = bot.choose(view, question.legal)
        if action not in question.legal:
            raise WorkerError("it chose an illegal action")
        if isinstance(bot, ExpertBot):
            self._keep(key, bot)
        return Answer(action)

    def _keep(self, key: tuple[object, ...], bot: ExpertBot) -> None:
        bot.samples = None
        self._kept[key] = bot
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def budget(question: Question, now: float) -> float:
    """Return the seconds that a bot may search, minus the time for which a person has already waited too long."""
    if not question.by:
        return question.budget
    return min(question.budget, max(question.by - now, SHORTEST * question.budget))


# The server answers people before bots that think for long, but people do wait for quick bots.
QUICK: Final = Program(
    f"{__name__}:QUICK", Question, Answer, lambda: Bench().think, memory=1_000_000_000, nice=5, aside=False
)
"""The process for quick bots, and for those that give hints."""

THINKER: Final = Program(
    f"{__name__}:THINKER", Question, Answer, lambda: Bench().think, memory=300_000_000, nice=19, idle_only=True
)
"""The process for search bots, with a lower priority than everything else on its machine."""
