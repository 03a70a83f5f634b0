"""V10 "7) Run a Marketing Campaign", "Marketing Campaign" (table); RULINGS A1, A4."""

from __future__ import annotations

import pytest

from tests.games.envelopes.positions import month, turn_begins

TABLE = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 4}


@pytest.mark.parametrize(("bucks", "stars"), TABLE.items())
def test_campaigns_of_one_three_five_and_eight_bucks_buy_one_to_four_stars(bucks: int, stars: int) -> None:
    t = month().bucks(0, 12)
    assert t.gained(lambda: t.do("campaign", bucks=bucks)) == {"bucks": -bucks, "stars": stars}
    assert t.sheet(0, "campaign") == [(bucks, stars)]


def test_a_campaign_costs_one_to_eight_bucks_in_the_standard_game() -> None:
    assert [form["bucks"] for form in month().bucks(0, 20).forms("campaign")] == list(range(1, 9))


def test_a_campaign_cannot_cost_more_than_the_players_bucks() -> None:
    t = month().bucks(0, 3)
    assert [form["bucks"] for form in t.forms("campaign")] == [1, 2, 3]
    assert "costs 4 bucks, and you have 3 bucks" in t.why("campaign", bucks=4)
    assert not month().bucks(0, 0).forms("campaign")


def test_a_player_runs_one_campaign_per_turn() -> None:
    t = month().do("campaign", bucks=1)
    assert not t.forms("campaign")
    assert t.why("campaign", bucks=1) == "You can only run one campaign a month."


def test_campaign_prices_reset_each_month() -> None:
    t = month().do("campaign", bucks=1).finish_turn()
    t.state.month = 1
    turn_begins(t)
    assert t.gained(lambda: t.do("campaign", bucks=1)) == {"bucks": -1, "stars": 1}


def test_the_development_office_scores_an_extra_star_each_turn() -> None:
    t = month().play_card(0, "Development Office")
    assert t.gained(lambda: t.do("campaign", bucks=1)) == {"bucks": -1, "stars": 2}
    t = month().play_card(0, "Development Office")
    assert t.gained(lambda: t.do("campaign", bucks=5)) == {"bucks": -5, "stars": 4}


def test_a_card_played_after_the_campaign_has_no_effect_on_it() -> None:
    t = month().waiting(0, "Development Office").do("campaign", bucks=1)
    t.give(0, **dict.fromkeys(("green", "gray", "yellow", "red", "magenta", "blue"), 4))
    stars = t.gained(lambda: t.do("put", card="Development Office"))["stars"]
    assert stars == t.tables.stars[t.mat(0).in_play[0].card]


def test_twelve_bucks_buy_five_stars_only_with_a_card() -> None:
    t = month().play_card(0, "campaign 12").bucks(0, 12)
    assert [form["bucks"] for form in t.forms("campaign")] == list(range(1, 13))
    assert t.gained(lambda: t.do("campaign", bucks=12)) == {"bucks": -12, "stars": 5}
    t = month().play_card(0, "campaign 12").bucks(0, 11)
    assert t.gained(lambda: t.do("campaign", bucks=11)) == {"bucks": -11, "stars": 4}


def test_a_cheaper_campaign_never_costs_less_than_one_buck() -> None:
    t = month().play_card(0, "campaign cut").bucks(0, 2)
    assert t.gained(lambda: t.do("campaign", bucks=3)) == {"bucks": -2, "stars": 2}
    t = month().play_card(0, "campaign cut").bucks(0, 1)
    assert t.gained(lambda: t.do("campaign", bucks=1)) == {"bucks": -1, "stars": 1}
    assert not month().play_card(0, "campaign cut").bucks(0, 0).forms("campaign")
