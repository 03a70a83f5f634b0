"""Phase 2: what the event card of the round does.

Source: ITS "Phase 2: Event card"; RULINGS C2. The cards are our own, in `data/events.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.consultants import actions as act
from cashbox.games.consultants import content as c
from cashbox.games.consultants import events as ev
from cashbox.games.consultants.events import note
from cashbox.games.consultants.rules import decks, desks, money
from cashbox.games.consultants.state import NO_PROJECT

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.consultants.state import State


def happen(s: State, chance: Chance) -> None:
    """What the card does without asking anybody."""
    event = s.content.events[s.event]
    if event.do == c.DO_GAIN:
        for seat in concerned(s, event.who):
            money.gain(s, seat, event.n)
    elif event.do == c.DO_PAY:
        for seat in concerned(s, event.who):
            money.pay(s, seat, event.n)
    elif event.do == c.DO_DRAW:
        for k in range(s.seats):
            seat = (s.starter + k) % s.seats
            note(s, ev.DEALT, seat, *decks.deal(s, seat, c.SENIOR, event.n, chance))
    elif event.do == c.DO_SET:
        s.costs[event.what] = event.n
    elif event.do in (c.DO_BENCH, c.DO_PROJECTS):
        _count(s, event)


def concerned(s: State, who: int) -> list[int]:
    """The seats that an event speaks of; several where they are level."""
    if who == 0:
        return list(range(s.seats))
    worths = [p.worth() for p in s.players]
    bound = min(worths) if c.WHO[who] == "poorest" else max(worths)
    return [seat for seat, worth in enumerate(worths) if worth == bound]


def _count(s: State, event: c.Event) -> None:
    for seat, p in enumerate(s.players):
        if event.do == c.DO_PROJECTS:
            dollars = event.n * sum(1 for place in s.places if place.project != NO_PROJECT and seat in place.owners)
            if dollars:
                money.gain(s, seat, dollars)
        elif len(p.hand) > event.n:
            money.pay(s, seat, len(p.hand) - event.n)


def next_player(s: State) -> None:
    """Ask the next player who has a choice by this event, in turn order; nobody is due when all have been asked."""
    s.due = 0
    do = s.content.events[s.event].do
    last = (s.starter - 1) % s.seats
    if do not in (c.DO_RECALL, c.DO_GIVE) or (s.active == last and s.asked):
        s.asked = False
        return
    while True:
        s.active = (s.active + 1) % s.seats
        s.asked = True
        if len(legal(s, s.active)) > 1:
            s.due = 1 << s.active
            return
        if s.active == last:
            s.asked = False
            return


def legal(s: State, seat: int) -> list[int]:
    """What the event lets a player do, or do nothing."""
    if s.content.events[s.event].do == c.DO_GIVE:
        return [*sorted({act.GIVE + decks.kind(s, card) for card in s.players[seat].hand}), act.STAY]
    own = [
        c.MOST_DESKS * number + desk
        for number, place in enumerate(s.places)
        for desk, owner in enumerate(place.owners)
        if owner == seat
    ]
    return [*[act.RECALL + desk for desk in own], act.STAY]


def play(s: State, seat: int, action: int) -> None:
    """Take the choice."""
    s.window += 1
    if action == act.STAY:
        note(s, ev.STAYS, seat)
    elif action >= act.GIVE:
        kind = action - act.GIVE
        decks.give_back(s, seat, decks.find(s, s.players[seat].hand, kind), 1 << seat)
        note(s, ev.GAVE_BACK, seat, kind % 2, kind)
        money.gain(s, seat, s.content.events[s.event].n)
    else:
        number, desk = divmod(action - act.RECALL, c.MOST_DESKS)
        place = s.places[number]
        card = desks.leave(s, place, desk)
        decks.pick_up(s, seat, card)
        note(s, ev.RECALLED, seat, decks.kind(s, card), number, place.project)
