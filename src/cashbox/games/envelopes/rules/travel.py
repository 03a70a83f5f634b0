"""4) Travel in your recruiting bus: free movement first, then an envelope per space.

Source: V10 "Travel in your Recruiting Bus"; RULINGS A1, A5.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import (
    BOOKIE,
    DEAL,
    DICE,
    DRAFT,
    FARE,
    FIRST_STEP,
    HOMES,
    MONTH,
    ROLL,
    STASH,
)
from cashbox.games.envelopes.rules.mats import step_on, tell
from cashbox.games.envelopes.rules.turn import AnyHeld, Envelope, OnMat
from cashbox.games.envelopes.state import Step, forced, still_to_come
from cashbox.games.envelopes.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State

QUARTER: Final = 3
"""The number of months in a quarter."""
_BEFORE_TURNS: Final = (HOMES, STASH, DEAL, DRAFT, ROLL, BOOKIE, DICE)


def _moved(e: LogEvent[Content]) -> str:
    price = f" for 1 {v.COLOURS[e[1]]}" if e[1] >= 0 else ""
    return f"{e.name} drives to {e.content.space_names[e[0]]}{price}."


MOVED: Final = event_kind(_moved)


def allowance(s: State, p: Player) -> int:
    """Return this month's free movement: the printed allowance of the quarter, and what the coach and cards add."""
    return s.rules.moves[s.month // QUARTER] + p.mods[v.MOD_MOVES]


def left(s: State, seat: int) -> int:
    """Return the free movement that a seat has left in its turn, or will have in its turn of this month; -1 if that
    turn is over, and while coaches are chosen."""
    p = s.players[seat]
    if s.phase == MONTH and s.current == seat:
        return p.moves
    if s.phase in _BEFORE_TURNS or (s.phase == MONTH and still_to_come(s, seat)):
        return allowance(s, p)
    return -1


def way(content: Content, start: int, end: int) -> tuple[int, ...]:
    """Return a shortest way from one space to another: the spaces to enter."""
    entered = []
    while start != end:
        start = content.first_step[start][end]
        entered.append(start)
    return tuple(entered)


class Drive(OnMat):
    """Drive to a neighboring space."""

    kind = "move"
    heading = "Travel in your Recruiting Bus"
    alike = True

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        if p.moves > 0:
            p.moves -= 1
            return _arrive(s, p, k, -1)
        colour = forced(p, 1)
        return Step(FARE, k, 0) if colour < 0 else _pay(s, p, k, colour)

    def key(self, s: State, p: Player, k: int) -> Hashable | None:
        """Return the key of a drive, which does not depend on the destination. If there is a choice of what to pay,
        nothing changes yet."""
        colour = -1 if p.moves else forced(p, 1)
        return p.moves, colour, p.env[colour] if colour >= 0 else 0

    def label(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        fare = f"free, {plural(p.moves - 1, 'free move')} left" if p.moves else "1 envelope"
        return f"Drive to {s.content.space_names[k]} ({fare})"

    def explain(self, s: State, seat: int, k: int) -> str:
        c, p = s.content, s.players[seat]
        if k >= c.spaces:
            return "That space doesn't exist."
        if k not in c.roads[p.space]:
            return f"No road connects {c.space_names[p.space]} and {c.space_names[k]} directly."
        return "You have no free moves left and no envelopes to pay with."


class PaidFare(Envelope):
    """Pay for the move with an envelope of this color."""

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        return _pay(s, p, step_on(s, p).of, k)


class Fare(AnyHeld):
    """Choose the envelope to pay for a move."""

    number = FIRST_STEP + FARE
    heading = "Travel in your Recruiting Bus"
    verbs = (PaidFare(),)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        space = step_on(s, s.players[seat]).of
        return f"Choose an envelope to pay for the drive to {s.content.space_names[space]}."


def _pay(s: State, p: Player, space: int, colour: int) -> Step | None:
    p.env[colour] -= 1
    return _arrive(s, p, space, colour)


def _arrive(s: State, p: Player, space: int, paid: int) -> Step | None:
    p.space = space
    tell(s, MOVED, p, space, paid)
    return None
