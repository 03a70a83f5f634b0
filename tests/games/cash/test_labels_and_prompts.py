"""Test labels and prompts: they say what would happen now and who has to act."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cashbox.engine.game import SPECTATOR
from cashbox.engine.phrases import with_names
from tests.games.cash.positions import Table, turn

Made = Callable[[], Table]

LABELS: list[tuple[Made, dict[str, Any], str]] = [
    (
        lambda: turn(2).hand(0, 5_000),
        {"kind": "play", "card": 5_000},
        "Play 5,000: adds 5,000 in uninsured cash to your firm",
    ),
    (
        lambda: turn(2).unlicensed(0).hand(0, "license"),
        {"kind": "play", "card": "license"},
        "Play Trading License: your other cards can now take effect",
    ),
    (lambda: turn(2).hand(0, "stop"), {"kind": "play", "card": "stop"}, "Play Stop Trading: the trading round ends"),
    (
        lambda: turn(2).cash(0, 5_000).hand(0, "basic"),
        {"kind": "play", "card": "basic"},
        "Play Basic Cover: insures up to 50,000 in cash",
    ),
    (
        lambda: turn(4).unlicensed(2).hand(0, "insider"),
        {"kind": "play", "card": "insider"},
        "Play Insider Trading: Investigation against P1 or P3",
    ),
    (
        lambda: turn(2).investigated(0).cash(0, 75_000, 10_000).hand(0, "settlement"),
        {"kind": "play", "card": "settlement"},
        "Play Settlement: costs you your 10,000 and ends the investigation",
    ),
    (
        lambda: turn(2).cash(0, 25_000).hand(0, "venture"),
        {"kind": "play", "card": "venture"},
        "Play Venture Capital: costs 25,000, and the cash on your firm counts double",
    ),
    (
        lambda: turn(2).venture(0).cash(0, 25_000).hand(0, "venture"),
        {"kind": "play", "card": "venture"},
        "Play Venture Capital: costs 25,000, but the cash on your firm already counts double",
    ),
    (
        lambda: turn(2).hand(0, "taxman"),
        {"kind": "play", "card": "taxman"},
        "Play The Taxman: you get 10% of each opponent's result for the round, profit or loss",
    ),
    (lambda: turn(2).hand(0, 5_000), {"kind": "discard", "card": 5_000}, "Discard 5,000 with no effect"),
    (
        lambda: turn(2).unlicensed(0).hand(0, "broker"),
        {"kind": "discard", "card": "broker"},
        "Discard The Broker with no effect (you have no license)",
    ),
    (
        lambda: turn(2).investigated(0).hand(0, "broker"),
        {"kind": "discard", "card": "broker"},
        "Discard The Broker with no effect (you are under investigation)",
    ),
    (
        lambda: turn(4).cash(1, 25_000).cash(2, 5_000).hand(0, "broker"),
        {"kind": "discard", "card": "broker"},
        "Discard The Broker: you may take 25,000 from P1 and make P2 and P3 lose 1 turn each",
    ),
    (
        lambda: turn(2).hand(0, "banker"),
        {"kind": "discard", "card": "banker"},
        "Discard The Banker: you may make P1 lose 2 turns",
    ),
    (
        lambda: turn(2).investigated(0).hand(0, "not insider"),
        {"kind": "discard", "card": "not insider"},
        "Discard Insider Trading: Acquittal with no effect (you are not under investigation for Insider Trading)",
    ),
    (
        lambda: turn(2).investigated(0, "insider").hand(0, "not insider"),
        {"kind": "discard", "card": "not insider"},
        "Discard Insider Trading: Acquittal: you may end the investigation",
    ),
    (
        lambda: turn(2).hand(0, "takeover"),
        {"kind": "discard", "card": "takeover"},
        "Discard Takeover with no effect (you have no uninsured 25,000)",
    ),
    (
        lambda: turn(2).cash(0, 25_000).hand(0, "takeover"),
        {"kind": "discard", "card": "takeover"},
        "Discard Takeover with no effect (no opponent has Venture Capital)",
    ),
    (
        lambda: turn(2).cash(0, 25_000).venture(1).hand(0, "takeover"),
        {"kind": "discard", "card": "takeover"},
        "Discard Takeover: you may take Venture Capital from P1 for 25,000",
    ),
    (
        lambda: turn(2).investigated(0).cash(1, 5_000, 75_000).hand(0, "premium"),
        {"kind": "discard", "card": "premium"},
        ("Discard Premium Earnings: you may take 75,000 from P1, end the investigation, and take another turn"),
    ),
    (
        lambda: turn(2).cash(1, 5_000, 75_000).hand(0, "dividend"),
        {"kind": "discard", "card": "dividend"},
        "Discard Dividend Yield: you may take 5,000 from P1 and take another turn",
    ),
    (
        lambda: turn(2).cash(0, 5_000, 75_000).hand(0, "crash"),
        {"kind": "discard", "card": "crash"},
        "Discard Market Crash: you lose your 5,000 and 1 turn, and everyone passes 1 card to the right",
    ),
    (
        lambda: turn(2).cash(0, 5_000, 75_000).hand(0, "recession"),
        {"kind": "discard", "card": "recession"},
        "Discard Global Recession: you lose your 75,000 and 1 turn, and everyone passes 2 cards to the right",
    ),
    (
        lambda: turn(2).hand(0, "bankruptcy"),
        {"kind": "discard", "card": "bankruptcy"},
        "Discard Bankruptcy: you lose your license and the rest of your hand, then draw 7 cards and lose 2 turns",
    ),
    (lambda: turn(2).hand(0, 5_000).play(5_000), {"kind": "finish"}, "End turn"),
    (lambda: turn(2).hand(0, 5_000, size=5).play(5_000), {"kind": "finish"}, "End turn: draw 3"),
    (lambda: turn(2).hand(0, 5_000, size=10).play(5_000), {"kind": "finish"}, "End turn: discard 2"),
    (lambda: turn(2), {"kind": "offer", "seat": 1}, "Make P1 an offer"),
    (
        lambda: turn(3).hand(0, "insider").play("insider"),
        {"kind": "target", "seat": 2},
        "Investigate P2",
    ),
    (
        lambda: turn(2).cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover"),
        {"kind": "target", "seat": 1},
        "Take P1's Venture Capital for 25,000",
    ),
    (
        lambda: turn(2).cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover"),
        {"kind": "leave"},
        "Take nothing and pay nothing",
    ),
    (
        lambda: turn(2).cash(0, 5_000, 10_000).hand(0, "basic").play("basic").do("insure", value=5_000),
        {"kind": "done"},
        "Stop here and lose 45,000 of the limit",
    ),
]


@pytest.mark.parametrize(("made", "action", "label"), LABELS)
def test_a_label_says_what_would_happen(made: Made, action: dict[str, Any], label: str) -> None:
    t = made()
    action = dict(action)
    form = t.form(action.pop("kind"), **action)
    assert form in t.forms()
    assert with_names(t.game.describe(t.state, t.due[0], t.game.decode(form)).label, t.names) == label


def test_the_view_separates_a_cards_effect_from_its_name() -> None:
    t = turn(4).unlicensed(2).hand(0, "insider", "broker", 5_000)

    def does(kind: str, which: str | int) -> tuple[str, int | None]:
        action = t.game.decode(t.form(kind, which))
        return t.game.describe(t.state, 0, action).does, t.game.describe(t.state, 0, action).facts.known.get("works")

    assert does("play", "insider") == ("against {1} or {3}", None)
    assert does("discard", "broker") == ("you may make {1}, {2}, and {3} lose 1 turn each", 1)
    assert does("discard", 5_000) == ("no effect", 0)
    t.unlicensed(0)
    assert does("discard", "broker") == ("no effect (you have no license)", 0)


PROMPTS: list[tuple[Made, int, str]] = [
    (lambda: turn(2).hand(0, 5_000), 0, "Your turn: play or discard a card."),
    (lambda: turn(2), 0, "Your turn: discard a card. You can't play any right now."),
    (lambda: turn(2), 1, "Waiting for P0 to play or discard a card."),
    (lambda: turn(2), SPECTATOR, "Waiting for P0 to play or discard a card."),
    (lambda: turn(2).hand(0, 5_000).play(5_000), 0, "Make an offer or end your turn."),
    (lambda: turn(2).hand(0, 5_000).play(5_000), 1, "Waiting for P0 to end the turn."),
    (
        lambda: turn(2).hand(0, 5_000, size=9).play(5_000).finish(),
        0,
        "Hand check: discard down to 7 cards. Cards that take effect when discarded do so here, too.",
    ),
    (
        lambda: turn(2).cash(0, 5_000, 10_000).hand(0, "basic").play("basic").do("insure", value=5_000),
        0,
        "Choose up to 45,000 in cash to insure.",
    ),
    (
        lambda: turn(3).cash(1, 25_000).hand(0, "broker").discard("broker"),
        0,
        "Use The Broker to take 25,000 from P1 and make P2 lose 1 turn?",
    ),
    (lambda: turn(3).cash(1, 25_000).hand(0, "broker").discard("broker"), 1, "Waiting for P0 to decide."),
    (
        lambda: turn(2).investigated(0).hand(0, "dividend").discard("dividend"),
        0,
        "You may end the investigation against you.",
    ),
    (lambda: turn(2).hand(0, "dividend").discard("dividend").finish(), 0, "You may take another turn."),
    (
        lambda: turn(3).hand(0, "recession").discard("recession"),
        1,
        "Choose 2 cards to pass face down to P0 on your right.",
    ),
    (
        lambda: turn(3).hand(0, "recession", "license").discard("recession").do("pass", "license", by=0),
        0,
        "Choose 1 card to pass face down to P2 on your right.",
    ),
    (
        lambda: turn(2).do("offer", seat=1),
        0,
        "Your offer to P1: choose what to give and what to ask for, then send it.",
    ),
    (
        lambda: turn(2).hand(0, 5_000).offer(1, (5_000,), any_=1),
        1,
        "P0 offers you a trade. Accept, decline, or make one counteroffer.",
    ),
    (lambda: turn(2).hand(0, 5_000).offer(1, (5_000,), any_=1), 0, "Waiting for P1 to answer an offer."),
    (
        lambda: turn(2).hand(0, 5_000).offer(1, (5_000,), any_=1).do("accept"),
        1,
        "Choose 1 card to give P0 face down.",
    ),
    (lambda: turn(2).capital(0, 1_000_000).play_stop(), SPECTATOR, "The game is over."),
]


@pytest.mark.parametrize(("made", "seat", "prompt"), PROMPTS)
def test_a_prompt_says_what_to_do_or_who_to_wait_for(made: Made, seat: int, prompt: str) -> None:
    t = made()
    assert t.game.prompt(t.state, seat, t.names) == prompt


def test_the_label_of_taking_names_the_cards_that_are_taken() -> None:
    """The label of taking names the cards that change hands."""
    t = turn(4).cash(1, 50_000, 5_000).cash(2, 75_000).hand(0, "premium").discard("premium")
    label = with_names(t.game.describe(t.state, 0, t.game.decode({"type": "take"})).label, t.names)
    assert label == "Take 50,000 from P1 and 75,000 from P2"
    t.do("take")
    assert t.tabled(0) == [50_000, 75_000]
