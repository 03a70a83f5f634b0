"""A process that bots think in. It gets a seat's view and legal list, never a state, and answers with one action."""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.server.pipes import answer_all

if TYPE_CHECKING:
    from cashbox.engine.game import Game


class Question(msgspec.Struct):
    """view: a pickled view of the seat; seed: of the bot's own chance; edition: of the rules; content: JSON, empty
    where this process has the game already; seconds: after which this process ends itself, should nobody be left to do
    so."""

    game: str
    content_hash: str
    edition: int
    content: bytes
    bot: str
    seat: int
    seed: str
    view: bytes
    legal: list[int]
    seconds: int

    @property
    def rules(self) -> tuple[str, int]:
        """Which rules it is about: the hash of their content, and the edition."""
        return self.content_hash, self.edition


class Answer(msgspec.Struct, frozen=True):
    """action: what the bot chose, -1 where it failed; error: what went wrong, by its kind alone."""

    action: int
    error: str = ""


def main() -> None:
    """Answer questions until there are no more."""
    known: dict[tuple[str, int], Game[Any]] = {}
    # People are answered first, however long bots think.
    answer_all(Question, partial(_think, known), nice=5)


def _think(known: dict[tuple[str, int], Game[Any]], question: Question) -> Answer:
    try:
        game = known.get(question.rules)
        if game is None:
            game = games.load(question.game, msgspec.json.decode(question.content), question.edition)
            known[question.rules] = game
        bot = bots.make(question.bot, game, question.seat, SeededChance(question.seed))
        view = pickle.loads(question.view) if bot.needs_view else None  # noqa: S301 (from the process that made this one)
        action = bot.choose(view, question.legal)
    except Exception as error:  # noqa: BLE001 (a bot may fail in any way; the table goes on)
        return Answer(-1, _where(error))
    if action not in question.legal:
        return Answer(-1, "it chose an action that is not legal")
    return Answer(action)


def _where(error: Exception) -> str:
    """The kind of an error and where it happened; its message might hold what only the seat may know."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace is not None else ""
    return f"{type(error).__name__}{place}"


if __name__ == "__main__":
    main()
