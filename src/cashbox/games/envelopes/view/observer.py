"""What a seat observes of a state, as numbers: those of its view in the layout of `view.py`, written without a view.

Lists that copies of a state share are replaced, never changed in place, so what was made of one is kept by the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.observation.pieces import (
    WIDTH,
    YES,
    Counted,
    CountedList,
    Memo,
    Number,
    OneOf,
    Placed,
    Seats,
    flag,
)
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes.rules import auction, bubba, dice, stash, travel
from cashbox.games.envelopes.view.look import board_stars, chosen
from cashbox.games.envelopes.vocabulary import MONTHS, POSITIONS, RECRUITS

if TYPE_CHECKING:
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State

_BETS = 4
_DICE = 3
_COLOURS = 6


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        cards = len(content.names)
        self.seats = seats
        self.seat, self.several, self.signed = OneOf(seats), Seats(seats), OneOf(seats + 1)
        self.month, self.phase, self.kind = OneOf(len(MONTHS)), OneOf(len(ph.PHASES)), OneOf(len(ph.STEPS))
        self.six, self.deck, self.free = Number(0, 6), Number(0, 131), Number(-1, 6)
        self.ten, self.stars, self.bucks, self.ref = Number(0, 10), Number(0, 150), Number(-1, 40), Number(-1, 131)
        self.colour, self.colours, self.position = OneOf(_COLOURS), Counted(_COLOURS, 1), OneOf(len(POSITIONS))
        self.cards, self.calendar, self.slots = CountedList(cards, 1, []), Placed(cards), Counted(RECRUITS, 1)
        self.space, self.board, self.slot = OneOf(content.spaces), OneOf(len(content.boards)), OneOf(RECRUITS)
        self.numbers, self.waiting, self.signings, self.placed = Memo(), Memo(), Memo(), Memo()
        self.bet_size = WIDTH * (1 + _COLOURS + 2)
        self.die_size = WIDTH * (1 + _COLOURS + len(MONTHS) + 1)
        self.no_pending = bytes(WIDTH * (1 + len(ph.STEPS) + 1 + _COLOURS + 3 + 6))
        self.no_auction = bytes(WIDTH * (1 + 2 * seats + 1))
        self.no_bubba = bytes(WIDTH * (2 + RECRUITS))

    def row(self, s: State, seat: int) -> bytes:
        """Write what a seat observes."""
        seats = self.seats
        used_up: list[int] = []
        if s.phase == ph.DICE and s.rules.exclusive:
            used_up = [colour for colour in range(_COLOURS) if dice.used_up(s, colour)]
        out = [
            self.month.of(s.month),
            self.phase.of(s.phase),
            self.seat.of_seat(s.chain, seat, seats),
            self.several.of_mask(s.due, seat),
            self._numbers(s.dice, self.six),
            self.colours.of(used_up),
            self.cards.of(s.pool),
            self.cards.of(s.gone),
            self.deck.of(len(s.deck) + len(s.under)),
            self._recruits(s),
            self._numbers(s.value, self.six),
            self._signed_by(s, seat),
            flag(s.month == s.rules.last),
        ]
        for k in range(seats):
            at = (seat + k) % seats
            self._mat(out, s, at, s.players[at])
        self._mine(out, s, seat, s.players[seat])
        self._pending(out, s)
        self._auction(out, s, seat)
        if s.bubba is None:
            out.append(self.no_bubba)
        else:
            taking = bubba.target(s) if s.phase not in (ph.FINAL, ph.OVER) else -1
            out += [YES, self.stars.of(s.bubba.stars), self.slot.of(taking)]
        return b"".join(out)

    def _numbers(self, values: list[int], number: Number) -> bytes:
        """Write a list that is not changed in place, always in the same range."""
        found = self.numbers.find(values)
        if found is None:
            found = self.numbers.keep(values, b"".join([number.of(n) for n in values]))
        return found

    def _recruits(self, s: State) -> bytes:
        found = self.placed.find(s.position)
        if found is None:
            found = self.placed.keep(s.position, b"".join([self.position.of(n) for n in s.position]))
        return found

    def _signed_by(self, s: State, seat: int) -> bytes:
        found = self.signings.find(s.signed_by, seat)
        if found is None:
            made = b"".join([self.signed.of_seat(one, seat, self.seats) for one in s.signed_by])
            found = self.signings.keep(s.signed_by, made, seat)
        return found

    def _mat(self, out: list[bytes], s: State, seat: int, p: Player) -> None:
        drafting = s.phase == ph.STASH and not s.rules.stash_draft
        out.append(self.stars.of(p.stars))
        out.append(self.bucks.of(p.bucks))
        for n in p.env:
            out.append(self.ten.of(n))
        out.append(self.ten.of(p.gain_due))
        out.append(self.free.of(travel.left(s, seat)))
        out.append(self.space.of(p.space))
        out.append(self.six.of(len(p.hand)))
        out.append(self.six.of(s.rules.kept if drafting else len(p.stash)))
        waiting = self.waiting.find(p.calendar)
        if waiting is None:
            waiting = self.waiting.keep(p.calendar, self.calendar.of(p.calendar))
        out.append(waiting)
        out.append(self._numbers(p.later, self.ten))
        out.append(self.cards.of(p.play))
        out.append(self.slots.of_mask(p.prepaid))
        self._bets(out, p)
        out.append(self.bucks.of(p.campaign))
        out.append(flag(p.crapped > 0))
        out.append(flag(chosen(s, seat)))
        out.append(flag(p.drafted > 0 and s.phase == ph.DRAFT))

    def _bets(self, out: list[bytes], p: Player) -> None:
        written = 0
        if p.nbets:
            for bet, tokens in enumerate(p.bets):
                if tokens and written < _BETS:
                    colour, number = st.bet_of(bet)
                    out += [YES, self.colour.of(colour), self.six.of(number), self.ten.of(tokens)]
                    written += 1
        if written < _BETS:
            out.append(bytes(self.bet_size * (_BETS - written)))

    def _mine(self, out: list[bytes], s: State, seat: int, p: Player) -> None:
        rejecting = s.phase == ph.STASH
        out += [YES, self.cards.of(p.hand), self.cards.of(p.stash)]
        out.append(self.cards.of(p.choice) if rejecting else self.cards.nothing)
        out.append(self.six.of(stash.to_reject(s, p) if rejecting else 0))
        passes_to = stash.passes_to(s, seat) if rejecting and s.rules.stash_draft else -1
        out.append(self.seat.of_seat(passes_to, seat, self.seats))
        taken = 0
        if s.phase == ph.DICE:
            for k in range(0, min(len(p.choice), 3 * _DICE), 3):
                there = k + 2 < len(p.choice)
                month = p.choice[k + 1] if k + 1 < len(p.choice) else -1
                out += [YES, self.colour.of(p.choice[k]), self.month.of(month)]
                out.append(self.ten.of(p.choice[k + 2] if there else 0))
                taken += 1
        if taken < _DICE:
            out.append(bytes(self.die_size * (_DICE - taken)))
        out.append(self.bucks.of(p.choice[0] if s.phase == ph.FINAL and p.choice else -1))
        out.append(self.board.of(p.board))
        out.append(self.stars.of(board_stars(s, p)))

    def _pending(self, out: list[bytes], s: State) -> None:
        if s.phase == ph.BOOKIE:
            out += [YES, self.kind.of(0), self.ref.of(-1), self.colour.of(-1), self.six.of(0)]
            out += [self.ten.of(0), self.ten.of(0)]
            for n in s.check:
                out.append(self.ten.of(n))
            return
        step = s.step
        if s.phase != ph.MONTH or step is None:
            out.append(self.no_pending)
            return
        kind = step.kind
        ref, colour, number, left, discount = -1, -1, 0, step.left, 0
        if kind == ph.PAY:
            ref, left, discount = step.of, 0, step.left
        elif kind == ph.GIVE:
            colour = step.of
        elif kind == ph.SEND:
            ref, left = step.of, sum(step.counts)
        elif kind == ph.FARE:
            ref, left = step.of, 0
        elif kind == ph.STAKE:
            colour, number = st.bet_of(step.of)
            left = 0
        elif kind in (ph.COST, ph.FLY_TO, ph.LATER):
            ref = step.of
        out += [YES, self.kind.of(kind), self.ref.of(ref), self.colour.of(colour), self.six.of(number)]
        out += [self.ten.of(left), self.ten.of(discount)]
        if kind == ph.PAY:
            for n in step.counts:
                out.append(self.ten.of(n))
        else:
            out.append(bytes(WIDTH * _COLOURS))

    def _auction(self, out: list[bytes], s: State, seat: int) -> None:
        if s.phase != ph.AUCTION:
            out.append(self.no_auction)
            return
        out.append(YES)
        for k in range(self.seats):
            out.append(self.bucks.of(s.bids[(seat + k) % self.seats]))
        out.append(self.several.of_mask(s.out & ~(1 << auction.auctioneer(s)), seat))
        out.append(self.bucks.of(auction.least(s)))
