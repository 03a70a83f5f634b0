"""Train, promote, and recruit: exchange a consultant of the hand for another one from a deck.

Source: ITS "Train", "Promote", "Recruit", "No discard pile!"; RULINGS C1, C3.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.hidden_cards.knowledge import EVERYBODY
from cashbox.engine.phrases import listed
from cashbox.engine.state import note
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, RANKS, SENIOR, WHAT, colour_of, kind_of, rank_of
from cashbox.games.consultants.rules import decks, money
from cashbox.games.consultants.rules.working import Working, WorkPhase
from cashbox.games.consultants.state import TAKE, event_kind
from cashbox.games.consultants.text.phrases import consultant, in_dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import State


def _looked(e: LogEvent[Content]) -> str:
    deck = f"the {RANKS[e[0]]}s"
    if not e.own:
        return f"{e.name} looks through {deck}."
    return f"You look through {deck}: {listed([f'{n} {COLOURS[k]}' for k, n in enumerate(e.what[1:]) if n])}."


def _got(e: LogEvent[Content], verb: str) -> str:
    handed_in, taken = (consultant(e[0]), consultant(e[1])) if e.own else (RANKS[rank_of(e[0])], RANKS[rank_of(e[1])])
    return f"{e.name} {verb}, swapping a {handed_in} for a {taken}."


LOOKED: Final = event_kind(_looked)
"""Rank of the deck, then its cards by color; only the seat itself learns them."""
TRAINED: Final = event_kind(lambda e: _got(e, "trains"), headline=True)
"""Consultant given, consultant taken; others learn only the ranks."""
RECRUITED: Final = event_kind(lambda e: _got(e, "recruits"), headline=True)
PROMOTED: Final = event_kind(lambda e: f"{e.name} promotes a {consultant(e[0])}.", headline=True)
"""Consultant given, consultant taken."""
SAME_AGAIN: Final = event_kind(lambda e: f"{e.name} promotes a {consultant(e[0])}, getting the same one back.")
"""Consultant shown, which is already a principal: only the money changes."""
NO_PRINCIPAL: Final = event_kind(
    lambda e: f"{e.name} shows a {consultant(e[0])}, but no principal of that color is left."
)
"""Consultant shown; nothing changes hands."""


TAKINGS: Final = decks.by_mask([act.TAKE + colour for colour in range(len(COLOURS)) for _ in RANKS])
"""The choices from a deck, by its kinds."""


class ForAnother(Working):
    """Exchange a consultant of the hand for another. Known: "price", dollars if it succeeds; "rest", dollars left then.

    what: the index of the price in `State.costs`. none_left: the explanation if there is nothing to take.
    """

    what: ClassVar[int]
    none_left: ClassVar[str] = "That deck is empty."

    def known(self, s: State, seat: int) -> dict[str, int]:
        """Return the cost and what is left."""
        price = s.costs[self.what]
        return {"price": price, "rest": s.players[seat].money - price}

    def price(self, s: State, seat: int) -> str:
        """Word the cost."""
        known = self.known(s, seat)
        return f"{in_dollars(known['price'])}, {in_dollars(known['rest'])} left" if known["price"] else "free"

    def explain(self, s: State, seat: int, k: int) -> str:
        p = s.players[seat]
        if decks.find(s, p.hand, k) < 0:
            return f"You have no {consultant(k)} in hand."
        if s.costs[self.what] < 0:
            return "This round's event doesn't allow that."
        if p.money < s.costs[self.what]:
            return f"That costs {in_dollars(s.costs[self.what])}, and you only have {in_dollars(p.money)}."
        return self.none_left


class ByChoice(ForAnother):
    """Give one face down, look through a deck, and choose. rank: of the deck."""

    rank: ClassVar[int]

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        money.charge(s, seat, s.costs[self.what])
        s.handed_in = k
        decks.give_back(s, seat, decks.find(s, p.hand, k), 1 << seat)
        s.taking = self.rank
        decks.look_through(s, seat, self.rank)
        if s.events is not None:
            counts = [0] * len(COLOURS)
            for card in decks.deck(s, self.rank):
                counts[s.content.colour[card]] += 1
            note(s, LOOKED, seat, self.rank, *counts)
        s.phase = TAKE
        s.window += 1

    def describe(self, s: State, seat: int, k: int) -> Description:
        paid = change("dollars", s.players[seat].money, -s.costs[self.what])
        return Description(
            f"{self.kind.capitalize()}: swap a {consultant(k)} for any {RANKS[self.rank]} ({self.price(s, seat)})",
            Facts((*paid, *decks.to_deck(s, seat, rank_of(k), 1)), self.known(s, seat)),
        )


class Train(ByChoice):
    """Give a consultant to choose a senior."""

    kind = "train"
    heading = "Train"
    what = WHAT.index("train")
    rank = SENIOR


class Recruit(ByChoice):
    """Give a consultant to choose a principal."""

    kind = "recruit"
    heading = "Recruit"
    what = WHAT.index("recruit")
    rank = PRINCIPAL


class Promote(ForAnother):
    """Show and give a consultant for a principal of its color. Known, in addition to those of `ForAnother`: "same", 1
    for a principal, which the rules allow and which changes only the money."""

    kind = "promote"
    heading = "Promote"
    what = WHAT.index("promote")
    none_left = "No principal of that color is left."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        colour = colour_of(k)
        p = s.players[seat]
        handed_in = decks.find(s, p.hand, k)
        wanted = kind_of(colour, PRINCIPAL)
        found = handed_in if k == wanted else decks.find(s, s.principals, wanted)
        if found < 0:
            decks.show_in_vain(s, seat, handed_in, wanted)
            s.shown_none |= 1 << colour
            s.window += 1
            note(s, NO_PRINCIPAL, seat, k)
            return
        money.charge(s, seat, s.costs[self.what])
        decks.give_back(s, seat, handed_in, EVERYBODY)
        decks.take(s, seat, found, EVERYBODY)
        if k == wanted:
            note(s, SAME_AGAIN, seat, k)
        else:
            note(s, PROMOTED, seat, k, wanted)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        principal = consultant(kind_of(colour_of(k), PRINCIPAL))
        price, known = self.price(s, seat), self.known(s, seat)
        paid = change("dollars", s.players[seat].money, -s.costs[self.what])
        if rank_of(k) == PRINCIPAL:
            label = f"Promote: show a {principal} and get it back ({price}, no other change)"
            return Description(label, Facts(paid, {**known, "same": 1}))
        # Only a seat that shows its own principal knows whether one of that color is left.
        swapped = (*decks.to_deck(s, seat, SENIOR, 1), *decks.to_deck(s, seat, PRINCIPAL, -1))
        label = f"Promote: show a {consultant(k)} and take a {principal} ({price})"
        return Description(label, Facts.perhaps((*paid, *swapped), known))


class Take(Working):
    """Choose a consultant of this color from the deck in secret. Known: "there", the number of them in the deck."""

    kind = "take"
    otherwise = "You are not looking through a deck."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        taken = kind_of(k, s.taking)
        decks.take(s, seat, decks.find(s, decks.deck(s, s.taking), taken), 1 << seat)
        note(s, TRAINED if s.taking == SENIOR else RECRUITED, seat, s.handed_in, taken)
        s.handed_in = -1
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        wanted = kind_of(k, s.taking)
        there = sum([1 for card in decks.deck(s, s.taking) if decks.kind(s, card) == wanted])
        return Description(
            f"Take a {consultant(kind_of(k, s.taking))}", Facts(decks.to_deck(s, seat, s.taking, -1), {"there": there})
        )

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return ""

    def explain(self, s: State, seat: int, k: int) -> str:
        return f"There is no {consultant(kind_of(k, s.taking))} in the deck."


class Looking(WorkPhase):
    """The player looks through a deck and chooses a consultant."""

    number = TAKE
    verbs = (Take(),)
    task = "to choose a consultant from a deck"

    def rule(self, s: State) -> str:
        return "Recruit" if s.taking else "Train"

    def legal(self, s: State, seat: int) -> list[int]:
        return TAKINGS[decks.kinds(s, decks.deck(s, s.taking))][:]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Choose a {RANKS[s.taking]} from the deck. No one else sees which one."
