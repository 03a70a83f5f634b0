"""What the server asks the process that replays, and what it is answered."""

from __future__ import annotations

from typing import Literal

import msgspec

from cashbox.engine.contents import RulesKey
from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.journal import Header  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.report import Given  # noqa: TC001

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
    content, entries: JSON, where the process has asked for them; file: a journal to check, and nothing else is asked;
    seconds: after which it ends itself."""

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
    seconds: int = 0


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
