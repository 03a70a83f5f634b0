"""Observations written directly from a state: the numbers of a seat's view in the layout of `view.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.observation.pieces import Counted, Number, OneOf, Placed, Seats
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes.rules import auction, bubba, dice, stash, travel
from cashbox.games.envelopes.view.look import board_stars, is_done_choosing
from cashbox.games.envelopes.vocabulary import MONTHS, POSITIONS, RECRUITS

if TYPE_CHECKING:
    from cashbox.engine.native import i64
    from cashbox.engine.observation.rows import Rows
    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.state import Player, State

_BETS = 4
_DICE = 3
_COLOURS = 6


class Observer:
    """Writes rows for tables with one content and number of seats."""

    def __init__(self, content: Content, seats: int) -> None:
        cards = len(content.names)
        self.seats: i64 = seats
        self.seat, self.several, self.signed = OneOf(seats), Seats(seats), OneOf(seats + 1)
        self.month, self.phase, self.kind = OneOf(len(MONTHS)), OneOf(len(ph.PHASES)), OneOf(len(ph.STEPS))
        self.six, self.deck, self.free = Number(0, 6), Number(0, 131), Number(-1, 6)
        self.ten, self.stars, self.bucks, self.ref = Number(0, 10), Number(0, 150), Number(-1, 40), Number(-1, 131)
        self.colour, self.colours, self.position = OneOf(_COLOURS), Counted(_COLOURS, 1), OneOf(len(POSITIONS))
        self.cards, self.calendar, self.slots = Counted(cards, 1), Placed(cards), Counted(RECRUITS, 1)
        self.space, self.board, self.slot = OneOf(content.spaces), OneOf(len(content.boards)), OneOf(RECRUITS)
        self.bet_size: i64 = 1 + _COLOURS + 2
        self.die_size: i64 = 1 + _COLOURS + len(MONTHS) + 1

    def write(self, s: State, seat: int, out: Rows) -> None:
        """Write a seat's observation."""
        seats = s.seats
        self.month.put(out, s.month)
        self.phase.put(out, s.phase)
        self.seat.put_seat(out, s.chain, seat, seats)
        self.several.put_mask(out, s.due, seat)
        self.six.put_all(out, s.dice)
        for colour in range(_COLOURS):
            out.flag(s.phase == ph.DICE and s.rules.exclusive > 0 and dice.is_used_up(s, colour))
        self.cards.put(out, s.pool)
        self.cards.put(out, s.gone)
        self.deck.put(out, len(s.deck) + len(s.under))
        self.position.put_all(out, s.position)
        self.six.put_all(out, s.value)
        self.signed.put_seats(out, s.signed_by, seat, seats)
        out.flag(s.month == s.rules.last)
        for k in range(seats):
            at = (seat + k) % seats
            self._mat(out, s, at, s.players[at])
        self._mine(out, s, seat, s.players[seat])
        self._pending(out, s)
        self._auction(out, s, seat)
        if s.bubba is None:
            out.skip(2 + self.slot.size)
        else:
            out.flag(True)
            self.stars.put(out, s.bubba.stars)
            self.slot.put(out, bubba.target(s) if s.phase not in (ph.FINAL, ph.OVER) else -1)

    def _mat(self, out: Rows, s: State, seat: int, p: Player) -> None:
        drafting = s.phase == ph.STASH and not s.rules.stash_draft
        self.stars.put(out, p.stars)
        self.bucks.put(out, p.bucks)
        self.ten.put_all(out, p.env)
        self.ten.put(out, p.gain_due)
        self.free.put(out, travel.left(s, seat))
        self.space.put(out, p.space)
        self.six.put(out, len(p.hand))
        self.six.put(out, s.rules.kept if drafting else len(p.stash))
        self.calendar.put(out, p.calendar)
        self.ten.put_all(out, p.later)
        self.cards.put(out, p.play)
        self.slots.put_mask(out, p.prepaid)
        self._bets(out, p)
        self.bucks.put(out, p.campaign)
        out.flag(p.crapped > 0)
        out.flag(is_done_choosing(s, seat))
        out.flag(p.drafted > 0 and s.phase == ph.DRAFT)

    def _bets(self, out: Rows, p: Player) -> None:
        written = 0
        if p.nbets:
            for bet, tokens in enumerate(p.bets):
                if tokens and written < _BETS:
                    colour, number = st.bet_of(bet)
                    out.flag(True)
                    self.colour.put(out, colour)
                    self.six.put(out, number)
                    self.ten.put(out, tokens)
                    written += 1
        out.skip(self.bet_size * (_BETS - written))

    def _mine(self, out: Rows, s: State, seat: int, p: Player) -> None:
        rejecting = s.phase == ph.STASH
        out.flag(True)
        self.cards.put(out, p.hand)
        self.cards.put(out, p.stash)
        if rejecting:
            self.cards.put(out, p.choice)
        else:
            out.skip(self.cards.size)
        self.six.put(out, stash.to_reject(s, p) if rejecting else 0)
        passes_to = stash.passes_to(s, seat) if rejecting and s.rules.stash_draft else -1
        self.seat.put_seat(out, passes_to, seat, self.seats)
        taken = 0
        if s.phase == ph.DICE:
            for k in range(0, min(len(p.choice), 3 * _DICE), 3):
                out.flag(True)
                self.colour.put(out, p.choice[k])
                self.month.put(out, p.choice[k + 1] if k + 1 < len(p.choice) else -1)
                self.ten.put(out, p.choice[k + 2] if k + 2 < len(p.choice) else 0)
                taken += 1
        out.skip(self.die_size * (_DICE - taken))
        self.bucks.put(out, p.choice[0] if s.phase == ph.FINAL and p.choice else -1)
        self.board.put(out, p.board)
        self.stars.put(out, board_stars(s, p))

    def _pending(self, out: Rows, s: State) -> None:
        step = s.step
        if s.phase == ph.BOOKIE:
            self._small(out, 0, -1, -1, 0, 0, 0)
            self.ten.put_all(out, s.check)
            return
        if s.phase != ph.MONTH or step is None:
            out.skip(1 + self.kind.size + 1 + self.colour.size + 3 + _COLOURS)
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
        self._small(out, kind, ref, colour, number, left, discount)
        if kind == ph.PAY:
            self.ten.put_all(out, step.counts)
        else:
            out.skip(_COLOURS)

    def _small(self, out: Rows, kind: int, ref: int, colour: int, number: int, left: int, discount: int) -> None:
        """Write a small decision without what is owed."""
        out.flag(True)
        self.kind.put(out, kind)
        self.ref.put(out, ref)
        self.colour.put(out, colour)
        self.six.put(out, number)
        self.ten.put(out, left)
        self.ten.put(out, discount)

    def _auction(self, out: Rows, s: State, seat: int) -> None:
        if s.phase != ph.AUCTION:
            out.skip(1 + 2 * self.seats + 1)
            return
        out.flag(True)
        for k in range(s.seats):
            self.bucks.put(out, s.bids[(seat + k) % s.seats])
        self.several.put_mask(out, s.out & ~(1 << auction.auctioneer(s)), seat)
        self.bucks.put(out, auction.least(s))
