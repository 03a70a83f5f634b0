"""Observations written directly from a state: the numbers of a seat's view in the layout of `view.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.observation.pieces import Counted, Number, OneOf, Seats
from cashbox.engine.seats import has
from cashbox.games.cash import state as st
from cashbox.games.cash.options import OFFERS
from cashbox.games.cash.rules import passing, score, trading
from cashbox.games.cash.rules.flow import phase_for

if TYPE_CHECKING:
    from cashbox.engine.native import i64
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import Offer, Player, State

_PENDING = (st.INSURE, st.TARGET, st.TAKE, st.CLEAR, st.AGAIN, st.PASS)
"""The small decisions, in the order of `view.Pending.kind`."""
_KINDS: Final = [_PENDING.index(phase) if phase in _PENDING else -1 for phase in range(len(st.PHASES))]
"""The index of the small decision by phase, -1 for other phases."""
_POLICIES = 3


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        faces = content.faces
        self.seats: i64 = seats
        self.content = content
        self.round, self.turn, self.deck = Number(0, 20), Number(0, 100), Number(0, 250)
        self.dollars, self.room = Number(-1_000_000, 1_000_000), Number(0, 200_000)
        self.three, self.seven, self.ten = Number(0, 3), Number(0, 7), Number(0, 10)
        self.seat, self.acting = OneOf(seats), Seats(seats)
        self.phase, self.kind, self.face = OneOf(len(st.PHASES)), OneOf(len(_PENDING)), OneOf(faces)
        self.two, self.some, self.four = Counted(faces, 2), Counted(faces, 3), Counted(faces, 4)
        self.six, self.twenty = Counted(faces, 6), Counted(faces, 20)
        self.around = Counted(seats * faces, 3)
        self.policy_size: i64 = 1 + 2 * faces
        self.offer_size: i64 = 1 + 2 * seats + 4 + 6 * faces

    def write(self, s: State, seat: int, out: Rows) -> None:
        """Write a seat's observation."""
        phase = phase_for(s, seat)
        seats = self.seats
        self.round.put(out, s.round)
        self.turn.put(out, s.turns)
        self.seat.put_seat(out, s.first, seat, seats)
        self.seat.put_seat(out, s.active, seat, seats)
        self.phase.put(out, phase)
        self.acting.put_mask(out, s.due, seat)
        self.deck.put(out, len(s.deck))
        self.twenty.put_kinds(out, s.dump, self.content.face)
        for k in range(s.seats):
            at = seat + k if seat + k < s.seats else seat + k - s.seats
            self._firm(out, s, at, s.players[at])
        self._mine(out, s, seat)
        self._pending(out, s, phase)
        self._offers(out, s, seat)

    def _firm(self, out: Rows, s: State, seat: int, p: Player) -> None:
        face = self.content.face
        out.flag(p.license >= 0)
        self.face.put(out, face[p.probe] if p.probe >= 0 else -1)
        self.six.put_kinds(out, p.cash, face)
        placed = 0
        for policy in p.policies:
            if placed < _POLICIES:
                out.flag(True)
                self.face.put(out, face[policy[0]])
                self.four.put_kinds(out, policy[1:], face)
                placed += 1
        out.skip(self.policy_size * (_POLICIES - placed))
        self.dollars.put(out, score.tabled_cash(s, p))
        self.three.put(out, len(p.ventures))
        out.flag(p.taxman >= 0)
        self.ten.put(out, len(p.hand))
        self.three.put(out, p.lost)
        self.three.put(out, p.extra)
        offers = 0
        if s.rules.trading and seat != s.active and s.phase != st.OVER:
            offers = OFFERS - s.players[s.active].offers[seat]
        self.three.put(out, offers)
        out.flag(s.phase == st.PASS and not has(s.due, seat) and len(p.hand) > s.steps[0].left)
        self.dollars.put(out, p.capital)

    def _mine(self, out: Rows, s: State, seat: int) -> None:
        p = s.players[seat]
        out.flag(True)
        self.four.put_kinds(out, p.hand, self.content.face)
        self.two.put_kinds(out, p.chosen, self.content.face)
        shown, known = s.unseen.known_hands(seat)
        self.around.put(out, shown)
        self.around.put(out, known)
        out.flag(trading.may_offer(s, seat))
        self.seat.put_seat(out, passing.from_the_left(s, seat), seat, self.seats)

    def _pending(self, out: Rows, s: State, phase: int) -> None:
        kind = _KINDS[phase]
        if kind < 0:
            out.skip(1 + self.kind.size + self.face.size + 1)
            return
        card, room = -1, 0
        if phase == st.CLEAR:
            card = self.content.face[s.players[s.active].probe]
        elif phase != st.AGAIN:
            step = s.steps[0]
            room = step.left
            card = -1 if phase == st.PASS else step.face
        out.flag(True)
        self.kind.put(out, kind)
        self.face.put(out, card)
        self.room.put(out, room)

    def _offers(self, out: Rows, s: State, seat: int) -> None:
        """Write the offer that the seat sees, and the one that it answers."""
        o, building = s.offer, s.phase == st.BUILD
        if o is not None and building and seat != o.maker:
            self._offer(out, s.countered, seat, made=True)
            out.skip(self.offer_size)
            return
        self._offer(out, o, seat, made=not building)
        self._offer(out, s.countered if o is not None else None, seat, made=True)

    def _offer(self, out: Rows, o: Offer | None, seat: int, *, made: bool) -> None:
        if o is None:
            out.skip(self.offer_size)
            return
        face, faces = self.content.face, self.face.size
        own, partner = seat == o.maker, seat == o.partner
        out.flag(True)
        self.seat.put_seat(out, o.maker, seat, self.seats)
        self.seat.put_seat(out, o.partner, seat, self.seats)
        out.flag(made)
        out.flag(o.counter)
        self.some.put_kinds(out, o.give_firm, face)
        self.some.put_kinds(out, o.ask_firm, face)
        if own or partner:
            self.some.put_kinds(out, o.give_named, face)
            self.some.put(out, o.ask_named)
            self.seven.put(out, len(o.give_hidden))
            self.seven.put(out, o.ask_hidden)
        else:
            out.skip(2 * faces + 2)
        if own:
            self.some.put_kinds(out, o.give_hidden, face)
        else:
            out.skip(faces)
        if partner:
            self.some.put_kinds(out, o.chosen, face)
        else:
            out.skip(faces)
