"""FAM "Solitaire Rules", heading by heading; RULINGS A5.21-22."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from tests.envelopes.helpers import Table, month, new_game, turn_begins
from tests.envelopes.playing import play_out

if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR = ("missouri-arkansas", "kentucky-tennessee", "virginia-carolinas")
"""The border states next to the South."""
FAR = (
    "colorado-new-mexico", "kansas-nebraska", "nevada-utah", "minnesota-dakotas", "michigan-ohio",
)  # fmt: skip
SOUTH = ("florida", "louisiana", "mississippi-alabama", "georgia")
"""By falling stars."""


def solo(name: str = "March", **options: Any) -> Table:
    return month(1, name, mode="solitaire", **options)


def places(t: Table, slots: Iterable[int]) -> list[str]:
    return [t.tables.space_ids[t.tables.space_of[slot]] for slot in slots]


def taken(t: Table, months: int) -> list[int]:
    """The recruits that Bubba takes in so many months, in order."""
    before = len(t.bubba.recruits)
    for _ in range(months):
        t.end_month()
    return [recruit.slot for recruit in t.bubba.recruits[before:]]


def borders(t: Table, **positions: str) -> Table:
    """Only these border states have recruits left, who play so: "QB", or "QB RB" for both. Bubba has the South."""
    left = []
    for name, who in positions.items():
        space = name.replace("_", "-")
        for which, position in enumerate(who.split()):
            if position != "-":
                slot = t.slot(space, which)
                t.position(slot, position)
                left.append(slot)
    return t.left(*left)


def lacks(t: Table, *positions: str) -> Table:
    """Bubba has a recruit of every position but these."""
    assert t.state.bubba is not None
    t.state.bubba.pos_mask = 0xFF & ~sum(1 << v.POSITIONS.index(position) for position in positions)
    return t


# -- Changes to set up -----------------------------------------------------------------------------------------------


def test_one_player() -> None:
    assert new_game(1, mode="solitaire").state.seats == 1
    with pytest.raises(GameError):
        new_game(2, mode="solitaire")


def test_bubba_always_plays_the_south_and_the_person_texas_unless_chosen() -> None:
    t = new_game(1, mode="solitaire")
    assert t.mat(0).space == t.space("start-texas")
    for start, space in (("circle", "start-texas"), ("square", "start-northwest"), ("cross", "start-midwest")):
        assert new_game(1, mode="solitaire", start=start).mat(0).space == t.space(space)
    with pytest.raises(GameError, match="circle, square, cross"):
        new_game(1, mode="solitaire", start="triangle")


def test_four_of_six_cards_are_the_stash_and_the_others_are_out_without_a_pool() -> None:
    t = new_game(1, mode="solitaire")
    rejected = []
    for _ in range(2):
        form = t.forms("reject")[0]
        rejected.append(form["card"] - 1)
        t.do("reject", **form)
    assert t.view().gone == sorted(rejected)
    assert t.view().pool == []
    assert t.mat(0).stash == 4
    # What is discarded at set-up gives Bubba nothing.
    assert (t.bubba.stars, t.bubba.discards) == (0, 0)


def test_the_stash_cannot_be_drafted_openly() -> None:
    with pytest.raises(GameError, match="stash_draft"):
        new_game(1, mode="solitaire", stash_draft=True)


@pytest.mark.parametrize("option", [{"auction": True}, {"dice": "exclusive"}, {"movement": "three"}])
def test_what_needs_opponents_or_breaks_a_rule_is_refused(option: dict[str, Any]) -> None:
    with pytest.raises(GameError, match=next(iter(option))):
        new_game(1, mode="solitaire", **option)


# -- Changes to each month's play: drafting cards --------------------------------------------------------------------


def stars_of(t: Table, cards: Iterable[int]) -> int:
    return sum(t.tables.stars[card] for card in cards)


def test_four_cards_one_is_kept_and_bubba_scores_the_other_three() -> None:
    t = solo().deal()
    hand = t.player(0).hand[:]
    assert len(hand) == 4
    assert not t.forms("pass")
    t.do("draft", card=hand[1] + 1)
    left = [card for card in hand if card != hand[1]]
    assert t.view().gone == sorted(left)
    assert t.bubba.stars == t.bubba.discards == stars_of(t, left)
    assert t.mat(0).calendar[0] == hand[1]


def test_with_a_card_of_the_stash_all_four_are_discarded() -> None:
    t = solo().stash(0, 31).deal()
    hand = t.player(0).hand[:]
    t.do("draft", card=31)
    assert t.bubba.stars == stars_of(t, hand)
    assert t.view().gone == sorted(hand)


def test_the_discards_stand_on_his_sheet_month_by_month() -> None:
    t = solo().left()
    for name in v.MONTHS[:3]:
        t.state.month = v.MONTHS.index(name)
        t.deal().do("draft", **t.forms("draft")[0])
    entries = [entry for entry in t.bubba.sheet if entry.source == "discard"]
    assert [entry.ref for entry in entries] == [0, 1, 2]
    assert sum(entry.stars for entry in entries) == t.bubba.stars


def test_there_is_never_a_pool() -> None:
    t = solo("May").end_month()
    assert t.view().pool == []
    t.do("draft", **t.forms("draft")[0])
    assert t.view().pool == []


def test_cards_that_expire_or_are_left_at_the_end_give_him_nothing() -> None:
    t = solo("August").left().waiting(0, 31, "March").end_month()
    assert 30 in t.view().gone
    assert t.bubba.stars == 0


# -- Drafting dice ---------------------------------------------------------------------------------------------------


def test_bubba_ignores_the_dice_and_the_person_chooses_as_ever() -> None:
    t = solo("June").roll(5, 5, 5, 5, 5, 5).do("die", 0, colour="green")
    assert len(t.forms("place", 0)) == 7
    before = t.bubba
    t.do("place", 0, month="October", half=False).do("die", 0, colour="red").do("place", 0, month="June", half=True)
    assert t.bubba == before


# -- Playing out the month -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", v.MONTHS)
def test_no_free_movement_at_all(name: str) -> None:
    t = turn_begins(solo(name).at(0, "west-texas"))
    assert not t.forms("move")
    t.give(0, red=1)
    assert t.gained(lambda: t.do("move", space="oklahoma")) == {"red": -1}


def test_cards_still_give_movement() -> None:
    """RULINGS A5.14."""
    assert turn_begins(solo().play_card(0, "more moves")).mat(0).moves == 2


def test_the_person_rolls_the_die() -> None:
    t = solo().at(0, "iowa").give(0, blue=3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=-1)) == {"blue": -3, "stars": 3}


# -- Bubba's turn ----------------------------------------------------------------------------------------------------


def test_after_each_turn_one_recruit_of_the_south_by_falling_stars() -> None:
    t = solo()
    slots = taken(t, 4)
    assert places(t, slots) == list(SOUTH)
    assert [recruit.stars for recruit in t.bubba.recruits] == [5, 4, 3, 2]
    assert [t.view().signed_by[slot] for slot in slots] == [1] * 4


def test_he_takes_his_recruit_after_the_turn_not_before() -> None:
    t = solo()
    assert t.bubba.recruits == []
    t.do("end")
    assert places(t, [recruit.slot for recruit in t.bubba.recruits]) == ["florida"]


def test_he_skips_what_the_person_has_signed() -> None:
    t = solo().signed(0, *(solo().slot(name) for name in ("florida", "mississippi-alabama")))
    assert places(t, taken(t, 3))[:2] == ["louisiana", "georgia"]


def test_falling_stars_where_the_tokens_are_shuffled() -> None:
    t = solo(values="shuffled")
    assert [t.state.value[slot] for slot in taken(t, 4)] == [5, 4, 3, 2]


def test_he_never_rolls_the_die() -> None:
    t = solo("February").bucks(0, 0)
    t.end_game(chance=[])
    assert [recruit.stars for recruit in t.bubba.recruits] == [5]


def test_positions_do_not_matter_in_the_south() -> None:
    t = solo()
    for name in SOUTH:
        t.position(t.slot(name), "QB")
    assert places(t, taken(t, 4)) == list(SOUTH)


def who(t: Table, months: int) -> list[str]:
    """The positions of those whom he takes, in order."""
    return [v.POSITIONS[t.state.position[slot]] for slot in taken(t, months)]


@pytest.mark.parametrize("where", range(3))
def test_the_example_two_qbs_one_rb_one_db_he_needs_all_three(where: int) -> None:
    """The RB or the DB first, then the other, a QB last, though the QBs' tokens may be worth more."""
    names = [name.replace("-", "_") for name in (*NEAR[where:], *NEAR[:where])]
    for rb, db in (("RB -", "DB -"), ("- RB", "- DB"), ("RB -", "- DB")):
        t = lacks(borders(solo(), **dict(zip(names, ("QB QB", rb, db), strict=True))), "QB", "RB", "DB")
        positions = who(t, 3)
        assert sorted(positions[:2]) == ["DB", "RB"]
        assert positions[2] == "QB"


def test_the_example_with_the_qbs_apart() -> None:
    t = lacks(
        borders(solo(), missouri_arkansas="- DB", kentucky_tennessee="RB QB", virginia_carolinas="QB -"),
        "QB", "RB", "DB",
    )  # fmt: skip
    assert who(t, 3) == ["DB", "RB", "QB"]


def test_he_would_not_take_the_other_qb_while_others_are_eligible() -> None:
    """With one QB signed he needs none: an RB he needs comes first though two of them are left, and the QB last."""
    t = lacks(
        borders(solo(), missouri_arkansas="QB -", kentucky_tennessee="RB -", virginia_carolinas="RB -"), "RB"
    )  # fmt: skip
    positions = who(t, 3)
    assert positions[0] == "RB"
    # Now he needs neither: the last RB and the QB both stand alone, and the token decides.
    assert sorted(positions[1:]) == ["QB", "RB"]


def test_a_position_he_lacks_comes_before_one_that_stands_alone() -> None:
    t = lacks(borders(solo(), missouri_arkansas="LB QB", kentucky_tennessee="QB -", virginia_carolinas="OL -"), "QB")
    assert who(t, 1) == ["QB"]


def test_alone_among_those_of_border_states_he_has_not_used() -> None:
    """A QB left where he has been already does not count: the other QB stands alone."""
    t = borders(solo(), missouri_arkansas="- QB", kentucky_tennessee="QB -", virginia_carolinas="RB RB")
    t.bubba_has(t.slot("missouri-arkansas", 0))
    lacks(t, "QB", "RB")
    assert taken(t, 1) == [t.slot("kentucky-tennessee", 0)]


def test_alone_in_the_tier_he_chooses_from_whatever_lies_in_the_other() -> None:
    """A QB far from the South does not count: the one next to it stands alone, though his token is worth less."""
    t = lacks(
        borders(solo(), missouri_arkansas="- RB", kentucky_tennessee="QB -", virginia_carolinas="- RB",
                michigan_ohio="QB QB"),
        "QB", "RB",
    )  # fmt: skip
    assert taken(t, 1) == [t.slot("kentucky-tennessee", 0)]


def test_needs_he_none_the_one_that_stands_alone_comes_first() -> None:
    t = lacks(borders(solo(), missouri_arkansas="QB QB", kentucky_tennessee="QB -", virginia_carolinas="LB -"))
    # The lone LB has 2 stars on the token, the QBs up to 4.
    assert taken(t, 1) == [t.slot("virginia-carolinas", 0)]


def test_equal_wants_go_to_the_higher_token() -> None:
    t = borders(solo(), missouri_arkansas="QB QB", kentucky_tennessee="QB QB", virginia_carolinas="QB -")
    assert t.state.value[t.slot("missouri-arkansas", 1)] == 4
    assert taken(t, 1) == [t.slot("missouri-arkansas", 1)]


def test_then_to_the_lower_space_number() -> None:
    t = borders(solo(), missouri_arkansas="QB -", kentucky_tennessee="- QB")
    a, b = t.slot("missouri-arkansas", 0), t.slot("kentucky-tennessee", 1)
    assert t.state.value[a] == t.state.value[b]
    assert t.tables.space_of[a] < t.tables.space_of[b]
    assert taken(t, 1) == [a]


def test_never_the_same_border_state_twice() -> None:
    t = borders(solo(), missouri_arkansas="QB RB", kentucky_tennessee="WR DL", virginia_carolinas="OL LB")
    slots = taken(t, 5)
    assert len(slots) == 3
    assert sorted(places(t, slots)) == sorted(NEAR)


def test_the_tiers_south_then_near_borders_then_the_others() -> None:
    t = solo()
    slots = taken(t, 11)
    t.state.month = 11
    names = places(t, slots)
    assert names[:4] == list(SOUTH)
    assert sorted(names[4:7]) == sorted(NEAR)
    assert set(names[7:]) <= set(FAR)
    assert len(set(names[7:])) == 4


def test_near_borders_come_first_whatever_the_others_offer() -> None:
    t = lacks(borders(solo(), kentucky_tennessee="QB -", michigan_ohio="RB -", nevada_utah="DB LB"), "RB", "DB", "LB")
    assert places(t, taken(t, 1)) == ["kentucky-tennessee"]


def test_if_the_near_borders_he_has_not_used_are_empty_he_goes_on_to_the_others() -> None:
    t = borders(solo(), kentucky_tennessee="QB -", michigan_ohio="RB -")
    t.bubba_has(t.slot("kentucky-tennessee", 1))
    assert places(t, taken(t, 1)) == ["michigan-ohio"]


def test_far_borders_by_the_same_order_of_preference() -> None:
    t = lacks(borders(solo(), colorado_new_mexico="QB -", nevada_utah="- QB", michigan_ohio="DB -"), "QB", "DB")
    assert who(t, 2) == ["DB", "QB"]


def test_the_other_states_are_not_for_him() -> None:
    t = solo().left(solo().slot("iowa"), solo().slot("wisconsin"))
    assert taken(t, 2) == []


def test_he_may_find_nobody() -> None:
    t = solo().left()
    assert t.bubba.next == -1
    assert taken(t, 1) == []
    assert any("Bubba finds nobody" in line for line in t.said())


def test_what_he_takes_next_is_shown_with_the_reason() -> None:
    t = solo()
    for _ in range(11):
        shown = t.bubba.next
        assert t.bubba.why
        (slot,) = taken(t, 1) or (-1,)
        assert slot == shown


def test_envelopes_of_a_runner_to_a_recruit_he_takes_are_lost() -> None:
    t = solo("May")
    slot = t.slot("florida")
    t.prepaid(0, slot, red=3).end_month()
    assert t.mat(0).prepaid == []
    assert (t.envelopes(0), t.calendar(0, "June")) == (0, {})
    assert any("loses 3 envelopes" in line for line in t.said())


def test_but_come_back_to_who_has_the_card_for_it_next_month_never_after_february() -> None:
    for name, lost in (("May", False), ("February", True)):
        t = solo(name).play_card(0, "runner safe")
        t.prepaid(0, t.slot("florida"), red=3).end_month()
        assert any("loses 3 envelopes" in line for line in t.said()) == lost
        assert t.calendar(0, "June") == ({} if lost else {"red": 3})


def test_nobody_can_sign_whom_he_has_and_is_told_so() -> None:
    t = solo().bubba_has(solo().slot("florida")).at(0, "florida").give(0, red=4)
    assert not t.can("sign", recruit="florida")
    assert not t.can("runner", recruit="florida")
    assert t.why("sign", recruit="florida") == "That recruit has signed."


def test_in_the_last_month_too() -> None:
    t = solo("February")
    t.do("end")
    assert places(t, [recruit.slot for recruit in t.bubba.recruits]) == ["florida"]


# -- End of game scoring ---------------------------------------------------------------------------------------------


def test_he_scores_base_stars_and_both_tables_and_nothing_else() -> None:
    t = solo()
    slots = [t.slot(name) for name in SOUTH] + [t.slot(name) for name in NEAR]
    for slot, position in zip(slots, ("QB", "RB", "WR", "OL", "DL", "DB", "LB"), strict=True):
        t.position(slot, position)
    t.bubba_has(*slots).left()
    t.end_game()
    # 7 positions are 24; 4 states and 3 borders of the South are 7 recruits: 14.
    assert t.bubba.stars == 24 + 14
    assert {entry.source for entry in t.bubba.sheet} == {"positions", "region"}


def test_each_recruit_gives_the_stars_of_his_token() -> None:
    t = solo()
    slots = taken(t, 6)
    assert [recruit.stars for recruit in t.bubba.recruits] == [t.state.value[slot] for slot in slots]
    assert t.bubba.stars == sum(t.state.value[slot] for slot in slots)


def test_a_tie_is_bubbas() -> None:
    for stars, winners in ((20, []), (19, []), (21, [0])):
        t = solo("February").left().stars(0, stars).bucks(0, 0)
        assert t.state.bubba is not None
        t.state.bubba.stars = 20
        t.end_game()
        assert t.winners() == winners
        outcome = t.game.outcome(t.state)
        assert outcome is not None
        assert outcome.others == {"Bubba": 20}


def test_the_persons_score_is_as_ever() -> None:
    t = solo("February").left().bucks(0, 3)
    t.signed(0, t.slot("iowa"), t.slot("wisconsin")).play_card(0, "Blue Blood Program").end_game(campaigns={0: 3})
    assert t.sheet(0, "end_card") == [(t.mat(0).in_play[0].card, 7)]
    assert t.sheet(0, "final_campaign") == [(3, 2)]
    assert t.sheet(0, "region") == [(16 * v.COLOURS.index("blue") + 2, 2)]


def test_who_has_the_fewest_stars_is_asked_of_bubba_too() -> None:
    t = solo()
    trailing = v.COUNT.index("trailing")
    assert counting.count(t.state, t.player(0), trailing) == 1
    t.stars(0, 1)
    assert counting.count(t.state, t.player(0), trailing) == 0
    taken(t, 1)
    assert counting.count(t.state, t.player(0), trailing) == 1


def test_a_whole_game_he_takes_at_most_twelve_and_the_sheet_adds_up() -> None:
    for seed in range(3):
        t = play_out(1, seed, options={"mode": "solitaire"})
        assert len(t.bubba.recruits) <= 12
        assert sum(entry.stars for entry in t.bubba.sheet) == t.bubba.stars
        assert sum(entry.source == "discard" for entry in t.bubba.sheet) == 12
        used = [place for place in places(t, [recruit.slot for recruit in t.bubba.recruits]) if place not in SOUTH]
        assert len(used) == len(set(used))
        assert set(used) <= {*NEAR, *FAR}
