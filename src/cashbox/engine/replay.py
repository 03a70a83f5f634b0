"""Replay a match: its state after any entry, as the same JSON bytes that were sent during the game.

What viewers see comes from `frames`, as in a live game. A replay keeps the match at some of its entries, so that any
other entry is only a few steps away.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import ending
from cashbox.engine.frames import Forms, Frames
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import Journal
from cashbox.engine.match import Match
from cashbox.engine.phrases import address
from cashbox.engine.record import lines_told, turning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.engine.ending import GameEnding
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry
    from cashbox.engine.record import Line, Moment
    from cashbox.engine.tale import Standing

ALL: Final = -2
"""The point of view that sees every hand."""

EVERY: Final = 16
"""The match is kept at every n-th entry at first..."""

MOMENTS: Final = 512
"""... and at most this many times: then every second one is dropped."""

BEGIN: Final = "The start"
"""The chapter before the first that a game names."""

_json = msgspec.json.Encoder().encode


class Chapter(msgspec.Struct, frozen=True, gc=False):
    """A part of a game. n: the number of its first step, or of the last step while the chapter has none; text: its
    title."""

    n: int
    text: str


class ReplayStep(msgspec.Struct, frozen=True, gc=False):
    """A step of a replay. n: its number; seat: the seat that acted, null if none did or it is hidden; lines: the number
    of log lines with an n up to this one; gone: the step that undid it, or null; back: whether it undoes others;
    chapter: its position in the list of chapters."""

    n: int
    seat: int | None
    lines: int
    gone: int | None
    back: bool
    chapter: int


class ReplayLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the log in a replay. n: its step; gone: the step that undid it, or null; chapter: its
    position in the list of chapters. The consequences of a step may belong to the next chapter."""

    text: str
    seat: int | None
    n: int
    gone: int | None
    chapter: int


class Story(msgspec.Struct, frozen=True):
    """All steps of a replay from one point of view. last: the number of the last step."""

    last: int
    steps: list[ReplayStep]
    chapters: list[Chapter]
    log: list[ReplayLine]


class Replay:
    """The replay of one match, which can follow a running one.

    names: of the players, by seat. key: see `frames.marks_key`; needed for a player's own point of view. forms: the
    game's, if they are shared. JournalError if the journal does not fit the game.
    """

    def __init__(
        self, game: Game[Any], journal: Journal, names: Sequence[str], key: bytes = b"", forms: Forms | None = None
    ) -> None:
        self._game = game
        self._names = list(names)
        self._key = key
        self._forms = forms or Forms(game)
        self._first = Journal(journal.header, journal.content, journal.entries[:1])
        self._match = Match.replay(game, self._first)
        self._every = EVERY
        self._moments: list[Moment[Any]] = [self._match.moment()]
        self._chapters = [game.chapter(self._match.state, self._names)]
        self._standings: list[Standing] = []
        self._note_standing()
        self._gone: dict[int, int] = {}
        self._own: dict[int, OwnSteps] = {}
        for entry in journal.entries[1:]:
            self.follow(entry)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self._match.number

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._first.header.seats

    @property
    def weight(self) -> int:
        """The number of entries that it has data for, including those that it follows for single viewers."""
        return (1 + len(self._own)) * (1 + self.last)

    def follow(self, entry: Entry) -> None:
        """Apply the next entry of the journal. JournalError if it does not fit."""
        match = self._match
        match.follow(entry)
        self._chapters.append(self._game.chapter(match.state, self._names))
        self._note_standing()
        for n in match.records[-1].takes_back:
            self._gone[n] = entry.n
        if entry.n % self._every == 0:
            self._moments.append(match.moment())
            if len(self._moments) > MOMENTS:
                self._every *= 2
                self._moments = self._moments[::2]

    def at(self, n: int) -> Match[Any]:
        """Return the match as it was after entry `n`, ready to continue independently."""
        match = self._match.at(self._moments[n // self._every])
        for entry in self._match.journal.entries[match.number + 1 : n + 1]:
            match.follow(entry)
        return match

    def moments(self, numbers: Sequence[int], eyes: int) -> Iterator[bytes]:
        """Encode what a viewer saw after each of these entries, in order, as the inner part of JSON objects: the head
        of the state as it was sent, and for ALL, everyone's hands."""
        match = self.at(numbers[0])
        frames = Frames(match, self._forms, self._names, self._key)
        for n in numbers:
            for entry in self._match.journal.entries[match.number + 1 : n + 1]:
                match.follow(entry)
            yield self._seen(frames, match, eyes)

    def own(self, viewer: int) -> OwnSteps:
        """Return the steps that were sent to a seat or SPECTATOR."""
        own = self._own.get(viewer)
        if own is None:
            match = Match.replay(self._game, self._first)
            own = self._own[viewer] = OwnSteps(match, Frames(match, self._forms, self._names, self._key), viewer)
        return own

    def follow_own(self, viewer: int, upto: int, most: int) -> bool:
        """Find which entries a viewer was sent up to an entry, examining at most this many. Returns whether that is
        done."""
        own = self.own(viewer)
        return own.follow(self._match.journal.entries[: upto + 1], most)

    def story(self, eyes: int, numbers: Sequence[int], *, whole: bool) -> Story:
        """Return the steps after these entries, the first of which is 0, as a viewer saw them.

        Args:
            eyes: A seat, SPECTATOR, or ALL.
            numbers: The numbers of the entries.
            whole: Also give each step's seat and whether it was undone, even if this viewer did not learn it.
        """
        viewer = SPECTATOR if eyes == ALL else eyes
        chapters, after = self._parts(numbers)
        log = self._log(viewer, numbers, after)
        steps: list[ReplayStep] = []
        lines = 0
        for n, number in enumerate(numbers):
            first = lines
            while lines < len(log) and log[lines].n <= n:
                lines += 1
            entry = self._match.journal.entries[number]
            if whole or entry.seat == viewer:
                step = _known(entry, self._end(number, numbers))
            else:
                step = _told(log[first:lines], taken_back=entry.undo > 0)
            steps.append(ReplayStep(n, step[0], lines, step[1], step[2], after[max(0, n - 1)]))
        return Story(len(numbers) - 1, steps, chapters, log)

    def ending(self) -> GameEnding | None:
        """Build the ending, None if the game is not over or has none to show."""
        return ending.ending(self._game, self._match, self._standings, self._names)

    def _note_standing(self) -> None:
        standing = self._game.standing(self._match.state)
        if standing is not None:
            self._standings.append(standing)

    def _parts(self, numbers: Sequence[int]) -> tuple[list[Chapter], list[int]]:
        """Return the chapters, and for each step the index of the chapter after it."""
        chapters: list[Chapter] = []
        after: list[int] = []
        for n, number in enumerate(numbers):
            text = self._chapters[number] or ("" if chapters else BEGIN)
            if text and (not chapters or text != chapters[-1].text):
                chapters.append(Chapter(min(n + 1, len(numbers) - 1) if n else 0, text))
            after.append(len(chapters) - 1)
        return chapters, after

    def _log(self, viewer: int, numbers: Sequence[int], after: Sequence[int]) -> list[ReplayLine]:
        game, records, names = self._game, self._match.records, address(self._names, viewer)
        log: list[ReplayLine] = []
        for record in records[: numbers[-1] + 1]:
            n = _place(numbers, record.n)
            # An undo is announced but is not part of any log.
            end = n if record.takes_back else self._end(record.n, numbers)
            lines = lines_told(game, records, record, viewer, names)
            turns = turning(game, record, lines)
            for line in lines:
                chapter = after[n if line.at >= turns else max(0, n - 1)]
                log.append(ReplayLine(line.text, _seat(line), n, end, chapter))
        return log

    def _end(self, number: int, numbers: Sequence[int]) -> int | None:
        """Return the step that undid an entry. An undo after the last step does not count."""
        gone = self._gone.get(number)
        return None if gone is None or gone > numbers[-1] else _place(numbers, gone)

    def _seen(self, frames: Frames, match: Match[Any], eyes: int) -> bytes:
        if eyes != ALL:
            return frames.head(eyes, match.state) + b',"hands":null'
        views = self._game.views(match.state)
        hands = [views(seat) for seat in range(self.seats)]
        return frames.head(SPECTATOR, match.state) + b',"hands":' + _json(hands)


class OwnSteps:
    """The entries after which one viewer was sent a new state: those that changed its mark."""

    def __init__(self, match: Match[Any], frames: Frames, viewer: int) -> None:
        self._match = match
        self._frames = frames
        self._viewer = viewer
        self._mark = frames.mark(viewer)
        self._numbers = [0]

    def follow(self, entries: Sequence[Entry], most: int) -> bool:
        """Examine new entries, at most this many. Returns whether these are all."""
        match, frames = self._match, self._frames
        for entry in entries[match.number + 1 : match.number + 1 + most]:
            match.follow(entry)
            mark = frames.mark(self._viewer)
            if mark != self._mark:
                self._mark = mark
                self._numbers.append(entry.n)
        return match.number + 1 >= len(entries)

    def upto(self, number: int) -> list[int]:
        """Return the numbers of these entries, up to an entry."""
        return self._numbers[: bisect_right(self._numbers, number)]


def _place(numbers: Sequence[int], number: int) -> int:
    """Return the index of the step that shows the state after an entry."""
    return bisect_right(numbers, number) - 1


def _seat(line: Line) -> int | None:
    return None if line.seat == SPECTATOR else line.seat


def _known(entry: Entry, gone: int | None) -> tuple[int | None, int | None, bool]:
    """Return an entry's seat, the step that undid it, and whether it undoes others."""
    return None if entry.seat == SPECTATOR else entry.seat, gone, entry.undo > 0


def _told(lines: Sequence[ReplayLine], *, taken_back: bool) -> tuple[int | None, int | None, bool]:
    """Return the same, as far as a viewer knows it from the lines of one step."""
    seat = next((line.seat for line in lines if line.seat is not None), None)
    gone = lines[0].gone if lines else None
    return seat, gone, taken_back and bool(lines)
