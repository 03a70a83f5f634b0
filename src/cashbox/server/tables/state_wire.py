"""What goes over the wire of a game as one seat sees it; part of `wire`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from cashbox.engine.facts import Facts  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.game import Outcome  # noqa: TC001
from cashbox.server.tables.clocks_wire import SeatClock  # noqa: TC001


class Legal(msgspec.Struct, frozen=True):
    """A legal action. action: what to send; label: the label of its button, with {0}, {1} for the players' names; does:
    the part of the label that says what the action does now, "" for none; text: its name in logs; facts: what it
    changes right away, as numbers."""

    action: dict[str, Any]
    label: str
    does: str
    text: str
    facts: Facts


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of the table's log, as this viewer can read it. seat: who acted, null if no one did or it is hidden;
    turn: the same for consecutive lines about one seat's actions, counted from 1 in the viewer's own log; headline:
    summarizes a turn; you: what another player's action did to the viewer, or answered. The last two are left out if
    they say nothing."""

    text: str
    seat: int | None
    turn: int
    headline: bool = False
    you: str = ""


class Handed(msgspec.Struct, frozen=True):
    """A seat that changed hands. lines: how many lines the viewer's log had then."""

    seat: int
    lines: int


class Lapse(msgspec.Struct, frozen=True):
    """Answers with a time limit. seats: who has to answer; left: seconds left when this was sent; then: the label of
    the action that the server will take for the viewer's own seat, "" if it is not among them."""

    seats: list[int]
    left: int
    then: str


class State(msgspec.Struct, frozen=True, tag="state"):
    """The game as one seat or a spectator (seat null) sees it, and the live message {"type": "state"}.

    mark: identifies this state, for `at` and `since`; it depends only on what the viewer sees and does. view: the
    game's own data; legal: empty if this seat has nothing to decide; rule: the anchor of the heading in the rules about
    the current decision, "" for none; due: the seats with a decision to make; can_undo: how many of this seat's actions
    can be undone; log: the viewer's log after its first log_from lines. Before adding them, a client drops the lines it
    has from there on: usually none, but some after an undo. acted: the length of the log when the viewer last made a
    decision, null before that. handed: the seats that changed hands during the game. lapse: null if no answer has a
    time limit. clocks: the players' clocks, [] for none. proof: the head of the journal's chain up to the last entry
    that this viewer has seen. Save some of them, and look for them in the journal of the finished
    game."""

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
    """The response to GET /api/tables/{id}/log. mark, log_from: as in `State`."""

    mark: str
    log_from: int
    log: list[LogLine]
