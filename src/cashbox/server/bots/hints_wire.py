"""What goes over the wire where a player asks what to do; part of `wire`."""

from __future__ import annotations

from typing import Any

import msgspec

from cashbox.server.tables.play_wire import At  # noqa: TC001 (msgspec reads the types)


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/hint. at: the mark of the state that it is asked about; null: any."""

    at: At = None


class Source(msgspec.Struct, frozen=True):
    """Where a choice brings more points or fewer in the end. text: as it follows an amount, "from positions"; by: how
    many more than the choice that it is compared with, less than 0 for fewer."""

    text: str
    by: float


class Advice(msgspec.Struct, frozen=True):
    """One of the actions that the expert would take. action, label: as in `Legal`; chance: to win after it, of 100, as
    the games say that it played on from here; why: what it changes at once and how it compares with the others, with
    {0}, {1}.. standing for the players' names. ahead: points ahead of the best other player in the end, on average,
    null where that is not known; alike: the games cannot tell it from the best action; sources: what makes the
    difference to the best action, or of the best one, to the second. games: how many were played on after it; 0 where
    the chance is known exactly."""

    action: dict[str, Any]
    label: str
    chance: int
    why: str
    ahead: float | None = None
    alike: bool = False
    sources: list[Source] = []
    games: int = 0


class Hint(msgspec.Struct, frozen=True):
    """The answer to hint. best: at most three, the best first; asked: how often the caller has asked at this table;
    mark: of the state that it is about, which is a later one than was asked about where bots have acted meanwhile;
    sureness: what the chances rest on, in a sentence."""

    best: list[Advice]
    asked: int
    mark: str
    sureness: str


class Asked(msgspec.Struct, frozen=True):
    """How often the player on a seat asked what to do. text: in a sentence."""

    seat: int
    times: int
    text: str
