"""The input of the game's own bots: the data of a view, built directly from the state and without the texts for people.

`of_view` defines each field in terms of the view, so a glimpse contains nothing that the view does not;
`tests/test_bot_knowledge.py` asserts that both are equal, state by state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.engine.fields import Fields, given
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes.rules import bubba, idle
from cashbox.games.envelopes.vocabulary import BETS

if TYPE_CHECKING:
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import Player, State
    from cashbox.games.envelopes.view.view import Pending, Placed, Seat, SeatView


class Terms(Fields):
    """The table's rules; see `view.Table`."""

    months: int = given()
    moves: list[int] = given("shared")
    trade_bucks: int = given()
    die: bool = given()
    full_anywhere: bool = given()
    exclusive: int = given()


class Mat(Fields):
    """Another player's mat: the bus's space, the cards in play, and the waiting cards by month, -1 for none."""

    space: int = given()
    in_play: list[int] = given("shared")
    calendar: list[int] = given("shared")


class Die(Fields):
    """A die taken in the current choice; see `view.Placed`."""

    colour: int = given()
    month: int = given()
    count: int = given()


class Own(Fields):
    """The seat's own mat. slots: of its recruits. later: six counts for each of 12 months. prepaid: six counts by slot.
    bets: tokens, see `state.bet_on`. board: -1 for none."""

    symbol: int = given()
    bucks: int = given()
    moves: int = given()
    space: int = given()
    envelopes: list[int] = given("shared")
    later: list[int] = given("shared")
    calendar: list[int] = given("shared")
    in_play: list[int] = given("shared")
    slots: list[int] = given("shared")
    prepaid: dict[int, list[int]] = given("shared")
    bets: list[int] = given("shared")
    board: int = given()
    stash: list[int] = given("shared")
    dice: list[Die] = given("shared")


class Glimpse(Fields):
    """A game as a seat's bot sees it. rivals: the other players, by seat. open: kind of the current small decision, ""
    for none; owed: its six counts. bids: of an auction, by seat; empty without one. bubba: whether he plays; next: the
    slot of the recruit that he takes next, -1 for none. The rest is as in `view.SeatView`."""

    seat: int = given()
    seats: int = given()
    month: int = given()
    phase: str = given()
    rules: Terms = given("shared")
    dice: list[int] = given("shared")
    recruits: list[int] = given("shared")
    values: list[int] = given("shared")
    signed_by: list[int] = given("shared")
    idle: tuple[int, ...] = given("shared")
    me: Own = given("shared")
    rivals: list[Mat] = given("shared")
    open: str = given()
    owed: list[int] = given("shared")
    bids: list[int] = given("shared")
    bubba: bool = given()
    next: int = given()


def glimpse(s: State, seat: int) -> Glimpse:
    """Build a glimpse for a seat's bot."""
    kind, owed = "", NOTHING
    if s.phase == ph.BOOKIE:
        kind, owed = "bookie", s.check
    elif s.phase == ph.MONTH and s.step is not None:
        kind = ph.STEPS[s.step.kind]
        if s.step.kind == ph.PAY:
            owed = s.step.counts
    taking = -1
    if s.bubba is not None and s.phase not in (ph.FINAL, ph.OVER):
        taking = bubba.target(s)
    return Glimpse(
        seat, s.seats, s.month, ph.PHASES[s.phase], _terms(s.rules), s.dice, s.position, s.value, s.signed_by,
        idle.idle(s.content, s.rules, s.seats), _own(s, s.players[seat]),
        [Mat(p.space, p.play, p.calendar) for p in s.players if p.seat != seat],
        kind, owed, s.bids if s.phase == ph.AUCTION else NOTHING, s.bubba is not None, taking,
    )  # fmt: skip


NOTHING: list[int] = []
"""The shared empty value of most glimpses; no one changes it."""


@lru_cache(maxsize=256)
def _terms(rules: Rules) -> Terms:
    return Terms(rules.months, [*rules.moves], rules.trade_bucks, rules.die, rules.full_anywhere, rules.exclusive)


def _own(s: State, p: Player) -> Own:
    prepaid = {slot: st.all_sent(p, slot) for slot in st.recruits_sent_to(p)} if p.prepaid else {}
    dice: list[Die] = []
    if s.phase == ph.DICE:
        dice = [_die(p.choice, k) for k in range(0, len(p.choice), 3)]
    return Own(
        p.symbol, p.bucks, p.moves, p.space, p.env, p.later, p.calendar, p.play,
        [st.slot_of(one) for one in p.slots], prepaid, p.bets, p.board, sorted(p.stash), dice,
    )  # fmt: skip


def _die(choice: list[int], k: int) -> Die:
    """Return a die of a choice. The last one may not have been placed yet."""
    return Die(choice[k], choice[k + 1], choice[k + 2]) if k + 2 < len(choice) else Die(choice[k], -1, 0)


# -- from a view
# ---------------------------------------------------------------------------------------------------------


def of_view(view: SeatView) -> Glimpse:
    """Build the same glimpse from a seat's view."""
    assert view.mine is not None
    rules = view.rules
    terms = Terms(
        rules.months, [*rules.moves], rules.trade_bucks, rules.die, rules.full_anywhere, rules.exclusive
    )  # fmt: skip
    pending = view.pending
    kind, owed = ("", NOTHING) if pending is None else _open(pending)
    rivals = [
        Mat(one.space, [held.card for held in one.in_play], one.calendar)
        for k, one in enumerate(view.players)
        if k != view.seat
    ]
    return Glimpse(
        view.seat, view.seats, view.month, view.phase, terms, view.dice, view.recruits, view.values, view.signed_by,
        view.idle, _own_of(view, view.players[view.seat], view.mine.dice), rivals, kind, owed,
        view.auction.bids if view.auction is not None else NOTHING, view.bubba is not None,
        view.bubba.next if view.bubba is not None else -1,
    )  # fmt: skip


def _open(pending: Pending) -> tuple[str, list[int]]:
    return pending.kind, pending.owed


def _own_of(view: SeatView, seat: Seat, dice: list[Placed]) -> Own:
    assert view.mine is not None
    bets = [0] * BETS
    for bet in seat.bets:
        bets[st.bet_on(bet.colour, bet.number)] = bet.count
    return Own(
        seat.symbol, seat.bucks, seat.moves, seat.space, seat.envelopes, [n for month in seat.later for n in month],
        seat.calendar, [held.card for held in seat.in_play], [one.slot for one in seat.recruits],
        {one.slot: one.envelopes for one in seat.prepaid}, bets, view.mine.board, view.mine.stash,
        [Die(one.colour, one.month, one.count) for one in dice],
    )  # fmt: skip
