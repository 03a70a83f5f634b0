"""Test the bot `steady` of CASH: its choices in simple situations, and that it finishes every game and plays well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.cash.bots.deck import Deck
from cashbox.games.cash.bots.holding import holding
from cashbox.games.cash.bots.sight import Sight
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.view.glimpse import of_view
from cashbox.lab import simulate
from tests.games.cash.positions import CARDS, Table, game, turn

if TYPE_CHECKING:
    from cashbox.games.cash.view.view import SeatView

Form = dict[str, Any]


def thought(t: Table, seat: int | None = None) -> Form:
    """What the bot does now in the place of whoever is to act."""
    who = t.due[0] if seat is None else seat
    bot = SteadyBot(t.game, who, SeededChance(1))
    action = bot.choose(t.view(who), t.game.legal(t.state, who))
    return t.game.encode(action)


def card(form: Form) -> str:
    """An action and its card in short."""
    return f"{form['type']} {list(CARDS)[list(CARDS.values()).index(form['card'])]}" if "card" in form else form["type"]


def follow(t: Table, steps: int = 20) -> list[str]:
    """Let the bot act for whoever is due until the turn has passed on; what it did."""
    done = []
    active = t.active
    for _ in range(steps):
        form = thought(t)
        done.append(card(form))
        t.game.play(t.state, t.due[0], t.game.decode(form), t.chance)
        if t.active != active:
            break
    return done


# -- the card of a turn ----------------------------------------------------------------------------------------------


def test_a_license_comes_first() -> None:
    t = turn(3).unlicensed(0).hand(0, "license", 150_000, "dividend", "stop")
    assert card(thought(t)) == "play license"


def test_steady_tables_the_higher_of_two_cash_cards_when_safe() -> None:
    t = turn(3).cash(0, 5_000).hand(0, 75_000, 10_000)
    assert card(thought(t)) == "play 75000"


def test_steady_insures_high_cash_with_a_cover_that_fits() -> None:
    t = turn(3).cash(0, 5_000, 75_000).hand(0, "total")
    assert card(thought(t)) == "play total"
    t.play("total")
    assert thought(t) == {"type": "insure", "value": 75_000}


def test_low_cash_shields_high_cash() -> None:
    def firm(*values: int) -> float:
        t = turn(3).cash(0, *values)
        sight = Sight(of_view(t.view(0)), Deck(t.tables))
        return holding(sight, sight.hand).firm()

    assert firm(5_000, 75_000) - firm(75_000) > 5_000
    assert firm(75_000) < 75_000


@pytest.mark.parametrize(("cover", "best"), [("economy", 25_000), ("basic", 50_000), ("total", 75_000)])
def test_steady_insures_the_largest_cash_that_fits(cover: str, best: int) -> None:
    t = turn(3).cash(0, 5_000, 10_000, best, 150_000).hand(0, cover).play(cover)
    assert thought(t) == {"type": "insure", "value": best}


def test_steady_investigates_the_leader() -> None:
    t = turn(4).cash(1, 10_000).cash(2, 75_000, 50_000).cash(3, 25_000).hand(0, "insider")
    assert card(thought(t)) == "play insider"
    t.play("insider")
    assert thought(t) == {"type": "target", "seat": 2}


def test_steady_counts_capital_of_earlier_rounds_to_find_the_leader() -> None:
    t = turn(4).capital(3, 900_000).hand(0, "insider").play("insider")
    assert thought(t) == {"type": "target", "seat": 3}


@pytest.mark.parametrize("way_out", ["not laundering", "dividend"])
def test_steady_clears_an_investigation_first(way_out: str) -> None:
    t = turn(3).investigated(0, "laundering").hand(0, way_out, 50_000, 75_000, "not insider")
    done = follow(t)
    assert done[0] == f"discard {way_out}"
    assert t.firm(0).probe < 0


def test_steady_settles_when_it_costs_little() -> None:
    t = turn(3).investigated(0, "insider").cash(0, 5_000, 50_000)
    t.hand(0, "settlement", 75_000, 150_000, *["not corruption"] * 5)
    assert card(thought(t)) == "play settlement"


def test_an_extra_turn_is_taken() -> None:
    t = turn(3).cash(1, 25_000).cash(2, 10_000).hand(0, "dividend")
    done = follow(t, 4)
    assert done[:2] == ["discard dividend", "take"]
    assert "again" in done
    assert t.active == 0


def test_the_broker_takes_from_many() -> None:
    t = turn(4).hand(0, "broker", 5_000)
    for seat in (1, 2, 3):
        t.cash(seat, 25_000)
    assert follow(t)[:2] == ["discard broker", "take"]
    assert t.tabled(0) == [25_000] * 3


def test_steady_discards_a_cheap_bear_card_and_passes_another_on() -> None:
    t = turn(3).hand(0, "recession", "crash")
    assert follow(t, 2) == ["discard crash", "pass recession"]
    assert card(thought(turn(3).hand(0, "bankruptcy"))) == "discard bankruptcy"
    assert card(thought(turn(3).cash(0, 75_000, 150_000).hand(0, "recession", 75_000))) == "play 75000"


def test_steady_discards_bear_cards_without_a_license() -> None:
    t = turn(3).unlicensed(0).hand(0, "bankruptcy", "not insider", "settlement", size=8)
    for _ in range(t.held(0).count("license")):
        t.hand(0, "bankruptcy", *["not insider", "not corruption", "not organised", "settlement"] * 2)
    assert card(thought(t)) == "discard bankruptcy"


def test_the_worst_card_is_passed_on() -> None:
    t = turn(3).hand(0, "crash").hand(1, "bankruptcy", "recession", 25_000).discard("crash")
    assert card(thought(t, 1)) == "pass bankruptcy"


def test_venture_capital_waits_for_cash_that_pays_for_it() -> None:
    rich = turn(3).insured(0, "total", 75_000).cash(0, 25_000, 50_000).hand(0, "venture")
    poor = turn(3).cash(0, 25_000).hand(0, "venture", 5_000)
    assert card(thought(rich)) == "play venture"
    assert card(thought(poor)) != "play venture"


def test_a_takeover_robs_the_rich() -> None:
    t = turn(3).cash(0, 25_000, 75_000, 50_000).cash(1, 75_000, 50_000).venture(1).hand(0, "takeover")
    follow(t)
    assert t.firm(0).ventures == 1
    assert t.firm(1).ventures == 0


def test_the_taxman_is_played_where_there_is_something_to_tax() -> None:
    t = turn(3).insured(1, "total", 75_000).insured(2, "total", 75_000).cash(1, 150_000).cash(2, 150_000)
    assert card(thought(t.hand(0, "taxman"))) == "play taxman"
    assert card(thought(turn(3).hand(0, "taxman"))) != "play taxman"


@pytest.mark.parametrize("cash", [50_000, 75_000, 150_000])
def test_steady_keeps_cash_until_a_license_comes(cash: int) -> None:
    t = turn(3, mode="advanced").unlicensed(0, 1, 2)
    t.hand(0, cash, "organised", "organised", "not insider", "not laundering", "takeover", "economy", "venture")
    assert card(thought(t)) != f"discard {cash}"


# -- stopping --------------------------------------------------------------------------------------------------------


def test_steady_stops_trading_when_ahead() -> None:
    t = turn(3).cash(0, 75_000, 150_000).cash(1, 10_000).hand(0, "stop")
    assert card(thought(t)) == "play stop"


def test_steady_does_not_stop_trading_when_behind() -> None:
    t = turn(3).cash(0, 150_000).insured(1, "total", 75_000).cash(1, 150_000).hand(0, "stop")
    assert card(thought(t)) != "play stop"


def test_steady_does_not_stop_without_a_gain_of_its_own() -> None:
    t = turn(3).hand(0, "stop")
    for seat, bear in ((1, "bankruptcy"), (2, "bankruptcy")):
        t.hand(seat, bear, "recession")
        t.reveal(seat, to=0)
    assert card(thought(t)) != "play stop"
    assert card(thought(t.cash(0, 25_000))) == "play stop"


def test_bear_cards_in_hand_count_against_stopping() -> None:
    t = turn(3).cash(0, 75_000, 50_000).hand(0, "stop", "bankruptcy")
    assert card(thought(t)) != "play stop"


def test_a_stop_that_wins_the_game_is_taken_and_one_that_loses_it_is_not() -> None:
    wins = turn(3).capital(0, 990_000).cash(0, 10_000).cash(1, 25_000).hand(0, "stop")
    assert card(thought(wins)) == "play stop"
    loses = turn(3).capital(1, 990_000).cash(1, 75_000).cash(0, 150_000, 75_000).hand(0, "stop")
    assert card(thought(loses)) != "play stop"


# -- trading ---------------------------------------------------------------------------------------------------------


def test_a_bad_swap_is_declined() -> None:
    t = turn(3).hand(0, "crash").cash(1, 75_000).offer(1, hidden=("crash",), ask=("license",))
    assert thought(t) == {"type": "decline"}
    t = turn(3).cash(1, 150_000).hand(0, 5_000).hand(1, "stop").offer(1, give=(5_000,), ask=("stop",))
    assert thought(t) == {"type": "decline"}


def test_a_face_down_card_is_taken_for_a_bad_one() -> None:
    t = turn(4).hand(0, 10_000).hand(1, "license", "license")
    assert thought(t.copy().offer(1, give=(10_000,), ask=("license",))) == {"type": "accept"}
    blind = t.hand(0, 10_000, "not insider").offer(1, give=(10_000,), hidden=("not insider",), ask=("license",) * 2)
    assert thought(blind) == {"type": "decline"}


def test_a_good_swap_is_accepted() -> None:
    t = turn(4).hand(0, 75_000).hand(1, "not insider", "not insider").offer(1, give=(75_000,), ask=("not insider",))
    assert thought(t) == {"type": "accept"}


def test_an_acquittal_is_worth_a_little_cash() -> None:
    t = turn(4).investigated(1, "insider").hand(0, "not insider")
    t.hand(1, 10_000, 75_000, *["not corruption"] * 5)
    t.offer(1, give=("not insider",), ask=(10_000,))
    assert thought(t) == {"type": "accept"}


def test_steady_gives_its_worst_card_face_down() -> None:
    t = turn(4).hand(0, 50_000).hand(1, "bankruptcy", "dividend").offer(1, give=(50_000,), any_=1)
    assert thought(t) == {"type": "accept"}
    assert card(thought(t.do("accept"))) == "choose bankruptcy"


def test_two_players_do_not_help_each_other() -> None:
    t = turn(2).investigated(1, "insider").hand(0, "not insider").hand(1, 25_000)
    t.offer(1, give=("not insider",), ask=(25_000,))
    before = thought(t)
    assert before == {"type": "decline"}


def test_steady_asks_for_an_acquittal() -> None:
    t = turn(4).investigated(0, "insider").hand(0, 25_000, 50_000, 75_000, *["not corruption"] * 5)
    t.state.turns = 8
    done = follow(t, 4)
    assert done == ["offer", "give-named 25000", "ask-named not insider", "propose"]


@pytest.mark.thorough
def test_steady_makes_at_most_one_offer_per_turn() -> None:
    made = [made_in_a_turn(game().view(state, seat)) for state, seat in offers_of_a_game()]
    assert made
    assert max(made) == 1


def made_in_a_turn(view: SeatView) -> int:
    """Offers that who is on turn has made in it so far."""
    return sum(view.rules.offers - firm.offers for seat, firm in enumerate(view.players) if seat != view.active)


def offers_of_a_game() -> list[tuple[Any, int]]:
    """The state right after each offer of some games."""
    found = []
    for seed in range(3):
        rules, chance = game(), SeededChance(seed)
        state = rules.start(rules.check_options({"max_rounds": 8}, 4), 4, chance)
        bots = [SteadyBot(rules, seat, SeededChance(seat)) for seat in range(4)]
        while mask := rules.due(state):
            seat = (mask & -mask).bit_length() - 1
            legal = rules.legal(state, seat)
            action = bots[seat].choose(rules.view(state, seat), legal)
            rules.play(state, seat, action, chance)
            if rules.encode(action)["type"] == "propose":
                found.append((rules.clone(state), seat))
    return found


def test_steady_finishes_an_offer_that_another_player_began() -> None:
    assert "propose" in follow(turn(3).do("offer", seat=1), 20)
    t = turn(3).hand(0, 5_000).offer(1, give=(5_000,), any_=1).do("counter")
    assert thought(t) == {"type": "decline"}


# -- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("mode", ["standard", "advanced", "quick"])
def test_every_table_can_be_played_from_bot_views_alone(seats: int, mode: str) -> None:
    rules, chance = game(), SeededChance(seats)
    given = {**rules.about.unattended, "mode": mode, "max_rounds": 3}
    state = rules.start(rules.check_options(given, seats), seats, chance)
    bots = [SteadyBot(rules, seat, SeededChance(seat)) for seat in range(seats)]
    while mask := rules.due(state):
        seat = (mask & -mask).bit_length() - 1
        legal = rules.legal(state, seat)
        view = rules.view(state, seat)
        if len(legal) > 1:
            assert bots[seat]._choose(of_view(view), legal) in legal
        rules.play(state, seat, bots[seat].choose(view, legal), chance)
    assert rules.outcome(state) is not None


@pytest.mark.thorough
def test_steady_beats_random() -> None:
    result = simulate.simulate(simulate.plan("cash", 12, ["steady", "random", "random", "random"], seed=3))
    assert result.seats[0].wins >= 11


@pytest.mark.slow
def test_the_limit_of_actions_leaves_room_for_random_play() -> None:
    rules, chance = game(), SeededChance(2)
    limits = rules.about.unattended
    state = rules.start(rules.check_options({**limits, "max_rounds": 2}, 4), 4, chance)
    bots = simulate.seat_bots(rules, ["random"] * 4, 2)
    actions, _ = simulate.play_out(rules, state, bots, chance)
    assert actions / 2 * int(limits["max_rounds"]) * 2 < rules.bound


def test_the_same_view_gives_the_same_answer() -> None:
    t = turn(4).hand(0, "broker", 25_000, "stop", "crash").cash(1, 25_000)
    assert thought(t) == thought(t.copy())


def test_steady_refuses_another_game(coins: str) -> None:
    from cashbox import games

    with pytest.raises(TypeError, match="CASH only"):
        SteadyBot(games.load(coins), 0, SeededChance(1))
