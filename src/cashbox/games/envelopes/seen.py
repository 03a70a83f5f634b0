"""Builds the view of one seat from the state, field by field.

Source: RULINGS A4, A5.4, A5.7; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.games.envelopes import hints, score, words
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import view as w
from cashbox.games.envelopes.options import TIES
from cashbox.games.envelopes.rules import auction, idle

if TYPE_CHECKING:
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import Player, State


def look(s: State, seat: int) -> w.View:
    """What a seat (or a spectator, -1) sees."""
    return w.View(
        seat=seat,
        mode=s.rules.mode,
        rules=table(s.rules),
        seats=s.seats,
        month=s.month,
        phase=st.PHASES[s.phase],
        chain=s.chain,
        acting=[k for k in range(s.seats) if s.due >> k & 1],
        dice=s.dice,
        pool=sorted(s.pool),
        gone=sorted(s.gone),
        deck=len(s.deck) + len(s.under),
        recruits=s.position,
        values=s.value,
        signed_by=s.signed_by,
        coaches=s.coach_row,
        idle=idle.idle(s.content, s.rules, s.seats),
        players=[_seat(s, k, p) for k, p in enumerate(s.players)],
        mine=_mine(s, seat) if seat >= 0 else None,
        pending=_pending(s),
        auction=_auction(s) if s.phase == st.AUCTION else None,
        bubba=_bubba(s, s.bubba) if s.bubba is not None else None,
        hint=_hint(s, seat) if seat >= 0 else None,
    )


@lru_cache(maxsize=256)
def table(rules: Rules) -> w.Table:
    """What a table plays by, as its players see it."""
    return w.Table(
        months=rules.last + 1,
        moves=rules.free_moves,
        trade_bucks=rules.trade_bucks,
        die=rules.die,
        marketing=rules.marketing,
        full_anywhere=rules.full_anywhere,
        runner_back=rules.runner_back,
        boards=rules.boards,
        pool=rules.pool,
        exclusive=rules.exclusive,
        auction=rules.auction,
        ties=TIES[rules.ties],
        seeded=rules.seeded,
    )


def _auction(s: State) -> w.Auction:
    auctioneer = auction.auctioneer(s)
    passed = [seat for seat in range(s.seats) if s.out >> seat & 1 and seat != auctioneer]
    return w.Auction(auctioneer, s.bids, passed, max(s.bids), auction.high(s))


def _bubba(s: State, opponent: Player) -> w.Bubba:
    slot, why = words.bubba_next(s) if s.phase not in (st.FINAL, st.OVER) else (-1, "")
    sheet = [_entry(entry) for entry in opponent.sheet]
    discards = sum(entry.stars for entry in sheet if entry.source == "discard")
    return w.Bubba(opponent.stars, discards, _signed(s, opponent), sheet, slot, why)


def _hint(s: State, seat: int) -> w.Hint | None:
    note = hints.current(s, seat)
    return w.Hint(note.say, note.line.point) if note is not None else None


def _signed(s: State, p: Player) -> list[w.Signed]:
    return [w.Signed(packed & 63, s.position[packed & 63], packed >> 6) for packed in p.slots]


def _seat(s: State, seat: int, p: Player) -> w.Seat:
    return w.Seat(
        symbol=p.symbol,
        coach=p.play[0] if p.play else -1,
        stars=p.stars,
        bucks=p.bucks,
        envelopes=p.env,
        gains=p.gain_due,
        moves=p.moves,
        space=p.space,
        hand=len(p.hand),
        stash=s.rules.kept if s.phase == st.STASH and not s.rules.open_stash else len(p.stash),
        calendar=p.calendar,
        later=[p.later[6 * month : 6 * month + 6] for month in range(12)],
        in_play=[w.CardInPlay(card, bool(p.used >> card & 1)) for card in p.play],
        recruits=_signed(s, p),
        prepaid=_prepaid(p) if p.prepaid else [],
        bets=[w.Bet(k // 6, k % 6 + 1, p.bets[k]) for k in range(36) if p.bets[k]] if p.nbets else [],
        campaign=p.campaign,
        crapped_out=bool(p.crapped),
        chosen=st.choosing_together(s) and not s.due >> seat & 1,
        drafted=bool(p.drafted) and s.phase == st.DRAFT,
        open_stash=sorted(p.stash) if s.rules.open_stash else [],
        dice=_taken(p) if s.phase == st.DICE and s.rules.exclusive else [],
        board=p.board if s.phase == st.OVER else -1,
        sheet=[_entry(entry) for entry in p.sheet],
    )


def _taken(p: Player) -> list[w.Placed]:
    """The dice of a choice going on, the last one perhaps not placed yet."""
    return [w.Placed(*([*p.choice[k : k + 3], -1, 0])[:3]) for k in range(0, len(p.choice), 3)]


def _prepaid(p: Player) -> list[w.Prepaid]:
    slots = [slot for slot in range(40) if p.prepaid >> slot & 1]
    return [w.Prepaid(slot, [p.pre[slot] >> 4 * c & 15 for c in range(6)]) for slot in slots]


@lru_cache(maxsize=1 << 14)
def _entry(entry: int) -> w.Entry:
    """Sheets only grow, and everybody sees all of them: each line is made once."""
    month, source, ref, stars = score.read(entry)
    return w.Entry(month, score.SOURCES[source], ref, stars)


def _mine(s: State, seat: int) -> w.Mine:
    p = s.players[seat]
    return w.Mine(
        hand=sorted(p.hand),
        stash=sorted(p.stash),
        rejected=sorted(p.choice) if s.phase == st.STASH else [],
        dice=_taken(p) if s.phase == st.DICE else [],
        final=p.choice[0] if s.phase == st.FINAL and p.choice else -1,
        board=p.board,
    )


def _pending(s: State) -> w.Pending | None:
    """The small decision of the seat on turn; open to all, as everything in a turn is."""
    if s.phase == st.BOOKIE:
        return w.Pending("bookie", owed=s.check)
    if s.phase != st.MONTH or not s.step:
        return None
    kind = st.STEPS[s.step]
    pending = w.Pending(kind, left=s.n)
    if s.step == st.PAY:
        pending = w.Pending(kind, "recruit" if s.b else "card", s.a, discount=s.n, owed=s.owed)
    elif s.step == st.GIVE:
        pending.colour = s.a
    elif s.step == st.STAKE:
        pending = w.Pending(kind, colour=s.a // 6, number=s.a % 6 + 1)
    elif s.step == st.SEND:
        pending = w.Pending(kind, "recruit", s.a, left=s.n)
    elif s.step in (st.COST, st.FLY_TO, st.LATER):
        pending.ref = s.a
    elif s.step == st.FARE:
        pending = w.Pending(kind, "space", s.a)
    return pending
