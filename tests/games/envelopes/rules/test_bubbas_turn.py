"""FAM "Solitaire Rules": "Bubba's Turn"; RULINGS A5.22, D1."""

from __future__ import annotations

from itertools import permutations

import pytest

from cashbox.engine.chance import SeededChance
from tests.games.envelopes.decks import own_game
from tests.games.envelopes.positions import Table
from tests.games.envelopes.solitaire_positions import FAR, NEAR, SOUTH, borders, lacks, places, solo, taken, who


def test_bubba_signs_one_southern_recruit_per_turn_in_order_of_stars() -> None:
    t = solo()
    slots = taken(t, 4)
    assert places(t, slots) == list(SOUTH)
    assert [recruit.stars for recruit in t.bubba.recruits] == [5, 4, 3, 2]
    assert [t.view().signed_by[slot] for slot in slots] == [1] * 4


def test_bubba_signs_after_the_players_turn() -> None:
    t = solo()
    assert t.bubba.recruits == []
    t.do("end")
    assert places(t, [recruit.slot for recruit in t.bubba.recruits]) == ["florida"]


def test_bubba_skips_recruits_the_player_has_signed() -> None:
    t = solo().signed(0, *(solo().slot(name) for name in ("florida", "mississippi-alabama")))
    assert places(t, taken(t, 3))[:2] == ["louisiana", "georgia"]


def test_bubba_follows_the_stars_of_shuffled_tokens() -> None:
    t = solo(values="shuffled")
    assert [t.state.value[slot] for slot in taken(t, 4)] == [5, 4, 3, 2]


def test_bubba_never_rolls_the_die() -> None:
    t = solo("February").bucks(0, 0)
    t.end_game(chance=[])
    assert [recruit.stars for recruit in t.bubba.recruits] == [5]


def test_positions_do_not_matter_in_the_south() -> None:
    t = solo()
    for name in SOUTH:
        t.position(t.slot(name), "QB")
    assert places(t, taken(t, 4)) == list(SOUTH)


@pytest.mark.parametrize("where", range(3))
def test_the_example_two_qbs_one_rb_one_db_he_needs_all_three(where: int) -> None:
    """The RB or the DB first, then the other, a QB last, though the QBs' tokens may be worth more."""
    names = [name.replace("-", "_") for name in (*NEAR[where:], *NEAR[:where])]
    for rb, db in (("RB -", "DB -"), ("- RB", "- DB"), ("RB -", "- DB")):
        t = lacks(borders(solo(), **dict(zip(names, ("QB QB", rb, db), strict=True))), "QB", "RB", "DB")
        positions = who(t, 3)
        assert sorted(positions[:2]) == ["DB", "RB"]
        assert positions[2] == "QB"


def test_the_example_with_quarterbacks_in_different_states() -> None:
    t = lacks(
        borders(solo(), missouri_arkansas="- DB", kentucky_tennessee="RB QB", virginia_carolinas="QB -"),
        "QB", "RB", "DB",
    )  # fmt: skip
    assert who(t, 3) == ["DB", "RB", "QB"]


def test_bubba_avoids_a_second_quarterback_while_others_are_eligible() -> None:
    """With one QB signed he needs none: an RB he needs comes first though two of them are left, and the QB last."""
    t = lacks(
        borders(solo(), missouri_arkansas="QB -", kentucky_tennessee="RB -", virginia_carolinas="RB -"), "RB"
    )  # fmt: skip
    positions = who(t, 3)
    assert positions[0] == "RB"
    # Now he needs neither: the last RB and the QB both stand alone, and the token decides.
    assert sorted(positions[1:]) == ["QB", "RB"]


def test_a_missing_position_comes_before_a_position_that_stands_alone() -> None:
    t = lacks(borders(solo(), missouri_arkansas="LB QB", kentucky_tennessee="QB -", virginia_carolinas="OL -"), "QB")
    assert who(t, 1) == ["QB"]


def test_a_recruit_in_a_used_border_state_counts_for_standing_alone() -> None:
    """A QB left where he has been already counts: no QB stands alone, so the RB comes first."""
    t = borders(solo(), missouri_arkansas="- QB", kentucky_tennessee="QB -", virginia_carolinas="RB -")
    t.bubba_has(t.slot("missouri-arkansas", 0))
    lacks(t, "QB", "RB")
    assert "the only RB left there" in t.bubba.why
    assert taken(t, 1) == [t.slot("virginia-carolinas", 0)]
    assert "the only" not in t.bubba.why


def test_the_example_in_every_layout_with_the_rb_and_the_db_in_different_states() -> None:
    """RULINGS D1: first the RB or the DB, then the other; a QB only last, where one is left in a state not used."""
    names = [name.replace("-", "_") for name in NEAR]
    layouts = 0
    for spots in sorted(set(permutations(("QB", "QB", "RB", "DB", "-", "-")))):
        where = {spot: k // 2 for k, spot in enumerate(spots)}
        if where["RB"] == where["DB"]:
            continue
        layouts += 1
        pairs = [" ".join(spots[k : k + 2]) for k in (0, 2, 4)]
        t = lacks(borders(solo(), **dict(zip(names, pairs, strict=True))), "QB", "RB", "DB")
        left = {"QB"} if "QB" in pairs[3 - where["RB"] - where["DB"]] else set()
        positions = who(t, 3)
        assert sorted(positions[:2]) == ["DB", "RB"], spots
        assert set(positions[2:]) == left, spots
    assert layouts == 144


def test_standing_alone_is_decided_within_a_tier() -> None:
    """A QB far from the South does not count: the one next to it stands alone, though his token is worth less."""
    t = lacks(
        borders(solo(), missouri_arkansas="- RB", kentucky_tennessee="QB -", virginia_carolinas="- RB",
                michigan_ohio="QB QB"),
        "QB", "RB",
    )  # fmt: skip
    assert taken(t, 1) == [t.slot("kentucky-tennessee", 0)]


def test_without_a_missing_position_a_recruit_that_stands_alone_comes_first() -> None:
    t = lacks(borders(solo(), missouri_arkansas="QB QB", kentucky_tennessee="QB -", virginia_carolinas="LB -"))
    # The lone LB has 1 star on the token, the QBs up to 5.
    assert taken(t, 1) == [t.slot("virginia-carolinas", 0)]


def test_equally_wanted_recruits_are_decided_by_the_higher_token() -> None:
    t = borders(solo(), missouri_arkansas="QB -", kentucky_tennessee="- QB", virginia_carolinas="QB -")
    assert t.state.value[t.slot("kentucky-tennessee", 1)] == 5
    assert taken(t, 1) == [t.slot("kentucky-tennessee", 1)]


def test_equal_tokens_are_decided_by_the_lower_space_number() -> None:
    t = borders(solo(), missouri_arkansas="QB -", kentucky_tennessee="QB -")
    a, b = t.slot("missouri-arkansas", 0), t.slot("kentucky-tennessee", 0)
    assert t.state.value[a] == t.state.value[b]
    assert t.tables.space_of[a] < t.tables.space_of[b]
    assert taken(t, 1) == [a]


def test_bubba_never_uses_a_border_state_twice() -> None:
    t = borders(solo(), missouri_arkansas="QB RB", kentucky_tennessee="WR DL", virginia_carolinas="OL LB")
    slots = taken(t, 5)
    assert len(slots) == 3
    assert sorted(places(t, slots)) == sorted(NEAR)


def test_bubba_takes_the_south_then_near_borders_then_other_borders() -> None:
    t = solo()
    slots = taken(t, 11)
    t.state.month = 11
    names = places(t, slots)
    assert names[:4] == list(SOUTH)
    assert sorted(names[4:7]) == sorted(NEAR)
    assert set(names[7:]) <= set(FAR)
    assert len(set(names[7:])) == 4


def test_near_borders_always_come_first() -> None:
    t = lacks(borders(solo(), kentucky_tennessee="QB -", michigan_ohio="RB -", nevada_utah="DB LB"), "RB", "DB", "LB")
    assert places(t, taken(t, 1)) == ["kentucky-tennessee"]


def test_bubba_continues_with_far_borders_when_near_ones_are_empty() -> None:
    t = borders(solo(), kentucky_tennessee="QB -", michigan_ohio="RB -")
    t.bubba_has(t.slot("kentucky-tennessee", 1))
    assert places(t, taken(t, 1)) == ["michigan-ohio"]


def test_far_borders_follow_the_same_order_of_preference() -> None:
    t = lacks(borders(solo(), colorado_new_mexico="QB -", nevada_utah="- QB", michigan_ohio="DB -"), "QB", "DB")
    assert who(t, 2) == ["DB", "QB"]


def test_bubba_never_signs_outside_the_south_and_its_borders() -> None:
    t = solo().left(solo().slot("iowa"), solo().slot("wisconsin"))
    assert taken(t, 2) == []


def test_bubba_can_find_no_recruit() -> None:
    t = solo().left()
    assert t.bubba.next == -1
    assert taken(t, 1) == []
    assert any("Bubba finds no one" in line for line in t.said())


def test_bubbas_next_recruit_is_shown_with_the_reason() -> None:
    t = solo()
    for _ in range(11):
        shown = t.bubba.next
        assert t.bubba.why
        (slot,) = taken(t, 1) or (-1,)
        assert slot == shown


def test_bubba_signs_no_recruit_after_february() -> None:
    t = solo("February").bucks(0, 3).end_month()
    assert t.phase == "final"
    assert (t.bubba.next, t.bubba.why) == (-1, "")


def test_envelopes_sent_to_a_recruit_bubba_signs_are_lost() -> None:
    t = solo("May")
    slot = t.slot("florida")
    t.prepaid(0, slot, red=3).end_month()
    assert t.mat(0).prepaid == []
    assert (t.envelopes(0), t.calendar(0, "June")) == (0, {})
    assert any("loses the 3 envelopes" in line for line in t.said())


def test_a_card_returns_those_envelopes_next_month_but_not_after_february() -> None:
    for name, lost in (("May", False), ("February", True)):
        t = solo(name).play_card(0, "runner safe")
        t.prepaid(0, t.slot("florida"), red=3).end_month()
        assert any("loses the 3 envelopes" in line for line in t.said()) == lost
        assert t.calendar(0, "June") == ({} if lost else {"red": 3})


def test_signing_a_recruit_of_bubba_is_refused_with_the_reason() -> None:
    t = solo().bubba_has(solo().slot("florida")).at(0, "florida").give(0, red=4)
    assert not t.can("sign", recruit="florida")
    assert not t.can("runner", recruit="florida")
    assert t.why("sign", recruit="florida") == "That recruit has already signed."


def test_bubba_signs_in_the_last_month() -> None:
    t = solo("February")
    t.do("end")
    assert places(t, [recruit.slot for recruit in t.bubba.recruits]) == ["florida"]


def by_the_text(t: Table) -> int:
    """Whom he takes next, worked out from the view, sentence by sentence of the text; -1 for no one."""
    view, bubba = t.view(), t.bubba
    free = [slot for slot, by in enumerate(view.signed_by) if by == -1]
    south = [slot for slot in free if places(t, [slot])[0] in SOUTH]
    if south:
        return max(south, key=lambda slot: view.values[slot])
    used = places(t, [recruit.slot for recruit in bubba.recruits])
    eligible: list[int] = []
    for names in (NEAR, FAR):
        eligible = eligible or [slot for slot in free if (name := places(t, [slot])[0]) in names and name not in used]
    has = {recruit.position for recruit in bubba.recruits}
    wanted = [slot for slot in eligible if view.recruits[slot] not in has] or eligible
    tier = NEAR if eligible and places(t, eligible)[0] in NEAR else FAR
    every = [view.recruits[slot] for slot in free if places(t, [slot])[0] in tier]
    alone = [slot for slot in wanted if every.count(view.recruits[slot]) == 1] or wanted
    best = max((view.values[slot] for slot in alone), default=0)
    return next((slot for slot in alone if view.values[slot] == best), -1)


@pytest.mark.slow
def test_bubba_follows_the_rule_text_in_whole_games() -> None:
    """Against a person who signs up to two border recruits before each of his turns."""
    nobody = 0
    for seed in range(8):
        chance = SeededChance(seed)
        t = Table(own_game(), 1, {"mode": "solitaire", "stash": False, "values": "shuffled"}, seed)
        while t.state.month < 11:
            left = [slot for slot in range(24, 40) if t.view().signed_by[slot] == -1]
            for _ in range(min(len(left), chance.draw(3))):
                t.signed(0, left.pop(chance.draw(len(left))))
            expected = by_the_text(t)
            assert t.bubba.next == expected
            assert (taken(t, 1) or [-1]) == [expected]
            nobody += expected < 0
    assert nobody
