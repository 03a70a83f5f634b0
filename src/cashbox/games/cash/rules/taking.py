"""Cards that take from opponents: Dividend Yield, Premium Earnings, The Broker, The Banker; and the Takeover.

Source: CASH "Bull market cards" and its cards, "Commission cards", "The Broker", "The Banker", "Takeover"; RULINGS
B2.4, B2.5, B2.10. A player takes cash from all opponents or from none, because the card says "from each opponent".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description
from cashbox.engine.phrases import amount, listed, player, plural, with_names
from cashbox.engine.seats import has
from cashbox.engine.state import note, without
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import cash_of, dump_cash, lose_turns, table_cash
from cashbox.games.cash.rules.effect import Effect
from cashbox.games.cash.rules.needs import doublers
from cashbox.games.cash.state import NONE, TAKE, TARGET, State, Step
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import rule_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player

TOOK: Final = event_kind(
    lambda e: f"{e.name} takes {e.content.names[e[1]]} from {e.names[e[0]]}.",
    lambda e: f"{e.name} takes {e.content.names[e[1]]} from you." if e[0] == e.viewer else "",
    headline=True,
)
"""The opponent, face."""
LEFT: Final = event_kind(lambda e: f"{e.name} takes nothing with {e.content.names[e[0]]}.")
EXTRA_GAINED: Final = event_kind(lambda e: f"{e.name} gains an extra turn.")


def prey(s: State, other: Player, face: int) -> int:
    """Return the card that a card of this face takes from an opponent, -1 if there is none."""
    which = s.content.take[face]
    if which == v.EXACTLY:
        return cash_of(s, other, s.content.value[face])
    return NONE if not other.cash else other.cash[0] if which == v.LOWEST else other.cash[-1]


def spoils(s: State, seat: int, face: int) -> str:
    """Describe what a card would do to the opponents: "take 25,000 from {1} and make {2} lose 1 turn". "" for
    nothing."""
    taken, lost = [], []
    for other in s.opponents(seat):
        card = prey(s, s.players[other], face)
        if card >= 0:
            taken.append(f"{s.content.names[s.content.face[card]]} from {player(other)}")
        else:
            lost.append(player(other))
    turns = s.content.fine[face]
    parts = [f"take {listed(taken)}"] if taken else []
    if turns and lost:
        parts.append(f"make {listed(lost)} lose {plural(turns, 'turn')}{' each' if len(lost) > 1 else ''}")
    return " and ".join(parts)


# -- the cards -------------------------------------------------------------------------------------------------------


class Take(Effect):
    """Source: CASH "Dividend Yield", "Premium Earnings", "The Broker", "The Banker"."""

    word = v.TAKE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        if s.content.fine[face] or any(prey(s, s.players[other], face) >= 0 for other in s.opponents(seat)):
            s.steps.append(Step(TAKE, self.word, face))

    def describe(self, s: State, seat: int, face: int) -> str:
        found = spoils(s, seat, face)
        return f"you may {found}" if found else ""


class Takeover(Effect):
    """Source: CASH "Takeover", RULINGS B2.10."""

    word = v.TAKEOVER

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        step = Step(TARGET, self.word, face)
        step.card = card
        s.steps.append(step)

    def describe(self, s: State, seat: int, face: int) -> str:
        owners = listed([player(other) for other in doublers(s, seat)], "or")
        second = ", but your cash already counts double" if s.players[seat].ventures else ""
        return f"you may take Venture Capital from {owners} for {amount(s.content.fee[face])}{second}"

    def targets(self, s: State, seat: int) -> list[int]:
        return doublers(s, seat)

    def aim(self, s: State, seat: int, face: int, card: int, target: int) -> None:
        p = s.players[seat]
        dump_cash(s, seat, cash_of(s, p, s.content.fee[face]))
        owner = s.players[target]
        taken = owner.ventures[-1]
        owner.ventures = owner.ventures[:-1]
        p.ventures = [*p.ventures, taken]
        note(s, TOOK, seat, target, s.content.face[taken])

    def count_aim(self, s: State, face: int, target: int, tally: Tally) -> None:
        tally.dump_cash(cash_of(s, s.players[tally.seat], s.content.fee[face]))
        tally.add("ventures", 1)
        tally.add("ventures", -1, target)


class Extra(Effect):
    """Take another turn, if there is one. Source: CASH "Dividend Yield", "Premium Earnings"; RULINGS B2.13."""

    word = v.EXTRA

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        if not s.last_turn():
            s.players[seat].extra += s.content.extra[face]
            for _ in range(s.content.extra[face]):
                note(s, EXTRA_GAINED, seat)

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        if not s.last_turn():
            tally.add("extra", s.content.extra[face])

    def describe(self, s: State, seat: int, face: int) -> str:
        p = s.players[seat]
        if s.last_turn():
            return "you get no extra turn (this is the last turn of the round)"
        return "you cancel a lost turn" if p.lost > p.extra else "you may take another turn"


EFFECTS: Final = (Take(), Takeover(), Extra())

# -- taking or leaving -----------------------------------------------------------------------------------------------


class TakeIt(Verb[State, Content]):
    """Take cash from each opponent; with The Broker and The Banker, opponents who cannot pay lose turns."""

    kind = "take"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p, face = s.players[seat], s.steps[0].face
        for other in s.opponents(seat):
            victim = s.players[other]
            card = prey(s, victim, face)
            if card >= 0:
                victim.cash = without(victim.cash, card)
                table_cash(s, p, card)
                note(s, TOOK, seat, other, s.content.face[card])
            elif s.content.fine[face]:
                lose_turns(s, other, s.content.fine[face])
        del s.steps[0]
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally, face = Tally(s, seat), s.steps[0].face
        for other in s.opponents(seat):
            card = prey(s, s.players[other], face)
            if card >= 0:
                tally.add("open", s.worth(card))
                tally.add("open", -s.worth(card), other)
            elif s.content.fine[face]:
                tally.add("lost", s.content.fine[face], other)
        facts = tally.facts()
        found = spoils(s, seat, s.steps[0].face)
        return Description(found[0].upper() + found[1:], facts)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        asked = s.phase == TARGET and has(s.due, seat) and s.steps[0].word == v.TAKEOVER
        return "Choose whose Venture Capital to take." if asked else ""


class Leave(Verb[State, Content]):
    """Take nothing."""

    kind = "leave"
    otherwise = "There is nothing to take right now."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        note(s, LEFT, seat, s.steps[0].face)
        del s.steps[0]
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        if s.phase == TARGET:
            return Description("Take nothing and pay nothing")
        return Description(f"Don't use {s.content.names[s.steps[0].face]}")

    def explain(self, s: State, seat: int, k: int) -> str:
        return "Choose whose license to investigate."


class Taking(Phase[State, Content]):
    """Take the cash that a card entitles to, or decline it."""

    number = TAKE
    verbs = (TakeIt(), Leave())
    otherwise = "There is nothing to take right now."

    def rule(self, s: State) -> str:
        return rule_of(s.content, s.steps[0].face)

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.TAKE, act.LEAVE]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        face = s.steps[0].face
        return f"Use {s.content.names[face]} to {with_names(spoils(s, seat, face), names)}?"
