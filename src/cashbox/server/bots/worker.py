"""A process that quick bots think in. It gets a seat's view and legal list and for some bots a sample, never the state
of the table, and answers with one action."""

from __future__ import annotations

import contextlib
import pickle
import resource
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.chance import SeededChance
from cashbox.engine.parcels import unpack
from cashbox.server.bots.questions import Answer, Question, Shelf, where
from cashbox.server.pipes import answer_all

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot
    from cashbox.engine.game import Game


MEMORY: Final = 1_000_000_000
"""The most bytes that such a process may use."""


def main() -> None:
    """Answer questions until there are no more."""
    use_at_most(MEMORY)
    # People are answered first, however long bots think.
    answer_all(Question, partial(think, Shelf()), nice=5)


def use_at_most(memory: int) -> None:
    """Whatever wants to use more bytes in this process gets a MemoryError."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def think(shelf: Shelf, question: Question) -> Answer:
    """What a bot answers."""
    try:
        game = shelf.game(question)
        bot = bots.make(question.bot, game, question.seat, SeededChance(question.seed))
        view: msgspec.Struct | None = pickle.loads(question.view) if bot.needs_view else None  # noqa: S301 (from the process that made this one)
        if bot.needs_samples:
            _provide(bot, game, question, view)
        if question.ranked:
            assert isinstance(bot, ExpertBot)
            assert view is not None
            return Answer(ranked=bot.ranked(view, question.legal)[: question.ranked])
        action = bot.choose(view, question.legal)
    except MemoryError as error:
        return Answer(error=where(error), spent=True)
    except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table goes on)
        return Answer(error=where(error))
    if action not in question.legal:
        return Answer(error="it chose an action that is not legal")
    return Answer(action)


def _provide(bot: Bot, game: Game[Any], question: Question, view: msgspec.Struct | None) -> None:
    """A bot that searches gets samples, dealt from the one that came, and its budget."""
    sample = unpack(game, question.sample)
    if msgspec.json.encode(game.view(sample, question.seat)) != msgspec.json.encode(view):
        raise ValueError("the sample is one of another view")
    bot.samples = game.dealer(sample, question.seat)
    if isinstance(bot, ExpertBot):
        bot.budget = Budget(0, question.budget)


if __name__ == "__main__":
    main()
