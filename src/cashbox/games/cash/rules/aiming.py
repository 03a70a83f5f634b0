"""Choosing the target of a card: an investigation, or a Takeover. Until then, the card stays in the hand.

Source: CASH "Investigation cards", "Takeover".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE, Description
from cashbox.engine.phrases import amount, player
from cashbox.engine.seats import only
from cashbox.engine.state import note
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.actions import LEAVE as LEAVES
from cashbox.games.cash.actions import TARGET as TARGETS
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.cards import EFFECTS, hold_back, names_itself
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import from_hand
from cashbox.games.cash.rules.taking import Leave
from cashbox.games.cash.state import ACT, CLOSE, TARGET, State
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import rule_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance


PLAYED: Final = event_kind(lambda e: f"{e.name} plays {e.content.names[e[0]]}.", headline=True)
DISCARDED: Final = event_kind(
    lambda e: f"{e.name} discards {e.content.names[e[0]]}{'' if e[1] else ' with no effect'}.", headline=True
)
"""Face; 1 if it takes effect."""

# -- a card leaves the hand ------------------------------------------------------------------------------------------


def play_it(s: State, seat: int, face: int) -> int:
    """Remove a card of this face from the hand to play it in view of everyone."""
    s.stage = CLOSE
    card = from_hand(s, seat, face)
    if not s.content.stays[face]:
        s.dump.append(card)
    if not names_itself(s, face):
        note(s, PLAYED, seat, face)
    return card


def discard_it(s: State, seat: int, face: int, *, works: bool) -> int:
    """Remove a card of this face from the hand to discard it in view of everyone. works: whether it takes effect."""
    if s.stage == ACT:
        s.stage = CLOSE
    card = from_hand(s, seat, face)
    s.dump.append(card)
    note(s, DISCARDED, seat, face, int(works))
    return card


def use_held_back(s: State) -> None:
    """Play or discard the card that is being aimed, if it has waited in the hand for a target."""
    if hold_back(s):
        step = s.steps[0]
        if s.content.when[step.face] == v.PLAYED:
            step.card = play_it(s, s.active, step.face)
        else:
            step.card = discard_it(s, s.active, step.face, works=True)


def count_held_back(s: State, tally: Tally) -> None:
    """Count the changes of `use_held_back`."""
    if hold_back(s):
        face = s.steps[0].face
        tally.add("hand", -1)
        if not s.content.stays[face]:
            tally.add("dumped", 1, TABLE)


# -- targets
# ------------------------------------------------------------------------------------------------------------


def targets(s: State) -> list[int]:
    """Return the possible targets of the card."""
    return EFFECTS[s.steps[0].word].targets(s, s.active)


def aim(s: State, target: int) -> None:
    """Aim the card, and apply its effect."""
    use_held_back(s)
    step = s.steps[0]
    EFFECTS[step.word].aim(s, s.active, step.face, step.card, target)
    del s.steps[0]
    s.due = 0


def ask(s: State) -> None:
    """Ask for a target; an investigation with only one possible target needs no choice."""
    found = targets(s)
    if len(found) == 1 and s.steps[0].word == v.INVESTIGATE:
        aim(s, found[0])
        return
    s.phase = TARGET
    s.due = only(s.active)


class Aim(Verb[State, Content]):
    """Aim at this seat."""

    kind = "target"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        aim(s, k)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally, step = Tally(s, seat), s.steps[0]
        count_held_back(s, tally)
        EFFECTS[step.word].count_aim(s, step.face, k, tally)
        facts = tally.facts()
        if s.steps[0].word == v.TAKEOVER:
            fee = -facts.by("open")
            return Description(f"Take {player(k)}'s Venture Capital for {amount(fee)}", facts)
        return Description(f"Investigate {player(k)}", facts)

    def explain(self, s: State, seat: int, k: int) -> str:
        if k >= s.seats:
            return f"This table has no seat {k + 1}."
        if k == seat:
            return "You can't target yourself."
        if s.steps[0].word == v.TAKEOVER:
            return "That firm has no Venture Capital."
        if s.players[k].license < 0:
            return "That firm has no license."
        return "That firm is already under investigation."


class LeaveIt(Leave):
    """Aim at no one: the card is discarded without effect."""

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        use_held_back(s)
        super().do(s, seat, k, chance)

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        count_held_back(s, tally)
        return Description(super().describe(s, seat, k).label, tally.facts())


class Aiming(Phase[State, Content]):
    """Choose the target of an investigation or a Takeover; a Takeover may go unused."""

    number = TARGET
    verbs = (Aim(), LeaveIt())
    otherwise = "No card needs a target right now."

    def rule(self, s: State) -> str:
        return rule_of(s.content, s.steps[0].face)

    def legal(self, s: State, seat: int) -> list[int]:
        found = [TARGETS + other for other in targets(s)]
        return [*found, LEAVES] if s.steps[0].word == v.TAKEOVER else found

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        name = s.content.names[s.steps[0].face]
        if s.steps[0].word == v.TAKEOVER:
            return "Choose whose Venture Capital to take, or take nothing."
        return f"Choose a target for {name}."
