"""Observations written directly from a state: the numbers of a seat's view in the layout of `view.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine import seats as masks
from cashbox.engine.observation.pieces import Counted, Number, OneOf, Seats
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, desk_at
from cashbox.games.consultants.rules import decks, desks, rewards
from cashbox.games.consultants.rules import round as game_round

if TYPE_CHECKING:
    from cashbox.engine.native import i64
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import Place, State

_KINDS = 2 * len(COLOURS)
_PLACES = 7
_SILVER, _GOLD, _INNOVATION, _NONE = range(4)


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        self.seats: i64 = seats
        self.content = content
        self.round, self.dollars, self.money, self.cards = (
            Number(0, 20), Number(-20, 20), Number(0, 200), Number(0, 50)
        )  # fmt: skip
        self.field, self.more, self.moves, self.done = Number(0, 5), Number(-3, 3), Number(0, 5), Number(0, 10)
        self.stock, self.lifted, self.taking = Number(0, 18), Number(-1, 7), OneOf(2)
        self.seat, self.several = OneOf(seats), Seats(seats)
        self.phase, self.event, self.kind = OneOf(len(st.PHASES)), OneOf(len(content.events)), OneOf(4)
        self.colour, self.consultant = OneOf(len(COLOURS)), OneOf(_KINDS)
        self.five, self.ten, self.around = Counted(_KINDS, 5), Counted(_KINDS, 10), Counted(seats * _KINDS, 5)
        self.desk_size: i64 = 1 + len(COLOURS) + 1 + _KINDS + seats
        self.place_size: i64 = 1 + 4 + MOST_DESKS + 2 + seats + MOST_DESKS * (1 + len(COLOURS) + 1 + _KINDS + seats)

    def write(self, s: State, seat: int, out: Rows) -> None:
        """Write a seat's observation."""
        seats = s.seats
        self.round.put(out, s.round)
        self.phase.put(out, s.phase)
        self.seat.put_seat(out, s.starter, seat, seats)
        self.seat.put_seat(out, s.active, seat, seats)
        self.several.put_mask(out, s.due, seat)
        self.event.put(out, s.event)
        self.cards.put(out, len(s.events_left))
        self.dollars.put_all(out, s.costs)
        places = 0
        for place in s.places:
            if places < _PLACES:
                self._place(out, s, place, seat)
                places += 1
        out.skip(self.place_size * (_PLACES - places))
        for k in range(seats):
            self._boss(out, s, (seat + k) % seats)
        self.cards.put(out, len(s.seniors))
        self.cards.put(out, len(s.principals))
        self.stock.put(out, len(s.stock))
        out.flag(game_round.is_last(s))
        if s.lifted < 0:
            out.skip(2)
        else:
            place_number, desk = desk_at(s.lifted)
            self.lifted.put(out, place_number)
            self.lifted.put(out, desk)
        self.taking.put(out, s.taking if s.phase == st.TAKE else -1)
        self._mine(out, s, seat)

    def _place(self, out: Rows, s: State, place: Place, seat: int) -> None:
        end = out.at + self.place_size
        out.flag(True)
        if place.project == st.NO_PROJECT:
            self.kind.put(out, _NONE)
            out.skip(MOST_DESKS)
            self.field.put(out, place.deadline)
            out.at = end
            return
        seats, kinds, count = self.seats, self.content.kind, len(place.cards)
        project = None if place.project == st.INNOVATION else self.content.projects[place.project]
        if project is None:
            self.kind.put(out, _INNOVATION)
            for _ in range(count):
                self.dollars.put(out, desks.INNOVATION_PAY)
        else:
            self.kind.put(out, _SILVER if project.regular else _GOLD)
            self.dollars.put_all(out, project.pay)
        out.skip(MOST_DESKS - count)
        self.field.put(out, place.deadline)
        self.more.put(out, desks.by_event(s, place))
        colours = desks.colours(s, place)
        for desk, card in enumerate(place.cards):
            out.flag(True)
            self.colour.put(out, colours[desk])
            out.flag(project is not None and project.wants[desk])
            if card < 0:
                out.skip(self.consultant.size + seats)
                continue
            self.consultant.put(out, kinds[card])
            self.seat.put_seat(out, place.owners[desk], seat, seats)
        out.skip(self.desk_size * (MOST_DESKS - count))
        late = 0
        if place.deadline != st.NO_TRACK:
            for one in rewards.late(s, place):
                late |= 1 << one
        self.several.put_mask(out, late, seat)

    def _boss(self, out: Rows, s: State, seat: int) -> None:
        p = s.players[seat]
        rank = self.content.rank
        principals = 0
        for card in p.hand:
            principals += rank[card]
        self.money.put(out, p.money)
        self.money.put(out, p.debt)
        self.cards.put(out, len(p.hand) - principals)
        self.cards.put(out, principals)
        self.moves.put(out, p.moves)
        out.flag(p.passed)
        self.done.put(out, s.completed[seat])

    def _mine(self, out: Rows, s: State, seat: int) -> None:
        looking = s.phase == st.TAKE and masks.has(s.due, seat)
        out.flag(True)
        self.five.put_kinds(out, s.players[seat].hand, self.content.kind)
        if looking:
            self.ten.put_kinds(out, decks.deck(s, s.taking), self.content.kind)
        else:
            out.skip(self.ten.size)
        self.consultant.put(out, s.handed_in if looking else -1)
        shown, _ = s.unseen.known_hands(seat)
        self.around.put(out, shown)
