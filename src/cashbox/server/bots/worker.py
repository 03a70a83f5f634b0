"""A process that quick bots think in. It gets a seat's view and legal list and for some bots a sample, never the state
of the table, and answers with one action."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from cashbox import bots
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import samples_of
from cashbox.engine.chance import SeededChance
from cashbox.server.bots.questions import Answer, Question, Shelf, unpacked, where
from cashbox.server.pipes import Priority, answer_all, use_at_most

PRIORITY: Final = Priority(5, aside=False)
"""People are answered first, however long bots think; yet they wait for these."""
MEMORY: Final = 1_000_000_000
"""The most bytes that such a process may use."""
KEPT: Final = 32
"""So many bots remember their seats."""


def main() -> None:
    """Answer questions until there are no more."""
    use_at_most(MEMORY)
    answer_all(Question, Bench().think)


class Bench:
    """The bots of such a process that may remember what they planned: those that were asked last."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._kept: OrderedDict[tuple[object, ...], ExpertBot] = OrderedDict()

    def think(self, question: Question) -> Answer:
        """What a bot answers."""
        try:
            return self._think(question)
        except MemoryError as error:
            return Answer(error=where(error), spent=True)
        except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table goes on)
            return Answer(error=where(error))

    def _think(self, question: Question) -> Answer:
        game, chance = self._shelf.game(question), SeededChance(question.seed)
        key = question.place, question.bot, question.seat, question.rules
        bot = self._kept.pop(key, None) or bots.make(question.bot, game, question.seat, chance)
        shown = question.shown
        bot.made_for(shown.game, shown.content_hash)
        view: Any = unpacked(shown.view) if bot.needs_view else None
        if isinstance(bot, ExpertBot):
            bot.chance = chance
            bot.samples = samples_of(game, unpacked(question.sample), question.seat)
            bot.budget = Budget(0, question.budget, question.processes)
            if question.ranked:
                return Answer(ranked=bot.ranked(view, question.legal, question.among)[: question.ranked])
        action = bot.choose(view, question.legal)
        if action not in question.legal:
            return Answer(error="it chose an illegal action")
        if isinstance(bot, ExpertBot):
            self._keep(key, bot)
        return Answer(action)

    def _keep(self, key: tuple[object, ...], bot: ExpertBot) -> None:
        bot.samples = None
        self._kept[key] = bot
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


if __name__ == "__main__":
    main()
