"""Build views of the state for one seat.

Source: ITS "Train", "Promote", "Recruit", "Rewards"; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from cashbox.engine import seats
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import COMPLETING, PRINCIPAL, SENIOR, desk_at
from cashbox.games.consultants.rules import decks, desks, event, prospect, rewards, work
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.view import view as v

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cashbox.engine.lessons import LessonMessage
    from cashbox.games.consultants.options import Rules
    from cashbox.games.consultants.state import Player, State


def look(s: State, seat: int, hint: LessonMessage | None = None) -> v.SeatView:
    """Build the view of a seat, or of a spectator (-1). `hint` is the lesson's hint for it."""
    view = lies_open(s, [place(s, one) for one in s.places])
    return view if seat < 0 else replace(view, seat=seat, mine=mine(s, seat), hint=hint)


def lies_open(s: State, places: list[Any]) -> v.SeatView:
    """Build the public part of the view, as a spectator sees it. `places` are those on the table, see `place`."""
    return v.SeatView(
        seat=-1,
        mode=s.rules.given["mode"],
        rules=table(s.rules),
        seats=s.seats,
        round=s.round,
        phase=st.PHASES[s.phase],
        starter=s.starter,
        active=s.active,
        acting=seats.seats_of(s.due),
        event=s.event,
        event_text=event.event_text(s),
        events_left=len(s.events_left),
        costs=v.Costs(*s.costs),
        places=places,
        players=[_boss(s, k, p) for k, p in enumerate(s.players)],
        seniors=len(s.seniors),
        principals=len(s.principals),
        stock=len(s.stock),
        last=game_round.is_last(s),
        passing=work.for_passing(s),
        lifted=[] if s.lifted < 0 else list(desk_at(s.lifted)),
        taking=s.taking if s.phase == st.TAKE else -1,
        order=game_round.order(s),
        mine=None,
        payday=_payday(s),
    )


def _payday(s: State) -> v.Payday | None:
    over = s.phase == st.OVER
    if s.round == 1 and not over:
        return None
    rows, totals = rewards.summary(s)
    names = [("Innovation Project" if k == st.INNOVATION else s.content.projects[k].name) for k, _, _ in rows]
    each = [v.PayRow(name, late, dollars) for name, (_, late, dollars) in zip(names, rows, strict=True)]
    return v.Payday(s.round if over else s.round - 1, each, totals)


def table(rules: Rules) -> v.Table:
    """Build a table's rules, which are public."""
    fields = range(1, st.FIELDS + 1) if rules.deadlines else ()
    return v.Table(
        deadlines=rules.deadlines,
        innovation=rules.innovation,
        track=[rewards.stake(field) for field in fields],
        stakes=[rewards.in_words(field) for field in fields],
        innovation_pay=desks.INNOVATION_PAY,
    )


def _kinds(s: State, cards: Iterable[int]) -> list[int]:
    return sorted([decks.kind(s, card) for card in cards])


def _boss(s: State, seat: int, p: Player) -> v.Boss:
    principals = sum(s.content.rank[card] for card in p.hand)
    seniors = len(p.hand) - principals
    return v.Boss(p.money, p.debt, seniors, principals, p.moves, p.passed, s.completed[seat], p.worth())


def mine(s: State, seat: int) -> v.Mine:
    """Build the part that only the seat sees."""
    looking = s.phase == st.TAKE and seats.has(s.due, seat)
    shown = []
    for other in range(s.seats):
        known = s.unseen.shown(seat, other)
        if known:
            shown.append(v.Shown(other, known))
    deck = _kinds(s, decks.deck(s, s.taking)) if looking else []
    return v.Mine(_kinds(s, s.players[seat].hand), deck, s.handed_in if looking else -1, shown)


def place(s: State, place: st.Place) -> v.Place:
    """Build a project on the table, with the pay of its desks."""
    if place.project == st.NO_PROJECT:
        return v.Place(place.project, "none", "", [], place.deadline, 0, 0, [], [], 0)
    late = rewards.late(s, place)
    innovation = place.project == st.INNOVATION
    wants = [False] * len(place.cards) if innovation else s.content.projects[place.project].wants
    colours = desks.colours(s, place)
    found = [
        v.Desk(
            colour=colours[desk],
            principal=wants[desk],
            consultant=decks.kind(s, card) if card >= 0 else -1,
            owner=place.owners[desk],
            now=prospect.paid_at(s, place, desk, PRINCIPAL if wants[desk] else SENIOR),
            principal_now=prospect.paid_at(s, place, desk, PRINCIPAL),
            done=_done(s, place, desk, PRINCIPAL if wants[desk] else SENIOR),
            principal_done=_done(s, place, desk, PRINCIPAL),
            completes=desks.completes(place, desk),
        )
        for desk, card in enumerate(place.cards)
    ]
    return v.Place(
        project=place.project,
        kind="innovation" if innovation else "silver" if desks.is_regular(s, place) else "gold",
        name="Innovation Project" if innovation else s.content.projects[place.project].name,
        pay=[desks.on_track(s, place, others) for others in range(len(place.cards))],
        field=place.deadline,
        next=0 if game_round.is_last(s) else rewards.next_field(place.deadline),
        more=desks.by_event(s, place),
        desks=found,
        late=late,
        penalty=rewards.PENALTY.get(place.deadline, 0) if late else 0,
    )


def _done(s: State, place: st.Place, desk: int, rank: int) -> int:
    if place.project == st.INNOVATION:
        return -1
    return prospect.done_at(s, place, desk, rank) + (s.costs[COMPLETING] if desks.completes(place, desk) else 0)
