"""Compare the facts of actions with what they change, in random games and for every card in every hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import RecordingChance, SeededChance
from cashbox.engine.checks import untrue
from cashbox.engine.facts import TABLE
from tests.games.cash.positions import Table, game, turn
from tests.games.cash.random_players import play
from tests.games.cash.test_true_words_in_random_games import IN_HAND, TABLES, holding

if TYPE_CHECKING:
    from cashbox.games.cash.state import State

CONTENT = game().tables


def faults(s: State, seat: int, action: int) -> list[str]:
    """Where facts and what happens differ."""
    return list(untrue(game(), s, s.seats, seat, action, SeededChance(action)))


def check(s: State, seat: int, action: int) -> None:
    found = faults(s, seat, action)
    assert not found, f"{game().text(action)}: {'; '.join(found)}"


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_facts_are_true_in_random_games(seats: int, options: dict[str, Any]) -> None:
    used = set()
    for k, (t, seat, action) in enumerate(play(seats, f"facts {seats}", options)):
        if seat < 0:
            break
        check(t.state, seat, action)
        if k % 5 == 0 and t.state.phase in IN_HAND:
            for card in range(CONTENT.faces):
                if (with_card := holding(t, seat, card)) is not None:
                    legal = t.game.legal(with_card.state, seat)
                    for one in (t.game.flow.forms.of_type(kind)[card] for kind in ("play", "discard")):
                        if one in legal:
                            check(with_card.state, seat, one)
                            used.add(one)
    assert len(used) > 40


def facts(t: Table, kind: str, card: str | int | None = None, **fields: Any) -> dict[tuple[str, int], int]:
    """What an action changes, by name and seat."""
    said = t.game.describe(t.state, t.due[0], t.game.decode(t.form(kind, card, **fields))).facts
    return {(one.what, one.seat): one.by for one in said.changes}


ME = -2


def test_a_settlement_costs_the_lowest_cash_and_ends_the_investigation() -> None:
    t = turn(2).investigated(0).cash(0, 10_000, 50_000).hand(0, "settlement")
    assert facts(t, "play", "settlement") == {
        ("hand", ME): -1, ("dumped", TABLE): 3, ("open", ME): -10_000, ("investigation", ME): -1,
    }  # fmt: skip


def test_the_broker_takes_and_costs_turns_only_when_used() -> None:
    t = turn(3).cash(1, 25_000).hand(0, "broker")
    assert facts(t, "discard", "broker") == {("hand", ME): -1, ("dumped", TABLE): 1}
    t.discard("broker")
    assert facts(t, "take") == {("open", ME): 25_000, ("open", 1): -25_000, ("lost", 2): 1}


def test_bankruptcy_facts_count_lost_and_drawn_cards() -> None:
    t = turn(2).investigated(0).venture(0).taxman(0).cash(0, 25_000, 50_000).insured(0, "economy", 5_000)
    t.hand(0, "bankruptcy", "broker")
    assert facts(t, "discard", "bankruptcy") == {
        ("hand", ME): -1, ("dumped", TABLE): 14, ("deck", TABLE): -7, ("lost", ME): 2, ("license", ME): -1,
        ("investigation", ME): -1, ("taxman", ME): -1, ("ventures", ME): -1, ("open", ME): -75_000,
    }  # fmt: skip


def test_facts_mention_that_dumped_deals_become_the_deck() -> None:
    t = turn(2).hand(0, "license", size=4).deck("license").dump("stop", "stop", "stop", "stop")
    t.discard("license")
    assert facts(t, "finish") == {("hand", ME): 4, ("dumped", TABLE): -5, ("deck", TABLE): 1}


def test_a_trade_moves_cash_from_a_firm_into_a_hand() -> None:
    t = turn(2).hand(0, 5_000).hand(1, size=6).cash(1, 10_000).offer(1, give=(5_000,), ask_firm=(10_000,))
    assert facts(t, "accept") == {("hand", ME): 1, ("open", ME): -10_000}


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_exactly_the_actions_called_final_cannot_be_taken_back(seats: int, options: dict[str, Any]) -> None:
    """As a match finds out by playing it: the undo window closes where anything was drawn or the rules say so."""
    found = set()
    for t, seat, action in play(seats, f"final {seats}", options):
        if seat < 0:
            break
        chance = RecordingChance(SeededChance(action))
        after = game().clone(t.state)
        game().play(after, seat, action, chance)
        closed = bool(chance.drawn) or game().window(after) != game().window(t.state) or not game().due(after)
        said = game().describe(t.state, seat, action).facts
        assert bool(said.known.get("final")) == closed, game().text(action)
        found.add(closed)
    assert found == {True, False}


def test_the_last_choice_ends_undo() -> None:
    t = turn(3).hand(0, "recession").discard("recession")
    one, *rest = t.due
    first = t.forms(one)[0]
    assert "final" not in t.game.describe(t.state, one, t.game.decode(first)).facts.known
    for seat in rest:
        for _ in range(2):
            t.do("pass", t.forms(seat)[0]["card"], by=seat)
    t.do("pass", first["card"], by=one)
    assert t.game.describe(t.state, one, t.game.decode(t.forms(one)[0])).facts.known["final"] == 1
