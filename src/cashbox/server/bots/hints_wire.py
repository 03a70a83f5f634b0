"""What goes over the wire where a player asks what to do; part of `wire`."""

from __future__ import annotations

from typing import Any

import msgspec

from cashbox.server.tables.wire import At  # noqa: TC001 (msgspec reads the types)


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/hint. at: the mark of the state to get a hint for, null for any; refine: search
    longer among the choices of the hint that you have for that state."""

    at: At = None
    refine: bool = False


class Source(msgspec.Struct, frozen=True):
    """A source of points in which two choices differ. text: follows an amount, as in "from positions"; by: how many
    more points than the other choice, negative for fewer."""

    text: str
    by: float


class Advice(msgspec.Struct, frozen=True):
    """An action that the expert bot suggests. action, label: as in `Legal`; chance: wins after it, out of 100 games
    that the bot played from here; why: what it changes and how it compares with the others, with {0}, {1} for the
    players' names. ahead: the average lead over the best other player in points at the end of these games (in CASH, at
    the end of the trading round), null if unknown; alike: the games cannot tell it from the best action; sources: where
    its difference from the best action comes from, or for the best action, from the second best. games: how many the
    bot played after it; error: how far off the chance may be (95%), out of 100; odds: the chance to show beside it,
    empty if chances don't rank the actions."""

    action: dict[str, Any]
    label: str
    chance: int
    why: str
    ahead: float | None = None
    alike: bool = False
    sources: list[Source] = []
    games: int = 0
    error: int = 0
    odds: str = ""


class Hint(msgspec.Struct, frozen=True):
    """The response to hint. best: up to three actions, best first; asked: how many hints the caller has used at this
    table; mark: the state that the hint is about, which is newer than the requested one if bots have acted since;
    sureness: what the chances are based on, as a sentence; refining: a request with `refine` gets a better answer."""

    best: list[Advice]
    asked: int
    mark: str
    sureness: str
    refining: bool = False


class Asked(msgspec.Struct, frozen=True):
    """How many hints the player in a seat used. text: as a sentence."""

    seat: int
    times: int
    text: str
