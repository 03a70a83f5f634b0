"""V10 "2) Use a card that is already in play", "Card Usage Symbol"; RULINGS A3."""

from __future__ import annotations

from tests.games.envelopes.decks import card
from tests.games.envelopes.positions import month, turn_begins


def test_a_monthly_card_is_used_only_once_each_month() -> None:
    t = month().play_card(0, "Hundred-Dollar Handshake")
    assert t.gained(lambda: t.do("use", card="Hundred-Dollar Handshake").take("yellow")) == {"yellow": 1}
    assert not t.can("use", card="Hundred-Dollar Handshake")
    assert "You have already used" in t.why("use", card="Hundred-Dollar Handshake")
    t.finish_turn()
    turn_begins(t)
    assert t.can("use", card="Hundred-Dollar Handshake")


def test_the_player_chooses_the_color_every_turn() -> None:
    t = month().play_card(0, "Hundred-Dollar Handshake").do("use", card="Hundred-Dollar Handshake")
    assert {form["colour"] for form in t.forms("colour")} == {"green", "gray", "yellow", "red", "magenta", "blue"}


def test_a_card_put_into_play_this_turn_can_be_used_this_turn() -> None:
    t = month().waiting(0, "any").give(0, red=1).do("put", card="any")
    assert t.gained(lambda: t.do("use", card="any").take("blue")) == {"blue": 1}


def test_a_card_that_costs_resources_cannot_be_used_without_them() -> None:
    t = month().play_card(0, "pay any", "pay buck").bucks(0, 0)
    assert not t.can("use", card="pay any")
    assert "can't pay the cost of using" in t.why("use", card="pay any")
    assert not t.can("use", card="pay buck")
    t.give(0, green=1)
    assert t.can("use", card="pay any")
    assert t.gained(lambda: t.do("use", card="pay any")) == {"green": -1, "stars": 1}
    t.bucks(0, 1)
    assert t.gained(lambda: t.do("use", card="pay buck").take("red", "red")) == {"bucks": -1, "red": 2}


def test_the_player_chooses_which_envelope_to_pay() -> None:
    t = month().play_card(0, "pay any").give(0, green=1, red=1)
    assert t.gained(lambda: t.do("use", card="pay any").take("red")) == {"red": -1, "stars": 1}


def test_end_of_game_cards_cannot_be_used_during_monthly_play() -> None:
    t = month().play_card(0, "Blue Blood Program")
    assert not t.can("use", card="Blue Blood Program")
    assert "at the end of the game" in t.why("use", card="Blue Blood Program")


def test_upgrades_work_automatically() -> None:
    t = month().play_card(0, "Airport Hub")
    assert not t.can("use", card="Airport Hub")
    assert "works by itself" in t.why("use", card="Airport Hub")


def test_a_player_cannot_use_an_opponents_card() -> None:
    t = month().play_card(1, "Hundred-Dollar Handshake")
    assert not t.can("use", card="Hundred-Dollar Handshake")


def test_a_double_card_use_lets_one_card_be_used_twice() -> None:
    t = month().play_card(0, "double use", "any", "Hundred-Dollar Handshake")
    t.do("use", card="any").take("red")
    t.do("use", card="Hundred-Dollar Handshake").take("red")
    t.do("use", card="any").take("red")
    assert not t.can("use", card="any")
    assert not t.can("use", card="Hundred-Dollar Handshake")
    t.finish_turn()
    turn_begins(t)
    t.do("use", card="any").take("red").do("use", card="any").take("red")
    assert t.envelopes() == 2


def test_two_double_uses_never_let_one_card_be_used_three_times() -> None:
    t = month().play_card(0, "double use", "double use too", "any", "Hundred-Dollar Handshake")
    for name in ("any", "any", "Hundred-Dollar Handshake", "Hundred-Dollar Handshake"):
        t.do("use", card=name).take("red")
    assert not t.can("use", card="any")
    assert not t.can("use", card="Hundred-Dollar Handshake")
    t = month().play_card(0, "double use", "double use too", "any")
    t.do("use", card="any").take("red").do("use", card="any").take("red")
    assert not t.can("use", card="any")


def test_a_double_use_also_applies_to_a_card_used_before_it() -> None:
    t = month().play_card(0, "any").waiting(0, "double use").do("use", card="any").take("red")
    t.give(0, green=4, gray=4, yellow=4, red=4, magenta=4, blue=4).do("put", card="double use")
    assert t.can("use", card="any")


def test_coach_with_houston_roots_scores_for_each_texas_fundraising_card() -> None:
    roots = card("Coach with Houston Roots")
    assert roots == 9
    t = month().play_card(0, roots)
    assert not t.can("use", card=roots)
    texas = [k + 1 for k in range(120) if t.tables.fund_region[k] == 2]
    south = [k + 1 for k in range(120) if t.tables.fund_region[k] == 3]
    t.show_card(0, *texas[:3], *south[:2])
    assert t.gained(lambda: t.do("use", card=roots)) == {"stars": 3}
    assert t.sheet(0, "card") == [(roots - 1, 3)]


def test_a_card_can_put_envelopes_on_later_months() -> None:
    t = month(2, "October").play_card(0, "later")
    t.do("use", card="later")
    assert [form["month"] for form in t.forms("month")] == ["November", "December", "January"]
    t.do("month", month="December")
    assert t.calendar(0, "December") == {"green": 2}
    assert t.envelopes() == 0


def test_later_envelopes_go_to_february_in_january_and_are_lost_in_february() -> None:
    t = month(2, "January").play_card(0, "later").do("use", card="later")
    assert t.calendar(0, "February") == {"green": 2}
    t = month(2, "February").play_card(0, "later")
    assert not t.can("use", card="later")


def test_flying_costs_no_movement_and_leads_only_where_the_card_says() -> None:
    t = month().play_card(0, "fly").at(0, "michigan-ohio").do("use", card="fly")
    borders = {t.tables.space_ids[space] for space in range(24, 32)}
    assert {form["space"] for form in t.forms("fly")} == borders - {"michigan-ohio"}
    assert t.gained(lambda: t.do("fly", space="nevada-utah")) == {}
    assert t.mat(0).space == t.space("nevada-utah")
