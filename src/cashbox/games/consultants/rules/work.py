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
    from cashbox.games.consultants.state import Player, State

TRAIN, PROMOTE, RECRUIT = (WHAT.index(word) for word in ("train", "promote", "recruit"))
FIRST_PASS: Final = WHAT.index("first_pass")


def legal(s: State, seat: int) -> list[int]:
    """Every action of who is on turn."""
    p = s.players[seat]
    kinds = sorted({decks.kind(s, card) for card in p.hand})
    free = desks.open_to(s)
    found: list[int] = []
    for kind in kinds:
        first = act.ASSIGN + kind % 2 * act.DESKS
        found += [first + at for at in free[kind]]
    if p.moves:
        found += [act.LIFT + at for at in movable(s, seat, free)]
    if affordable(s, p, TRAIN):
        found += [act.TRAIN + kind for kind in kinds if s.seniors or kind % 2 == SENIOR]
    if affordable(s, p, PROMOTE):
        found += [act.PROMOTE + kind for kind in kinds if not s.shown_none >> kind // 2 & 1]
    if affordable(s, p, RECRUIT):
        found += [act.RECRUIT + kind for kind in kinds if s.principals or kind % 2 == PRINCIPAL]
    found.append(act.PASS)
    return found


def affordable(s: State, p: Player, what: int) -> bool:
    """Whether an action is possible in this round and can be paid."""
    return 0 <= s.costs[what] <= p.money


def movable(s: State, seat: int, free: list[list[int]]) -> list[int]:
    """The desks (8 * place + desk) of own consultants that could go to another project, of what is free to each
    kind."""
    found = []
    for number, place in enumerate(s.places):
        for desk, owner in enumerate(place.owners):
            if owner == seat and elsewhere(free[decks.kind(s, place.cards[desk])], number):
                found.append(MOST_DESKS * number + desk)
    return found


def elsewhere(free: list[int], number: int) -> list[int]:
    """The desks among these that are not of the project in this place."""
    return [at for at in free if at // MOST_DESKS != number]


def legal_move(s: State) -> list[int]:
    """Where the consultant that was taken up may go."""
    number, desk = divmod(s.lifted, MOST_DESKS)
    free = desks.open_to(s)[decks.kind(s, s.places[number].cards[desk])]
    return [act.SEAT + at for at in elsewhere(free, number)]


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
            if s.players[seat].hand or (s.players[seat].moves and movable(s, seat, desks.open_to(s))):
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
    card = old.cards[at]
    old.cards[at] = old.owners[at] = -1
    s.lifted = -1
    s.players[seat].moves -= 1
    note(s, ev.MOVED, seat, decks.kind(s, card), source, old.project, number, desk, s.places[number].project)
    _sit(s, seat, number, desk, card)


def _sit(s: State, seat: int, number: int, desk: int, card: int) -> None:
    place = s.places[number]
    place.cards[desk] = card
    place.owners[desk] = seat
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
    return sorted({act.TAKE + s.content.colour[card] for card in decks.deck(s, s.taking)})


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


def _pass(s: State, seat: int) -> None:
    first = not any(p.passed for p in s.players)
    s.players[seat].passed = True
    note(s, ev.PASSED, seat)
    if first and s.costs[FIRST_PASS]:
        money.gain(s, seat, s.costs[FIRST_PASS])
