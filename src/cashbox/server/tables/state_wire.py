"""What goes over the wire of a game as one seat sees it; part of `wire`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from cashbox.engine.facts import Facts  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.game import Outcome  # noqa: TC001
from cashbox.server.tables.clocks_wire import SeatClock  # noqa: TC001


class Legal(msgspec.Struct, frozen=True):
    """One legal action. action: what to send back; label: for its button now, with {0}, {1}.. standing for the players'
    names; does: the part of it that says what the action does now, "" where a label has no such part; text: its name in
    logs; facts: what it changes at once, as numbers."""

    action: dict[str, Any]
    label: str
    does: str
    text: str
    facts: Facts


class LogLine(msgspec.Struct, frozen=True):
    """One sentence of the table's log as this viewer may read it. seat: whose doing it tells of, null where that is
    nobody's or not told; turn: the same for lines that follow one another and tell of one seat's doing, counted from 1
    by the viewer's own lines; headline: it stands for a turn that is told in short; you: what
    another player's action did to the viewer or answered. Both are left out where they say nothing."""

    text: str
    seat: int | None
    turn: int
    headline: bool = False
    you: str = ""


class Handed(msgspec.Struct, frozen=True):
    """A seat that its player has taken over from another one. lines: how many lines of the viewer's log were told
    before."""

    seat: int
    lines: int


class Lapse(msgspec.Struct, frozen=True):
    """Answers that lapse unless they come. seats: whose; left: seconds until then, counted from when this was sent;
    then: what the server will do for the viewer's own seat, as its button says it, "" if it is not among them."""

    seats: list[int]
    left: int
    then: str


class State(msgspec.Struct, frozen=True, tag="state"):
    """The game as one seat (or a spectator: seat null) may see it; also the live message {"type": "state"}.

    mark: of all this, for `at` and `since`; it changes with what the viewer sees and does alone. view: the game's own;
    legal: empty if this seat owes nothing; rule: the anchor of the heading on the help page that tells of what the
    prompt asks, "" where there is none; due: seats that owe a decision; can_undo: how many of this seat's actions
    may be taken back; log: the viewer's own lines after the first log_from. Before adding them, a client drops those it
    has from there on: usually none, but some after an undo. acted: after how many lines of the log the viewer last
    decided something itself, null where it has not. handed: the seats that changed hands during the game. lapse: null
    if no pending answer lapses. clocks: of the players, [] at a table without. proof: head of the journal's chain up to
    the last entry that this viewer was told of, "" in format 1: keep some, and find them in the journal of the finished
    game.
    """

    mark: str
    seat: int | None
    view: Raw
    legal: list[Legal]
    prompt: str
    rule: str
    due: list[int]
    can_undo: int
    outcome: Outcome | None
    log_from: int
    log: list[LogLine]
    acted: int | None
    handed: list[Handed]
    lapse: Lapse | None
    clocks: list[SeatClock]
    proof: str


class Log(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/log; mark and log_from as in State."""

    mark: str
    log_from: int
    log: list[LogLine]
