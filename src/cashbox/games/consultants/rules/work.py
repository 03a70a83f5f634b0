"""Phase 3, Let's work!: one action at a time in turn order, until everybody has passed.

Source: ITS "Phase 3: Let's work!", "Assign", "Move Consultant", "Train", "Promote", "Recruit", "Pass"; RULINGS C1,
C3.7, C3.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.unseen import EVERYBODY
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import events as ev
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, PRINCIPAL, SENIOR, WHAT
from cashbox.games.consultants.events import note
from cashbox.games.consultants.rules import complete, decks, desks, money
from cashbox.games.consultants.state import MOVE, TAKE, WORK

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State

TRAIN, PROMOTE, RECRUIT = (WHAT.index(word) for word in ("train", "promote", "recruit"))
FIRST_PASS: Final = WHAT.index("first_pass")


def _for_each(first: int) -> list[list[int]]:
    """The actions from `first` on that are about one kind of consultant each, by the mask of those kinds."""
    kinds = range(2 * len(COLOURS))
    return [[first + kind for kind in kinds if mask >> kind & 1] for mask in range(1 << len(kinds))]


KINDS: Final = _for_each(0)
"""The kinds of a mask."""
TRAININGS: Final = _for_each(act.TRAIN)
PROMOTIONS: Final = _for_each(act.PROMOTE)
RECRUITINGS: Final = _for_each(act.RECRUIT)
EVERY_SENIOR: Final = sum(1 << 2 * colour + SENIOR for colour in range(len(COLOURS)))
EVERY_PRINCIPAL: Final = sum(1 << 2 * colour + PRINCIPAL for colour in range(len(COLOURS)))


def legal(s: State, seat: int) -> list[int]:
    """Every action of who is on turn; what the event of the round rules out costs less than nothing."""
    p = s.players[seat]
    held = decks.kinds(s, p.hand)
    free = desks.open_to(s)
    found: list[int] = []
    for kind in KINDS[held]:
        found += free[kind]
    if p.moves:
        found += movable(s, seat)
    costs = s.costs
    if 0 <= costs[TRAIN] <= p.money:
        found += TRAININGS[held if s.seniors else held & EVERY_SENIOR]
    if 0 <= costs[PROMOTE] <= p.money:
        found += _promotions(s, held)
    if 0 <= costs[RECRUIT] <= p.money:
        found += RECRUITINGS[held if s.principals else held & EVERY_PRINCIPAL]
    found.append(act.PASS)
    return found


def _promotions(s: State, held: int) -> list[int]:
    """Not again of a colour for which it was seen this turn that no principal is left."""
    if not s.shown_none:
        return PROMOTIONS[held]
    return [one for one in PROMOTIONS[held] if not s.shown_none >> (one - act.PROMOTE) // 2 & 1]


def movable(s: State, seat: int) -> list[int]:
    """The actions that take an own consultant to move it, of those that could go to another project."""
    free, kind = desks.open_to(s), s.content.kind
    found = []
    for number, place in enumerate(s.places):
        if seat in place.owners:
            for desk, owner in enumerate(place.owners):
                if owner == seat and _elsewhere(free[kind[place.cards[desk]]], number):
                    found.append(act.LIFT + MOST_DESKS * number + desk)
    return found


def _elsewhere(free: list[int], number: int) -> bool:
    """Whether one of these assignments, in the order of their places, is to another place than this."""
    return bool(free) and (_place(free[0]) != number or _place(free[-1]) != number)


def _place(assignment: int) -> int:
    """The place that a consultant is assigned to."""
    return (assignment - act.ASSIGN) % act.DESKS // MOST_DESKS


def legal_move(s: State) -> list[int]:
    """Where the consultant that was taken up may go."""
    number, desk = divmod(s.lifted, MOST_DESKS)
    free = desks.open_to(s)[decks.kind(s, s.places[number].cards[desk])]
    return [act.SEAT + (one - act.ASSIGN) % act.DESKS for one in free if _place(one) != number]


def play(s: State, seat: int, action: int) -> None:
    """Take one action; then it is the next player's turn, unless it goes on."""
    if action < act.LIFT:
        rank, at = divmod(action - act.ASSIGN, act.DESKS)
        _assign(s, seat, rank, *divmod(at, MOST_DESKS))
    elif action < act.SEAT:
        s.lifted = action - act.LIFT
        s.phase = MOVE
        return
    elif action < act.TRAIN:
        _move(s, seat, *divmod(action - act.SEAT, MOST_DESKS))
    elif action < act.PROMOTE:
        _look(s, seat, action - act.TRAIN, TRAIN)
        return
    elif action < act.RECRUIT:
        if not _promote(s, seat, action - act.PROMOTE):
            return
    elif action < act.TAKE:
        _look(s, seat, action - act.RECRUIT, RECRUIT)
        return
    else:
        _pass(s, seat)
    next_player(s)


def next_player(s: State) -> None:
    """The turn goes on clockwise to who has not passed; nobody is left: nobody is due."""
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
            _pass(s, seat)  # no cards, nothing to move: nobody need be asked
            next_player(s)
            return


def _assign(s: State, seat: int, rank: int, number: int, desk: int) -> None:
    place = s.places[number]
    colour = desks.colours(s, place)[desk]
    card = decks.leave_hand(s, seat, 2 * colour + rank)
    note(s, ev.ASSIGNED, seat, 2 * colour + rank, number, desk, place.project)
    _sit(s, seat, number, desk, card)


def _move(s: State, seat: int, number: int, desk: int) -> None:
    source, at = divmod(s.lifted, MOST_DESKS)
    old = s.places[source]
    card = desks.leave(s, old, at)
    s.lifted = -1
    s.players[seat].moves -= 1
    note(s, ev.MOVED, seat, decks.kind(s, card), source, old.project, number, desk, s.places[number].project)
    _sit(s, seat, number, desk, card)


def _sit(s: State, seat: int, number: int, desk: int, card: int) -> None:
    place = s.places[number]
    desks.sit_down(s, place, desk, card, seat)
    if desks.completes(place, desk):
        complete.complete(s, number, seat)


def _look(s: State, seat: int, kind: int, what: int) -> None:
    """Pay, give a consultant face down, and look through the deck to choose from."""
    p = s.players[seat]
    money.charge(s, seat, s.costs[what])
    s.given = kind
    decks.give_back(s, seat, decks.find(s, p.hand, kind), 1 << seat)
    rank = SENIOR if what == TRAIN else PRINCIPAL
    s.taking = rank
    decks.look_through(s, seat, rank)
    if s.events is not None:
        counts = [0] * len(COLOURS)
        for card in decks.deck(s, rank):
            counts[s.content.colour[card]] += 1
        note(s, ev.LOOKED, seat, rank, *counts)
    s.phase = TAKE
    s.window += 1


def legal_take(s: State) -> list[int]:
    """The colours in the deck looked through."""
    return [act.TAKE + kind // 2 for kind in KINDS[decks.kinds(s, decks.deck(s, s.taking))]]


def take(s: State, seat: int, colour: int) -> None:
    """Choose a consultant, unseen by the others; the turn is over."""
    card = decks.find(s, decks.deck(s, s.taking), 2 * colour + s.taking)
    decks.take(s, seat, card, 1 << seat)
    note(s, ev.TRAINED if s.taking == SENIOR else ev.RECRUITED, seat, s.given, 2 * colour + s.taking)
    s.given = -1
    next_player(s)


def _promote(s: State, seat: int, kind: int) -> bool:
    """Show a consultant, and take a principal of its colour for it. False where none is left: nothing changes hands."""
    colour = kind // 2
    p = s.players[seat]
    given = decks.find(s, p.hand, kind)
    wanted = 2 * colour + PRINCIPAL
    found = given if kind == wanted else decks.find(s, s.principals, wanted)
    if found < 0:
        decks.show_in_vain(s, seat, given, wanted)
        s.shown_none |= 1 << colour
        s.window += 1
        note(s, ev.NO_PRINCIPAL, seat, kind)
        return False
    money.charge(s, seat, s.costs[PROMOTE])
    decks.give_back(s, seat, given, EVERYBODY)
    decks.take(s, seat, found, EVERYBODY)
    note(s, ev.PROMOTED, seat, kind, wanted)
    return True


def for_passing(s: State) -> int:
    """Dollars for whoever passes now: by an event, the first one is paid."""
    return 0 if any(p.passed for p in s.players) else s.costs[FIRST_PASS]


def _pass(s: State, seat: int) -> None:
    dollars = for_passing(s)
    s.players[seat].passed = True
    note(s, ev.PASSED, seat)
    if dollars:
        money.gain(s, seat, dollars)
