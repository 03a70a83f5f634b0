"""V10 "4) Travel in your Recruiting Bus"; RULINGS A1, A5.13-14."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import month, turn_begins

FREE = dict(zip(v.MONTHS, [3] * 3 + [2] * 3 + [1] * 3 + [0] * 3, strict=True))


@pytest.mark.parametrize("name", v.MONTHS)
def test_free_movement_depends_on_the_quarter(name: str) -> None:
    """3 in Q1 (March-May), 2 in Q2 (June-August), 1 in Q3 (September-November), none in winter."""
    assert turn_begins(month(2, name)).mat(0).moves == FREE[name]


def test_free_movement_is_used_first_and_then_an_envelope_a_space() -> None:
    t = turn_begins(month(2, "September")).give(0, blue=1)
    assert t.gained(lambda: t.do("move", space="west-texas")) == {"moves": -1}
    assert t.gained(lambda: t.do("move", space="oklahoma")) == {"blue": -1}
    assert not t.forms("move")
    assert "no free moves left and no envelopes" in t.why("move", space="west-texas")


def test_an_envelope_of_any_color_pays_for_a_move() -> None:
    for colour in v.COLOURS:
        t = month(2, "December").give(0, **dict.fromkeys(v.COLOURS, 1))
        assert t.gained(lambda: t.do("move", space="west-texas").take(colour)) == {colour: -1}  # noqa: B023


def test_the_view_shows_where_free_moves_lead_and_how_many_remain() -> None:
    t = turn_begins(month(2))
    mine = t.view(0).mine
    assert mine is not None
    reached = {drive.way[-1] for drive in mine.drives}
    assert reached == {space for space, away in enumerate(mine.away) if 2 <= away <= FREE["March"]}
    for drive in mine.drives:
        t = turn_begins(month(2))
        for space in drive.way:
            t.do("move", space=t.tables.space_ids[space])
        assert (t.mat(0).space, t.mat(0).moves) == (drive.way[-1], drive.left)
        assert t.mat(0).moves == FREE["March"] - mine.away[drive.way[-1]]


def test_only_several_free_moves_on_the_players_turn_form_a_route() -> None:
    for t, seat in ((turn_begins(month(2)), 1), (turn_begins(month(2, "September")), 0)):
        mine = t.view(seat).mine
        assert mine is not None
        assert mine.drives == ()


def test_a_buck_does_not_move_the_bus() -> None:
    t = month(2, "December").play_card(0, "Name-and-Likeness Deal")
    assert not t.forms("move")


def test_the_bus_moves_along_roads_one_space_at_a_time() -> None:
    t = turn_begins(month(2)).at(0, "west-texas")
    assert {form["space"] for form in t.forms("move")} == {"start-texas", "oklahoma", "colorado-new-mexico"}
    assert "No road connects" in t.why("move", space="iowa")


def test_every_state_border_state_and_small_circle_counts_as_one_space() -> None:
    t = turn_begins(month(2))
    for space in ("c-hill-country", "north-texas", "missouri-arkansas"):
        assert t.gained(lambda: t.do("move", space=space)) == {"moves": -1}  # noqa: B023
    assert t.mat(0).moves == 0


def test_a_bus_can_share_a_space_with_another() -> None:
    t = turn_begins(month(2)).at(1, "west-texas").do("move", space="west-texas")
    assert t.mat(0).space == t.mat(1).space


def test_the_bus_can_move_before_and_after_other_actions() -> None:
    t = turn_begins(month(2)).give(0, yellow=1)
    t.do("move", space="west-texas").do("sign", recruit="west-texas", die=0).do("move", space="oklahoma")
    assert t.mat(0).moves == 1


def test_unused_free_movement_is_lost_at_the_end_of_the_turn() -> None:
    t = turn_begins(month(2)).finish_turn()
    assert t.mat(0).moves == 0
    t.state.month = 1
    assert turn_begins(t).mat(0).moves == 3


@pytest.mark.parametrize("name", ["March", "December"])
def test_cards_and_coach_add_free_movement_even_in_winter(name: str) -> None:
    t = turn_begins(month(2, name).play_card(0, "more moves"))
    assert t.mat(0).moves == FREE[name] + 2


def test_a_movement_card_works_in_the_month_it_is_played() -> None:
    t = month(2, "December").waiting(0, "more moves")
    t.give(0, **dict.fromkeys(v.COLOURS, 4)).do("put", card="more moves")
    assert t.mat(0).moves == 2
