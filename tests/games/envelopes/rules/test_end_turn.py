"""V10 "9) Declare your turn over", "Playing Out the Month"; RULINGS A5.10, A5.19."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.match import Match
from cashbox.games.envelopes.rules import sign
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table, month

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State


def test_leftover_envelopes_are_discarded_and_bucks_are_kept() -> None:
    t = month().give(0, red=3, blue=1)
    assert t.gained(lambda: t.do("end")) == {"red": -3, "blue": -1}
    assert t.calendar(0, "April") == {}
    assert t.tally(0) == {"bucks": 7}


@pytest.mark.parametrize("chain", [0, 1, 2])
def test_players_take_their_turns_in_order_from_the_starting_player(chain: int) -> None:
    t = month(3, chain=chain, seat=chain)
    order = []
    while t.phase == "month" and t.month == "March":
        order.append(t.due[0])
        t.finish_turn()
    assert order == [(chain + k) % 3 for k in range(3)]


def test_only_the_current_player_can_act() -> None:
    t = month(3)
    assert t.due == [0]
    assert t.forms(seat=1) == []
    assert t.why("end", 1) == "It's another player's turn."


def test_ending_the_turn_is_always_possible() -> None:
    assert month().can("end")


def test_a_card_can_keep_envelopes_for_the_next_month() -> None:
    t = month().play_card(0, "save").give(0, red=2, blue=1).do("end").take("red", "blue")
    assert t.calendar(0, "April") == {"red": 1, "blue": 1}
    assert t.envelopes() == 0


def test_all_envelopes_are_kept_if_the_card_allows_that_many() -> None:
    t = month().play_card(0, "save").give(0, red=1, blue=1).do("end")
    assert t.calendar(0, "April") == {"red": 1, "blue": 1}


def test_nothing_is_kept_in_february() -> None:
    t = month(2, "February").play_card(0, "save").give(0, red=3).do("end")
    assert t.envelopes() == 0
    assert t.due == [1]


@pytest.mark.parametrize(("left", "bucks"), [(1, 0), (2, 1), (3, 1), (4, 2), (9, 2)])
def test_a_card_turns_leftovers_into_bucks(left: int, bucks: int) -> None:
    t = month().play_card(0, "leftover bucks").give(0, red=left).do("end")
    assert t.tally(0) == {"bucks": 7 + bucks}


def test_leftovers_become_bucks_after_saving() -> None:
    t = month().play_card(0, "leftover bucks", "save").give(0, red=4).do("end").take("red", "red")
    assert t.calendar(0, "April") == {"red": 2}
    assert t.tally(0) == {"bucks": 8}


def test_a_player_can_keep_fewer_envelopes_than_allowed() -> None:
    """Whoever makes bucks of leftovers may keep fewer than he could: the card says "up to"."""
    t = month().play_card(0, "leftover bucks", "save").give(0, red=4).do("end")
    assert t.can("done")
    t.do("done")
    assert t.calendar(0, "April") == {}
    assert t.tally(0) == {"bucks": 9}


# -- undo --------------------------------------------------------------------------------------------------------------


def live(t: Table) -> Match[State]:
    """A match that stands where the table stands."""
    match = Match.start(t.game, {}, t.state.seats, SeededChance(0), players=t.names)
    match.state = t.game.clone(t.state)
    match.window.base = match.state
    match.window.number = t.game.window(match.state)
    return match


def code(t: Table, kind: str, **fields: object) -> int:
    return t.game.decode(t.form(kind, **fields))


def test_undo_reaches_back_to_the_start_of_the_turn() -> None:
    t = month().give(0, red=3).waiting(0, "any")
    match = live(t)
    before = t.game.fingerprint(match.state)
    for action in (("campaign", {"bucks": 1}), ("bet", {"colour": "red", "number": 1}), ("put", {"card": "any"})):
        match.act(0, [code(t, action[0], **action[1])])
    assert match.can_undo(0) == 3
    match.undo(0)
    assert t.game.fingerprint(match.state) == before


def test_undo_never_goes_past_the_value_modifier_die() -> None:
    t = month().at(0, "iowa").give(0, blue=4)
    match = live(t)
    match.act(0, [code(t, "campaign", bucks=1)])
    match.act(0, [code(t, "sign", recruit="iowa")])
    with pytest.raises(GameError, match="nothing"):
        match.undo(0)
    match.act(0, [code(t, "bet", colour="red", number=1)])
    match.undo(0)
    assert match.can_undo(0) == 0


def test_a_finished_turn_cannot_be_undone() -> None:
    t = month()
    match = live(t)
    match.act(0, [code(t, "campaign", bucks=1)])
    match.act(0, [code(t, "end")])
    assert match.can_undo(0) == 0


def test_a_choice_of_dice_can_be_undone_until_all_have_chosen() -> None:
    match = Match.start(game(), {"stash": False}, 2, SeededChance(3), players=["A", "B"])
    while match.view(0).phase == "draft":  # type: ignore[attr-defined]
        seat = match.due().bit_length() - 1
        match.act(seat, [match.legal(seat)[0]])
    while match.legal(0):
        match.act(0, [match.legal(0)[0]])
    assert match.can_undo(0) > 1
    match.act(1, [match.legal(1)[0]])
    match.undo(0)
    assert match.legal(0)
    assert match.can_undo(1) == 1


def test_a_drafted_card_is_public_and_cannot_be_undone() -> None:
    match = Match.start(game(), {"stash": False}, 2, SeededChance(3), players=["A", "B"])
    seat = match.due().bit_length() - 1
    match.act(seat, [match.legal(seat)[0]])
    assert match.can_undo(seat) == 0


def test_the_die_has_twelve_faces() -> None:
    assert len(sign.FACES) == 12
