"""Phase 2: the effects of the round's event card.

Source: ITS "Phase 2: Event card"; RULINGS C2. The cards are our own, in `data/events.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.state import note, with_value
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import content as c
from cashbox.games.consultants.content import Content
from cashbox.games.consultants.rules import decks, desks, money
from cashbox.games.consultants.rules.assign import desk_name, no_such_desk
from cashbox.games.consultants.state import EVENT, NO_PROJECT, State, event_kind
from cashbox.games.consultants.text.phrases import consultant, in_dollars, project

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance


EVENT_CARD: Final = event_kind(
    lambda e: f"{e.content.events[e[0]].name}: {e.content.events[e[0]].text_for(innovation=bool(e[1]))}"
)
"""Event card; 1 if the Innovation Project counts as a regular one."""
RECALLED: Final = event_kind(
    lambda e: f"{e.name} takes back a {consultant(e[0])} from {project(e.content, e[2])}.", headline=True
)
"""Consultant, place, project."""
GAVE_BACK: Final = event_kind(lambda e: f"{e.name} gives back a {consultant(e[1]) if e.own else c.RANKS[e[0]]}.")
"""Rank, consultant; others learn only the rank."""
STAYS: Final = event_kind(lambda e: f"{e.name} turns down the event's offer.")


def event_text(s: State) -> str:
    """Return the text of the round's event; empty before it is turned up."""
    return s.content.events[s.event].text_for(innovation=s.rules.innovation) if s.event >= 0 else ""


def happen(s: State, chance: Chance) -> None:
    """Apply the card's effects that ask no one."""
    event = s.content.events[s.event]
    if event.do in EFFECTS:
        EFFECTS[event.do](s, event, chance)


def _gain(s: State, event: c.Event, chance: Chance) -> None:
    for seat in concerned(s, event.who):
        money.gain(s, seat, event.n)


def _pay(s: State, event: c.Event, chance: Chance) -> None:
    for seat in concerned(s, event.who):
        money.pay(s, seat, event.n)


def _draw(s: State, event: c.Event, chance: Chance) -> None:
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        note(s, decks.DEALT, seat, *decks.deal(s, seat, c.SENIOR, event.n, chance))


def _bench(s: State, event: c.Event, chance: Chance) -> None:
    for seat, p in enumerate(s.players):
        if len(p.hand) > event.n:
            money.pay(s, seat, len(p.hand) - event.n)


def _projects(s: State, event: c.Event, chance: Chance) -> None:
    for seat in range(s.seats):
        there = [place for place in s.places if place.project != NO_PROJECT and seat in place.owners]
        if there:
            money.gain(s, seat, event.n * len(there))


def _set(s: State, event: c.Event, chance: Chance) -> None:
    s.costs = with_value(s.costs, event.what, event.n)


EFFECTS: Final[dict[int, Callable[[State, c.Event, Chance], None]]] = {
    c.DO_GAIN: _gain,
    c.DO_PAY: _pay,
    c.DO_DRAW: _draw,
    c.DO_BENCH: _bench,
    c.DO_PROJECTS: _projects,
    c.DO_SET: _set,
}
"""The function for each word of `content.DO` that asks no one."""


def concerned(s: State, who: int) -> list[int]:
    """Return the seats that an event applies to, several if they tie."""
    if who == 0:
        return list(range(s.seats))
    worths = [p.worth() for p in s.players]
    bound = min(worths) if c.WHO[who] == "poorest" else max(worths)
    return [seat for seat, worth in enumerate(worths) if worth == bound]


def next_player(s: State) -> None:
    """Ask the next player who has a choice by this event, in turn order; no one is due when all have been asked."""
    s.due = 0
    do = s.content.events[s.event].do
    last = (s.starter - 1) % s.seats
    if do not in (c.DO_RECALL, c.DO_GIVE) or (s.active == last and s.asked):
        s.asked = False
        return
    while True:
        s.active = (s.active + 1) % s.seats
        s.asked = True
        if len(_EVENT.legal(s, s.active)) > 1:
            s.due = 1 << s.active
            return
        if s.active == last:
            s.asked = False
            return


class EventVerb(Verb[State, Content]):
    """Answer an event card that asks. asked_by: the effect of such a card, as in `content.DO`."""

    asked_by: ClassVar[int] = c.DO_NONE
    otherwise = "This round's event doesn't offer that."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.window += 1
        self.answer(s, seat, k)
        s.due = 0

    def answer(self, s: State, seat: int, k: int) -> None:
        """Apply an answer."""
        raise NotImplementedError

    def explain(self, s: State, seat: int, k: int) -> str:
        return self.wrong(s, k) if s.content.events[s.event].do == self.asked_by else ""

    def wrong(self, s: State, k: int) -> str:
        """Explain why this answer is not possible, although the event asks for one of this type."""
        return ""


class Recall(EventVerb):
    """Return a consultant from a project to the hand."""

    kind = "recall"
    asked_by = c.DO_RECALL

    def answer(self, s: State, seat: int, k: int) -> None:
        number, desk = c.desk_at(k)
        place = s.places[number]
        card = desks.leave(s, place, desk)
        decks.pick_up(s, seat, card)
        note(s, RECALLED, seat, decks.kind(s, card), number, place.project)

    def describe(self, s: State, seat: int, k: int) -> Description:
        number, desk = c.desk_at(k)
        rank = s.content.rank[s.places[number].cards[desk]]
        held = decks.of_rank(s, seat, rank)
        return Description(
            f"Take back your consultant from {desk_name(s, *c.desk_at(k))}",
            Facts((*change(f"{c.RANKS[rank]}s", held, 1), *change("desks", desks.desks_taken(s, seat), -1))),
        )

    def explain(self, s: State, seat: int, k: int) -> str:
        return no_such_desk(s, k) or super().explain(s, seat, k)

    def wrong(self, s: State, k: int) -> str:
        return "You have no consultant there."


class Give(EventVerb):
    """Return a consultant of the hand for dollars."""

    kind = "give"
    asked_by = c.DO_GIVE

    def answer(self, s: State, seat: int, k: int) -> None:
        decks.give_back(s, seat, decks.find(s, s.players[seat].hand, k), 1 << seat)
        note(s, GAVE_BACK, seat, c.rank_of(k), k)
        money.gain(s, seat, s.content.events[s.event].n)

    def describe(self, s: State, seat: int, k: int) -> Description:
        dollars = money.income(s.players[seat], s.content.events[s.event].n)
        return Description(
            f"Give back a {consultant(k)} and get {in_dollars(s.content.events[s.event].n)}",
            Facts((*decks.to_deck(s, seat, c.rank_of(k), 1), *dollars)),
        )

    def wrong(self, s: State, k: int) -> str:
        return f"You have no {consultant(k)} in hand."


class Stay(EventVerb):
    """Do nothing, as an event allows."""

    kind = "stay"

    def answer(self, s: State, seat: int, k: int) -> None:
        note(s, STAYS, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Decline")


class Event(Phase[State, Content]):
    """An event asks everyone who has a choice, in turn order."""

    number = EVENT
    heading = "Phase 2: Event card"
    verbs = (Recall(), Give(), Stay())
    task = "to respond to the event"

    def legal(self, s: State, seat: int) -> list[int]:
        if s.content.events[s.event].do == c.DO_GIVE:
            return [*sorted({act.GIVE + decks.kind(s, card) for card in s.players[seat].hand}), act.STAY]
        own = [
            c.at_desk(number, desk)
            for number, place in enumerate(s.places)
            for desk, owner in enumerate(place.owners)
            if owner == seat
        ]
        return [*[act.RECALL + desk for desk in own], act.STAY]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        card = s.content.events[s.event]
        if card.do == c.DO_GIVE:
            return f"{card.name}: You may give back a consultant and get {in_dollars(card.n)}."
        return f"{card.name}: You may take back one of your consultants from a project."


_EVENT: Final = Event()
