"""Test the bots of Envelopes of Cash in every mode and with every option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.settings import tables
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots import SniperBot, SteadyBot, auction, bubba, draft
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.dice import Dice, placings
from cashbox.games.envelopes.bots.purse import Cashier
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import pack, tables_of
from cashbox.games.envelopes.view.glimpse import of_view
from cashbox.games.envelopes.view.view import Auction, Placed, SeatView
from cashbox.games.envelopes.vocabulary import FIRST_BORDER, STATES
from cashbox.lab import simulate
from tests.games.envelopes.decks import game
from tests.test_modes import pairs

if TYPE_CHECKING:
    from cashbox.engine.game import Outcome

CUT_THROAT = {"seeded": 0, "trade_bucks": 2, "movement": "none", "dice": "exclusive"}


def play(kinds: list[type[SteadyBot]], options: dict[str, Any], seed: int) -> Outcome:
    """One game; RuntimeError where a bot picks what is not legal."""
    chance = SeededChance(seed)
    state = game().start(game().check_options(options, len(kinds)), len(kinds), chance)
    bots = [kind(game(), seat, SeededChance(seat)) for seat, kind in enumerate(kinds)]
    simulate.play_out(game(), state, bots, chance)
    outcome = game().outcome(state)
    assert outcome is not None
    return outcome


def opening(options: dict[str, Any], seats: int, seed: int = 7) -> SeatView:
    state = game().start(game().check_options(options, seats), seats, SeededChance(seed))
    view = game().view(state, 0)
    assert isinstance(view, SeatView)
    return view


def sight(view: SeatView, border: float = 0.0) -> Sight:
    return Sight(of_view(view), tables_of(game().tables).priced(view.values), border)


# -- every table -----------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=5)
@pytest.mark.parametrize("kind", [SteadyBot, SniperBot])
@pytest.mark.parametrize(("options", "seats"), tables(game()))
def test_bots_finish_every_mode(kind: type[SteadyBot], options: dict[str, Any], seats: int) -> None:
    assert min(play([kind] * seats, options, 17 + seats).scores) >= 20


@pytest.mark.few(0, usual=7)
@pytest.mark.parametrize(("options", "seats"), pairs("envelopes"))
def test_bots_finish_every_pair_of_options(options: dict[str, Any], seats: int) -> None:
    assert min(play([SteadyBot] * seats, options, 23).scores) >= 20


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("options", "stars"),
    [
        ({"mode": "online"}, 140),
        ({"mode": "family"}, 160),
        (CUT_THROAT, 100),
        ({"stash_draft": True, "auction": True, "values": "shuffled"}, 120),
    ],
)
def test_steady_beats_random_in_every_mode(options: dict[str, Any], stars: int) -> None:
    result = simulate.simulate(simulate.plan("envelopes", 6, ["steady", "random", "random"], 5, options))
    assert result.seats[0].wins == 6
    assert result.seats[0].mean >= stars


def alone(bot: str) -> simulate.Result:
    return simulate.simulate(simulate.plan("envelopes", 20, [bot], 5, {"mode": "solitaire"}))


@pytest.mark.thorough
def test_steady_beats_bubba_in_most_games() -> None:
    result = alone("steady")
    assert result.seats[0].wins >= 12
    assert result.seats[0].mean >= 140
    assert alone("random").seats[0].wins == 0


# -- what the table plays by -------------------------------------------------------------------------------------------


def test_a_state_costs_what_its_token_says() -> None:
    view = opening({"values": "shuffled"}, 2)
    plain = tables_of(game().tables)
    shuffled = plain.priced(view.values)
    assert plain.priced(game().tables.value) is plain
    assert shuffled is not plain
    for slot in range(STATES):
        assert shuffled.need[slot] == view.values[slot] - 1
        assert shuffled.cost[slot] == pack([shuffled.need[slot] * (n > 0) for n in plain.recruit_cost[slot]])
    assert shuffled.cost[FIRST_BORDER:] == plain.cost[FIRST_BORDER:]


def test_steady_uses_the_tables_rules_for_movement_trades_and_dice() -> None:
    standard, family = sight(opening({}, 2)), sight(opening({"mode": "family"}, 2))
    none = sight(opening({"movement": "none", "trade_bucks": 2, "die": False}, 2))
    for one in (standard, family, none):
        one.mods = [0] * v.MODS
    assert [standard.free_moves(month) for month in (0, 3, 6, 9)] == [3, 2, 1, 0]
    assert [family.free_moves(month) for month in (0, 9)] == [3, 3]
    assert none.free_moves(0) == 0
    assert [Cashier(one).trade_bucks for one in (standard, family, none)] == [1, 0, 2]
    assert {count for _, _, count, _ in placings(family, 0, 5)} == {5}
    assert {count for _, _, count, _ in placings(standard, 0, 5)} == {2, 5}


def test_steady_values_idle_cards_at_nothing() -> None:
    content = game().tables
    mods = {effect.mod: card for card, effect in enumerate(content.effect) if effect.mod >= 0}
    family = Appraiser(sight(opening({"mode": "family"}, 2)))
    standard = Appraiser(sight(opening({}, 2)))
    for mod in {v.MOD_DIE_BEST, v.MOD_FULL_ANYWHERE, v.MOD_HALF_UP, v.MOD_TRADE_FREE} & set(mods):
        card = mods[mod]
        assert family.value(card, 2) == content.stars[card]
        assert standard.value(card, 2) > content.stars[card]


def test_steady_considers_its_recruiting_board() -> None:
    view = opening({"mode": "online"}, 3)
    assert view.mine is not None
    board = game().tables.boards[view.mine.board]
    steps = sight(view).board
    assert {position for position in range(8) if steps[position] > 0} == set(board)
    assert sum(steps) <= 15
    view.month = 11
    assert min(sight(view).board[position] for position in board[:3]) >= sum(steps) / 5
    assert not any(sight(opening({}, 3)).board)


def test_steady_takes_a_card_from_an_open_pack() -> None:
    view = opening({"stash_draft": True}, 3)
    assert view.mine is not None
    legal = [act.DRAFT + card for card in view.mine.hand]
    taken = draft.choose(sight(view), legal)
    appraiser = Appraiser(sight(view))
    assert taken == max(legal, key=lambda a: draft.price(appraiser, a - act.DRAFT, 3))


def test_steady_replans_when_dice_are_taken_in_turn_order() -> None:
    view = opening({"dice": "exclusive"}, 3)
    assert view.mine is not None
    view.dice = [6, 5, 4, 3, 2, 1]
    dice = Dice(tables_of(game().tables))
    first = dice.choose(of_view(view), [act.DIE + c for c in range(6)])
    colour = first - act.DIE
    view.mine.dice = [Placed(colour, 2, view.dice[colour])]
    left = [act.DIE + c for c in range(6) if c not in (colour, (colour + 1) % 6, (colour + 2) % 6)]
    assert dice.choose(of_view(view), left) in left


# -- the auction -------------------------------------------------------------------------------------------------------


def bidding(bids: list[int], bucks: int) -> SeatView:
    view = opening({"auction": True}, 3)
    view.phase = "auction"
    high = max(bids)
    view.auction = Auction(1, bids, [], high, bids.index(high) if high else -1, [2, 0], high + 1, [bucks] * 3)
    view.players[0].bucks = bucks
    return view


def test_steady_bids_low_and_keeps_bucks() -> None:
    assert auction.choose(sight(bidding([0, 0, 0], 7)), [act.BID, *(act.BID + n for n in range(1, 8))]) == act.BID + 1
    assert auction.choose(sight(bidding([0, 0, 5], 7)), [act.BID, act.BID + 6, act.BID + 7]) == act.BID
    assert auction.choose(sight(bidding([0, 0, 0], 2)), [act.BID, act.BID + 1, act.BID + 2]) == act.BID


def test_steady_sells_the_chain_for_a_good_price() -> None:
    assert auction.choose(sight(bidding([0, 0, 4], 9)), [act.SELL, act.KEEP]) == act.SELL
    view = bidding([0, 0, 1], 9)
    for player in view.players:
        player.space = view.players[0].space
    assert auction.choose(sight(view), [act.SELL, act.KEEP]) == act.KEEP


# -- against Bubba -----------------------------------------------------------------------------------------------------


def test_steady_expects_bubba_to_take_the_south_state_by_state() -> None:
    view = opening({"mode": "solitaire"}, 1)
    gone = bubba.doomed(of_view(view), tables_of(game().tables))
    assert sorted(gone.values()) == [0, 1, 2, 3]
    assert [view.values[slot] for slot in sorted(gone, key=lambda slot: gone[slot])] == [5, 4, 3, 2]
    assert view.bubba is not None
    assert gone[view.bubba.next] == 0


def test_steady_counts_cards_that_go_to_bubba_against_a_draft() -> None:
    view = opening({"mode": "solitaire"}, 1)
    view.phase = "draft"
    content = game().tables
    prices = {card: draft.price(Appraiser(sight(view)), card, 0) for card in range(120)}
    pairs = [(a, b) for a in prices for b in prices if 0 < prices[a] - prices[b] < content.stars[b] - content.stars[a]]
    plain, starry = pairs[0]
    legal = [act.DRAFT + plain, act.DRAFT + starry]
    assert draft.choose(sight(view), legal) == act.DRAFT + starry
    view.bubba = None
    assert draft.choose(sight(view), legal) == act.DRAFT + plain


def test_steady_uses_the_sniper_for_border_states() -> None:
    view = opening({"mode": "solitaire"}, 1)
    steady, sniper = sight(view), sight(view, SniperBot.border)
    for slot in range(40):
        more = sniper.worth[slot] - steady.worth[slot]
        assert more == pytest.approx(SniperBot.border if slot >= FIRST_BORDER else 0)
    view.signed_by = [1 if slot == 24 else 0 if slot == 26 else -1 for slot in range(40)]
    steady, sniper = sight(view), sight(view, SniperBot.border)
    assert sniper.worth[25] == steady.worth[25], "Bubba has been there"
    assert sniper.worth[27] > steady.worth[27] + SniperBot.border, "the last one there"
