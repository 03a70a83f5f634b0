"""CASH "Takeover"; RULINGS B2.2, B2.4, B2.5, B2.8."""

from __future__ import annotations

from tests.games.cash.positions import match_of, turn


def test_a_takeover_takes_an_opponents_venture_capital_for_25_000() -> None:
    t = turn(3).cash(0, 25_000, 5_000).venture(2).hand(0, "takeover").discard("takeover").do("target", seat=2)
    assert (t.firm(0).ventures, t.firm(2).ventures, t.tabled(0)) == (1, 0, [5_000])
    assert t.dumped() == ["takeover", 25_000]


def test_the_player_chooses_among_opponents_with_venture_capital() -> None:
    t = turn(4).cash(0, 25_000).venture(1).venture(3).hand(0, "takeover").discard("takeover")
    assert {form.get("seat") for form in t.forms()} == {1, 3, None}
    assert t.why("target", seat=2) == "That firm has no Venture Capital."
    t.do("target", seat=3)
    assert [firm.ventures for firm in t.view().players] == [1, 1, 0, 0]


def test_taking_is_optional_and_free_if_declined() -> None:
    t = turn(2).cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover").do("leave")
    assert (t.firm(0).ventures, t.firm(1).ventures, t.tabled(0)) == (0, 1, [25_000])
    assert t.phase == "close"


def test_the_card_stays_hidden_in_hand_until_the_choice() -> None:
    t = turn(3).cash(0, 25_000).venture(1).hand(0, "takeover")
    before = [t.view_bytes(seat) for seat in (1, 2, -1)]
    t.discard("takeover")
    assert (t.phase, t.count(0), t.said()) == ("target", 8, [])
    assert [t.view_bytes(seat) for seat in (1, 2, -1)] == before
    t.do("leave")
    assert (t.count(0), t.dumped(), t.phase) == (7, ["takeover"], "close")
    assert t.said() == ["P0 discards Takeover.", "P0 takes nothing with Takeover."]


def test_a_takeover_also_works_at_the_hand_check() -> None:
    t = turn(2).cash(0, 25_000).venture(1).hand(0, "takeover", 5_000, size=10).play(5_000).finish()
    assert t.phase == "check"
    t.discard("takeover")
    assert t.view(1).phase == "check"
    t.do("target", seat=1)
    assert (t.firm(0).ventures, t.count(0), t.phase) == (1, 8, "check")


def test_the_card_can_be_taken_back_until_the_choice() -> None:
    match = match_of(turn(2).cash(0, 25_000).venture(1).hand(0, "takeover"))
    discard = match.game.decode({"type": "discard", "card": "takeover"})
    assert "final" not in match.game.describe(match.state, 0, discard).facts.known
    match.act(0, [discard])
    match.undo(0)
    assert discard in match.legal(0)


def test_a_takeover_has_no_effect_under_investigation() -> None:
    t = turn(2).investigated(0).cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover")
    assert (t.firm(1).ventures, t.tabled(0), t.phase) == (1, [25_000], "close")


def test_without_the_fee_a_takeover_is_a_plain_discard() -> None:
    t = turn(2).cash(0, 5_000, 50_000).insured(0, "economy", 25_000).venture(1).hand(0, "takeover").discard("takeover")
    assert (t.firm(1).ventures, t.tabled(0), t.phase) == (1, [5_000, 50_000], "close")


def test_without_a_target_nothing_is_paid() -> None:
    t = turn(2).cash(0, 25_000).venture(0).hand(1, "venture").hand(0, "takeover").discard("takeover")
    assert (t.firm(0).ventures, t.tabled(0), t.phase) == (1, [25_000], "close")


def test_a_takeover_takes_one_of_two() -> None:
    t = turn(2).cash(0, 25_000).venture(1, 2).hand(0, "takeover").discard("takeover").do("target", seat=1)
    assert (t.firm(0).ventures, t.firm(1).ventures) == (1, 1)


def test_a_second_venture_capital_can_be_taken_without_effect() -> None:
    t = turn(2).cash(0, 25_000, 50_000).venture(0).venture(1).hand(0, "takeover")
    t.discard("takeover").do("target", seat=1)
    assert t.firm(0).ventures == 2
    t.finish().idle()
    assert t.stop().total == 100_000


def test_an_investigated_opponent_can_be_taken_over() -> None:
    t = turn(2).cash(0, 25_000).investigated(1).venture(1).hand(0, "takeover")
    t.discard("takeover").do("target", seat=1)
    assert t.firm(0).ventures == 1


def test_a_takeover_is_not_played_on_the_firm() -> None:
    assert not turn(2).cash(0, 25_000).venture(1).hand(0, "takeover").can("play", "takeover")
