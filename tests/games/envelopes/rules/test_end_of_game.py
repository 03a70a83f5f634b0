"""V10 "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring", "Regional
Scoring"; RULINGS A1, A5.20.
"""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import card
from tests.games.envelopes.positions import Table, month

POSITIONAL = {1: 1, 2: 2, 3: 4, 4: 8, 5: 12, 6: 18, 7: 24, 8: 32}
REGIONAL = {1: 1, 2: 2, 3: 3, 4: 5, 5: 7, 6: 10, 7: 14, 8: 19, 9: 25, 10: 32}
SOUTH = ("georgia", "mississippi-alabama", "louisiana", "florida")
SOUTHERN_BORDERS = ("missouri-arkansas", "kentucky-tennessee", "virginia-carolinas")


def february(seats: int = 2) -> Table:
    """February, and no one has bucks left."""
    t = month(seats, "February")
    for seat in range(seats):
        t.bucks(seat, 0)
    return t


def of_the_south(t: Table) -> list[int]:
    """The ten recruits of the South, its states first."""
    return [t.slot(name) for name in SOUTH] + [t.slot(name, k) for name in SOUTHERN_BORDERS for k in (0, 1)]


# -- end of game cards -------------------------------------------------------------------------------------------------


def test_the_blue_blood_program_gives_seven_stars_at_the_end() -> None:
    t = february().play_card(0, "Blue Blood Program")
    assert t.gained(t.end_game) == {"stars": 7}
    assert t.sheet(0, "end_card") == [(card("Blue Blood Program") - 1, 7)]


@pytest.mark.parametrize("others", [0, 1, 4])
def test_the_campus_master_plan_gives_a_star_for_every_culture_card_itself_included(others: int) -> None:
    t = february().play_card(0, "Campus Master Plan")
    plan = card("Campus Master Plan") - 1
    culture = [k + 1 for k in range(120) if t.tables.kind[k] == v.CULTURE and t.tables.use[k] == 0]
    t.show_card(0, *culture[:others]).show_card(0, card("Airport Hub")).show_card(1, *culture[others : others + 2])
    t.end_game()
    assert t.sheet(0, "end_card") == [(plan, 1 + others)]


def test_the_analytics_nerd_scores_three_stars_for_each_border_state_recruit() -> None:
    t = february().play_card(0, "Analytics Nerd")
    assert card("Analytics Nerd") == 38
    t.signed(0, t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1), t.slot("nevada-utah", 0), 0)
    t.end_game()
    assert t.sheet(0, "end_card") == [(37, 9)]


def test_end_cards_still_on_the_calendar_score_nothing() -> None:
    t = february().waiting(0, "Blue Blood Program")
    assert t.gained(t.end_game) == {}


def test_end_cards_count_for_their_own_player() -> None:
    t = february().play_card(1, "Blue Blood Program").end_game()
    assert [mat.stars for mat in t.view().players] == [0, 7]


# -- one final campaign ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bucks", "stars"), [(1, 1), (2, 1), (3, 2), (5, 3), (7, 3), (8, 4)])
def test_players_can_run_one_final_campaign(bucks: int, stars: int) -> None:
    t = february().bucks(0, 10)
    assert t.gained(lambda: t.end_game(campaigns={0: bucks})) == {"bucks": -bucks, "stars": stars}
    assert t.sheet(0, "final_campaign") == [(bucks, stars)]


def test_the_final_campaign_is_optional_and_unspent_bucks_are_kept() -> None:
    t = february().bucks(0, 4)
    assert t.gained(lambda: t.end_game(campaigns={0: 0})) == {}
    assert t.mat(0).bucks == 4


def test_the_final_campaign_is_in_addition_to_februarys() -> None:
    t = february().bucks(0, 2).do("campaign", bucks=1)
    assert t.gained(lambda: t.end_game(campaigns={0: 1})) == {"bucks": -1, "stars": 1}


def test_final_campaigns_are_chosen_simultaneously_and_secretly() -> None:
    t = february(3).bucks(0, 5).bucks(1, 5).bucks(2, 5).end_month()
    assert (t.phase, t.due) == ("final", [0, 1, 2])
    before = t.view_bytes(2)
    t.do("campaign", 0, bucks=3)
    changed = t.view(2)
    assert changed.players[0].chosen
    changed.players[0].chosen = False
    changed.acting = [0, 1, 2]
    assert t.mat(0).bucks == 5
    assert before == t.view_bytes(2) or before == __import__("msgspec").json.encode(changed)


def test_a_player_without_bucks_is_not_asked() -> None:
    t = february(3).bucks(1, 2).end_month()
    assert t.due == [1]
    assert february(3).end_month().phase == "over"


def test_the_development_office_gives_no_star_for_the_final_campaign() -> None:
    """RULINGS A5.20: it is no month."""
    t = february().bucks(0, 1).play_card(0, "Development Office")
    assert t.gained(lambda: t.end_game(campaigns={0: 1})) == {"bucks": -1, "stars": 1}


def test_end_cards_come_before_the_final_campaign() -> None:
    """RULINGS A5.20: what counts leftover bucks counts them before they are spent."""
    t = february().bucks(0, 3).play_card(0, "left bucks")
    assert t.gained(lambda: t.end_game(campaigns={0: 3})) == {"bucks": -3, "stars": 3 + 2}


# -- positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("different", "stars"), POSITIONAL.items())
def test_positional_scoring_follows_the_table(different: int, stars: int) -> None:
    t = february()
    slots = [
        t.slot(name) for name in ("arizona", "georgia", "montana", "maine", "iowa", "alaska", "oklahoma", "hawaii")
    ]
    for k, slot in enumerate(slots):
        t.position(slot, v.POSITIONS[k])
    t.signed(0, *slots[:different]).end_game()
    assert t.sheet(0, "positions") == [(different, stars)]


def test_a_position_counts_once() -> None:
    t = february()
    slots = [t.slot(name) for name in ("arizona", "georgia", "montana")]
    for slot in slots:
        t.position(slot, "K/P")
    t.signed(0, *slots).end_game()
    assert t.sheet(0, "positions") == [(1, 1)]


def test_three_positions_are_four_stars_and_seven_are_twenty_four() -> None:
    """The example under the table."""
    assert (POSITIONAL[3], POSITIONAL[7]) == (4, 24)


# -- regions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("recruits", "stars"), REGIONAL.items())
def test_regional_scoring_follows_the_table(recruits: int, stars: int) -> None:
    t = february()
    t.signed(0, *of_the_south(t)[:recruits]).end_game()
    assert t.best_region(0) == ("red", recruits, stars)


def test_three_southern_and_one_border_recruit_score_five_stars() -> None:
    t = february()
    t.signed(0, *of_the_south(t)[:3], t.slot("missouri-arkansas", 0)).end_game()
    assert [stars for _, stars in t.sheet(0, "region")] == [5]


def test_four_northwestern_and_two_border_recruits_score_ten_stars() -> None:
    """The rulebook's 18 for six recruits is a misprint (RULINGS A1)."""
    t = february()
    northwest = [t.slot(name) for name in ("washington-oregon", "idaho-wyoming", "montana", "alaska")]
    t.signed(0, *northwest, t.slot("nevada-utah", 0), t.slot("minnesota-dakotas", 1)).end_game()
    assert [stars for _, stars in t.sheet(0, "region")] == [10]


def test_only_the_best_region_is_scored() -> None:
    t = february()
    t.signed(0, *of_the_south(t)[:3], t.slot("iowa"), t.slot("illinois")).end_game()
    assert t.best_region(0) == ("red", 3, 3)


def test_border_recruits_count_for_the_region_that_scores_most() -> None:
    t = february()
    t.signed(0, t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1))
    t.signed(0, t.slot("west-texas"), t.slot("oklahoma"), t.slot("georgia")).end_game()
    assert t.best_region(0) == ("yellow", 4, 5)


@pytest.mark.parametrize("recruits", REGIONAL)
def test_the_view_shows_what_a_class_will_score(recruits: int) -> None:
    t = february()
    t.signed(0, *of_the_south(t)[:recruits])
    shown = t.mat(0).standing
    assert (shown.best, sum(shown.positions)) == (shown.regions[v.COLOURS.index("red")], recruits)
    assert shown.region_next == REGIONAL.get(recruits + 1, 0)
    assert shown.position_next == POSITIONAL.get(shown.different + 1, 0)
    t.end_game()
    assert t.best_region(0) == ("red", shown.best, shown.region_stars)
    assert t.sheet(0, "positions") == [(shown.different, shown.position_stars)]


def test_a_player_without_recruits_scores_nothing() -> None:
    t = february()
    assert t.gained(t.end_game) == {}


def test_cards_can_add_one_to_a_count() -> None:
    t = february().play_card(0, "extra position", "extra region")
    t.signed(0, *of_the_south(t)[:5])
    for k, slot in enumerate(of_the_south(t)[:5]):
        t.position(slot, v.POSITIONS[k % 3])
    before = t.mat(0).stars
    t.end_game()
    assert t.sheet(0, "positions") == [(t.player(0).pos_mask.bit_count(), POSITIONAL[t.player(0).pos_mask.bit_count()])]
    positions = t.player(0).pos_mask.bit_count()
    extra = POSITIONAL[positions + 1] - POSITIONAL[positions] + REGIONAL[6] - REGIONAL[5]
    assert sum(stars for _, stars in t.sheet(0, "end_card")) == extra
    assert t.mat(0).stars - before == POSITIONAL[positions] + REGIONAL[5] + extra


def test_the_scoring_tables_end_at_eight_and_ten() -> None:
    t = february().play_card(0, "extra position", "extra region")
    for k, slot in enumerate(of_the_south(t)):
        t.position(slot, v.POSITIONS[k % 8])
    t.signed(0, *of_the_south(t)).end_game()
    assert t.mat(0).stars == 32 + 32
    assert t.sheet(0, "end_card") == []


def test_the_sheet_lists_end_cards_final_campaign_positions_and_region_in_order() -> None:
    t = february().bucks(0, 1).play_card(0, "Blue Blood Program").signed(0, 0)
    t.end_game(campaigns={0: 1})
    assert [entry.source for entry in t.mat(0).sheet] == ["end_card", "final_campaign", "positions", "region"]
    assert {entry.month for entry in t.mat(0).sheet} == {12}
