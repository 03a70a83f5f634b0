"""Test the ending of CASH: score sheets by trading round, the gap to the target, and awards.

Source: CASH "The score", "Objective".
"""

from __future__ import annotations

import pytest

from cashbox.games.cash.text.ending import gap
from tests.endings import awards_of, ending_of, sheet_of


def test_score_sheets_appear_from_the_last_firm_to_the_first() -> None:
    ending = ending_of("cash-last-round-win")
    assert (ending.title, ending.unit) == ("The closing bell", "dollar")
    assert ending.opening == "The closing bell of round 2: no turns were left."
    assert [(sheet.name, sheet.total) for sheet in ending.sheets] == [
        ("Bob", -75_000), ("Ann", -60_000), ("Cid", -5_000), ("Dee", 245_000),
    ]  # fmt: skip
    dee = sheet_of(ending, "Dee")
    assert dee.text == "755,000 short of a million."
    assert [line.text for line in dee.lines] == ["Round 1: no turns were left", "Round 2: no turns were left"]
    assert [line.upto for line in dee.lines] == [250_000, 245_000]
    assert sum(item.by for item in dee.lines[0].items) == 250_000
    assert {item.text for line in dee.lines for item in line.items} <= {
        "Cash on firm", "Venture Capital", "Cash in hand", "Bear cards", "The Taxman",
    }  # fmt: skip


def test_awards_name_an_achievement_and_its_count() -> None:
    assert awards_of(ending_of("cash-last-round-win")) == {
        "Best round": "Dee made 250,000 in round 1.",
        "Prosecutor": "Dee started 1 investigation.",
        "Dealmaker": "Ann made 10 trades.",
        "Caught red-handed": "Cash still in hand cost Bob 75,000.",
    }
    assert awards_of(ending_of("cash-sealed"))["Raider"] == "Bob took 150,000 from other firms."


def test_a_turning_point_names_its_cause() -> None:
    first, second, third = ending_of("cash-sealed").swings
    assert (first.apart, first.lines) == (225_000, ("Bob takes 150,000 from Cid.",))
    assert (second.n, second.by, second.lines) == (
        210,
        -175_000,
        ("Ann had 85,000 in cash on the firm and lost 90,000 in the round.",),
    )
    assert (third.before, third.after, third.part) == (5_000, 155_000, "Round 2")


@pytest.mark.parametrize(
    ("capital", "target", "told"),
    [
        (1_150_000, 1_000_000, "150,000 over a million."),
        (-5_000, 1_000_000, "1,005,000 short of a million."),
        (1_000_000, 1_000_000, "Exactly a million."),
        (450_000, 500_000, "50,000 short of 500,000."),
    ],
)
def test_the_gap_to_the_target_is_shown(capital: int, target: int, told: str) -> None:
    assert gap(capital, target) == told
