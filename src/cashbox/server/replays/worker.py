"""The helper process that replays games."""

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
    """A game to replay. names: of its players as shown at the table; key: see `frames.marks_key`."""

    table: str
    header: Header
    names: tuple[str, ...]
    key: bytes

    @property
    def rules(self) -> RulesKey:
        """Return the key of the rules."""
        return RulesKey(self.header.game, self.header.content_hash, self.header.edition)


class ReportWish(msgspec.Struct, frozen=True):
    """Requests a report. secret: of the game's draws (hex), "" if the reader may not have it."""

    given: Given
    secret: str = ""


class Question(msgspec.Struct, frozen=True):
    """A request. eyes: a seat, SPECTATOR, or `replay.ALL`; upto: the number of the last entry that may be shown; own:
    whether the steps are what this viewer was sent, otherwise they are the entries; whole: whether to give each step's
    seat even if the viewer did not learn it; first, many: the requested steps, none for everything else; after: entries
    whose steps are requested; report: only a report is requested; ending: only the ending is requested. content,
    entries: JSON, if the process has asked for them; file: a journal to verify, and nothing else."""

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
    """The content of a valid journal. last: the number of its last entry; outcome: None if the game is not over;
    secret: of its draws (hex), "" if it has none; tips: a `TableTip` by key, as JSON."""

    header: Header
    last: int
    outcome: Outcome | None
    secret: str
    tips: bytes


class Answer(msgspec.Struct, frozen=True):
    """A response. body: the inner part of a JSON object, a report as UTF-8, or an ending as JSON, null for none; last:
    the number of the last step; places: the steps of `after`. wants: what is missing, so that the request must be
    repeated with it, or just repeated because others wait; since: the entries after this one. fault: why the request
    failed, "" if it did not; code: of that. opened: a file's content."""

    body: bytes = b""
    last: int = 0
    places: list[int] = []
    wants: Want = ""
    since: int = -1
    fault: str = ""
    code: str = ""
    opened: Opened | None = None


ENTRIES: Final = 50_000
"""The most entries of all games to keep, unless a single one has more."""

RULES: Final = 12
"""The most sets of rules to keep."""

PIECE: Final = 500
"""The number of entries to replay before others get their turn..."""

OPENING: Final = 4
"""The most games to load at a time, so that complete games are not evicted for incomplete ones."""

OWN_PIECE: Final = 100
"""... or to examine for what a viewer was sent, which takes longer."""

_entry = msgspec.json.Decoder(Entry).decode
_json = msgspec.json.Encoder().encode


class Shelf:
    """Handles requests. entries: the most to keep."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._most = entries
        self._rules: OrderedDict[RulesKey, tuple[Game[Any], Forms]] = OrderedDict()
        self._books: OrderedDict[str, tuple[Book, Replay]] = OrderedDict()
        self._halves: OrderedDict[str, None] = OrderedDict()

    @property
    def entries(self) -> int:
        """Return the number of entries kept."""
        return sum(replay.weight for _, replay in self._books.values())

    def answer(self, question: Question) -> Answer:
        """Handle a request. JournalError, GameError if the game cannot be replayed."""
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
        """Mark a game as partially loaded."""
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
        """Drop the least recently used games."""
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
    """Read and verify a journal's file.

    JournalError or GameError with a message that says what is wrong. An unfinished game, such as a crash file, is
    accepted, and so is one whose draws are not committed.
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
        # Content with a valid form may still be unplayable.
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


# Players and bots have priority. A file may contain content that would exhaust memory.
REPLAYER: Final = Program(
    f"{__name__}:REPLAYER", Question, Answer, lambda: partial(_answer, Shelf()), memory=2 * 2**30, nice=10
)
