"""V10 "5) Pay a Runner"; BGA "Send ECs to a recruit you cannot currently sign"; RULINGS A5.13, A5.16."""

from __future__ import annotations

from tests.games.envelopes.positions import month, turn_begins


def test_a_runner_costs_one_buck_and_delivers_envelopes_to_the_recruit() -> None:
    t = month().give(0, blue=2)
    change = t.gained(lambda: t.do("runner", recruit="wisconsin").take("blue"))
    assert change == {"bucks": -1, "blue": -2}
    (beside,) = t.mat(0).prepaid
    assert (beside.slot, beside.envelopes) == (t.slot("wisconsin"), [0, 0, 0, 0, 0, 2])


def test_the_wisconsin_example() -> None:
    """Two blue sent; because Wisconsin requires four blue, two more are needed on reaching it."""
    t = month().give(0, blue=2).do("runner", recruit="wisconsin").take("blue")
    t.at(0, "wisconsin").give(0, blue=1)
    assert not t.can("sign", recruit="wisconsin")
    assert "wants 2 blue" in t.why("sign", recruit="wisconsin")
    t.give(0, blue=1)
    assert t.gained(lambda: t.do("sign", recruit="wisconsin", die=0)) == {"blue": -2, "stars": 5}
    assert t.mat(0).prepaid == []


def test_a_delivery_can_have_any_number_of_envelopes_even_of_two_colors() -> None:
    t = month().give(0, red=2, yellow=2)
    slot = t.slot("missouri-arkansas", 1)
    change = t.gained(lambda: t.do("runner", recruit=slot).take("red", "yellow", "red", "yellow"))
    assert change == {"bucks": -1, "red": -2, "yellow": -2}


def test_a_delivery_to_a_border_state_names_the_recruit() -> None:
    t = month().give(0, red=1)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    t.do("runner", recruit=b)
    assert [beside.slot for beside in t.mat(0).prepaid] == [b]
    t.at(0, "missouri-arkansas").give(0, red=1, yellow=2)
    assert t.can("sign", recruit=b)
    assert not t.can("sign", recruit=a)


def test_every_delivery_costs_a_buck_even_to_the_same_recruit() -> None:
    t = month().give(0, blue=2)
    t.do("runner", recruit="wisconsin").do("done")
    change = t.gained(lambda: t.do("runner", recruit="wisconsin"))
    assert change == {"bucks": -1, "blue": -1}


def test_runners_can_go_to_any_number_of_recruits() -> None:
    t = month().give(0, blue=3)
    for space in ("wisconsin", "iowa", "illinois"):
        t.do("runner", recruit=space)
        if t.view().pending is not None:
            t.do("done")
    assert len(t.mat(0).prepaid) == 3
    assert t.tally(0) == {"bucks": 4}


def test_a_runner_needs_a_buck_and_an_envelope_the_recruit_wants() -> None:
    t = month().give(0, blue=1).bucks(0, 0)
    assert not t.forms("runner")
    assert t.why("runner", recruit="iowa") == "A runner costs 1 buck."
    t = month().give(0, blue=1)
    assert not t.can("runner", recruit="florida")
    assert "still wants" in t.why("runner", recruit="florida")


def test_a_runner_delivers_only_printed_colors_still_wanted() -> None:
    t = month().give(0, blue=3, red=3).do("runner", recruit="indiana")
    assert t.mat(0).prepaid[0].envelopes == [0, 0, 0, 0, 0, 1]
    assert not t.can("runner", recruit="indiana")
    t = month().play_card(0, "gray recruits").give(0, gray=3)
    assert not t.can("runner", recruit="indiana")


def test_a_signed_recruit_gets_no_envelopes() -> None:
    t = month().give(0, blue=1)
    t.signed(1, t.slot("iowa"))
    assert not t.can("runner", recruit="iowa")
    assert t.why("runner", recruit="iowa") == "That recruit has already signed."


def test_a_runner_cannot_deliver_bucks_as_envelopes() -> None:
    assert not month().play_card(0, "Name-and-Likeness Deal").forms("runner")


def test_a_runner_can_go_to_a_recruit_on_the_players_own_space() -> None:
    t = month().at(0, "wisconsin").give(0, blue=1)
    assert t.can("runner", recruit="wisconsin")


def test_several_players_can_send_envelopes_to_the_same_recruit() -> None:
    t = month().give(0, blue=4)
    t.prepaid(1, t.slot("wisconsin"), blue=3)
    t.do("runner", recruit="wisconsin").take("blue", "blue", "blue")
    assert [mat.prepaid[0].envelopes[5] for mat in t.view().players] == [4, 3]


def test_a_card_can_make_the_first_runners_of_a_month_free() -> None:
    t = month().play_card(0, "runner free").give(0, blue=2).bucks(0, 1)
    assert t.gained(lambda: t.do("runner", recruit="iowa").do("done")) == {"blue": -1}
    assert t.gained(lambda: t.do("runner", recruit="iowa")) == {"blue": -1, "bucks": -1}
    assert month().play_card(0, "runner free").give(0, blue=1).bucks(0, 0).can("runner", recruit="iowa")
    t.finish_turn()
    turn_begins(t).give(0, blue=1)
    assert t.can("runner", recruit="iowa")


def test_a_bonus_for_a_runner_comes_once_a_month() -> None:
    t = month().play_card(0, "runner bonus").give(0, blue=2)
    assert t.gained(lambda: t.do("runner", recruit="iowa").do("done"))["stars"] == 1
    assert "stars" not in t.gained(lambda: t.do("runner", recruit="iowa"))


def test_delivered_envelopes_belong_to_no_supply() -> None:
    t = month().give(0, blue=3).do("runner", recruit="wisconsin").take("blue", "blue")
    assert t.envelopes() == 0
    assert not t.forms("trade")
