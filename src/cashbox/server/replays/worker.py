"""A process in which games are replayed, so that the server's own never does."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.contents import RulesKey
from cashbox.engine.frames import Forms
from cashbox.engine.game import (
    GameError,
    Outcome,
)
from cashbox.engine.journal import (
    Entry,
    Header,
    Journal,
    JournalError,
)
from cashbox.engine.match import Match
from cashbox.engine.replay import Replay
from cashbox.engine.report import (
    Given,
    match_report,
)
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.verify import proof_faults
from cashbox.server.workers import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game


Want = Literal["", "content", "entries", "time"]


class Book(msgspec.Struct, frozen=True):
    """A game to look back at. names: of its players as the table reads them; key: see `frames.marks_key`."""

    table: str
    header: Header
    names: tuple[str, ...]
    key: bytes

    @property
    def rules(self) -> RulesKey:
        """Which rules it was played by."""
        return RulesKey(self.header.game, self.header.content_hash, self.header.edition)


class ReportWish(msgspec.Struct, frozen=True):
    """A report is wanted. secret: behind the chance of the game (hex), "" where the reader may not have it."""

    given: Given
    secret: str = ""


class Question(msgspec.Struct, frozen=True):
    """eyes: a seat, SPECTATOR or `replay.ALL`; upto: the number of the last entry that may be told of; own: the steps
    are what these eyes were sent, otherwise they are the entries; whole: tell of each step whose it was, also where
    those eyes were not told; first, many: the steps that are wanted, none for all that is told besides; after: entries
    whose steps are wanted; report: a text is, and none of these; ending: how the game ended is, and none of these.
    content, entries: JSON, where the process has asked for them; file: a journal to check, and nothing else is
    asked."""

    book: Book
    eyes: int
    upto: int
    own: bool
    whole: bool
    first: int = 0
    many: int = 0
    after: list[int] = []
    report: ReportWish | None = None
    ending: bool = False
    content: bytes = b""
    entries: list[bytes] = []
    file: bytes | None = None


class Opened(msgspec.Struct, frozen=True):
    """What a journal holds that is as it should be. last: the number of its last entry; outcome: None where the game is
    not over; secret: behind its chance (hex), "" where it tells of none; tips: a `TableTip` by key, as JSON."""

    header: Header
    last: int
    outcome: Outcome | None
    secret: str
    tips: bytes


class Answer(msgspec.Struct, frozen=True):
    """body: the inner part of a JSON object, a report as UTF-8, or an ending as JSON, null for none; last: the number
    of the last step; places: the steps of `after`. wants: what is missing, to be asked again with it, or just once
    more, since others wait; since: the entries after this one. fault: why there is no answer, "" for none; code: of
    that. opened: what a file holds."""

    body: bytes = b""
    last: int = 0
    places: list[int] = []
    wants: Want = ""
    since: int = -1
    fault: str = ""
    code: str = ""
    opened: Opened | None = None


ENTRIES: Final = 50_000
"""The most entries of all games that are kept, unless one alone has more."""

RULES: Final = 12
"""The most sets of rules that are kept."""

PIECE: Final = 500
"""So many entries are replayed before others get their turn..."""

OPENING: Final = 4
"""The most games that are brought here at a time, so that what is there already need not make room for halves."""

OWN_PIECE: Final = 100
"""... or looked at by what a viewer was sent, which takes longer."""

_entry = msgspec.json.Decoder(Entry).decode
_json = msgspec.json.Encoder().encode


class Shelf:
    """Answers questions. entries: the most that are kept."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._most = entries
        self._rules: OrderedDict[RulesKey, tuple[Game[Any], Forms]] = OrderedDict()
        self._books: OrderedDict[str, tuple[Book, Replay]] = OrderedDict()
        self._halves: OrderedDict[str, None] = OrderedDict()

    @property
    def entries(self) -> int:
        """How many are kept."""
        return sum(replay.weight for _, replay in self._books.values())

    def answer(self, question: Question) -> Answer:
        """JournalError, GameError where the game cannot be replayed."""
        if question.file is not None:
            return Answer(opened=read_checked(question.file))
        replay = self._replay(question)
        if isinstance(replay, Answer):
            return replay
        if question.report is not None:
            self._make_room()
            return Answer(_report(replay, question, question.report))
        if question.ending:
            self._make_room()
            return Answer(_json(replay.ending()))
        eyes = question.eyes
        numbers: Sequence[int] = range(question.upto + 1)
        if question.own:
            if not replay.follow_own(eyes, question.upto, OWN_PIECE):
                return self._half(question, Answer(wants="time"))
            numbers = replay.own(eyes).upto(question.upto)
        self._halves.pop(question.book.table, None)
        self._make_room()
        last = len(numbers) - 1
        if not question.many:
            places = [bisect_right(numbers, number) - 1 for number in question.after]
            return Answer(_json(replay.story(eyes, numbers, whole=question.whole))[1:-1], last, places)
        wanted = numbers[question.first : question.first + question.many]
        if not wanted:
            return Answer(last=last)
        moments = enumerate(replay.moments(wanted, eyes), question.first)
        return Answer(b",".join(b'{"n":%d,%b}' % (n, moment) for n, moment in moments), last)

    def _replay(self, question: Question) -> Replay | Answer:
        """Return the game up to the requested entry, or what is missing for that."""
        book = question.book
        kept = self._books.get(book.table)
        replay = kept[1] if kept is not None and kept[0] == book else None
        entries = [_entry(body) for body in question.entries]
        if replay is None:
            rules = self._known(question)
            if rules is None:
                return Answer(wants="content")
            if not entries or entries[0].n != 0:
                return Answer(wants="entries")
            game, forms = rules
            replay = Replay(game, Journal(book.header, game.content, entries[:1]), book.names, book.key, forms)
            self._books[book.table] = book, replay
        self._books.move_to_end(book.table)
        _go_on(replay, entries)
        if replay.last < question.upto:
            return self._half(question, Answer(wants="entries", since=replay.last))
        return replay

    def _half(self, question: Question, answer: Answer) -> Answer:
        """Someone is about to go on with this game."""
        self._halves[question.book.table] = None
        self._halves.move_to_end(question.book.table)
        if len(self._halves) > OPENING:
            self._halves.popitem(last=False)
        self._make_room()
        return answer

    def _known(self, question: Question) -> tuple[Game[Any], Forms] | None:
        rules = question.book.rules
        if rules not in self._rules and question.content:
            content, header = msgspec.json.decode(question.content), question.book.header
            game = games.load(header.game, content, header.edition)
            self._rules[rules] = game, Forms(game)
            if len(self._rules) > RULES:
                self._rules.popitem(last=False)
        if rules in self._rules:
            self._rules.move_to_end(rules)
        return self._rules.get(rules)

    def _make_room(self) -> None:
        """Forget the games that were looked at longest ago."""
        for table in list(self._books)[:-1]:
            if self.entries <= self._most:
                return
            if table not in self._halves:
                del self._books[table]


def _report(replay: Replay, question: Question, wish: ReportWish) -> bytes:
    match = replay.at(question.upto)
    end = match.finish(wish.secret) if wish.secret else None
    return match_report(replay, match.game, question.book.names, question.eyes, wish.given, end).encode()


def _go_on(replay: Replay, entries: Sequence[Entry]) -> None:
    for entry in entries:
        if entry.n > replay.last:
            replay.follow(entry)


def read_checked(data: bytes) -> Opened:
    """Read and check a journal's file. JournalError or GameError in a sentence that names what is wrong.

    An unfinished game is accepted, for example a crash file, and so is one whose draws are not committed.
    """
    journal = journals.loads(data)
    game = games.load_for(journal)
    match = _replayed(game, journal)
    faults = proof_faults(journal) if journal.end is not None and journal.header.commitment else []
    if faults:
        raise GameError("not-verified", " ".join(faults[:2]))
    secret = journal.end.secret if journal.end is not None else ""
    return Opened(
        journal.header, match.number, counting_outcome(match), secret, _json(games.tips_at(match.game, match.state))
    )


def _replayed(game: Game[Any], journal: Journal) -> Match[Any]:
    n = 0
    try:
        match = Match.replay(game, Journal(journal.header, journal.content, journal.entries[:1]))
        for entry in journal.entries[1:]:
            n = entry.n
            match.follow(entry)
    except GameError:
        raise
    except Exception as error:
        # Content that fits its form may still be none that can be played with.
        raise JournalError(f"The rules can't play entry {n}.") from error
    outcome = game.outcome(match.state)
    if journal.end is not None and (outcome is None or not journal.end.tells(outcome)):
        raise JournalError("The game didn't end the way the journal says.")
    return match


_log = logging.getLogger("cashbox.replays")


def _answer(shelf: Shelf, question: Question) -> Answer:
    try:
        return shelf.answer(question)
    except (GameError, JournalError) as error:
        return Answer(fault=str(error), code=error.code)
    except Exception:  # noqa: BLE001 (a game may fail in any way; the others can be looked back at)
        _log.exception("could not replay a game")
        return Answer(fault="the rules can't play it", code="bad-journal")


# People who play are answered first, and bots too. A file may hold content that no memory could.
REPLAYER: Final = Program(
    f"{__name__}:REPLAYER", Question, Answer, lambda: partial(_answer, Shelf()), memory=2 * 2**30, nice=10
)
