"""V10 "Drafting Dice", "To reiterate", "When Do I Get My Envelopes?"; RULINGS A5.7-8."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, after_roll

LEFT_AND_FULL = {
    "March": "March April May June July August",
    "April": "April May June July August September",
    "May": "May June July August September October",
    "June": "June July August September October November",
    "July": "July August September October November December",
    "August": "August September October November December January",
    "September": "September October November December January February",
    "October": "October November December January February",
    "November": "November December January February",
    "December": "December January February",
    "January": "January February",
    "February": "February",
}
"""The table "When Do I Get My Envelopes?" by current month: the months of the die rolls 1, 2, 3...; where the rulebook
prints "Must Round Die" there is no month."""


def places(t: Table, seat: int = 0) -> dict[bool, set[str]]:
    """Where the die just taken may be put: by half or not, the months."""
    forms = t.forms("place", seat)
    return {half: {form["month"] for form in forms if form["half"] is half} for half in (False, True)}


@pytest.mark.parametrize("name", v.MONTHS)
@pytest.mark.parametrize("pips", [2, 3, 4, 5, 6])
def test_the_table_of_months_for_full_and_half_value(name: str, pips: int) -> None:
    """The whole table: full value in the month the pips name, half in any of the six; nothing after February."""
    months = LEFT_AND_FULL[name].split()
    t = after_roll((pips, 1, 1, 1, 1, 1), name).do("die", 0, colour="green")
    mine = t.view(0).mine
    assert mine is not None
    if name == "February":
        # One place is left, and it takes half: no one is asked.
        assert [(die.month, die.count) for die in mine.dice] == [(11, max(1, pips // 2))]
        return
    assert places(t) == {False: {months[pips - 1]} if pips <= len(months) else set(), True: set(months)}


@pytest.mark.parametrize("name", v.MONTHS[:-1])
def test_a_one_gives_one_envelope_in_any_of_six_months(name: str) -> None:
    """Half of 1 is never below 1: so it may be put anywhere, each month offered once."""
    months = LEFT_AND_FULL[name].split()
    t = after_roll((1, 1, 1, 1, 1, 1), name).do("die", 0, colour="green")
    offered = places(t)
    assert offered[False] | offered[True] == set(months)
    assert not offered[False] & offered[True]


@pytest.mark.parametrize(("pips", "half"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_is_rounded_down_but_never_below_one(pips: int, half: int) -> None:
    t = after_roll((pips, pips, 1, 1, 1, 1), "April").do("die", 0, colour="green")
    t.do("place", 0, month="May", half=True).do("die", 0, colour="gray").do("place", 0, month="June", half=True)
    both(t)
    assert t.calendar(0, "May") == {"green": half}
    assert t.calendar(0, "June") == {"gray": half}


def both(t: Table, first_seat: int = 1) -> None:
    """The other players take any two dice."""
    for seat in range(first_seat, t.state.seats):
        t.do("die", seat, colour="green").do("place", seat, **t.forms("place", seat)[0])
        t.do("die", seat, colour="gray").do("place", seat, **t.forms("place", seat)[0])


def test_a_green_five_in_june_gives_five_green_envelopes_in_october() -> None:
    t = after_roll((5, 1, 1, 1, 1, 1), "June").do("die", 0, colour="green").do("place", 0, month="October", half=False)
    t.do("die", 0, colour="gray").do("place", 0, month="June", half=False)
    both(t)
    assert t.calendar(0, "October") == {"green": 5}


@pytest.mark.parametrize("name", ["June", "July", "August", "September", "October", "November"])
def test_a_green_five_in_june_gives_two_green_envelopes_in_any_of_six_months(name: str) -> None:
    t = after_roll((5, 1, 1, 1, 1, 1), "June").do("die", 0, colour="green").do("place", 0, month=name, half=True)
    t.do("die", 0, colour="gray").do("place", 0, month="July", half=True)
    both(t)
    green = t.tally(0).get("green", 0) if name == "June" else t.calendar(0, name).get("green", 0)
    assert green == 2


@pytest.mark.parametrize(("pips", "name"), [(6, "October"), (3, "July")])
def test_in_may_a_six_means_october_and_a_three_means_july(pips: int, name: str) -> None:
    t = after_roll((pips, 1, 1, 1, 1, 1), "May").do("die", 0, colour="green")
    assert places(t)[False] == {name}


def test_every_player_takes_two_different_dice() -> None:
    t = after_roll((2, 3, 4, 5, 6, 1))
    assert [form["colour"] for form in t.forms("die", 0)] == list(v.COLOURS)
    t.do("die", 0, colour="yellow").do("place", 0, month="May", half=True)
    assert [form["colour"] for form in t.forms("die", 0)] == ["green", "gray", "red", "magenta", "blue"]
    assert "different" in t.why("die", 0, colour="yellow")


def test_several_players_may_use_the_same_dice() -> None:
    t = after_roll((2, 2, 6, 6, 6, 6), seats=3)
    both(t, 0)
    assert [t.tally(seat).get("green", 0) + sum(t.calendar(seat, m).get("green", 0) for m in v.MONTHS)
            for seat in range(3)] == [2, 2, 2]  # fmt: skip


def test_the_two_dice_need_not_be_taken_the_same_way() -> None:
    t = after_roll((4, 4, 1, 1, 1, 1)).do("die", 0, colour="green").do("place", 0, month="June", half=False)
    t.do("die", 0, colour="gray").do("place", 0, month="April", half=True)
    both(t)
    assert t.calendar(0, "June") == {"green": 4}
    assert t.calendar(0, "April") == {"gray": 2}


def test_the_choice_is_simultaneous_and_hidden_until_all_have_chosen() -> None:
    t = after_roll((4, 4, 1, 1, 1, 1), seats=3)
    assert t.due == [0, 1, 2]
    before = t.view_bytes(1)
    t.do("die", 0, colour="green").do("place", 0, month="June", half=False)
    assert t.view_bytes(1) == before
    t.do("die", 0, colour="gray").do("place", 0, month="April", half=True)
    assert t.due == [1, 2]
    assert [mat.chosen for mat in t.view(1).players] == [True, False, False]
    assert t.calendar(0, "June") == {}
    both(t)
    assert t.calendar(0, "June") == {"green": 4}


def test_envelopes_of_the_current_month_move_to_the_mat_after_the_draft() -> None:
    t = after_roll((1, 6, 1, 1, 1, 1), "May")
    t.later(0, "May", yellow=2, blue=1).later(0, "June", red=4)
    t.do("die", 0, colour="green").do("place", 0, month="May", half=False)
    t.do("die", 0, colour="gray").do("place", 0, month="May", half=True)
    both(t)
    assert t.phase == "month"
    assert t.tally(0) == {"bucks": 7, "moves": 3, "green": 1, "gray": 3, "yellow": 2, "blue": 1}
    assert t.calendar(0, "May") == {}
    assert t.calendar(0, "June") == {"red": 4}


def test_the_starting_player_plays_the_month_first() -> None:
    t = after_roll((1, 1, 1, 1, 1, 1), seats=3)
    t.state.chain = 2
    both(t, 0)
    assert t.due == [2]


def test_no_bets_are_checked_in_march() -> None:
    t = after_roll((1, 1, 1, 1, 1, 1))
    assert t.phase == "dice"
    assert not any("Vegas" in line or "wins" in line for line in t.said())
