"""The input of the game's own bots: the data of a view, built directly from the state and without the texts for people.

`of_view` defines each field in terms of the view, so a glimpse contains nothing that the view does not;
`tests/test_bot_knowledge.py` asserts that both are equal, state by state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cashbox.engine.fields import Fields, given
from cashbox.games.cash import state as st
from cashbox.games.cash.options import OFFERS
from cashbox.games.cash.rules import score
from cashbox.games.cash.rules.flow import phase_for

if TYPE_CHECKING:
    from cashbox.games.cash.options import Rules
    from cashbox.games.cash.state import Player, State
    from cashbox.games.cash.view import view as v


class Terms(Fields):
    """The table's rules; see `view.Table`."""

    target: int = given()
    recession: int = given()
    max_rounds: int = given()


class Firm(Fields):
    """A player's firm; see `view.Firm`."""

    license: bool = given()
    probe: int = given()
    cash: list[int] = given("shared")
    tabled: int = given()
    ventures: int = given()
    taxman: bool = given()
    hand: int = given()
    lost: int = given()
    offers: int = given()
    capital: int = given()


class Offer(Fields):
    """The swap that is offered or being built; see `view.Offer`."""

    maker: int = given()
    partner: int = given()
    counter: bool = given()
    give_firm: list[int] = given("shared")
    ask_firm: list[int] = given("shared")
    give_named: list[int] = given("shared")
    ask_named: list[int] = given("shared")
    give_hidden: int = given()
    ask_hidden: int = given()
    chosen: list[int] = given("shared")


class Glimpse(Fields):
    """A game as a seat's bot sees it. hand, chosen: its own. total: of its line in the score sheet if the round ended
    now. shown: by seat, cards known to be in its hand; revealed: by seat, cards of one's own hand that it knows. card:
    the card to aim, -1 for none. The rest is as in `view.SeatView`."""

    seat: int = given()
    seats: int = given()
    round: int = given()
    turn: int = given()
    phase: str = given()
    rules: Terms = given("shared")
    players: list[Firm] = given("shared")
    hand: list[int] = given("shared")
    chosen: list[int] = given("shared")
    total: int = given()
    shown: list[list[int]] = given("shared")
    revealed: list[list[int]] = given("shared")
    card: int = given()
    offer: Offer | None = given("shared")


def glimpse(s: State, seat: int) -> Glimpse:
    """Build a glimpse for a seat's bot."""
    phase = phase_for(s, seat)
    me = s.players[seat]
    return Glimpse(
        seat, s.seats, s.round, s.turns, st.PHASES[phase], _terms(s.rules),
        [_firm(s, k, p) for k, p in enumerate(s.players)], _faces(s, me.hand), _faces(s, me.chosen),
        score.line(s, me).total, s.unseen.all_shown(seat), s.unseen.known_of(seat),
        s.steps[0].face if phase == st.TARGET else -1, _offer(s, seat),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _terms(rules: Rules) -> Terms:
    return Terms(rules.target, rules.recession, rules.max_rounds)


def _faces(s: State, cards: list[int]) -> list[int]:
    face = s.content.face
    return sorted([face[card] for card in cards])


def _firm(s: State, seat: int, p: Player) -> Firm:
    face = s.content.face
    offers = 0
    if s.rules.trading and seat != s.active and s.phase != st.OVER:
        offers = OFFERS - s.players[s.active].offers[seat]
    return Firm(
        p.license >= 0, face[p.probe] if p.probe >= 0 else -1, [face[card] for card in p.cash], score.tabled_cash(s, p),
        len(p.ventures), p.taxman >= 0, len(p.hand), p.lost, offers, p.capital,
    )  # fmt: skip


def _offer(s: State, seat: int) -> Offer | None:
    o = s.offer
    if o is not None and s.phase == st.BUILD and seat != o.maker:
        o = s.countered
    if o is None:
        return None
    party = seat in (o.maker, o.partner)
    return Offer(
        o.maker, o.partner, o.counter, _faces(s, o.give_firm), _faces(s, o.ask_firm),
        _faces(s, o.give_named) if party else [], sorted(o.ask_named) if party else [],
        len(o.give_hidden) if party else 0, o.ask_hidden if party else 0,
        _faces(s, o.chosen) if seat == o.partner else [],
    )  # fmt: skip


# -- from a view
# ---------------------------------------------------------------------------------------------------------


def of_view(view: v.SeatView) -> Glimpse:
    """Build the same glimpse from a seat's view."""
    assert view.mine is not None
    shown: list[list[int]] = [[] for _ in range(view.seats)]
    for one in view.mine.shown:
        shown[one.seat] = one.cards
    revealed: list[list[int]] = [[] for _ in range(view.seats)]
    for one in view.mine.revealed:
        revealed[one.seat] = one.cards
    rules = Terms(view.rules.target, view.rules.recession, view.rules.max_rounds)
    return Glimpse(
        view.seat, view.seats, view.round, view.turn, view.phase, rules, [_firm_of(firm) for firm in view.players],
        view.mine.hand, view.mine.chosen, view.mine.line.total, shown, revealed,
        view.pending.card if view.pending is not None and view.phase == "target" else -1,
        _offer_of(view.offer) if view.offer is not None else None,
    )  # fmt: skip


def _firm_of(firm: v.Firm) -> Firm:
    return Firm(
        firm.license, firm.probe, firm.cash, firm.tabled, firm.ventures, firm.taxman, firm.hand, firm.lost, firm.offers,
        firm.capital,
    )  # fmt: skip


def _offer_of(offer: v.Offer) -> Offer:
    return Offer(
        offer.maker, offer.partner, offer.counter, offer.give_firm, offer.ask_firm, offer.give_named, offer.ask_named,
        offer.give_hidden, offer.ask_hidden, offer.chosen,
    )  # fmt: skip
