"""Test the ending of Envelopes of Cash: the source of every star, including Bubba's, and awards.

Source: V10 "End of the Game"; FAM "Solitaire rules: End of Game Scoring".
"""

from __future__ import annotations

import pytest

from tests.endings import awards_of, ending_of, sheet_of


@pytest.mark.slow
def test_every_star_has_a_source() -> None:
    ending = ending_of("envelopes-clear-win")
    assert (ending.title, ending.unit) == ("Signing Day", "star")
    assert ending.opening == "February is over. Time to count the stars."
    assert [(sheet.name, sheet.total) for sheet in ending.sheets] == [("Cid", 22), ("Bob", 28), ("Ann", 55)]
    lines = {line.text: line for line in sheet_of(ending, "Ann").lines}
    assert set(lines) <= {
        "Stars printed on cards", "Cards in play", "Recruits", "Value Modifier Die", "Counted double", "Campaigns",
        "End-of-game cards", "Final campaign", "Positions", "Best region", "Recruiting Board",
    }  # fmt: skip
    assert len(lines["Recruits"].items) == 3
    assert "DB from Michigan/Ohio" in {item.text for item in lines["Recruits"].items}
    assert [item.text for item in lines["Positions"].items] == ["3 different"]


def test_bubba_has_a_score_sheet_and_a_curve() -> None:
    ending = ending_of("envelopes-bubba-wins")
    assert ending.names == ("Ann", "Bubba")
    assert ending.winners == (1,)
    assert "Discarded cards" in {line.text for line in sheet_of(ending, "Bubba").lines}
    assert ending.curve[-1].scores == (17, 192)
    assert ending.swings[0].lines[0] == "Bubba takes the OL from Virginia/Carolinas: 5 stars."


def test_awards_name_an_achievement_and_its_count() -> None:
    assert awards_of(ending_of("envelopes-clear-win")) == {
        "Top recruiter": "Ann signed 3 recruits.",
        "Biggest catch": (
            "Ann signed the DB from Michigan/Ohio and Bob signed the K/P from New York/Jersey: 4 stars each."
        ),
        "Best month": "12 stars: Ann in February.",
        "Builder": "Ann put 10 cards into play.",
        "Road warrior": "Cid drove 37 times.",
        "High roller": "Ann won 6 bucks in Vegas.",
    }


def test_a_turning_point_names_the_stars_that_caused_it() -> None:
    swing = ending_of("envelopes-clear-win").swings[0]
    assert swing.lines == (
        "Ann signs the DB from Michigan/Ohio: 4 stars (−1 from the die).",
        "Everything else: 2 stars.",
    )
