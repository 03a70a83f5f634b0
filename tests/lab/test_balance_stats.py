"""Test the statistics of balance reports against manual calculations and textbook examples."""

from __future__ import annotations

import math

import pytest

from cashbox.lab.balance import stats
from cashbox.lab.balance.stats import FAILS, HOLDS, OPEN, Interval


def test_a_share_has_wilsons_interval() -> None:
    # 10 of 50: center (0.2 + 3.8415/100) / (1 + 3.8415/50), half 1.96 * sqrt(0.16/50 + 3.8415/10000) / (1 + 3.8415/50).
    found = stats.share(10, 50)
    assert found.value == 0.2
    assert found.low == pytest.approx(0.11244, abs=1e-5)
    assert found.high == pytest.approx(0.33037, abs=1e-5)


def test_intervals_of_zero_and_one_stay_within_bounds() -> None:
    none, every = stats.share(0, 20), stats.share(20, 20)
    assert none.low == pytest.approx(0, abs=1e-12)
    assert every.high == pytest.approx(1, abs=1e-12)
    assert none.high == pytest.approx(1 - every.low)
    assert math.isnan(stats.share(0, 0).value)


def test_the_mean_of_counts_is_right() -> None:
    # 1, 2, 2, 3: mean 2, variance of a sample 2/3, half interval 1.959964 * sqrt(2/3) / 2.
    found = stats.spread({1: 1, 2: 2, 3: 1})
    assert (found.n, found.least, found.most) == (4, 1, 3)
    assert found.mean.value == 2
    assert found.sd == pytest.approx(0.816497, abs=1e-6)
    assert found.mean.high - 2 == pytest.approx(0.800152, abs=1e-5)


def test_quantiles_of_counts_are_right() -> None:
    # 1, 2, 2, 3, 10: the third of five is the median, the least with a quarter below or at it is the second.
    assert stats.quantiles({10: 1, 2: 2, 1: 1, 3: 1}, (0.0, 0.25, 0.5, 0.8, 0.95, 1.0)) == [1, 2, 2, 3, 10, 10]


def test_one_table_gives_the_plain_odds_ratio_with_woolfs_interval() -> None:
    # 30/70 against 15/85: 2.42857; its logarithm has variance 1/30 + 1/70 + 1/15 + 1/85.
    found = stats.odds_ratio([(30, 70, 15, 85)])
    assert found.value == pytest.approx(30 * 85 / (70 * 15))
    sd = math.sqrt(1 / 30 + 1 / 70 + 1 / 15 + 1 / 85)
    assert found.low == pytest.approx(found.value * math.exp(-stats.Z * sd), rel=1e-9)
    assert found.high == pytest.approx(found.value * math.exp(stats.Z * sd), rel=1e-9)


def test_strata_remove_a_confounder() -> None:
    # Nothing helps in either stratum, though in all those who took it win more often (45 of 110 against 15 of 110).
    assert stats.odds_ratio([(40, 40, 5, 5), (5, 45, 10, 90)]).value == pytest.approx(1)
    assert stats.odds_ratio([(45, 85, 15, 95)]).value > 3


def test_odds_over_two_strata_match_a_manual_calculation() -> None:
    # (10*40/100 + 20*30/100) / (20*30/100 + 10*40/100) with the tables (10, 20, 30, 40) and (20, 10, 40, 30).
    assert stats.odds_ratio([(10, 20, 30, 40), (20, 10, 40, 30)]).value == pytest.approx((4 + 6) / (6 + 4))


def test_an_item_no_player_took_has_no_odds() -> None:
    assert math.isnan(stats.odds_ratio([(0, 0, 30, 60)]).value)
    assert stats.odds_ratio([]).against(0.5, 2) == OPEN


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [(0.6, 1.9, HOLDS), (0.5, 2.0, HOLDS), (0.4, 1.0, OPEN), (1.5, 2.5, OPEN), (2.1, 3, FAILS), (0.1, 0.49, FAILS)],
)
def test_an_interval_decides_if_it_is_entirely_on_one_side(low: float, high: float, answer: str) -> None:
    assert Interval(1, low, high).against(0.5, 2) == answer
