"""Wire types of replays; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Raw

from cashbox.engine.ending import CurvePoint, GameEnding, Swing  # noqa: F401 (the page's types are made of these)
from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.replay import Chapter, ReplayLine, ReplayStep  # noqa: TC001
from cashbox.engine.tale import Award, TaleItem, TaleLine, TaleSheet  # noqa: F401
from cashbox.server.tables.wire import Legal  # noqa: TC001
from cashbox.server.wire import Table, You  # noqa: TC001

WATCHER: Final = "watcher"
EVERY_HAND: Final = "all"

MANY: Final = 16
"""The most steps in one response."""

EyesName = Annotated[str, Meta(pattern="^([0-9]|[1-5][0-9]|6[0-3]|watcher|all)$")]
"""The point of view of a replay: the number of a seat, "watcher", or "all" for every hand at once."""


class TalkLine(msgspec.Struct, frozen=True):
    """A chat message in a replay. n: the step that it came after; at: seconds since 1970."""

    n: int
    name: str
    text: str
    at: int


class Replay(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/replay: all steps of a game without their boards. last: the number of the
    last step; may: the points of view that the caller can choose; log: every line that this viewer was ever shown. Step
    n has those with n up to this one that are not yet gone. talk: the chat, as far as the caller can read it.

    In a running game, the steps are the states that the caller was sent; in a finished game, the entries of its
    journal."""

    table: Table
    you: You
    eyes: EyesName
    may: list[EyesName]
    last: int
    steps: list[ReplayStep]
    chapters: list[Chapter]
    log: list[ReplayLine]
    talk: list[TalkLine]


class Moment(msgspec.Struct, frozen=True):
    """A step of a replay, as this viewer saw it; as in `State`. n: its number; hands: for "all", where the rest is a
    spectator's view, the view of each seat; null for others."""

    n: int
    seat: int | None
    view: Raw
    legal: list[Legal]
    prompt: str
    rule: str
    due: list[int]
    can_undo: int
    outcome: Outcome | None
    hands: list[Raw] | None


class Moments(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/replay/{n}?many=...: that many steps from n on, or fewer at the end."""

    moments: list[Moment]


class OpenedFile(msgspec.Struct, frozen=True):
    """The response to POST /api/replays. page: the page of the replay; game: the id of its game; last: the number of
    its last step; over: whether the game is over."""

    id: str
    page: str
    game: str
    last: int
    over: bool
