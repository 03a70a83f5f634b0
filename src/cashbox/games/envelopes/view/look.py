"""Build the view of one seat from the state, field by field.

Source: RULINGS A4, A5.4, A5.7; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import (
    auction,
    counting,
    dice,
    end_turn,
    game_end,
    idle,
    marketing,
    put_card,
    score_sheet,
    stash,
    trade,
    travel,
    vegas,
    wager,
)
from cashbox.games.envelopes.text import hints, rival
from cashbox.games.envelopes.text.result import BUBBA
from cashbox.games.envelopes.view import view as w
from cashbox.games.envelopes.view.prices import payable, prices

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.games.envelopes.content import Content
    from cashbox.games.envelopes.options import Rules
    from cashbox.games.envelopes.state import Player, State


def look(s: State, seat: int) -> w.SeatView:
    """Build the view of a seat, or of a spectator (-1)."""
    view = lies_open(s, [mat(s, k, p) for k, p in enumerate(s.players)])
    return replace(view, seat=seat, mine=mine(s, seat), hint=hint(s, seat)) if seat >= 0 else view


def lies_open(s: State, mats: list[Any]) -> w.SeatView:
    """Build the public part of the view, as a spectator sees it. `mats` are those of the seats, see `mat`."""
    done = s.phase in (ph.FINAL, ph.OVER)
    return w.SeatView(
        seat=-1,
        mode=s.rules.mode,
        rules=table(s.rules),
        seats=s.seats,
        month=s.month,
        phase=ph.PHASES[s.phase],
        chain=s.chain,
        acting=[k for k in range(s.seats) if s.due >> k & 1],
        dice=s.dice,
        used_up=[colour for colour in range(6) if dice.is_used_up(s, colour)] if s.phase == ph.DICE else [],
        pool=sorted(s.pool),
        gone=sorted(s.gone),
        deck=len(s.deck) + len(s.under),
        recruits=s.position,
        values=s.value,
        costs=s.cost,
        signed_by=s.signed_by,
        coaches=s.coach_row,
        idle=idle.idle(s.content, s.rules, s.seats),
        last=s.month == s.rules.last,
        gathered=dice.is_gathered(s),
        over=s.rules.months if done else s.month,
        expired=s.rules.months if done else put_card.expired_months(s.month),
        players=mats,
        mine=None,
        pending=_pending(s),
        auction=_auction(s) if s.phase == ph.AUCTION else None,
        bubba=_bubba(s, s.bubba) if s.bubba is not None else None,
        hint=None,
    )


@lru_cache(maxsize=256)
def table(rules: Rules) -> w.Table:
    """Build the rules of a table as its players see them."""
    leaves = [month + put_card.WAITS for month in range(len(v.MONTHS))]
    printed: dict[str, Any] = {
        "leaves": tuple(month if month < rules.months else -1 for month in leaves),
        "board_all": game_end.BOARD_ALL,
        "board_marked": game_end.BOARD_MARKED,
        "marked": game_end.MARKED,
        "each": dice.EACH,
        "pips": v.NUMBERS,
        "rate": trade.RATE,
        "bet_envelopes": wager.PRIZE,
        "bet_bucks": wager.PRIZE_BUCKS,
    }
    return w.Table(
        **{name: getattr(rules, name) for name in w.Table.__struct_fields__ if name not in printed}, **printed
    )


def _auction(s: State) -> w.Auction:
    auctioneer = auction.auctioneer(s)
    passed = [seat for seat in range(s.seats) if s.out >> seat & 1 and seat != auctioneer]
    return w.Auction(
        auctioneer,
        s.bids,
        passed,
        max(s.bids),
        auction.high_bidder(s),
        auction.bidders(s),
        auction.least(s),
        [auction.most(s, seat) for seat in range(s.seats)],
    )


def _bubba(s: State, opponent: Player) -> w.Bubba:
    slot, why = rival.bubba_next(s) if s.phase not in (ph.FINAL, ph.OVER) else (-1, "")
    sheet = _sheet(tuple(opponent.sheet))
    return w.Bubba(
        name=BUBBA,
        symbol=opponent.symbol,
        stars=opponent.stars,
        recruits=_signed(s, opponent, sheet),
        standing=_standing(s, opponent),
        scored=sheet.scored,
        sheet=sheet.lines,
        next=slot,
        why=why,
    )


def hint(s: State, seat: int) -> w.Hint | None:
    """Build the lesson's current hint for a seat."""
    note = hints.current(s, seat)
    if note is None:
        return None
    return w.Hint(note.say, note.line.point, s.content.forms.encode(note.action) if note.action >= 0 else None)


def _signed(s: State, p: Player, sheet: _Sheet) -> list[w.Signed]:
    slots = [(st.slot_of(one), st.stars_of(one)) for one in p.slots]
    added, doubled = sheet.added, sheet.doubled
    return [w.Signed(slot, s.position[slot], stars, added.get(slot, 0), slot in doubled) for slot, stars in slots]


def _standing(s: State, p: Player) -> w.Standing:
    slots = [st.slot_of(one) for one in p.slots]
    return _class(tuple([s.position[slot] for slot in slots]), tuple([s.content.regions_of[slot] for slot in slots]))


@lru_cache(maxsize=1 << 12)
def _class(positions: tuple[int, ...], masks: tuple[int, ...]) -> w.Standing:
    """Return the score of recruits of these positions and (masks of) regions. Cached, because most views have the same
    ones as the last."""
    regions = counting.by_region(masks)
    different, best = len(set(positions)), max(regions)
    position_stars, position_next = game_end.scored_by(game_end.POSITIONS, different)
    region_stars, region_next = game_end.scored_by(game_end.REGION, best)
    return w.Standing(
        positions=tuple([positions.count(position) for position in range(len(v.POSITIONS))]),
        regions=tuple(regions),
        different=different,
        best=best,
        position_stars=position_stars,
        region_stars=region_stars,
        position_next=position_next,
        region_next=region_next,
    )


def board_stars(s: State, p: Player) -> int:
    """Return the current stars of a player's Recruiting Board, 0 without one."""
    return game_end.board_stars(s.content.boards[p.board], p.pos_mask) if p.board >= 0 else 0


def is_done_choosing(s: State, seat: int) -> bool:
    """Check whether a seat has made the current simultaneous choice."""
    return st.choosing_together(s) and not s.due >> seat & 1 and (s.phase != ph.FINAL or bool(s.players[seat].choice))


def mat(s: State, seat: int, p: Player) -> w.Seat:
    """Build the public part of a player. `kept` has everything that it depends on."""
    sheet = _sheet(tuple(p.sheet))
    return w.Seat(
        symbol=p.symbol,
        coach=p.play[0] if p.play else -1,
        stars=p.stars,
        bucks=p.bucks,
        envelopes=p.env,
        gains=p.gain_due,
        moves=p.moves,
        free=travel.left(s, seat),
        space=p.space,
        hand=len(p.hand),
        stash=s.rules.kept if s.phase == ph.STASH and not s.rules.stash_draft else len(p.stash),
        calendar=p.calendar,
        later=[st.of_month(p, month) for month in range(len(v.MONTHS))],
        in_play=[w.CardInPlay(card, bool(p.used >> card & 1)) for card in p.play],
        recruits=_signed(s, p, sheet),
        standing=_standing(s, p),
        prepaid=_prepaid(p) if p.prepaid else [],
        bets=[w.Bet(*st.bet_of(k), tokens) for k, tokens in enumerate(p.bets) if tokens] if p.nbets else [],
        campaign=p.campaign,
        crapped_out=bool(p.crapped),
        chosen=is_done_choosing(s, seat),
        drafted=bool(p.drafted) and s.phase == ph.DRAFT,
        open_stash=sorted(p.stash) if s.rules.stash_draft else [],
        dice=_taken(p) if s.phase == ph.DICE and s.rules.exclusive else [],
        board=p.board if s.phase == ph.OVER else -1,
        board_stars=board_stars(s, p) if s.phase == ph.OVER else 0,
        scored=sheet.scored,
        sheet=sheet.lines,
    )


def _taken(p: Player) -> list[w.Placed]:
    """Return the dice of the current choice. The last one may not have been placed yet."""
    return [w.Placed(*([*p.choice[k : k + 3], -1, 0])[:3]) for k in range(0, len(p.choice), 3)]


def _prepaid(p: Player) -> list[w.Prepaid]:
    return [w.Prepaid(slot, st.all_sent(p, slot)) for slot in st.recruits_sent_to(p)]


class _Sheet:
    """A score sheet: its lines, the stars by source, the die's additions by recruit slot, and the doubled recruits."""

    __slots__ = ("added", "doubled", "lines", "scored")

    def __init__(self, entries: Sequence[int]) -> None:
        self.lines = [_entry(entry) for entry in entries]
        self.scored = tuple(score_sheet.by_source(entries))
        self.added, self.doubled = score_sheet.of_recruits(entries)


@lru_cache(maxsize=1 << 12)
def _sheet(entries: tuple[int, ...]) -> _Sheet:
    """Decode a score sheet. Cached, because sheets only grow and everyone sees all of them."""
    return _Sheet(entries)


def _entry(entry: int) -> w.Entry:
    month, source, ref, stars = score_sheet.read(entry)
    region, ref = score_sheet.of_region(ref) if source == score_sheet.REGION_TABLE else (-1, ref)
    filled = source == score_sheet.BOARD and stars == game_end.BOARD_ALL
    return w.Entry(month, score_sheet.SOURCES[source], ref, stars, region, filled)


def _gives(s: State, p: Player, colour: int) -> str | None:
    """Describe what a die would give, or gives while it is being placed; None if it cannot be taken."""
    placed = any(colour == one for one, _, _ in dice.placed_dice(p))
    return None if placed or dice.is_gone(s, p, colour) else dice.placing(s, p, colour)


def mine(s: State, seat: int) -> w.Mine:
    """Build the part that only the seat sees. `kept` has everything that it depends on."""
    p = s.players[seat]
    turn = s.phase == ph.MONTH and s.current == seat
    ending = end_turn.turn_end(s, p) if turn else ""
    return w.Mine(
        hand=sorted(p.hand),
        stash=sorted(p.stash),
        rejected=sorted(p.choice) if s.phase == ph.STASH else [],
        to_reject=stash.to_reject(s, p) if s.phase == ph.STASH else 0,
        passes_to=stash.passes_to(s, seat) if s.phase == ph.STASH and s.rules.stash_draft else -1,
        dice=_taken(p) if s.phase == ph.DICE else [],
        final=p.choice[0] if s.phase == ph.FINAL and p.choice else -1,
        board=p.board,
        board_stars=board_stars(s, p),
        gives=[_gives(s, p, colour) for colour in range(6)] if _chooses(s, seat) else [],
        months=[w.Reached(month, dice.envelopes_of_month(s, p, month)) for month in dice.months_in_reach(s)]
        if s.phase == ph.DICE
        else [],
        spots=_spots(s, p) if _chooses(s, seat) and dice.in_hand(p) >= 0 else [],
        prices=prices(s, seat),
        away=s.content.away[p.space] if p.space >= 0 else [],
        drives=_drives(s.content, p.space, p.moves) if turn else (),
        campaigns=_campaigns(marketing.largest(s, p), p.mods[v.MOD_CAMPAIGN_CUT], p.bucks)
        if turn or s.phase == ph.FINAL
        else [],
        ending=f"{ending[0].upper()}{ending[1:]}." if ending else "",
        payable=payable(s, p),
    )


@lru_cache(maxsize=1 << 10)
def _drives(content: Content, start: int, moves: int) -> tuple[w.Drive, ...]:
    """List the drives to every space that is more than one and at most this many moves away."""
    away = content.away[start]
    return tuple(
        w.Drive(travel.way(content, start, end), moves - away[end])
        for end in range(content.spaces)
        if 1 < away[end] <= moves
    )


def _chooses(s: State, seat: int) -> bool:
    """Return whether a seat chooses dice now or soon."""
    return s.phase == ph.DICE and not dice.has_chosen(s.players[seat])


def _spots(s: State, p: Player) -> list[w.Spot]:
    colour = p.choice[-1]
    places = [action - act.PLACE for action in dice.list_placements(s, p, colour)]
    return [w.Spot(act.month_of(k), act.is_half(k), dice.placed(s, p, colour, k)) for k in places]


@lru_cache(maxsize=1 << 10)
def _campaigns(largest: int, cut: int, bucks: int) -> list[w.Campaign]:
    """List every campaign that a player with these bucks may run, given the size of the table of campaigns and a
    discount."""
    return [_campaign(n, largest, cut, bucks) for n in range(1, largest + 1)]


def _campaign(n: int, largest: int, cut: int, bucks: int) -> w.Campaign:
    price, step = marketing.cost(n, cut), marketing.is_step(n)
    above = marketing.next_step(n, largest) if step else 0
    left = max(-1, bucks - price)
    return w.Campaign(n, price, marketing.STARS[n], left, step, marketing.cost(above, cut), marketing.STARS[above])


def _shifts(s: State) -> list[w.Shift]:
    bets = s.players[s.current].bets
    shifts = []
    for colour in range(6):
        for up in (0, 1):
            to = vegas.after_shift(s, colour, up)
            shifts.append(w.Shift(colour, bool(up), to, bets[st.bet_on(colour, to)]))
    return shifts


def _pending(s: State) -> w.Pending | None:
    """Build the active seat's small decision, which is public like everything in a turn."""
    if s.phase == ph.BOOKIE:
        return w.Pending("bookie", owed=s.check, shifts=_shifts(s))
    if s.phase != ph.MONTH or s.step is None:
        return None
    return _PENDING[s.step.kind](ph.STEPS[s.step.kind], s.step)


def _bet(kind: str, step: st.Step) -> w.Pending:
    colour, number = st.bet_of(step.of)
    return w.Pending(kind, colour=colour, number=number)


_PENDING: Final[dict[int, Callable[[str, st.Step], w.Pending]]] = {
    ph.PAY: lambda kind, step: w.Pending(
        kind, "recruit" if step.recruit else "card", step.of, discount=step.left, owed=step.counts
    ),
    ph.GIVE: lambda kind, step: w.Pending(kind, colour=step.of, left=step.left),
    ph.SEND: lambda kind, step: w.Pending(kind, "recruit", step.of, left=sum(step.counts)),
    ph.GAIN: lambda kind, step: w.Pending(kind, left=step.left),
    ph.COST: lambda kind, step: w.Pending(kind, ref=step.of, left=step.left),
    ph.FARE: lambda kind, step: w.Pending(kind, "space", step.of),
    ph.STAKE: _bet,
    ph.FLY_TO: lambda kind, step: w.Pending(kind, ref=step.of, left=step.left),
    ph.LATER: lambda kind, step: w.Pending(kind, ref=step.of, left=step.left),
    ph.SAVE: lambda kind, step: w.Pending(kind, left=step.left),
}
"""The builder for each small decision."""
