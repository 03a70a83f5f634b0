"""FAM "Solitaire Rules", heading by heading; Bubba's turn: `test_bubbas_turn.py`. RULINGS A5.21."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.rules.score_sheet import DISCARD
from tests.games.envelopes.positions import Table, new_game, turn_begins
from tests.games.envelopes.random_players import play_out
from tests.games.envelopes.solitaire_positions import FAR, NEAR, SOUTH, places, solo, taken

if TYPE_CHECKING:
    from collections.abc import Iterable

# -- Changes to set up -----------------------------------------------------------------------------------------------


def test_solitaire_has_one_player() -> None:
    assert new_game(1, mode="solitaire").state.seats == 1
    with pytest.raises(GameError):
        new_game(2, mode="solitaire")


def test_bubba_plays_the_south_and_the_player_texas_by_default() -> None:
    t = new_game(1, mode="solitaire")
    assert t.mat(0).space == t.space("start-texas")
    for start, space in (("circle", "start-texas"), ("square", "start-northwest"), ("cross", "start-midwest")):
        assert new_game(1, mode="solitaire", start=start).mat(0).space == t.space(space)
    with pytest.raises(GameError, match="circle, square, cross"):
        new_game(1, mode="solitaire", start="triangle")


def test_the_player_keeps_four_of_six_cards_and_there_is_no_pool() -> None:
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
    assert (t.bubba.stars, t.bubba.scored[DISCARD]) == (0, 0)


def test_the_stash_cannot_be_drafted_openly() -> None:
    with pytest.raises(GameError, match="stash_draft"):
        new_game(1, mode="solitaire", stash_draft=True)


@pytest.mark.parametrize("option", [{"auction": True}, {"dice": "exclusive"}, {"movement": "three"}])
def test_options_that_need_opponents_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(GameError, match=next(iter(option))):
        new_game(1, mode="solitaire", **option)


# -- Changes to each month's play: drafting cards --------------------------------------------------------------------


def stars_of(t: Table, cards: Iterable[int]) -> int:
    return sum(t.tables.stars[card] for card in cards)


def test_the_player_keeps_one_of_four_cards_and_bubba_scores_the_rest() -> None:
    t = solo().deal()
    hand = t.player(0).hand[:]
    assert len(hand) == 4
    assert not t.forms("pass")
    t.do("draft", card=hand[1] + 1)
    left = [card for card in hand if card != hand[1]]
    assert t.view().gone == sorted(left)
    assert t.bubba.stars == t.bubba.scored[DISCARD] == stars_of(t, left)
    assert t.mat(0).calendar[0] == hand[1]


def test_drafting_from_the_stash_discards_all_four_cards() -> None:
    t = solo().stash(0, 31).deal()
    hand = t.player(0).hand[:]
    t.do("draft", card=31)
    assert t.bubba.stars == stars_of(t, hand)
    assert t.view().gone == sorted(hand)


def test_bubbas_sheet_lists_the_discards_by_month() -> None:
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


def test_bubba_ignores_the_dice_and_the_player_chooses_as_usual() -> None:
    t = solo("June").roll(5, 5, 5, 5, 5, 5).do("die", 0, colour="green")
    assert len(t.forms("place", 0)) == 7
    before = t.bubba
    t.do("place", 0, month="October", half=False).do("die", 0, colour="red").do("place", 0, month="June", half=True)
    assert t.bubba == before


# -- Playing out the month -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", v.MONTHS)
def test_there_is_no_free_movement(name: str) -> None:
    t = turn_begins(solo(name).at(0, "west-texas"))
    assert not t.forms("move")
    t.give(0, red=1)
    assert t.gained(lambda: t.do("move", space="oklahoma")) == {"red": -1}


def test_cards_still_give_movement() -> None:
    """RULINGS A5.14."""
    assert turn_begins(solo().play_card(0, "more moves")).mat(0).moves == 2


def test_the_player_rolls_the_die() -> None:
    t = solo().at(0, "iowa").give(0, blue=3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=-1)) == {"blue": -3, "stars": 3}


# -- End of game scoring ---------------------------------------------------------------------------------------------


def test_bubba_scores_only_base_stars_and_both_tables() -> None:
    t = solo()
    slots = [t.slot(name) for name in SOUTH] + [t.slot(name) for name in NEAR]
    for slot, position in zip(slots, ("QB", "RB", "WR", "OL", "DL", "DB", "LB"), strict=True):
        t.position(slot, position)
    t.bubba_has(*slots).left()
    t.end_game()
    # 7 positions are 24; 4 states and 3 borders of the South are 7 recruits: 14.
    assert t.bubba.stars == 24 + 14
    assert {entry.source for entry in t.bubba.sheet} == {"positions", "region"}


def test_each_recruit_scores_the_stars_of_the_token_for_bubba() -> None:
    t = solo()
    slots = taken(t, 6)
    assert [recruit.stars for recruit in t.bubba.recruits] == [t.state.value[slot] for slot in slots]
    assert t.bubba.stars == sum(t.state.value[slot] for slot in slots)


def test_bubba_wins_ties() -> None:
    for stars, winners in ((20, []), (19, []), (21, [0])):
        t = solo("February").left().stars(0, stars).bucks(0, 0)
        assert t.state.bubba is not None
        t.state.bubba.stars = 20
        t.end_game()
        assert t.winners() == winners
        outcome = t.game.outcome(t.state)
        assert outcome is not None
        assert outcome.others == {"Bubba": 20}


def test_the_players_score_follows_the_usual_rules() -> None:
    t = solo("February").left().bucks(0, 3)
    t.signed(0, t.slot("iowa"), t.slot("wisconsin")).play_card(0, "Blue Blood Program").end_game(campaigns={0: 3})
    assert t.sheet(0, "end_card") == [(t.mat(0).in_play[0].card, 7)]
    assert t.sheet(0, "final_campaign") == [(3, 2)]
    assert t.best_region(0) == ("blue", 2, 2)


def test_bubba_counts_for_having_the_fewest_stars() -> None:
    t = solo()
    trailing = v.COUNT.index("trailing")
    assert counting.count(t.state, t.player(0), trailing) == 1
    t.stars(0, 1)
    assert counting.count(t.state, t.player(0), trailing) == 0
    taken(t, 1)
    assert counting.count(t.state, t.player(0), trailing) == 1


def test_in_whole_games_bubba_signs_at_most_twelve_and_his_sheet_adds_up() -> None:
    for seed in range(3):
        t = play_out(1, seed, options={"mode": "solitaire"})
        assert len(t.bubba.recruits) <= 12
        assert sum(entry.stars for entry in t.bubba.sheet) == t.bubba.stars
        assert sum(entry.source == "discard" for entry in t.bubba.sheet) == 12
        used = [place for place in places(t, [recruit.slot for recruit in t.bubba.recruits]) if place not in SOUTH]
        assert len(used) == len(set(used))
        assert set(used) <= {*NEAR, *FAR}
