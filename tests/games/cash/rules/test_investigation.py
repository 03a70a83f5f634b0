"""CASH "Investigation cards"; RULINGS B2.3, B2.10."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import CARDS, CRIMES, match_of, names, turn

PLAY_INSIDER = {"type": "play", "card": CARDS["insider"]}


@pytest.mark.parametrize("crime", CRIMES)
def test_an_investigation_is_played_on_an_opponents_license(crime: str) -> None:
    t = turn(3).hand(0, crime).play(crime)
    assert {form["seat"] for form in t.forms()} == {1, 2}
    t.do("target", seat=2)
    assert names([t.firm(2).probe]) == [crime]
    assert t.firm(1).probe == -1
    assert t.dumped() == []
    assert t.phase == "close"


def test_the_card_stays_hidden_in_hand_until_the_target_is_chosen() -> None:
    t = turn(3).hand(0, "insider")
    before = [t.view_bytes(seat) for seat in (1, 2, -1)]
    prompts = [t.game.prompt(t.state, seat, t.names) for seat in (1, 2, -1)]
    t.play("insider")
    assert (t.phase, t.count(0), "insider" in t.held(0), t.said()) == ("target", 8, True, [])
    assert [t.view_bytes(seat) for seat in (1, 2, -1)] == before
    assert [t.game.prompt(t.state, seat, t.names) for seat in (1, 2, -1)] == prompts
    t.do("target", seat=2)
    assert (t.count(0), "insider" in t.held(0)) == (7, False)
    assert t.said() == ["P0 investigates P2 for Insider Trading."]


def test_the_card_can_be_taken_back_until_the_target_is_chosen() -> None:
    match = match_of(turn(3).hand(0, "insider"))
    play, target = (match.game.decode(form) for form in (PLAY_INSIDER, {"type": "target", "seat": 1}))
    assert "final" not in match.game.describe(match.state, 0, play).facts.known
    match.act(0, [play])
    assert match.can_undo(0) == 1
    assert match.game.describe(match.state, 0, target).facts.known["final"] == 1
    match.undo(0)
    assert play in match.legal(0)
    match.act(0, [play, target])
    assert match.can_undo(0) == 0


def test_no_target_is_asked_for_if_only_one_is_possible() -> None:
    t = turn(2).hand(0, "insider").play("insider")
    assert names([t.firm(1).probe]) == ["insider"]


def test_an_investigation_cannot_target_its_players_license() -> None:
    t = turn(3).hand(0, "insider").play("insider")
    assert not t.can("target", seat=0)
    assert t.why("target", seat=0) == "You can't target yourself."


def test_an_investigation_needs_a_tabled_license() -> None:
    t = turn(4).unlicensed(1).hand(0, "insider").play("insider")
    assert not t.can("target", seat=1)
    assert t.why("target", seat=1) == "That firm has no license."
    t = turn(2).unlicensed(1).hand(0, "insider")
    assert not t.can("play", "insider")
    assert t.why("play", "insider") == "No opponent has a license that you can investigate."


def test_an_investigated_license_cannot_be_targeted_again() -> None:
    t = turn(4).investigated(1, "insider").hand(0, "organised").play("organised")
    assert not t.can("target", seat=1)
    assert t.why("target", seat=1) == "That firm is already under investigation."
    assert not turn(2).investigated(1, "insider").hand(0, "organised").can("play", "organised")


PLAYED = [which for which in CARDS if which not in ("license", "settlement")]


@pytest.mark.parametrize("card", PLAYED)
def test_under_investigation_no_card_can_be_played(card: str | int) -> None:
    t = turn(3).investigated(0).cash(0, 5_000, 25_000).hand(0, card)
    assert not t.can("play", card)


@pytest.mark.parametrize("card", [5_000, "economy", "stop", "venture", "taxman", "insider"])
def test_the_refusal_mentions_the_investigation(card: str | int) -> None:
    t = turn(3).investigated(0).cash(0, 5_000, 25_000).hand(0, card)
    assert t.why("play", card) == (
        "You can't play cards on your firm or on other players' licenses while you are under investigation."
    )


@pytest.mark.parametrize("card", ["dividend", "premium", "crash", "recession", "bankruptcy", "not corruption"])
def test_discards_still_take_effect_under_investigation(card: str) -> None:
    t = turn(2).investigated(0).cash(0, 5_000).cash(1, 10_000).hand(0, card).discard(card)
    assert "P0 discards" in t.said()[0]
    assert "with no effect" not in t.said()[0]


@pytest.mark.parametrize("card", ["broker", "banker", "takeover"])
def test_cards_that_say_so_have_no_effect_under_investigation(card: str) -> None:
    t = turn(2).investigated(0).cash(0, 25_000).cash(1, 25_000, 50_000).venture(1).hand(0, card).discard(card)
    assert t.said()[0].endswith("with no effect.")
    assert (t.tabled(0), t.tabled(1), t.firm(1).ventures, t.firm(1).lost) == ([25_000], [25_000, 50_000], 1, 0)


def test_taking_cash_is_allowed_under_investigation() -> None:
    """RULINGS B2.10."""
    t = turn(2).investigated(0).cash(1, 10_000).hand(0, "dividend").discard("dividend").do("take").do("keep")
    assert t.tabled(0) == [10_000]
    assert t.firm(0).probe >= 0


def test_an_investigated_player_can_draw_discard_and_trade() -> None:
    t = turn(2).investigated(0).hand(0, 5_000).hand(1, 10_000)
    t.offer(1, (5_000,), (10_000,)).do("accept")
    t.idle()
    assert t.active == 1


def test_cash_of_an_investigated_player_can_be_taken() -> None:
    t = turn(2).investigated(1).cash(1, 25_000).hand(0, "broker").discard("broker").do("take")
    assert t.tabled(0) == [25_000]


def test_playing_an_investigation_requires_a_license() -> None:
    assert not turn(3).unlicensed(0).hand(0, "insider").can("play", "insider")


def test_a_discarded_investigation_does_nothing() -> None:
    t = turn(2).hand(0, "insider").discard("insider")
    assert (t.firm(1).probe, t.dumped()) == (-1, ["insider"])


def test_an_investigation_lasts_until_it_is_cleared_or_the_round_ends() -> None:
    t = turn(2).investigated(0)
    t.idle().idle().idle().idle()
    assert t.firm(0).probe >= 0


def test_there_are_four_crimes() -> None:
    t = turn(2)
    found = [name for name in t.tables.names if name.endswith(": Investigation")]
    assert [name.split(":")[0] for name in found] == [
        "Corruption & Bribery", "Insider Trading", "Money Laundering", "Organized Crime",
    ]  # fmt: skip
