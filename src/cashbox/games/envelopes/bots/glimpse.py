"""What the bots read of a view, straight from a state: for playing on in samples, where building whole views would be
most of the work.

The names are those of `eyes.view`; what no bot reads is left out. Nothing here is changed while the state is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.eyes.view import Bet, CardInPlay, Pending, Placed, Prepaid, Signed
from cashbox.games.envelopes.rules import bubba, dice, idle

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State

_HELD: Final = [CardInPlay(card, used=False) for card in range(v.CARDS + 64)]


@lru_cache(maxsize=1 << 12)
def _signed(slot: int, position: int) -> Signed:
    return Signed(slot, position, 0)


class Mat:
    """A player, see `view.Seat`."""

    __slots__ = (
        "_of", "_position", "bets", "bucks", "calendar", "envelopes", "in_play", "later", "moves", "prepaid", "recruits",
        "space", "symbol",
    )  # fmt: skip

    def __init__(self, s: State, p: Player) -> None:
        self.symbol = p.symbol
        self.bucks = p.bucks
        self.envelopes = p.env
        self.moves = p.moves
        self.space = p.space
        self.calendar = p.calendar
        later = p.later
        self.later = [later[k : k + 6] for k in range(0, 72, 6)]
        self.in_play = [_HELD[card] for card in p.play]
        position = s.position
        self.recruits = [_signed(one & 63, position[one & 63]) for one in p.slots]
        self.prepaid = [Prepaid(slot, st.all_sent(p, slot)) for slot in st.recruits_sent_to(p)] if p.prepaid else []
        self.bets = [Bet(*st.bet_of(k), tokens) for k, tokens in enumerate(p.bets) if tokens] if p.nbets else []


class Rival:
    """Another player, as far as the bots look at him."""

    __slots__ = ("calendar", "in_play", "space")

    def __init__(self, p: Player) -> None:
        self.space = p.space
        self.calendar = p.calendar
        self.in_play = [_HELD[card] for card in p.play]


class Own:
    """See `view.Mine`."""

    __slots__ = ("board", "dice", "stash")

    def __init__(self, s: State, p: Player) -> None:
        self.board = p.board
        self.stash = p.stash
        self.dice: list[Placed] = []
        if s.phase == ph.DICE:
            choice = p.choice
            self.dice = [Placed(*one) for one in dice.placed_dice(p)]
            if len(choice) % 3 == 1:
                self.dice.append(Placed(choice[-1], -1, 0))


class Opponent:
    """See `view.Bubba`."""

    __slots__ = ("next",)

    def __init__(self, s: State) -> None:
        self.next = bubba.target(s) if s.phase not in (ph.FINAL, ph.OVER) else -1


class Bidding:
    """See `view.Auction`."""

    __slots__ = ("bids",)

    def __init__(self, s: State) -> None:
        self.bids = s.bids


class Glimpse:
    """See `view.View`."""

    __slots__ = (
        "auction", "bubba", "dice", "idle", "mine", "month", "pending", "phase", "players", "recruits", "rules", "seat",
        "seats", "signed_by", "values",
    )  # fmt: skip

    def __init__(self, s: State, seat: int) -> None:
        self.seat = seat
        self.seats = s.seats
        self.rules = s.rules
        self.month = s.month
        self.phase = ph.PHASES[s.phase]
        self.dice = s.dice
        self.recruits = s.position
        self.values = s.value
        self.signed_by = s.signed_by
        self.idle = idle.idle(s.content, s.rules, s.seats)
        self.players = [Mat(s, p) if k == seat else Rival(p) for k, p in enumerate(s.players)]
        self.mine = Own(s, s.players[seat])
        self.bubba = Opponent(s) if s.bubba is not None else None
        self.auction = Bidding(s) if s.phase == ph.AUCTION else None
        self.pending = _pending(s)


def _pending(s: State) -> Pending | None:
    if s.phase == ph.BOOKIE:
        return Pending("bookie", owed=s.check)
    step = s.step
    if s.phase != ph.MONTH or step is None:
        return None
    kind = ph.STEPS[step.kind]
    return Pending(kind, owed=step.counts) if step.kind == ph.PAY else Pending(kind)
