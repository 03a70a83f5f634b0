"""RULINGS A4 "Which rules each mode uses": every cell of the table, tested in play."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import sign
from tests.games.envelopes.decks import card, card_data
from tests.games.envelopes.positions import Table, month, new_game, turn_begins

MODES = ("standard", "online", "family", "solitaire")
SEATS = {"standard": (2, 3, 4), "online": (2, 3, 4), "family": (2, 3, 4), "solitaire": (1,)}
EACH = [(mode, seats) for mode in MODES for seats in SEATS[mode]]
TABLES = [(mode, seats) for mode, seats in EACH if seats > 1]

by_mode = pytest.mark.parametrize("mode", MODES)
each = pytest.mark.parametrize(("mode", "seats"), EACH)


def at(mode: str, name: str = "March", **options: Any) -> Table:
    """A month of the smallest table of a mode."""
    return month(SEATS[mode][0], name, mode=mode, **options)


# -- dealt each month ------------------------------------------------------------------------------------------------


@each
def test_each_mode_deals_its_number_of_cards_per_month(mode: str, seats: int) -> None:
    for chain in range(seats):
        t = month(seats, "June", mode=mode, chain=chain).deal()
        each_gets, first_gets = {"family": (3, 4), "solitaire": (4, 4)}.get(mode, (2, 3))
        assert [mat.hand for mat in t.view().players] == [
            first_gets if seat == chain else each_gets for seat in range(seats)
        ]


def test_solitaire_keeps_one_card() -> None:
    t = at("solitaire").deal()
    t.do("draft", **t.forms("draft")[0])
    assert (t.mat(0).hand, sum(card >= 0 for card in t.mat(0).calendar)) == (0, 1)
    assert t.view().phase == "dice"


# -- Secret Stash, first pool ----------------------------------------------------------------------------------------


@each
def test_each_mode_has_its_stash(mode: str, seats: int) -> None:
    t = new_game(seats, mode=mode)
    if mode == "family":
        assert t.phase == "draft"
        assert [mat.stash for mat in t.view().players] == [5] * seats
        return
    assert t.phase == "stash"
    for seat in range(seats):
        assert len(t.player(seat).stash) == 6
        for _ in range(2):
            t.do("reject", seat, **t.forms("reject", seat)[0])
        assert len(t.player(seat).stash) == 4
    assert t.phase == "draft"


@each
def test_each_mode_has_its_first_pool(mode: str, seats: int) -> None:
    t = new_game(seats, mode=mode)
    rejected = []
    for seat in t.due if t.phase == "stash" else []:
        for _ in range(2):
            form = t.forms("reject", seat)[0]
            rejected.append(form["card"] - 1)
            t.do("reject", seat, **form)
    if mode == "family":
        assert len(t.view().pool) == 2 * seats
    elif mode == "solitaire":
        assert t.view().pool == []
        assert t.view().gone == sorted(rejected)
    else:
        assert t.view().pool == sorted(rejected)


@each
def test_each_mode_has_its_first_pool_without_a_stash(mode: str, seats: int) -> None:
    """RULINGS A5.3."""
    t = new_game(seats, mode=mode, stash=False)
    assert len(t.view().pool) == (2 * seats if mode == "family" else 0)
    assert [mat.stash for mat in t.view().players] == [0] * seats


@by_mode
@pytest.mark.parametrize("name", v.MONTHS[:-1])
def test_the_pool_starts_fresh_except_in_solitaire(mode: str, name: str) -> None:
    t = at(mode, name).end_month()
    fresh = name in ("May", "August", "November") and mode != "solitaire"
    assert len(t.view().pool) == (1 if fresh else 0)


@by_mode
def test_players_can_pass_except_in_solitaire(mode: str) -> None:
    assert bool(at(mode).deal().forms("pass")) == (mode != "solitaire")


# -- dice ------------------------------------------------------------------------------------------------------------


@by_mode
def test_each_mode_uses_its_dice_rules(mode: str) -> None:
    """A green 5 in June: all five in October or two in any of six months; in the family game five in any of them."""
    t = at(mode, "June").roll(5, 5, 5, 5, 5, 5)
    t.do("die", 0, colour="green")
    places = {(form["month"], form["half"]) for form in t.forms("place", 0)}
    six = ("June", "July", "August", "September", "October", "November")
    if mode == "family":
        assert places == {(name, False) for name in six}
    else:
        assert places == {("October", False)} | {(name, True) for name in six}


# -- trade -----------------------------------------------------------------------------------------------------------


@by_mode
def test_each_mode_has_its_trade_price(mode: str) -> None:
    t = at(mode).give(0, red=3)
    change = t.gained(lambda: t.do("trade", colour="blue"))
    assert change == {"red": -3, "blue": 1} | ({} if mode == "family" else {"bucks": -1})
    t.give(0, red=3).bucks(0, 0)
    assert t.can("trade", colour="blue") == (mode == "family")


# -- free movement ---------------------------------------------------------------------------------------------------

MOVES = {"standard": (3, 2, 1, 0), "online": (3, 2, 1, 0), "family": (3, 3, 3, 3), "solitaire": (0, 0, 0, 0)}


@by_mode
@pytest.mark.parametrize("name", v.MONTHS)
def test_each_mode_has_its_free_movement(mode: str, name: str) -> None:
    t = turn_begins(at(mode, name))
    assert t.mat(0).moves == MOVES[mode][v.MONTHS.index(name) // 3]


# -- Value Modifier Die ----------------------------------------------------------------------------------------------


@by_mode
def test_each_mode_uses_or_omits_the_value_modifier_die(mode: str) -> None:
    t = at(mode).at(0, "wisconsin").give(0, blue=4)
    chance = [] if mode == "family" else [sign.FACES.index(-2)]
    change = t.gained(lambda: t.do("sign", recruit="wisconsin", chance=chance))
    assert change == {"blue": -4, "stars": 5 if mode == "family" else 3}
    # The online rules leave it out where the players say so.
    t = at(mode, die=False).at(0, "wisconsin").give(0, blue=4)
    assert t.gained(lambda: t.do("sign", recruit="wisconsin", chance=[])) == {"blue": -4, "stars": 5}


# -- runner's envelopes when another signs ---------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_each_mode_handles_envelopes_when_an_opponent_signs(mode: str, seats: int) -> None:
    t = month(seats, "May", mode=mode).at(0, "wisconsin").give(0, blue=4)
    slot = t.slot("wisconsin")
    t.prepaid(1, slot, blue=3).do("sign", recruit=slot)
    assert t.mat(1).prepaid == []
    assert t.tally(1).get("blue", 0) == (3 if mode == "family" else 0)
    assert t.calendar(1, "June") == {}


def test_envelopes_are_lost_when_bubba_signs() -> None:
    t = at("solitaire", "May")
    slot = t.slot("florida")
    t.prepaid(0, slot, red=3).end_month()
    assert t.view().signed_by[slot] == 1
    assert t.mat(0).prepaid == []
    assert t.tally(0).get("red", 0) == 0
    assert t.calendar(0, "June") == {}


# -- Recruiting Board ------------------------------------------------------------------------------------------------


@each
def test_only_online_mode_has_recruiting_boards(mode: str, seats: int) -> None:
    t = new_game(seats, mode=mode)
    boards = [mine.board for seat in range(seats) if (mine := t.view(seat).mine) is not None]
    assert all(board >= 0 for board in boards) == (mode == "online")
    t = month(seats, mode=mode).left().end_game()
    assert all(mat.board >= 0 for mat in t.view().players) == (mode == "online")


# -- marketing -------------------------------------------------------------------------------------------------------


@by_mode
def test_each_mode_has_its_marketing_prices(mode: str) -> None:
    most = 12 if mode == "online" else 8
    t = at(mode).bucks(0, 20)
    assert [form["bucks"] for form in t.forms("campaign")] == list(range(1, most + 1))
    t = at(mode, "February").left().end_month()
    t.bucks(0, 20)
    assert [form["bucks"] for form in t.forms("campaign", 0)] == list(range(most + 1))


# -- ties ------------------------------------------------------------------------------------------------------------


def tied(mode: str, seats: int = 2, **options: Any) -> Table:
    """The end of a game with everyone level at 20 stars and without bucks."""
    t = month(seats, "February", mode=mode, **options).left()
    for seat in range(seats):
        t.stars(seat, 20).bucks(seat, 0)
    return t


def test_standard_ties_are_broken_by_bucks_positions_and_a_cut() -> None:
    """Bucks, then different positions, then cutting cards."""
    assert tied("standard").bucks(1, 1).end_game().winners() == [1]
    t = tied("standard")
    a, b, c = t.slot("iowa"), t.slot("georgia"), t.slot("montana")
    t.position(a, "QB").position(b, "QB").position(c, "LB").signed(0, a).signed(1, b, c).stars(0, 21)
    assert t.end_game().winners() == [1]
    t = tied("standard").end_game(chance=[12, 3])
    assert t.winners() == [0]
    assert "cutting the deck" in t.said()[-1] or "cuts the Ace" in " ".join(t.said())


def test_online_ties_are_broken_by_bucks_recruits_and_a_die() -> None:
    """Bucks, then recruits, then a die."""
    assert tied("online").bucks(1, 1).end_game().winners() == [1]
    assert tied("online").end_game(chance=[2, 5]).winners() == [1]


def test_family_ties_share_the_win() -> None:
    assert tied("family", 3).bucks(1, 3).end_game().winners() == [0, 1, 2]


def test_solitaire_ties_go_to_bubba() -> None:
    t = tied("solitaire", 1)
    score_of_bubba(t, 20)
    assert t.end_game().winners() == []


def score_of_bubba(t: Table, stars: int) -> None:
    assert t.state.bubba is not None
    t.state.bubba.stars = stars


# -- who may play ----------------------------------------------------------------------------------------------------


def test_cards_in_these_tests_do_not_change_deals() -> None:
    """The four deals above count cards only; a card that changes deals would change them."""
    assert card_data(card("Blue Blood Program"))["use"] == "end"
