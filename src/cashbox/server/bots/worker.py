"""A process that bots think in. It gets a seat's view and legal list, never a state, and answers with one action.

Messages are length-prefixed (4 bytes, big-endian) on standard input and what was standard output; what a bot prints
goes to standard error.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import IO, TYPE_CHECKING, Any

import msgspec

from cashbox import bots, games
from cashbox.engine.chance import SeededChance

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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # People are answered first, however long bots think.
    os.nice(5)
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    known: dict[tuple[str, int], Game[Any]] = {}
    decode, encode = msgspec.msgpack.Decoder(Question).decode, msgspec.msgpack.Encoder().encode
    while (message := _read(incoming)) is not None:
        question = decode(message)
        signal.alarm(question.seconds)
        answer = encode(_think(known, question))
        signal.alarm(0)
        try:
            outgoing.write(struct.pack("!I", len(answer)) + answer)
        except BrokenPipeError:
            # The process that asked is gone, perhaps killed.
            return


def _read(stream: IO[bytes]) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    size = struct.unpack("!I", head)[0]
    body = stream.read(size)
    return body if len(body) == size else None


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
