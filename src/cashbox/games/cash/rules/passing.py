"""Everyone simultaneously passes face-down cards from the hand to the right.

Source: CASH "Market Crash", "Global Recession"; RULINGS B2.16. Play goes clockwise, so the right is the seat before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.phrases import plural
from cashbox.engine.seats import only
from cashbox.engine.state import note
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash.actions import PASS
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.drawing import faces, find, holds, missing
from cashbox.games.cash.rules.hands import hand_over
from cashbox.games.cash.state import PASS as PASSING
from cashbox.games.cash.state import State
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import cards, rule_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent


def _passed(e: LogEvent[Content]) -> str:
    taker, faces = e[0], e.what[1:]
    what = cards(e.content, faces) if e.viewer in (e.seat, taker) and faces else plural(len(faces), "card")
    return f"{e.name} passes {what} to {e.names[taker]}."


PASSED: Final = event_kind(_passed)
"""The receiver, faces; only the giver and the receiver learn which."""
PASS_CHOSEN: Final = event_kind(lambda e: f"{e.name} has chosen.")


def ask(s: State) -> None:
    """Ask everyone who has more cards than are passed; only the size of a hand may show. The others pass all of theirs.
    When all have chosen, the cards move."""
    if s.phase != PASSING:
        _begin(s)
    if not s.due:
        _pass_on(s)


def _begin(s: State) -> None:
    s.phase = PASSING
    s.window += 1
    count = s.steps[0].left
    for seat, p in enumerate(s.players):
        if len(p.hand) <= count:
            p.chosen = p.hand[:count]
        else:
            p.chosen = []
            s.due |= only(seat)


def to_the_right(s: State, seat: int) -> int:
    """Return the seat that a seat passes to: the one that plays before it."""
    return (seat - 1) % s.seats


def from_the_left(s: State, seat: int) -> int:
    """Return the seat that passes to a seat."""
    return (seat + 1) % s.seats


def _pass_on(s: State) -> None:
    given = [p.chosen for p in s.players]
    for seat, p in enumerate(s.players):
        p.chosen = []
        if s.events is not None:
            note(s, PASSED, seat, to_the_right(s, seat), *[s.content.face[card] for card in given[seat]])
    hand_over(s, [(seat, to_the_right(s, seat), some) for seat, some in enumerate(given)])
    del s.steps[0]
    s.window += 1
    s.phase = s.stage


class PassOn(Verb[State, Content]):
    """Choose one card to pass. Known: "more", the number still to choose, including this one; "to", the seat that
    receives them; "closes", 1 if everyone else has chosen, so that completing the choice cannot be undone."""

    kind = "pass"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        p.chosen = [*p.chosen, find(s, [card for card in p.hand if card not in p.chosen], k)]
        if len(p.chosen) == s.steps[0].left:
            s.due &= ~only(seat)
            note(s, PASS_CHOSEN, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        chosen = len(s.players[seat].chosen)
        known = {"more": s.steps[0].left - chosen, "to": to_the_right(s, seat)}
        if s.due == only(seat):
            known["closes"] = 1
        return Description(f"Pass {s.content.names[k]}", Facts(change("chosen", chosen, 1), known))

    def explain(self, s: State, seat: int, k: int) -> str:
        return "You have already chosen that card." if holds(s, s.players[seat], k) else missing(s, k)


class Passing(Phase[State, Content]):
    """Choose the cards to pass; a choice may be undone until the last player has chosen."""

    number = PASSING
    verbs = (PassOn(),)
    otherwise = "Players pass cards when a Market Crash or Global Recession takes effect."

    def rule(self, s: State) -> str:
        return rule_of(s.content, s.steps[0].face)

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        return [PASS + face for face in faces(s, [card for card in p.hand if card not in p.chosen])]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        left = s.steps[0].left - len(s.players[seat].chosen)
        return f"Choose {plural(left, 'card')} to pass face down to {names[to_the_right(s, seat)]} on your right."

    def task_now(self, s: State) -> str:
        return f"to choose {plural(s.steps[0].left, 'card')} to pass"

    def explain_waiting(self, s: State, seat: int) -> str:
        hand = s.players[seat].hand
        if not hand:
            return "You have no cards to pass."
        if len(hand) > s.steps[0].left:
            return "You have already chosen."
        return "You pass all your cards, so there is nothing to choose."
