"""CASH "The score", step by step; RULINGS B2.1, B2.6-8."""

from __future__ import annotations

from tests.games.cash.positions import turn


def test_step_1_adds_insured_and_uninsured_tabled_cash() -> None:
    line = turn(2).cash(0, 5_000, 150_000).insured(0, "total", 50_000, 25_000).stop()
    assert (line.tabled, line.doubled, line.total) == (230_000, 0, 230_000)


def test_step_1_is_doubled_by_a_tabled_venture_capital() -> None:
    line = turn(2).cash(0, 5_000).insured(0, "economy", 25_000).venture(0).stop()
    assert (line.tabled, line.doubled, line.total) == (30_000, 30_000, 60_000)


def test_step_2_subtracts_cash_in_hand() -> None:
    line = turn(2).cash(1, 75_000).hand(1, 5_000, 25_000, 25_000).stop(1)
    assert (line.held, line.total) == (-55_000, 20_000)


def test_step_3_subtracts_bear_cards_in_hand() -> None:
    line = turn(2).hand(1, "crash", "crash", "recession", "bankruptcy").stop(1)
    assert (line.bears, line.total) == (-250_000, -250_000)


def test_step_3_is_doubled_by_a_venture_capital_in_hand() -> None:
    line = turn(2).hand(1, "venture", "crash", "crash", "recession", "bankruptcy").stop(1)
    assert (line.bears, line.total) == (-500_000, -500_000)


def test_step_4_the_taxman_comes_last() -> None:
    t = (
        turn(3)
        .taxman(0)
        .cash(0, 50_000)
        .venture(1)
        .cash(1, 75_000)
        .hand(1, 10_000, "crash")
        .hand(2, "venture", "crash")
    )
    t.play_stop()
    lines = t.view().rounds[-1].lines
    assert [line.taxed for line in lines] == [11_500 - 5_000, -11_500, 5_000]
    assert t.totals() == [56_500, 103_500, -45_000]


def test_the_round_score_is_added_to_the_games() -> None:
    t = turn(2).capital(0, 40_000).cash(0, 5_000).play_stop()
    assert [line.capital for line in t.view().rounds[-1].lines] == [45_000, 0] == t.capitals()


def test_a_license_insurance_and_other_cards_count_nothing() -> None:
    t = turn(2).hand(0, "premium", "takeover", "broker", "total", "insider").insured(0, "total", 5_000)
    assert t.stop().total == 5_000


def test_negative_capital_carries_over() -> None:
    t = turn(2).hand(0, 75_000).play_stop()
    assert t.capitals() == [-75_000, 0]


def test_the_score_sheet_shows_why_the_round_ended_and_who_leads() -> None:
    t = turn(3).capital(1, 20_000).cash(0, 5_000).cash(2, 5_000).play_stop()
    sheet = t.view().rounds[-1]
    assert (sheet.said, sheet.order) == ("{0} stopped trading", [1, 0, 2])


def test_effects_on_a_firms_cash_say_what_they_change() -> None:
    t = turn(2).venture(0).taxman(0)
    signs = [(t.game.tables.ids[one.card], one.sign) for one in t.view().players[0].assets]
    assert signs == [("venture-capital", "× 2"), ("taxman", "10%")]
    assert t.view().players[1].assets == []


def test_the_players_own_forecast_excludes_the_taxman_and_says_so() -> None:
    t = turn(2).cash(0, 50_000)
    assert not t.mine(0).before_tax
    t.taxman(1)
    assert t.mine(0).before_tax
    assert t.mine(0).line.taxed == 0
