"""What a seat observes of a state, as numbers: those of its view in the layout of `view.py`, written without a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.observation.pieces import NO, YES, Counted, CountedList, Number, OneOf, Seats, flag
from cashbox.engine.seats import has
from cashbox.games.cash import state as st
from cashbox.games.cash.options import OFFERS
from cashbox.games.cash.rules import passing, score, trading
from cashbox.games.cash.rules.flow import phase_for

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import Offer, Player, State

_PENDING = (st.INSURE, st.TARGET, st.TAKE, st.CLEAR, st.AGAIN, st.PASS)
"""The small decisions, in the order of `view.Pending.kind`."""
_POLICIES = 3


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        faces, face = content.faces, content.face
        self.seats = seats
        self.content = content
        self.round, self.turn, self.deck = Number(0, 20), Number(0, 100), Number(0, 250)
        self.dollars, self.room = Number(-1_000_000, 1_000_000), Number(0, 200_000)
        self.three, self.seven, self.ten = Number(0, 3), Number(0, 7), Number(0, 10)
        self.seat, self.acting = OneOf(seats), Seats(seats)
        self.phase, self.kind, self.face = OneOf(len(st.PHASES)), OneOf(len(_PENDING)), OneOf(faces)
        self.dump = Counted(faces, 20)
        self.hand, self.chosen = CountedList(faces, 4, face), CountedList(faces, 2, face)
        self.cash, self.offered, self.asked = (
            CountedList(faces, 6, face),
            CountedList(faces, 3, face),
            Counted(faces, 3),
        )
        self.covered = Counted(faces, 4)
        self.policy_size = len(YES) + len(self.face.nothing) + len(self.covered.nothing)
        self.no_pending = bytes(len(NO) + len(self.kind.nothing) + len(self.face.nothing) + len(NO))
        self.no_offer = bytes(len(NO) + 2 * len(self.seat.nothing) + 4 * len(NO) + 6 * len(self.face.nothing))

    def row(self, s: State, seat: int) -> bytes:
        """Write what a seat observes."""
        phase = phase_for(s, seat)
        seats = self.seats
        face = self.content.face
        out = [
            self.round.of(s.round),
            self.turn.of(s.turns),
            self.seat.of_seat(s.first, seat, seats),
            self.seat.of_seat(s.active, seat, seats),
            self.phase.of(phase),
            self.acting.of_mask(s.due, seat),
            self.deck.of(len(s.deck)),
            self.dump.of([face[card] for card in s.dump]),
        ]
        for k in range(seats):
            at = seat + k if seat + k < seats else seat + k - seats
            self._firm(out, s, at, s.players[at])
        self._mine(out, s, seat)
        self._pending(out, s, phase)
        self._offers(out, s, seat)
        return b"".join(out)

    def _firm(self, out: list[bytes], s: State, seat: int, p: Player) -> None:
        face = self.content.face
        out.append(flag(p.license >= 0))
        out.append(self.face.of(face[p.probe]) if p.probe >= 0 else self.face.nothing)
        out.append(self.cash.of(p.cash))
        placed = 0
        for policy in p.policies[:_POLICIES]:
            out.append(YES)
            out.append(self.face.of(face[policy[0]]))
            out.append(self.covered.of([face[card] for card in policy[1:]]))
            placed += 1
        if placed < _POLICIES:
            out.append(bytes(self.policy_size * (_POLICIES - placed)))
        out.append(self.dollars.of(score.tabled(s, p)))
        out.append(self.three.of(len(p.ventures)))
        out.append(flag(p.taxman >= 0))
        out.append(self.ten.of(len(p.hand)))
        out.append(self.three.of(p.lost))
        out.append(self.three.of(p.extra))
        offers = 0
        if s.rules.trading and seat != s.active and s.phase != st.OVER:
            offers = OFFERS - s.players[s.active].offers[seat]
        out.append(self.three.of(offers))
        out.append(flag(s.phase == st.PASS and not has(s.due, seat) and len(p.hand) > s.steps[0].left))
        out.append(self.dollars.of(p.capital))

    def _mine(self, out: list[bytes], s: State, seat: int) -> None:
        p = s.players[seat]
        seats = self.seats
        out.append(YES)
        out.append(self.hand.of(p.hand))
        out.append(self.chosen.of(p.chosen))
        knows, known = s.unseen.shown_and_known(seat)
        for lists in (knows, known):
            for k in range(seats):
                out.append(self.asked.of(lists[(seat + k) % seats]))
        out.append(flag(trading.may_offer(s, seat)))
        out.append(self.seat.of_seat(passing.from_the_left(s, seat), seat, seats))

    def _pending(self, out: list[bytes], s: State, phase: int) -> None:
        if phase not in _PENDING:
            out.append(self.no_pending)
            return
        card, room = -1, 0
        if phase == st.CLEAR:
            card = self.content.face[s.players[s.active].probe]
        elif phase != st.AGAIN:
            step = s.steps[0]
            room = step.left
            card = -1 if phase == st.PASS else step.face
        out += [YES, self.kind.of(_PENDING.index(phase)), self.face.of(card), self.room.of(room)]

    def _offers(self, out: list[bytes], s: State, seat: int) -> None:
        """Write the offer that the seat sees, and the one that it answers."""
        o, building = s.offer, s.phase == st.BUILD
        if o is not None and building and seat != o.maker:
            self._offer(out, s.countered, seat, made=True)
            out.append(self.no_offer)
            return
        self._offer(out, o, seat, made=not building)
        self._offer(out, s.countered if o is not None else None, seat, made=True)

    def _offer(self, out: list[bytes], o: Offer | None, seat: int, *, made: bool) -> None:
        if o is None:
            out.append(self.no_offer)
            return
        own, partner = seat == o.maker, seat == o.partner
        out += [YES, self.seat.of_seat(o.maker, seat, self.seats), self.seat.of_seat(o.partner, seat, self.seats)]
        out += [flag(made), flag(o.counter), self.offered.of(o.give_firm), self.offered.of(o.ask_firm)]
        if own or partner:
            out += [self.offered.of(o.give_named), self.asked.of(o.ask_named)]
            out += [self.seven.of(len(o.give_hidden)), self.seven.of(o.ask_hidden)]
        else:
            out.append(bytes(2 * len(self.face.nothing) + 2 * len(NO)))
        out.append(self.offered.of(o.give_hidden) if own else self.face.nothing)
        out.append(self.offered.of(o.chosen) if partner else self.face.nothing)
