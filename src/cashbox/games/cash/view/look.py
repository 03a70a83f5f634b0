"""Build views of the state for one seat.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from cashbox.engine.seats import has, seats_of
from cashbox.games.cash import state as st
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.rules import cards, passing, score, taking, trading
from cashbox.games.cash.rules import round as trading_round
from cashbox.games.cash.rules.flow import phase_for
from cashbox.games.cash.rules.needs import playable, why_not_played
from cashbox.games.cash.rules.offers import wares
from cashbox.games.cash.view import view as v

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.engine.lessons import LessonMessage
    from cashbox.games.cash.options import Rules
    from cashbox.games.cash.state import Offer, Player, State

WHY: Final = ("stopped", "no-cards", "turns")


def look(s: State, seat: int, hint: LessonMessage | None = None) -> v.SeatView:
    """Build the view of a seat, or of a spectator (-1). `hint` is the lesson's hint for it."""
    return seen_by(s, lies_open(s, firms(s), rounds(s)), seat, hint)


def lies_open(s: State, firms: Any, rounds: Any) -> v.SeatView:
    """Build the public part of the view, as a spectator sees it, from `firms` and `rounds`."""
    phase = phase_for(s, -1)
    rules = s.rules
    return v.SeatView(
        seat=-1,
        mode=rules.given["mode"],
        rules=table(rules),
        crimes=s.content.crime_names,
        seats=s.seats,
        round=s.round,
        turn=s.turns,
        first=s.first,
        active=s.active,
        phase=st.PHASES[phase],
        acting=seats_of(s.due),
        deck=len(s.deck),
        dump=[s.content.face[card] for card in s.dump],
        players=firms,
        mine=None,
        pending=_pending(s, phase),
        offer=_offer(s, -1),
        rounds=rounds,
        answered=_answered(s, -1),
    )


def seen_by(s: State, lies_open: v.SeatView, seat: int, hint: LessonMessage | None) -> v.SeatView:
    """Add the part that only a seat sees."""
    if seat < 0:
        return lies_open
    phase = phase_for(s, seat)
    return replace(
        lies_open,
        seat=seat,
        phase=st.PHASES[phase],
        mine=_mine(s, seat),
        pending=_pending(s, phase),
        offer=_offer(s, seat),
        hint=hint,
        answered=_answered(s, seat),
    )


def firms(s: State) -> list[v.Firm]:
    """Build the public part of every player."""
    return [_firm(s, k, p) for k, p in enumerate(s.players)]


def rounds(s: State) -> list[v.Round]:
    """Return the score sheets of the finished rounds."""
    return [_round(number, sheet) for number, sheet in enumerate(s.sheets, 1)]


def table(rules: Rules) -> v.Table:
    """Build a table's rules."""
    return v.Table(**{name: getattr(rules, name) for name in rules.ROWS}, hand=HAND, offers=OFFERS)


def _faces(s: State, cards: Iterable[int]) -> list[int]:
    return sorted([s.content.face[card] for card in cards])


def _firm(s: State, seat: int, p: Player) -> v.Firm:
    used = s.players[s.active].offers[seat]
    return v.Firm(
        license=p.license >= 0,
        probe=s.content.face[p.probe] if p.probe >= 0 else -1,
        cash=[s.content.face[card] for card in p.cash],
        policies=[_policy(s, policy) for policy in p.policies],
        tabled=score.tabled_cash(s, p),
        ventures=len(p.ventures),
        taxman=p.taxman >= 0,
        assets=_assets(s, p),
        hand=len(p.hand),
        lost=p.lost,
        extra=p.extra,
        offers=OFFERS - used if s.rules.trading and seat != s.active and s.phase != st.OVER else 0,
        chosen=s.phase == st.PASS and not has(s.due, seat) and len(p.hand) > s.steps[0].left,
        capital=p.capital,
        wares=_faces(s, wares(p)),
    )


def _assets(s: State, p: Player) -> list[v.Asset]:
    there = [*p.ventures, p.taxman] if p.taxman >= 0 else p.ventures
    return [v.Asset(face, cards.sign(s, face)) for face in [s.content.face[card] for card in there]]


def _policy(s: State, policy: list[int]) -> v.Policy:
    covered = sorted(policy[1:], key=s.content.rank.__getitem__)
    return v.Policy(s.content.face[policy[0]], [s.content.face[card] for card in covered])


def _line(line: st.Line) -> v.Line:
    before = line.capital - line.total
    return v.Line(line.tabled, line.doubled, line.held, line.bears, line.taxed, line.total, before, line.capital)


def _mine(s: State, seat: int) -> v.Mine:
    p = s.players[seat]
    line = score.line(s, p)
    line.capital = p.capital + line.total
    shown = []
    for other in range(s.seats):
        known = s.unseen.shown(seat, other)
        if known:
            shown.append(v.Shown(other, known))
    return v.Mine(
        hand=_faces(s, p.hand),
        chosen=_faces(s, p.chosen),
        line=_line(line),
        before_tax=any(one.taxman >= 0 for one in s.players),
        shown=shown,
        revealed=[v.Shown(other, known) for other, known in enumerate(s.unseen.known_of(seat)) if known],
        trades=trading.may_offer(s, seat),
        giver=passing.from_the_left(s, seat),
        blocked=_blocked(s, seat),
    )


def _blocked(s: State, seat: int) -> list[v.Blocked]:
    if s.phase != st.ACT or seat != s.active:
        return []
    held = sorted({s.content.face[card] for card in s.players[seat].hand})
    return [v.Blocked(face, why_not_played(s, seat, face)) for face in held if not playable(s, seat, face)]


def _pending(s: State, phase: int) -> v.Pending | None:
    kind = st.PHASES[phase]
    if phase == st.AGAIN:
        return v.Pending(kind)
    if phase not in (st.INSURE, st.TARGET, st.TAKE, st.CLEAR, st.PASS):
        return None
    step = s.steps[0]
    if phase == st.PASS:
        return v.Pending(kind, room=step.left)
    if phase == st.CLEAR:
        return v.Pending(kind, s.content.face[s.players[s.active].probe])
    found = prey(s, s.active, step.face) if phase == st.TAKE else []
    return v.Pending(kind, step.face, step.left, found)


def prey(s: State, seat: int, face: int) -> list[v.Prey]:
    """List the losses of other seats if this seat used a card of this face now."""
    found = []
    for other in s.opponents(seat):
        card = taking.prey(s, s.players[other], face)
        if card >= 0:
            found.append(v.Prey(other, s.content.face[card], 0))
        elif s.content.fine[face]:
            found.append(v.Prey(other, -1, s.content.fine[face]))
    return found


def _offer(s: State, seat: int) -> v.Offer | None:
    """Show the pending offer, or to its maker the one that is being built."""
    o = s.offer
    if o is None:
        return None
    if s.phase != st.BUILD:
        return _shown(s, o, seat, made=True)
    return _shown(s, o, seat, made=False) if seat == o.maker else _shown(s, s.countered, seat, made=True)


def _answered(s: State, seat: int) -> v.Offer | None:
    """Show the offer that the result of `_offer` answers."""
    o = s.offer
    if o is None or (s.phase == st.BUILD and seat != o.maker):
        return None
    return _shown(s, s.countered, seat, made=True)


def _shown(s: State, o: Offer | None, seat: int, *, made: bool) -> v.Offer | None:
    if o is None:
        return None
    own = seat == o.maker
    party = own or seat == o.partner
    return v.Offer(
        maker=o.maker,
        partner=o.partner,
        made=made,
        counter=o.counter,
        give_firm=_faces(s, o.give_firm),
        ask_firm=_faces(s, o.ask_firm),
        give_named=_faces(s, o.give_named) if party else [],
        ask_named=sorted(o.ask_named) if party else [],
        give_hidden=len(o.give_hidden) if party else 0,
        ask_hidden=o.ask_hidden if party else 0,
        hidden=_faces(s, o.give_hidden) if own else [],
        chosen=_faces(s, o.chosen) if seat == o.partner else [],
    )


def _round(number: int, sheet: st.Sheet) -> v.Round:
    return v.Round(
        number=number,
        why=WHY[sheet.why],
        stopper=sheet.stopper,
        said=trading_round.end_reason(sheet),
        lines=[_line(line) for line in sheet.lines],
        order=score.order(sheet),
    )
