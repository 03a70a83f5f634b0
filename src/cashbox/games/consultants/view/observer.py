"""What a seat observes of a state, as numbers: those of its view in the layout of `view.py`, written without a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine import seats as masks
from cashbox.engine.observation.pieces import WIDTH, YES, Counted, CountedList, Number, OneOf, Seats, flag
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import COLOURS, MOST_DESKS, desk_at
from cashbox.games.consultants.rules import decks, desks, rewards
from cashbox.games.consultants.rules import round as game_round

if TYPE_CHECKING:
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import Place, State

_KINDS = 2 * len(COLOURS)
_PLACES = 7
_SILVER, _GOLD, _INNOVATION, _NONE = range(4)


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        self.seats = seats
        self.content = content
        self.round, self.dollars, self.money, self.cards = (
            Number(0, 20), Number(-20, 20), Number(0, 200), Number(0, 50)
        )  # fmt: skip
        self.field, self.more, self.moves, self.done = Number(0, 5), Number(-3, 3), Number(0, 5), Number(0, 10)
        self.stock, self.lifted, self.taking = Number(0, 18), Number(-1, 7), OneOf(2)
        self.seat, self.several = OneOf(seats), Seats(seats)
        self.phase, self.event, self.kind = OneOf(len(st.PHASES)), OneOf(len(content.events)), OneOf(4)
        self.colour, self.consultant = OneOf(len(COLOURS)), OneOf(_KINDS)
        self.hand, self.deck, self.shown = (
            CountedList(_KINDS, 5, content.kind), Counted(_KINDS, 10), Counted(_KINDS, 5)
        )  # fmt: skip
        self.desk_size = WIDTH * (1 + len(COLOURS) + 1 + _KINDS + seats)
        self.place_size = WIDTH * (1 + 4 + MOST_DESKS + 2 + seats) + MOST_DESKS * self.desk_size
        self.desks: dict[int, bytes] = {}
        self.heads: dict[int, bytes] = {}

    def row(self, s: State, seat: int) -> bytes:
        """Write what a seat observes."""
        seats, cards = self.seats, self.cards
        out = [
            self.round.of(s.round),
            self.phase.of(s.phase),
            self.seat.of_seat(s.starter, seat, seats),
            self.seat.of_seat(s.active, seat, seats),
            self.several.of_mask(s.due, seat),
            self.event.of(s.event),
            cards.of(len(s.events_left)),
        ]
        for n in s.costs:
            out.append(self.dollars.of(n))
        for place in s.places[:_PLACES]:
            self._place(out, s, place, seat)
        out.append(bytes(self.place_size * max(0, _PLACES - len(s.places))))
        for k in range(seats):
            self._boss(out, s, (seat + k) % seats)
        out += [cards.of(len(s.seniors)), cards.of(len(s.principals)), self.stock.of(len(s.stock))]
        out.append(flag(game_round.is_last(s)))
        if s.lifted < 0:
            out.append(bytes(2 * WIDTH))
        else:
            place_number, desk = desk_at(s.lifted)
            out += [self.lifted.of(place_number), self.lifted.of(desk)]
        out.append(self.taking.of(s.taking if s.phase == st.TAKE else -1))
        self._mine(out, s, seat)
        return b"".join(out)

    def _place(self, out: list[bytes], s: State, place: Place, seat: int) -> None:
        out.append(self._head(s, place))
        out.append(self.field.of(place.deadline))
        if place.project == st.NO_PROJECT:
            out.append(bytes(self.place_size - WIDTH * (1 + 4 + MOST_DESKS + 1)))
            return
        out.append(self.more.of(desks.by_event(s, place)))
        kinds = self.content.kind
        colours = desks.colours(s, place)
        innovation = place.project == st.INNOVATION
        count = len(place.cards)
        for desk in range(count):
            card = place.cards[desk]
            wants = not innovation and self.content.projects[place.project].wants[desk]
            consultant = kinds[card] + 1 if card >= 0 else 0
            owner = place.owners[desk]
            owned = (owner - seat) % self.seats + 1 if owner >= 0 else 0
            key = ((colours[desk] * 2 + wants) * (_KINDS + 1) + consultant) * (self.seats + 1) + owned
            made = self.desks.get(key)
            if made is None:
                made = self._desk(colours[desk], wants, consultant - 1, owned - 1)
                self.desks[key] = made
            out.append(made)
        if count < MOST_DESKS:
            out.append(bytes(self.desk_size * (MOST_DESKS - count)))
        late = rewards.late(s, place)
        out.append(self.several.of_mask(masks.mask_of(late), seat) if late else self.seat.nothing)

    def _desk(self, colour: int, wants: bool, consultant: int, owner: int) -> bytes:
        """Write a desk. owner: counted from the viewer."""
        return b"".join(
            [YES, self.colour.of(colour), flag(wants), self.consultant.of(consultant), self.seat.of(owner)]
        )  # fmt: skip

    def _head(self, s: State, place: Place) -> bytes:
        """Write what is printed on a place."""
        made = self.heads.get(place.project)
        if made is None:
            kind = _NONE
            pay: list[int] = []
            if place.project != st.NO_PROJECT:
                pay = [desks.on_track(s, place, others) for others in range(len(place.cards))]
                kind = _SILVER if desks.is_regular(s, place) else _GOLD
                if place.project == st.INNOVATION:
                    kind = _INNOVATION
            dollars = b"".join([self.dollars.of(n) for n in pay[:MOST_DESKS]])
            made = YES + self.kind.of(kind) + dollars + bytes(WIDTH * (MOST_DESKS - len(pay)))
            self.heads[place.project] = made
        return made

    def _boss(self, out: list[bytes], s: State, seat: int) -> None:
        p = s.players[seat]
        principals = 0
        for card in p.hand:
            principals += self.content.rank[card]
        out += [self.money.of(p.money), self.money.of(p.debt)]
        out += [self.cards.of(len(p.hand) - principals), self.cards.of(principals)]
        out += [self.moves.of(p.moves), flag(p.passed), self.done.of(s.completed[seat])]

    def _mine(self, out: list[bytes], s: State, seat: int) -> None:
        looking = s.phase == st.TAKE and masks.has(s.due, seat)
        out += [YES, self.hand.of(s.players[seat].hand)]
        if looking:
            kinds = self.content.kind
            out.append(self.deck.of([kinds[card] for card in decks.deck(s, s.taking)]))
        else:
            out.append(self.deck.nothing)
        out.append(self.consultant.of(s.handed_in if looking else -1))
        knows, _ = s.unseen.shown_and_known(seat)
        for k in range(self.seats):
            out.append(self.shown.of(knows[(seat + k) % self.seats]))
