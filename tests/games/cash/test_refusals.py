"""Test that each illegal action is refused with a code and one full sentence, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from tests.games.cash.positions import CARDS, Table, game, turn
from tests.test_refusals import refused

Made = Callable[[], Table]


# -- why not, in every situation ---------------------------------------------------------------------------------------


def build() -> Table:
    return turn(3).hand(0, 5_000).hand(1, 10_000).cash(1, 25_000).insured(1, "economy", 5_000).do("offer", seat=1)


def answer() -> Table:
    return turn(3).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), ("taxman",))


def choose() -> Table:
    return turn(3).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), any_=2).do("accept")


def closed() -> Table:
    return turn(3).hand(0, 5_000).play(5_000)


WHY: list[tuple[Made, dict[str, Any], str]] = [
    # playing and discarding
    (lambda: turn(3), {"kind": "play", "card": "broker"}, "You have no The Broker in hand."),
    (lambda: turn(3), {"kind": "discard", "card": "broker"}, "You have no The Broker in hand."),
    (closed, {"kind": "play", "card": 5_000}, "You can play one card each turn, after you draw."),
    (
        closed,
        {"kind": "discard", "card": "license"},
        "You can discard a card instead of playing one, or at the hand check.",
    ),
    (lambda: turn(3), {"kind": "finish"}, "You have to play or discard a card before you can end your turn."),
    (
        lambda: turn(3).hand(0, "license", 5_000, size=9).discard("license").finish(),
        {"kind": "play", "card": 5_000},
        "You can play one card each turn, after you draw.",
    ),
    (
        lambda: turn(3).hand(0, "license", 5_000, size=9).discard("license").finish(),
        {"kind": "discard", "card": "broker"},
        "You have no The Broker in hand.",
    ),
    # small decisions
    (lambda: turn(3), {"kind": "insure", "value": 5_000}, "To insure cash, play an insurance card."),
    (lambda: turn(3), {"kind": "done"}, "You are not placing an insurance card right now."),
    (
        lambda: turn(3).cash(0, 5_000, 10_000).hand(0, "economy").play("economy"),
        {"kind": "done"},
        "Insurance has to cover at least one cash card.",
    ),
    (
        lambda: turn(3).cash(0, 5_000, 10_000, 25_000).hand(0, "economy").play("economy").do("insure", value=10_000),
        {"kind": "insure", "value": 25_000},
        "Only 15,000 of the limit is left, and limits can't be combined.",
    ),
    (
        lambda: turn(3).cash(0, 5_000, 10_000).hand(0, "economy").play("economy"),
        {"kind": "insure", "value": 25_000},
        "You have no uninsured 25,000.",
    ),
    (lambda: turn(3), {"kind": "target", "seat": 1}, "No card needs a target right now."),
    (lambda: turn(3), {"kind": "take"}, "There is nothing to take right now."),
    (lambda: turn(3), {"kind": "leave"}, "There is nothing to take right now."),
    (
        lambda: turn(3).hand(0, "insider").play("insider"),
        {"kind": "leave"},
        "Choose whose license to investigate.",
    ),
    (
        lambda: turn(3).hand(0, "insider").play("insider"),
        {"kind": "target", "seat": 5},
        "This table has no seat 6.",
    ),
    (
        lambda: turn(3).cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover"),
        {"kind": "target", "seat": 0},
        "You can't target yourself.",
    ),
    (lambda: turn(3), {"kind": "clear"}, "To end an investigation, play or discard a card that ends it."),
    (lambda: turn(3), {"kind": "keep"}, "There is no investigation to decide on right now."),
    (
        lambda: turn(3),
        {"kind": "again"},
        "Dividend Yield and Premium Earnings give you another turn after this one.",
    ),
    (lambda: turn(3), {"kind": "rest"}, "You have no extra turn to skip right now."),
    (
        lambda: turn(3),
        {"kind": "pass", "card": "license"},
        "Players pass cards when a Market Crash or Global Recession takes effect.",
    ),
    (
        lambda: turn(3).hand(0, "crash").discard("crash"),
        {"kind": "pass", "card": "broker"},
        "You have no The Broker in hand.",
    ),
    (
        lambda: turn(3).hand(0, "crash", "license").discard("crash").do("pass", "license", by=0),
        {"kind": "pass", "card": "license", "by": 0},
        "You have already chosen.",
    ),
    # offers
    (lambda: turn(3), {"kind": "offer", "seat": 0}, "You can't trade with yourself."),
    (lambda: turn(3), {"kind": "offer", "seat": 3}, "This table has no seat 4."),
    (lambda: turn(3), {"kind": "offer", "seat": 0, "by": 1}, "It's another player's turn."),
    (lambda: turn(3).hand(1, size=0), {"kind": "offer", "seat": 1}, "One of you has nothing to trade."),
    (build, {"kind": "offer", "seat": 2}, "Send or undo your offer first."),
    (build, {"kind": "give-named", "card": "taxman"}, "You have no The Taxman in hand."),
    (build, {"kind": "give-hidden", "card": "taxman"}, "You have no The Taxman in hand."),
    (build, {"kind": "give-firm", "card": 5_000}, "That firm has no 5,000 to trade."),
    (
        build,
        {"kind": "give-firm", "card": "license"},
        "Licenses and investigations on a firm can't be traded.",
    ),
    (
        build,
        {"kind": "ask-firm", "card": "license"},
        "Licenses and investigations on a firm can't be traded.",
    ),
    (build, {"kind": "ask-firm", "card": 5_000}, "Insured cash and the card that insures it can't be traded."),
    (build, {"kind": "ask-firm", "card": "economy"}, "Insured cash and the card that insures it can't be traded."),
    (build, {"kind": "propose"}, "Each side has to give at least one card."),
    (build, {"kind": "play", "card": 5_000}, "Send or undo your offer first."),
    (build, {"kind": "accept"}, "There is no offer to answer."),
    (build, {"kind": "accept", "by": 1}, "You have no offer to answer."),
    (build, {"kind": "give-named", "card": 10_000, "by": 1}, "You are not making an offer."),
    # answers
    (answer, {"kind": "accept"}, "You don't have the cards that the offer asks for."),
    (answer, {"kind": "accept", "by": 0}, "The offer isn't yours to answer."),
    (answer, {"kind": "decline", "by": 2}, "The offer isn't yours to answer."),
    (answer, {"kind": "choose", "card": 10_000}, "No one has asked you for face-down cards."),
    (choose, {"kind": "choose", "card": "taxman"}, "You have no The Taxman in hand."),
    (choose, {"kind": "accept"}, "You have already accepted. Choose which cards to give face down."),
    (choose, {"kind": "counter"}, "You have already accepted. Choose which cards to give face down."),
    (lambda: answer().do("decline"), {"kind": "decline", "by": 1}, "You have no offer to answer."),
    (lambda: answer().do("decline"), {"kind": "accept", "by": 1}, "You have no offer to answer."),
    (
        lambda: answer().counter((10_000,), any_=1),
        {"kind": "counter"},
        "You can only accept or decline a counteroffer.",
    ),
    (
        lambda: answer().counter((10_000,), any_=1),
        {"kind": "accept", "by": 1},
        "The offer isn't yours to answer.",
    ),
    # whoever it is
    (lambda: turn(3).capital(0, 1_000_000).play_stop(), {"kind": "finish", "by": 0}, "The game is over."),
    (lambda: turn(3), {"kind": "finish", "by": SPECTATOR}, "Only players can act."),
]


@pytest.mark.parametrize(("made", "action", "words"), WHY)
def test_each_refusal_states_its_reason(made: Made, action: dict[str, Any], words: str) -> None:
    t = made()
    action = dict(action)
    kind, by = action.pop("kind"), action.pop("by", None)
    assert not t.can(kind, by=by, **action)
    before = t.game.fingerprint(t.state)
    assert t.why(kind, by=by, **action) == words
    assert t.game.fingerprint(t.state) == before


# -- by way of a match, as a guest does --------------------------------------------------------------------------------


def match() -> Match[Any]:
    """A match whose state is a table with an offer to seat 1 that it cannot accept."""
    t = answer()
    found = Match.start(game(), {}, 3, SeededChance(1), players=["A", "B", "C"])
    found.state = t.state
    found.window = type(found.window)(t.state, 0, game().window(t.state), ())
    return found


def number(kind: str, card: str | int | None = None, **fields: Any) -> int:
    return game().decode({"type": kind, **({} if card is None else {"card": CARDS[card]}), **fields})


@pytest.mark.parametrize(
    ("seat", "action", "words"),
    [
        (1, number("accept"), "You don't have the cards that the offer asks for."),
        (0, number("accept"), "The offer isn't yours to answer."),
        (2, number("decline"), "The offer isn't yours to answer."),
        (0, number("propose"), "You are not making an offer."),
        (2, number("offer", seat=0), "You can make offers on your turn, between the draw and the hand check."),
    ],
)
def test_a_match_refuses_with_the_same_words(seat: int, action: int, words: str) -> None:
    found = match()
    with pytest.raises(GameError) as caught:
        found.act(seat, [action])
    refused(caught.value, "not-legal", words)
    assert found.number == 0


def test_a_second_answer_is_refused_as_too_late() -> None:
    found = match()
    found.act(1, [number("decline")])
    with pytest.raises(GameError) as caught:
        found.act(1, [number("decline")])
    refused(caught.value, "not-legal", "You have no offer to answer.")
    with pytest.raises(GameError) as caught:
        found.act(1, [number("accept")], at=0)
    refused(caught.value, "stale", "moved on")


def test_offers_and_answers_cannot_be_undone() -> None:
    found = match()
    for seat in (0, 1):
        with pytest.raises(GameError) as caught:
            found.undo(seat)
        refused(caught.value, "nothing-to-undo", "nothing to undo")
    found.act(1, [number("decline")])
    assert [found.can_undo(seat) for seat in range(3)] == [0, 0, 0]


def test_an_unfinished_offer_can_be_undone_step_by_step_or_as_a_whole() -> None:
    found = match()
    found.act(1, [number("decline")])
    steps = [number("offer", seat=1), number("give-named", 5_000), number("ask-hidden")]
    found.act(0, steps)
    assert found.can_undo(0) == 3
    found.undo(0, 1)
    assert number("propose") not in found.legal(0)
    found.undo(0)
    assert number("offer", seat=2) in found.legal(0)
    found.act(0, [*steps, number("propose")])
    assert found.can_undo(0) == 0


@pytest.mark.parametrize("card", [5_000, "dividend", "economy"])
def test_a_revealed_card_cannot_be_taken_back(card: str | int) -> None:
    found = match()
    t = turn(3).hand(0, card, "license").cash(0, 10_000, 5_000).cash(1, 25_000)
    found.state = t.state
    found.window = type(found.window)(t.state, 0, game().window(t.state), ())
    verb = "discard" if card == "dividend" else "play"
    found.act(0, [number(verb, card)])
    assert found.can_undo(0) == 0


def test_a_card_to_pass_can_be_changed_until_all_have_chosen() -> None:
    found = match()
    t = turn(3).hand(0, "crash", "license", "not insider").hand(1, "license").hand(2, "license").discard("crash")
    found.state = t.state
    found.window = type(found.window)(t.state, 0, game().window(t.state), ())
    found.act(0, [number("pass", "license")])
    found.act(1, [number("pass", "license")])
    assert found.can_undo(0) == found.can_undo(1) == 1
    found.undo(0)
    found.act(0, [number("pass", "not insider")])
    found.act(2, [number("pass", "license")])
    assert [found.can_undo(seat) for seat in range(3)] == [0, 0, 0]
