"""Test that the worked examples on the rules pages agree with the rule texts; the rules compute every number."""

from __future__ import annotations

import pytest

from cashbox import games
from cashbox.engine.examples import ExampleBuilder


def steps_of(game: str, mode: str, heading: str, title: str = "") -> list[dict[str, str]]:
    """The figures of each step of an example."""
    page = games.help_page(game, mode)
    assert page is not None
    found = [
        one for section in page.sections for one in section.examples if one.heading == heading and title in one.title
    ]
    (example,) = found
    return [{figure.name: figure.value for figure in step.figures} for step in example.steps]


def test_changes_in_a_step_are_marked() -> None:
    example = ExampleBuilder("Rewards", "two")
    example.step("One.", {"Ann": 0, "Bob": 12_000})
    example.step("Two.", {"Ann": -6, "Bob": 12_000, "Cem": 1})
    first, second = example.build().steps
    assert [(one.value, one.new) for one in first.figures] == [("0", False), ("12,000", False)]
    assert [(one.name, one.value, one.new) for one in second.figures] == [
        ("Ann", "−6", True),
        ("Bob", "12,000", False),
        ("Cem", "1", True),
    ]


# -- IT's all in the game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["real", "basic"])
def test_consultants_are_paid_from_the_right(mode: str) -> None:
    """ITS "Rewards": 6 dollars for the rightmost, 4 for the second and 2 for the third."""
    paid = steps_of("consultants", mode, "Rewards")
    assert paid == [
        {"Ann": "0", "Bob": "0"},
        {"Ann": "6", "Bob": "0"},
        {"Ann": "6", "Bob": "4"},
        {"Ann": "6", "Bob": "6"},
    ]


def test_desks_open_from_the_left() -> None:
    """ITS "Assign": the leftmost of an empty project; then right of the rightmost, or any free one to its left."""
    shown = [list(step.values()) for step in steps_of("consultants", "real", "Assign")]
    assert shown == [
        ["open", "–", "–", "–"],
        ["taken", "open", "–", "–"],
        ["taken", "taken", "open", "–"],
        ["open", "taken", "open", "–"],
    ]


def test_a_project_in_time_pays_three_more_to_each() -> None:
    """ITS "Complete a project with Deadlines": 9, 7, 5 and 4 dollars."""
    last = steps_of("consultants", "real", "Deadlines Phase 3: Complete a project")[-1]
    assert last == {"Ann": "9", "Bob": str(7 + 4), "Cem": "5"}


def test_players_who_are_not_on_a_late_project_pay() -> None:
    """ITS "Rewards with Deadlines": 6 dollars from all who have no one there; else 10 from the leftmost."""
    _, before, after = steps_of("consultants", "real", "Deadline Phase 4: Rewards", "with some players missing")
    assert {name: int(before[name]) - int(after[name]) for name in after} == {"Ann": 6, "Bob": 0, "Cem": 0, "Dee": 6}
    _, before, after = steps_of("consultants", "real", "Deadline Phase 4: Rewards", "everyone on it")
    assert {name: int(before[name]) - int(after[name]) for name in after} == {"Ann": 10, "Bob": 0, "Cem": 0}


def test_the_innovation_project_pays_one_and_returns_consultants() -> None:
    last = steps_of("consultants", "real", "Innovation Project Phase 4: Rewards")[-1]
    assert set(last.values()) == {"1"}


# -- CASH --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["standard", "quick", "advanced"])
def test_the_score_adds_up_step_by_step(mode: str) -> None:
    """By "The score": tabled cash, doubled; cash in hand; bear cards; a tenth to and from The Taxman."""
    steps = steps_of("cash", mode, "The score")
    assert [(step["Ann"], step["Bob"]) for step in steps] == [
        ("+150,000", "+150,000"),
        ("+150,000", "–"),
        ("−10,000", "–"),
        ("−25,000", "−200,000"),
        ("−26,500", "+26,500"),
        ("238,500", "−23,500"),
    ]
    assert (steps[-2]["Ann so far"], steps[-2]["Bob so far"]) == (steps[-1]["Ann"], steps[-1]["Bob"])


def test_an_insurance_covers_up_to_its_limit() -> None:
    steps = steps_of("cash", "standard", "Insurance cards")
    assert steps[1]["Limit left"] == "50,000"
    assert [step["Insured"] for step in steps] == ["0", "0", "25,000", "35,000", "40,000", "40,000"]
    assert [step["Uninsured"] for step in steps] == ["90,000", "90,000", "65,000", "55,000", "50,000", "50,000"]


def test_the_broker_takes_one_card_or_a_turn() -> None:
    first, _, last = steps_of("cash", "standard", "The Broker")
    assert (first["Ann"], last["Ann"]) == ("0", "25,000")
    assert (first["Bob"], last["Bob"]) == ("100,000", "75,000")
    assert last["Cem"] == "50,000, 25,000 insured, loses 1 turn"


# -- Envelopes of Cash -------------------------------------------------------------------------------------------------


def test_a_green_five_in_june_means_five_in_october_or_two_sooner() -> None:
    """V10 "When Do I Get My Envelopes?"; FAM: the whole number in any of the six months."""
    assert steps_of("envelopes", "standard", "Drafting Dice")[-1] == {
        "October": "5 green",
        "June to November": "2 green",
    }
    assert steps_of("envelopes", "family", "Drafting Dice")[-1] == {"June to November": "5 green"}


@pytest.mark.parametrize("mode", ["standard", "online", "family", "solitaire"])
def test_a_bet_that_wins_pays_two_envelopes_and_a_buck(mode: str) -> None:
    """V10 "What happens in Vegas": for each match."""
    assert steps_of("envelopes", mode, "What Happens in Vegas") == [
        {"Envelopes": "nothing", "Bucks": "0", "Bets": "2"},
        {"Envelopes": "2 green", "Bucks": "1", "Bets": "0"},
    ]


@pytest.mark.parametrize("mode", ["standard", "online", "family", "solitaire"])
def test_the_handshake_costs_three_envelopes_and_brings_one(mode: str) -> None:
    """V10 "Understanding a card in Envelopes of Cash": blue, magenta and red; 1 star; then 1 envelope of any color."""
    steps = steps_of("envelopes", mode, "Understanding a card")
    assert [step["Stars"] for step in steps] == ["0", "1", "1"]
    assert [step["Envelopes"] for step in steps] == ["1 red, 1 magenta, and 1 blue", "nothing", "1 yellow"]


def test_a_recruit_scores_his_stars_the_die_and_what_a_card_adds() -> None:
    """V10 "Sign Recruits": the die first, then what the card gives; FAM: no die."""
    assert [step["Stars"] for step in steps_of("envelopes", "standard", "Sign Recruits")] == ["0", str(4 + 1 + 1)]
    assert [step["Stars"] for step in steps_of("envelopes", "family", "Sign Recruits")] == ["0", str(4 + 1)]


def test_two_small_campaigns_beat_a_large_one() -> None:
    """BGA "Run a Marketing Campaign": 3 and 3 bucks are 2 and 2 stars, 6 at once are 3."""
    steps = steps_of("envelopes", "standard", "Run a Marketing Campaign")
    assert [step["Stars"] for step in steps] == ["3", "2", "4"]


def test_the_final_scoring_tables_match_the_rules() -> None:
    """V10 "Regional Scoring": three recruits of the South and one of its border are four, for 5 stars."""
    region = steps_of("envelopes", "standard", "Regional Scoring")
    assert [(step["South"], step["Stars"]) for step in region] == [("3", "3"), ("4", "5"), ("4", "5")]
    positions = steps_of("envelopes", "standard", "Positional Scoring")
    assert [step["Different positions"] for step in positions] == ["1", "2", "2"]
    assert [step["Stars"] for step in positions] == ["1", "2", "2"]
