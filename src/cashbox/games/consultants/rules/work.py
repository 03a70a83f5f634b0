"""Phase 3, Let's work!: one action at a time in turn order, until everyone has passed.

Source: ITS "Phase 3: Let's work!", "Pass"; RULINGS C1, C3.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.state import note
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, SENIOR, WHAT, colour_of, kind_of
from cashbox.games.consultants.rules import decks, desks, money
from cashbox.games.consultants.rules.assign import Assign
from cashbox.games.consultants.rules.move import Lift, movable
from cashbox.games.consultants.rules.train import Promote, Recruit, Train
from cashbox.games.consultants.rules.working import Working, WorkPhase
from cashbox.games.consultants.state import WORK, event_kind
from cashbox.games.consultants.text.phrases import in_dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State

FIRST_PASS: Final = WHAT.index("first_pass")
_TRAIN: Final = WHAT.index("train")
_PROMOTE: Final = WHAT.index("promote")
_RECRUIT: Final = WHAT.index("recruit")

TRAININGS: Final = decks.by_mask(range(act.TRAIN, act.PROMOTE))
"""The actions about each kind of consultant in a hand, by `decks.kinds`."""
PROMOTIONS: Final = decks.by_mask(range(act.PROMOTE, act.RECRUIT))
RECRUITINGS: Final = decks.by_mask(range(act.RECRUIT, act.TAKE))
EVERY_SENIOR: Final = sum(1 << kind_of(colour, SENIOR) for colour in range(len(COLOURS)))
EVERY_PRINCIPAL: Final = sum(1 << kind_of(colour, PRINCIPAL) for colour in range(len(COLOURS)))

PASSED: Final = event_kind(lambda e: f"{e.name} passes.", headline=True)


class Pass(Working):
    """Pass for the rest of the round. Known: "paid", dollars for it; "desks", the number of desks open to the hand."""

    kind = "pass"
    heading = "Pass"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        _pass(s, seat)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        p, paid, free = s.players[seat], for_passing(s), desks.open_to(s)
        could = {(one - act.ASSIGN) % act.DESKS for kind in decks.KINDS[decks.kinds(s, p.hand)] for one in free[kind]}
        facts = Facts((*money.income(p, paid), *change("passed", 0, 1)), {"paid": paid, "desks": len(could)})
        first = f" and get {in_dollars(paid)} for passing first" if paid else ""
        return Description(f"Pass for the rest of the round{first}", facts)


class Work(WorkPhase):
    """Take one action, or pass."""

    number = WORK
    heading = "Phase 3: Let's work!"
    verbs = (Assign(), Lift(), Train(), Promote(), Recruit(), Pass())
    task = "to act"
    otherwise = "You can only do that in phase 3, when everyone works."

    def legal(self, s: State, seat: int) -> list[int]:
        """List the legal actions, without those that the round's event rules out."""
        p = s.players[seat]
        held = decks.kinds(s, p.hand)
        free = desks.open_to(s)
        found: list[int] = []
        for kind in decks.KINDS[held]:
            found += free[kind]
        if p.moves:
            found += movable(s, seat)
        costs = s.costs
        if 0 <= costs[_TRAIN] <= p.money:
            found += TRAININGS[held if s.seniors else held & EVERY_SENIOR]
        if 0 <= costs[_PROMOTE] <= p.money:
            found += _promotions(s, held)
        if 0 <= costs[_RECRUIT] <= p.money:
            found += RECRUITINGS[held if s.principals else held & EVERY_PRINCIPAL]
        found.append(act.PASS)
        return found

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        if len(self.legal(s, seat)) == 1:
            return "Let's work! You can only pass for the rest of the round."
        return "Let's work! Take one action or pass for the rest of the round."


def _promotions(s: State, held: int) -> list[int]:
    """List the promotions, without colors that were found this turn to have no principal left."""
    if not s.shown_none:
        return PROMOTIONS[held]
    return [one for one in PROMOTIONS[held] if not s.shown_none >> colour_of(one - act.PROMOTE) & 1]


def begin(s: State) -> None:
    """Give the first turn to the starting player."""
    s.active = (s.starter - 1) % s.seats
    s.phase = WORK
    next_player(s)


def next_player(s: State) -> None:
    """Pass the turn clockwise to the next player who has not passed. If all have, no one is due."""
    s.window += 1
    s.shown_none = 0
    s.due = 0
    for k in range(1, s.seats + 1):
        seat = (s.active + k) % s.seats
        if not s.players[seat].passed:
            s.active = seat
            s.due = 1 << seat
            s.phase = WORK
            if s.players[seat].hand or (s.players[seat].moves and movable(s, seat)):
                return
            _pass(s, seat)  # no cards and nothing to move: the player has no choice
            next_player(s)
            return


def for_passing(s: State) -> int:
    """Return the dollars for a player who passes now: some events pay the first one."""
    return 0 if any(p.passed for p in s.players) else s.costs[FIRST_PASS]


def _pass(s: State, seat: int) -> None:
    dollars = for_passing(s)
    s.players[seat].passed = True
    note(s, PASSED, seat)
    if dollars:
        money.gain(s, seat, dollars)
