"""Test that no set of cards makes a repeatable action pay for itself (RULINGS A5.15).

Under every combination, each trade, move, runner, and bet strictly lowers envelopes plus bucks. Effects only add up:
every lasting change is a sum or a mask, so the worst case is all of them at once, more than any deck contains. A move
uses up free movement, and a bonus comes once a month.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as hs

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import EDITION
from tests.games.envelopes.decks import data, game
from tests.games.envelopes.positions import Table, month
from tests.games.envelopes.random_players import play

CARDS = data()["cards"]["card"]
LASTING = [card["number"] for card in CARDS if card["use"] == "upgrade"]


def worst(seats: int = 2, name: str = "June") -> Table:
    """Every upgrade of the deck and every coach on one mat, and each lasting change nine times over besides."""
    t = month(seats, name, rules=game()).play_card(0, *LASTING)
    for coach in t.tables.coach_ids:
        t.coach(0, coach)
    p = t.player(0)
    masks = ("wild_cards", "wild_recruits", "double_position")
    p.mods = [0xFF if v.MOD[k] in masks else p.mods[k] + 9 for k in range(v.MODS)]
    p.moves = 0
    return t


def wealth(t: Table) -> int:
    """Envelopes plus bucks."""
    return t.envelopes() + t.mat(0).bucks


def lowers(t: Table, kind: str, **fields: Any) -> None:
    """The first time a month may bring a bonus; from then on the action costs more than it gives."""
    t.do(kind, **fields).settle()
    for _ in range(3):
        before = wealth(t)
        t.do(kind, **fields).settle()
        assert wealth(t) < before, f"{kind} {fields}: {before} became {wealth(t)}"


@pytest.mark.parametrize("colour", v.COLOURS)
def test_every_trade_lowers_envelopes_plus_bucks(colour: str) -> None:
    lowers(worst().give(0, **dict.fromkeys(v.COLOURS, 9)), "trade", colour=colour)


def test_free_trades_lower_envelopes_plus_bucks() -> None:
    """As in the family game: the buck that the card for free trades gives then comes once a month."""
    t = worst().give(0, **dict.fromkeys(v.COLOURS, 9))
    t.state.rules = type(t.state.rules)(t.state.rules.given, EDITION)
    t.state.rules.trade_bucks = 0
    lowers(t, "trade", colour="red")


def test_every_bet_lowers_envelopes_plus_bucks() -> None:
    lowers(worst().give(0, **dict.fromkeys(v.COLOURS, 9)), "bet", colour="red", number=3)


def test_every_paid_move_lowers_envelopes_plus_bucks() -> None:
    t = worst().give(0, **dict.fromkeys(v.COLOURS, 9)).at(0, "west-texas")
    for space in ("oklahoma", "west-texas", "oklahoma", "west-texas"):
        before = wealth(t)
        t.do("move", space=space).settle()
        assert wealth(t) < before


def test_free_moves_use_up_their_allowance() -> None:
    t = worst().give(0, moves=3)
    before = t.mat(0).moves + wealth(t)
    t.do("move", space="west-texas")
    assert t.mat(0).moves + wealth(t) < before


def test_every_runner_lowers_envelopes_plus_bucks() -> None:
    """Even one that wants no buck takes its envelope out of the supply, and nothing brings it back but the recruit."""
    t = worst().give(0, **dict.fromkeys(v.COLOURS, 9))
    for recruit in ("wisconsin", "florida", "alaska", "maine"):
        before = wealth(t)
        t.do("runner", recruit=recruit).settle()
        assert wealth(t) < before


def test_profitable_actions_are_limited() -> None:
    """Monthly cards once, or twice by a double use that nothing doubles; campaigns once; cards and recruits run out."""
    t = worst().give(0, **dict.fromkeys(v.COLOURS, 20))
    t.player(0).mods[v.MOD_DOUBLE_USE] = 999
    monthly = [card["number"] for card in CARDS if card["use"] == "monthly"]
    t.play_card(0, *monthly)
    uses = 0
    while t.forms("use"):
        t.do("use", **t.forms("use")[0]).settle()
        uses += 1
        assert uses <= 2 * len(monthly)
    t.give(0, bucks=40).do("campaign", bucks=1).settle()
    assert not t.forms("campaign")


def test_bets_pay_nothing_back_in_the_same_month() -> None:
    """Winnings come with the next roll; what a bet pays at once is nothing."""
    t = worst().give(0, red=9)
    t.do("bet", colour="red", number=1)
    assert t.tally(0).get("red") == 8


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(cards=hs.sets(hs.sampled_from(LASTING), max_size=12), coach=hs.sampled_from(game().tables.coach_ids))
def test_twelve_upgrades_and_a_coach_allow_no_loop(cards: set[int], coach: str) -> None:
    t = month(2, "June", rules=game()).coach(0, coach).play_card(0, *sorted(cards))
    t.give(0, **dict.fromkeys(v.COLOURS, 9)).at(0, "west-texas")
    t.player(0).moves = 0
    lowers(t, "trade", colour="blue")
    lowers(t, "bet", colour="red", number=1)
    for recruit in ("wisconsin", "florida"):
        before = wealth(t)
        t.do("runner", recruit=recruit).settle()
        assert wealth(t) < before
    before = wealth(t)
    t.do("move", space="oklahoma").settle()
    assert wealth(t) < before


@pytest.mark.few(2, usual=5)
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_contain_no_loop(seed: int) -> None:
    """Random play with every card about trades, runners, Vegas, bucks and leftovers in play from the first month."""
    words = ("trade", "runner", "bucks", "save", "leftover")
    cards = [
        card["number"]
        for card in CARDS
        if card["use"] == "upgrade"
        and (card["effect"].get("on") in ("trade", "runner", "win", "crap")
             or card["effect"].get("mod", "").startswith(words))
    ]  # fmt: skip
    assert len(cards) >= 8
    ready = False
    repeated = ""
    before = done = 0
    for t, seat, action in play(2, seed):
        if not ready and t.phase == "month":
            t.play_card(0, *[number for number in cards if number - 1 in t.state.deck])
            ready = True
        if seat != 0 or t.phase != "month":
            repeated = ""
        elif t.view().pending is None:
            if repeated:
                assert wealth(t) < before, repeated
                done += 1
            kind = t.game.encode(action)["type"]
            paid = kind in ("trade", "runner", "bet") or (kind == "move" and not t.mat(0).moves)
            repeated, before = (kind if paid else ""), wealth(t)
    assert done > 20
