"""Test that cached views and legal lists equal fresh ones, in several games played in parallel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.facts import Facts
from cashbox.engine.frames import Forms, Offer
from cashbox.engine.recent import Recent
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes.rules import turn
from cashbox.games.envelopes.state import Player
from cashbox.games.envelopes.view import look
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import month, new_game
from tests.games.envelopes.random_players import pick

if TYPE_CHECKING:
    from collections.abc import Hashable

    from cashbox.games.envelopes.state import State

TABLES: list[tuple[dict[str, Any], int]] = [
    ({"mode": "standard", "symbols": "chosen", "coaches": "picked", "auction": True}, 4),
    ({"mode": "standard", "stash_draft": True, "dice": "exclusive, one repeat", "trade_bucks": 2}, 3),
    ({"mode": "online", "dice": "exclusive"}, 2),
    ({"mode": "family"}, 4),
    ({"mode": "solitaire"}, 1),
    ({"mode": "lesson-2"}, 1),
]
_json = msgspec.json.encode


class Forgetful(Recent[Facts]):
    """Keeps nothing."""

    def find(self, key: Hashable) -> None:
        return None


def made_anew(forms: Forms, state: State, seat: int) -> list[Offer]:
    rules = game()
    found = []
    for action in rules.legal(state, seat):
        said = rules.describe(state, seat, action)
        found.append(Offer(*forms[action], said.label, said.does, said.facts))
    return found


def compare_views(state: State) -> None:
    views = game().views(state)
    for viewer in range(-1, state.seats):
        assert _json(views(viewer)) == _json(look.look(state, viewer))


def compare(forms: Forms, state: State) -> int:
    """Compare what everyone is sent of a state; how many entries legal lists had."""
    compare_views(state)
    found = 0
    for seat in range(state.seats):
        offers = forms.offers(state, seat)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(turn, "_RECENT", Forgetful(1))
            assert _json(offers) == _json(made_anew(forms, state, seat))
        found += len(offers)
    return found


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("eager", [True, False])
def test_cached_views_equal_fresh_views_in_parallel_games(*, eager: bool) -> None:
    """All tables share what is kept, take turns, and now and then a state is looked at that a seat could not tell from
    the true one."""
    forms, chance = Forms(game()), SeededChance(f"kept {eager}")
    tables = [new_game(seats, seed, **options) for seed, (options, seats) in enumerate(TABLES)]
    compared = 0
    for step in range(450):
        for t in tables:
            if not t.state.due:
                continue
            compared += compare(forms, t.state)
            asked = [seat for seat in range(t.state.seats) if t.state.due >> seat & 1]
            seat = asked[chance.draw(len(asked))]
            if step % 10 == 0:
                compare(forms, t.game.sample(t.state, seat, chance))
            t.game.play(t.state, seat, pick(t, seat, chance, eager), chance)
    assert compared > 10_000


@pytest.mark.parametrize("name", [name for name, field in Player.FIELDS.items() if field.way != "dropped"])
def test_the_cache_tells_different_mats_apart(name: str) -> None:
    one = month().state.players[0]
    other = one.clone()
    assert st.all_of(one) == st.all_of(other)
    value = getattr(one, name)
    setattr(other, name, value + 1 if isinstance(value, int) else [*value, 1])
    assert st.all_of(one) != st.all_of(other)
    assert one.plain() != other.plain()


def test_the_cache_tells_different_recruits_on_the_map_apart() -> None:
    """The same mats where other recruits stand."""
    t = month().at(0, "iowa").give(0, blue=3)
    compare_views(t.state)
    t.state.position = [*reversed(t.state.position)]
    compare_views(t.state)
    t.state.cost = [*reversed(t.state.cost)]
    compare_views(t.state)


def test_a_recruit_signed_by_an_opponent_leaves_the_prices() -> None:
    t = month().at(0, "iowa")
    compare_views(t.state)
    t.state.free &= ~(1 << t.slot("iowa"))
    compare_views(t.state)
