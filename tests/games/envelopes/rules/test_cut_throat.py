"""V10, the side-bars "Cut-Throat Mode for Set-up", "Cut-Throat Mode for Dice Drafting", "Cut-Throat Mode for Trading",
"Cut-Throat Mode for Travel"; RULINGS A4, A5.7, A5.14, A5.15."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month, new_game, turn_begins
from tests.games.envelopes.random_players import play, play_out

# -- Cut-Throat Mode for Set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeded", range(13))
def test_only_the_first_months_get_envelopes(seeded: int) -> None:
    t = new_game(2, seeded=seeded, symbols="by seat", stash=False)
    for k, name in enumerate(v.MONTHS):
        assert t.calendar(0, name) == ({"yellow": 1} if k < seeded else {})
        assert t.calendar(1, name) == ({"red": 1} if k < seeded else {})


def test_no_more_months_are_seeded_than_exist() -> None:
    for seeded in (-1, 13):
        with pytest.raises(GameError, match="from 0 to 12"):
            new_game(2, seeded=seeded)


@pytest.mark.parametrize("mode", ["standard", "online", "family", "solitaire"])
def test_the_option_works_in_any_mode(mode: str) -> None:
    t = new_game(1 if mode == "solitaire" else 2, mode=mode, seeded=2)
    assert [sum(map(sum, mat.later)) for mat in t.view().players] == [2] * t.state.seats


# -- Cut-Throat Mode for Dice Drafting -------------------------------------------------------------------------------


def rolled(seats: int, dice: str, chain: int = 0, name: str = "March", pips: int = 2) -> Table:
    return month(seats, name, chain=chain, dice=dice).roll(*[pips] * 6)


def takes(t: Table, colour: str, name: str = "March", *, half: bool = True) -> Table:
    (seat,) = t.due
    return t.do("die", seat, colour=colour).do("place", seat, month=name, half=half)


def colours(t: Table) -> list[str]:
    (seat,) = t.due
    return [form["colour"] for form in t.forms("die", seat)]


@pytest.mark.parametrize("seats", [2, 3])
def test_players_take_one_die_each_clockwise_in_two_rounds(seats: int) -> None:
    for chain in range(seats):
        t = rolled(seats, "exclusive", chain)
        order = []
        for colour in v.COLOURS[: 2 * seats]:
            assert t.phase == "dice"
            order += t.due
            takes(t, colour)
        assert order == [(chain + k) % seats for k in range(seats)] * 2
        assert t.phase == "month"
        assert t.due == [chain]


def test_no_die_is_taken_twice() -> None:
    t = rolled(3, "exclusive")
    left = list(v.COLOURS)
    for colour in ("green", "blue", "gray", "red", "yellow", "magenta"):
        assert colours(t) == left
        takes(t, colour)
        left.remove(colour)
    assert t.phase == "month"


def test_taking_a_taken_die_is_refused_with_the_reason() -> None:
    t = takes(rolled(2, "exclusive"), "green")
    assert t.why("die", colour="green") == "That die can't be taken again."
    assert t.why("die", 0, colour="red") == "It's another player's turn."


def test_with_one_repeat_each_die_is_taken_at_most_twice_by_different_players() -> None:
    t = rolled(4, "exclusive, one repeat")
    takes(t, "green")
    assert "green" in colours(t)
    takes(t, "green")
    assert "green" not in colours(t)
    takes(t, "blue")
    takes(t, "blue")
    assert colours(t) == ["gray", "yellow", "red", "magenta"]
    takes(t, "red")
    # P1 has a green one: red is left once, and P1's own green is none for P1 anyway.
    assert colours(t) == ["gray", "yellow", "red", "magenta"]
    takes(t, "red")
    assert "red" not in colours(t)
    # P2 has a blue die.
    assert colours(t) == ["gray", "yellow", "magenta"]


def test_a_player_never_takes_the_same_die_twice() -> None:
    t = rolled(2, "exclusive, one repeat")
    takes(t, "green")
    takes(t, "red")
    assert "green" not in colours(t)
    assert "red" in colours(t)
    assert t.why("die", colour="green") == "Your two dice have to be different colors."


@pytest.mark.parametrize(("seats", "dice"), [(2, "exclusive"), (3, "exclusive"), (4, "exclusive, one repeat")])
def test_in_whole_games_no_die_is_taken_too_often(seats: int, dice: str) -> None:
    most = 1 if dice == "exclusive" else 2
    months = 0
    for t, seat, action in play(seats, 5, options={"dice": dice}):
        if t.phase != "dice":
            continue
        assert len(t.due) == 1
        taken = [die.colour for mat in t.view().players for die in mat.dice]
        form = t.game.encode(action)
        if form["type"] == "die":
            colour = v.COLOURS.index(form["colour"])
            assert taken.count(colour) < most
            assert colour not in [die.colour for die in t.mat(seat).dice]
        months += 1
    assert months >= 12 * 2 * seats


def test_four_players_need_the_repeat() -> None:
    with pytest.raises(GameError, match="“together” or “exclusive, one repeat”"):
        new_game(4, dice="exclusive")


@pytest.mark.parametrize("pips", range(1, 7))
def test_dice_can_be_used_for_full_or_half_value(pips: int) -> None:
    """Full in the month of the pips or half in any, as when all choose together."""
    places = []
    for dice in ("together", "exclusive"):
        t = rolled(2, dice, name="July", pips=pips).do("die", 0, colour="green")
        places.append(t.forms("place", 0))
    assert places[0] == places[1]


def test_a_taken_die_is_visible_at_once_in_view_and_log() -> None:
    t = takes(rolled(3, "exclusive"), "green", "June")
    for viewer in (0, 1, 2, -1):
        (die,) = t.view(viewer).players[0].dice
        assert (die.colour, die.month, die.count) == (0, 3, 1)
    assert "P0 puts 1 green in June." in t.said()
    t.do("die", 1, colour="red")
    assert [die.colour for die in t.view(2).players[1].dice] == [v.COLOURS.index("red")]


def test_taking_a_die_cannot_be_undone() -> None:
    """RULINGS A5.19: each die begins a new window of undo."""
    t = rolled(3, "exclusive")
    windows = []
    for colour in v.COLOURS:
        windows.append(t.game.window(t.state))
        takes(t, colour)
    assert len(set(windows)) == 6


def test_samples_keep_the_taken_dice() -> None:
    t = takes(rolled(3, "exclusive"), "green", "June")
    for seat in (0, 1, 2, -1):
        for k in range(10):
            drawn = t.game.sample(t.state, seat, SeededChance(k))
            assert [p.choice for p in drawn.players] == [p.choice for p in t.state.players]


def test_envelopes_reach_the_calendar_and_this_months_come_off_it() -> None:
    t = rolled(2, "exclusive", pips=4)
    takes(t, "green")
    takes(t, "red", "April")
    takes(t, "blue", "June", half=False)
    takes(t, "gray", "March")
    assert t.tally(0)["green"] == 2
    assert t.calendar(0, "June") == {"blue": 4}
    assert t.calendar(1, "April") == {"red": 2}
    assert t.tally(1)["gray"] == 2


# -- Cut-Throat Mode for Trading -------------------------------------------------------------------------------------


def test_a_trade_costs_two_bucks_instead_of_one() -> None:
    t = month(trade_bucks=2).give(0, red=3)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"red": -3, "blue": 1, "bucks": -2}
    t.give(0, red=3).bucks(0, 1)
    assert not t.can("trade", colour="blue")
    assert t.why("trade", colour="blue") == "A trade costs 3 envelopes and 2 bucks."


def test_the_card_for_free_trades_waives_both_bucks() -> None:
    t = month(trade_bucks=2).play_card(0, "trade free").give(0, red=3)
    assert t.gained(lambda: t.do("trade", colour="blue")) == {"red": -3, "blue": 1}


TRADE_CARDS = ("trade rate", "trade rate too", "trade free", "trade bonus")


def wealth(t: Table) -> int:
    return t.envelopes() + t.mat(0).bucks


@pytest.mark.few(32)
@pytest.mark.parametrize("trade_bucks", [0, 1, 2])
@pytest.mark.parametrize("held", list(product((False, True), repeat=len(TRADE_CARDS))))
def test_no_set_of_cards_makes_trades_pay(trade_bucks: int, held: tuple[bool, ...]) -> None:
    """RULINGS A5.15: from the second trade of a month on each strictly lowers envelopes plus bucks; what the first
    gives comes once a month."""
    cards = [name for name, has in zip(TRADE_CARDS, held, strict=True) if has]
    t = month(trade_bucks=trade_bucks).play_card(0, *cards).give(0, **dict.fromkeys(v.COLOURS, 9), bucks=20)
    first = trades(t)
    later = [trades(t) for _ in range(4)]
    assert all(change["wealth"] < 0 for change in later)
    assert len({tuple(change.items()) for change in later}) == 1
    rate = 2 if "trade rate" in cards or "trade rate too" in cards else 3
    bucks = 0 if "trade free" in cards else -trade_bucks
    assert later[0] == {"wealth": 1 - rate + bucks, "bucks": bucks, "stars": 0}
    assert first["bucks"] == bucks + ("trade free" in cards and trade_bucks == 0)
    assert first["stars"] == int("trade bonus" in cards)
    # The next month it is the first again.
    t.finish_turn()
    turn_begins(t).give(0, **dict.fromkeys(v.COLOURS, 9), bucks=20)
    assert trades(t) == first
    assert trades(t) == later[0]


def trades(t: Table) -> dict[str, int]:
    before, mat = wealth(t), t.mat(0)
    t.do("trade", colour="blue").settle()
    return {"wealth": wealth(t) - before, "bucks": t.mat(0).bucks - mat.bucks, "stars": t.mat(0).stars - mat.stars}


# -- Cut-Throat Mode for Travel --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", v.MONTHS)
@pytest.mark.parametrize("mode", ["standard", "online", "family"])
def test_there_is_no_free_movement(mode: str, name: str) -> None:
    t = turn_begins(month(2, name, mode=mode, movement="none").at(0, "west-texas"))
    assert not t.forms("move")
    t.give(0, red=1)
    assert t.gained(lambda: t.do("move", space="oklahoma")) == {"red": -1}


@pytest.mark.parametrize(
    "options",
    [{"movement": "none"}, {"mode": "solitaire"}, {"mode": "standard", "winter": True}],
    ids=["cut-throat", "solitaire", "winter"],
)
def test_coaches_and_cards_still_give_movement(options: dict[str, Any]) -> None:
    """RULINGS A5.14."""
    options = dict(options)
    name = "December" if options.pop("winter", False) else "March"
    t = month(1 if options.get("mode") == "solitaire" else 2, name, **options)
    coach = next(entry["id"] for entry in t.game.content["coaches"]["coach"] if entry["effect"].get("mod") == "moves")
    t.play_card(0, "more moves").coach(0, coach)
    turn_begins(t)
    given = next(entry for entry in t.game.content["coaches"]["coach"] if entry["id"] == coach)["effect"]["n"]
    assert t.mat(0).moves == 2 + given


# -- all of it -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_with_all_cut_throat_options_finishes(seats: int) -> None:
    options: dict[str, Any] = {
        "seeded": 0,
        "dice": "exclusive" if seats < 4 else "exclusive, one repeat",
        "trade_bucks": 2,
        "movement": "none",
    }
    t = play_out(seats, 2, options=options)
    assert t.phase == "over"
    t.sheets_add_up()


def test_the_preset_in_the_form_turns_on_all_cut_throat_options() -> None:
    about = new_game(2).game.about
    for seats in (2, 3, 4):
        (chosen,) = [one for one in about.sets if one.id == "cut-throat" and one.least <= seats <= one.most]
        assert chosen.options == {
            "seeded": 0, "trade_bucks": 2, "movement": "none",
            "dice": "exclusive" if seats < 4 else "exclusive, one repeat",
        }  # fmt: skip
