"""Test that the facts of an action say exactly what it changes, in thousands of situations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.checks import untrue
from cashbox.engine.facts import TABLE, Facts
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import sign
from tests.games.envelopes.decks import OWN, game, own_game
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import pick

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

TABLES: list[tuple[dict[str, Any], int]] = [
    ({"mode": "standard", "symbols": "chosen", "coaches": "picked", "auction": True}, 4),
    ({"mode": "standard", "stash_draft": True, "dice": "exclusive", "trade_bucks": 2}, 3),
    ({"mode": "online", "auction": True}, 2),
    ({"mode": "family"}, 4),
    ({"mode": "solitaire"}, 1),
    ({"mode": "lesson-2"}, 1),
]
A_FEW = 6


def facts(t: Table, kind: str, seat: int = 0, **fields: Any) -> Facts:
    """What is said of a legal action."""
    action = t.game.decode(t.form(kind, **fields))
    assert action in t.game.legal(t.state, seat)
    return t.game.describe(t.state, seat, action).facts


def said(found: Facts, seat: int | None = None) -> dict[str, tuple[int, int]]:
    """The changes of the acting seat, or of another: at least and at most."""
    return {
        one.what: (one.by, one.by if one.most is None else one.most)
        for one in found.changes
        if (one.seat == seat if seat is not None else one.seat not in (TABLE, *range(4)))
    }


def check(t: Table, state: State, seat: int, actions: list[int], seed: str) -> int:
    """Compare what the actions change with what is said of them; how many were compared."""
    for action in actions:
        found = untrue(t.game, state, state.seats, seat, action, SeededChance(f"{seed} {action}"))
        assert list(found) == [], t.game.text(action)
    return len(actions)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=[str(k) for k in range(len(TABLES))])
@pytest.mark.parametrize("rules", ["packaged", "own"])
def test_facts_match_what_happens(options: dict[str, Any], seats: int, rules: str) -> None:
    t = Table(own_game() if rules == "own" else game(), seats, options, 7)
    lot = SeededChance(f"{options} {rules}")
    compared = 0
    while t.due:
        seat = t.due[lot.draw(len(t.due))]
        legal = t.game.legal(t.state, seat)
        some = legal if len(legal) <= A_FEW else [legal[lot.draw(len(legal))] for _ in range(A_FEW)]
        compared += check(t, t.state, seat, some, str(compared))
        t.game.play(t.state, seat, pick(t, seat, lot), t.chance)
    assert compared > 100


def test_the_facts_of_a_trade_name_its_price_and_the_remainder() -> None:
    t = month().give(0, yellow=3)
    found = facts(t, "trade", colour="blue")
    assert found.known == {"envelopes": 3, "bucks": 1}
    assert said(found) == {"yellow": (-3, -3), "blue": (1, 1), "bucks": (-1, -1)}
    assert found.left("bucks") == 6


def test_facts_before_a_choice_name_only_immediate_changes() -> None:
    t = month().give(0, yellow=3, red=2)
    assert said(facts(t, "trade", colour="blue")) == {"bucks": (-1, -1)}


def test_facts_give_a_range_for_the_die() -> None:
    t = month().give(0, blue=9).at(0, "iowa")
    slot = t.slot("iowa")
    stars = t.state.value[slot]
    found = facts(t, "sign", recruit=slot)
    assert said(found)["stars"] == (max(1, stars + min(sign.FACES)), stars + max(sign.FACES))
    assert said(found)["recruits"] == (1, 1)
    assert said(found, TABLE) == {"free": (-1, -1)}


def test_facts_in_a_lesson_do_not_reveal_the_die() -> None:
    for seed in range(3):
        t = new_game(1, seed, mode="lesson-2")
        lot = SeededChance(seed)
        while t.due:
            legal = t.game.legal(t.state, 0)
            for action in legal:
                if t.game.text(action).startswith("sign ") and t.state.step is None:
                    least, most = said(t.game.describe(t.state, 0, action).facts).get("stars", (0, 4))
                    assert least < most
            t.game.play(t.state, 0, pick(t, 0, lot), t.chance)


def test_facts_name_the_player_who_loses_sent_envelopes() -> None:
    t = month(3).give(0, blue=9).at(0, "iowa")
    slot = t.slot("iowa")
    t.prepaid(1, slot, blue=1)
    assert said(facts(t, "sign", recruit=slot), 1) == {"sent": (-1, -1)}


def test_facts_include_what_cards_give() -> None:
    t = month(rules=own_game()).give(0, red=3)
    t.play_card(0, "trade bonus")
    assert OWN["trade bonus"]["effect"]["get"] == {"stars": 1}
    assert said(facts(t, "trade", colour="blue"))["stars"] == (1, 1)


def test_a_choice_of_payment_names_the_color_of_its_envelope() -> None:
    t = month().at(0, "missouri-arkansas").play_card(0, "cheap border").give(0, yellow=2, red=3)
    t.do("sign", recruit=t.slot("missouri-arkansas"))
    assert facts(t, "leave", colour="red").known == {"colour": v.COLOURS.index("red")}
    t = month().play_card(0, "gray cards", "blue cards").waiting(0, "two").give(0, gray=2, blue=2).do("put", card="two")
    assert facts(t, "wild", paid="blue", owed=t.forms("wild")[0]["owed"]).known == {"colour": v.COLOURS.index("blue")}
