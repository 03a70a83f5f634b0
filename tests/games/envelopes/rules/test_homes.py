"""V10 "How to set up a game of Envelopes of Cash" (each player chooses a color); RULINGS D3: in reverse turn order."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules.setup import NO_HOME
from tests.games.envelopes.positions import Table, new_game

CHOSEN = {"symbols": "chosen", "stash": False}


def chosen(seats: int, seed: int = 1, **options: object) -> Table:
    return new_game(seats, seed, **{**CHOSEN, **options})


def homes(t: Table) -> list[str]:
    """Those that may be taken now."""
    return [form["symbol"] for form in t.forms("home", t.due[0])]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_homes_are_chosen_in_reverse_turn_order(seats: int) -> None:
    for seed in range(12):
        t = chosen(seats, seed)
        left = list(v.SYMBOLS)
        asked = []
        while t.phase == "home":
            (seat,) = t.due
            asked.append(seat)
            assert homes(t) == left
            home = left.pop((seed + len(asked)) % len(left))
            t.do("home", seat, symbol=home)
            assert v.SYMBOLS[t.mat(seat).symbol] == home
        order = [(t.state.chain - 1 - k) % seats for k in range(seats)]
        assert asked == (order if seats < 4 else order[:3])
        symbols = [mat.symbol for mat in t.view().players]
        assert len(set(symbols)) == seats
        assert NO_HOME not in symbols


def test_the_last_of_four_players_gets_the_remaining_home() -> None:
    t = chosen(4, first="seat 1")
    for seat, home in ((3, "circle"), (2, "square"), (1, "cross")):
        t.do("home", seat, symbol=home)
    assert t.phase == "draft"
    assert v.SYMBOLS[t.mat(0).symbol] == "triangle"
    assert "P0 takes the triangle and starts at Savannah HQ." in t.said()


def test_a_home_brings_its_start_and_envelopes_of_its_color() -> None:
    t = chosen(2, first="seat 1", seeded=5)
    assert (t.mat(1).space, t.mat(1).later[0]) == (NO_HOME, [0] * 6)
    t.do("home", 1, symbol="cross").do("home", 0, symbol="triangle")
    for seat, start, colour in ((1, "start-midwest", "blue"), (0, "start-south", "red")):
        assert t.mat(seat).space == t.space(start)
        months = [month[v.COLOURS.index(colour)] for month in t.mat(seat).later]
        assert months == [1] * 5 + [0] * 7


def test_a_home_that_cannot_be_chosen_is_refused_with_a_sentence() -> None:
    t = chosen(3, first="seat 1").do("home", 2, symbol="circle")
    assert t.why("home", 1, symbol="circle") == "That home is taken."
    assert t.why("home", 0, symbol="cross") == "It's another player's turn."
    assert new_game(2).why("home", 0, symbol="cross") == "This table assigns homes to players."


def test_coaches_are_picked_before_homes() -> None:
    t = chosen(2, coaches="picked", first="seat 1")
    t.do("coach", 1, coach="mileage").do("coach", 0, coach="leftovers")
    assert (t.phase, t.due) == ("home", [1])


def test_homes_are_public_and_the_prompt_explains_them() -> None:
    t = chosen(2, first="seat 1")
    assert t.game.prompt(t.state, 1, t.names).startswith("Choose your home")
    assert t.game.prompt(t.state, 0, t.names) == "Waiting for P1 to choose a home."
    assert [mat.symbol for mat in t.view().players] == [NO_HOME, NO_HOME]
    t.do("home", 1, symbol="square")
    assert [mat.symbol for mat in t.view(0).players] == [NO_HOME, 2]
