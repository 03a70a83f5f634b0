"""Test the log: one sentence with figures for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import SPECTATOR
from cashbox.engine.record import lines_since
from cashbox.games.cash.rules.turn import TURN
from tests.games.cash.positions import Table, match_of, turn
from tests.games.cash.random_players import play

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cashbox.engine.journal import By

NOTHING = " with no effect."

TOLD: list[tuple[Callable[[Table], object], list[str]]] = [
    (lambda t: t.hand(0, 5_000).play(5_000), ["P0 plays 5,000."]),
    (lambda t: t.unlicensed(0).hand(0, "license").play("license"), ["P0 plays Trading License."]),
    (lambda t: t.discard("license"), ["P0 discards Trading License" + NOTHING]),
    (
        lambda t: t.hand(0, "economy").cash(0, 5_000, 5_000).play("economy").do("insure", value=5_000),
        ["P0 plays Economy Cover.", "P0 insures 2 × 5,000 with Economy Cover."],
    ),
    (
        lambda t: t.hand(0, "venture").cash(0, 25_000).play("venture"),
        ["P0 plays Venture Capital.", "P0 loses 25,000."],
    ),
    (
        lambda t: t.hand(0, "insider").play("insider").do("target", seat=2),
        ["P0 investigates P2 for Insider Trading."],
    ),
    (
        lambda t: t.investigated(0, "insider").hand(0, "not insider").discard("not insider").do("clear"),
        ["P0 discards Insider Trading: Acquittal.", "The Insider Trading investigation against P0 ends."],
    ),
    (
        lambda t: t.investigated(0, "insider").hand(0, "not insider").discard("not insider").do("keep"),
        ["P0 discards Insider Trading: Acquittal.", "P0 keeps the Insider Trading investigation."],
    ),
    (
        lambda t: t.investigated(0, "insider").cash(0, 5_000).hand(0, "settlement").play("settlement"),
        [
            "P0 plays Settlement.",
            "P0 loses 5,000.",
            "The Insider Trading investigation against P0 ends.",
        ],
    ),
    (
        lambda t: t.cash(1, 25_000).hand(0, "broker").discard("broker").do("take"),
        ["P0 discards The Broker.", "P0 takes 25,000 from P1.", "P2 will lose 1 turn."],
    ),
    (
        lambda t: t.hand(0, "banker").discard("banker").do("leave"),
        ["P0 discards The Banker.", "P0 takes nothing with The Banker."],
    ),
    (
        lambda t: t.cash(0, 25_000).venture(1).hand(0, "takeover").discard("takeover").do("target", seat=1),
        ["P0 discards Takeover.", "P0 loses 25,000.", "P0 takes Venture Capital from P1."],
    ),
    (
        lambda t: t.hand(0, "dividend").discard("dividend").finish().do("rest"),
        [
            "P0 discards Dividend Yield.",
            "P0 gains an extra turn.",
            "P0 skips an extra turn.",
            "P1 draws 1 card.",
        ],
    ),
    (
        lambda t: t.hand(0, "premium").discard("premium").finish().do("again"),
        [
            "P0 discards Premium Earnings.",
            "P0 gains an extra turn.",
            "P0 takes another turn.",
            "P0 draws 1 card.",
        ],
    ),
    (
        lambda t: t.loses(1, 2).idle(),
        ["P0 discards Trading License" + NOTHING, "P1 loses this turn.", "P2 draws 1 card."],
    ),
    (
        lambda t: t.cash(0, 5_000).hand(0, "crash").discard("crash").do("pass", "license", by=0).pass_any(),
        [
            "P0 discards Market Crash.",
            "P0 will lose 1 turn.",
            "P0 loses 5,000.",
            "P0 has chosen.",
            "P1 has chosen.",
            "P2 has chosen.",
            "P0 passes 1 card to P2.",
            "P1 passes 1 card to P0.",
            "P2 passes 1 card to P1.",
        ],
    ),
    (
        lambda t: t.hand(0, "bankruptcy", size=1).cash(0, 5_000).discard("bankruptcy"),
        [
            "P0 discards Bankruptcy.",
            "P0 will lose 2 turns.",
            "P0 loses Trading License.",
            "P0 loses 5,000.",
            "P0 draws 7 cards.",
        ],
    ),
    (
        lambda t: (
            t.hand(0, 5_000, "broker").cash(0, 10_000).cash(1, 50_000).hand(1, "banker", size=4)
            .offer(1, (5_000,), ("banker",), hidden=("broker",), firm=(10_000,), ask_firm=(50_000,)).do("accept")
        ),
        [
            (
                "P0 offers P1 a trade: 10,000 from P0's firm and possibly cards from P0's hand "
                "in exchange for 50,000 from P1's firm and possibly cards from P1's hand."
            ),
            (
                "P0 trades 10,000 from P0's firm and 2 cards from P0's hand to P1 "
                "in exchange for 50,000 from P1's firm and 1 card from P1's hand."
            ),
        ],
    ),
    (
        lambda t: t.offer(1, ("license",), any_=1).counter(any_=1, hidden=("settlement",)).do("decline"),
        [
            "P0 offers P1 a trade: cards from P0's hand in exchange for cards from P1's hand.",
            "P1 makes P0 a counteroffer: cards from P1's hand in exchange for cards from P0's hand.",
            "P0 declines P1's offer.",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("action", "sentences"), TOLD)
def test_each_event_has_its_sentence(action: Callable[[Table], object], sentences: list[str]) -> None:
    t = turn(3).hand(0, "license").hand(1, "settlement", "license").hand(2, "license")
    action(t)
    assert t.said() == sentences


def test_trading_players_see_the_cards_in_the_log() -> None:
    t = turn(3).hand(0, 5_000, "broker").hand(1, "banker", 10_000)
    t.offer(1, (5_000,), ("banker",), hidden=("broker",), any_=1)
    swap = "5,000 from P0's hand and 1 face-down card in exchange for The Banker from P1's hand and 1 face-down card"
    offer = f"P0 offers P1 a trade: {swap}."
    assert t.said(0) == t.said(1) == [offer]
    t.do("accept").do("choose", 10_000)
    deal = "P0 trades 5,000 and The Broker to P1 in exchange for The Banker and 10,000."
    assert t.said(0)[-1] == t.said(1)[-1] == deal
    assert t.said(2)[-1] == "P0 trades 2 cards from P0's hand to P1 in exchange for 2 cards from P1's hand."


def test_the_log_reports_the_end_of_a_round_in_order() -> None:
    t = turn(2, target=100_000).capital(0, 40_000).cash(0, 50_000).taxman(1).hand(1, 5_000).hand(0, "stop").play("stop")
    told = t.said()
    assert told[:6] == [
        "P0 plays Stop Trading.",
        "P0 stops trading.",
        "The Taxman costs P0 5,000.",
        "P0 makes 45,000 this round. Capital: 85,000.",
        "The Taxman earns P1 5,000.",
        "P1 makes nothing this round. Capital: 0.",
    ]
    assert told[6:] == [
        "Trading round 2: P1 plays first.",
        "P0 draws 7 cards.",
        "P1 draws 7 cards.",
        "P1 draws 1 card.",
    ]


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("turns", "That was the last turn. The trading round ends."),
        ("no-cards", "No cards are left. The trading round ends."),
    ],
)
def test_the_log_reports_other_endings(why: str, sentence: str) -> None:
    t = turn(2, max_turns=1) if why == "turns" else turn(2).deck().hand(0, 5_000)
    t.state.turns = 1
    if why == "turns":
        t.idle()
    else:
        t.play(5_000).finish()
    assert sentence in t.said()


def test_the_log_reports_the_winner_last() -> None:
    t = turn(2).capital(0, 1_000_000).play_stop()
    assert t.said()[-1] == "P0 wins with 1,000,000."
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.text == "{0} wins with 1,000,000."


def test_the_result_mentions_the_last_round() -> None:
    outcome = (t := turn(2, max_rounds=1).cash(1, 5_000).play_stop()).game.outcome(t.state)
    assert outcome is not None
    assert outcome.text == "{1} wins with 5,000 after the last trading round."


@pytest.mark.slow
def test_every_event_in_whole_games_reaches_some_log() -> None:
    kinds = set()
    for seed in range(6):
        for t, _, action in play(4, seed):
            if action < 0:
                for event in t.log:
                    kinds.add(event[0])
                    said = [t.game.narrate(event, viewer, t.names) for viewer in (*range(4), SPECTATOR)]
                    assert any(said) or event[0] == TURN, event
                    assert all(line is None or line.endswith(".") for line in said)
    assert len(kinds) > 24


def concerning(t: Table, *forms: Mapping[str, object], by: int = 0, how: By = "") -> list[list[str]]:
    """By seat and last for a spectator, what others' actions mean for a viewer."""
    match = match_of(t)
    before = match.number
    for form in forms:
        match.act(by, [t.game.decode(form)], by=how)
    lines = [lines_since(t.game, match.records, viewer, t.names, before) for viewer in (*range(t.state.seats), -1)]
    return [[line.you for _, line in told if line.you] for told in lines]


def test_a_player_sees_what_others_do_to_them() -> None:
    t = turn(3).cash(1, 50_000).hand(0, "banker")
    discard, take = {"type": "discard", "card": "banker"}, {"type": "take"}
    assert concerning(t, discard, take) == [[], ["P0 takes 50,000 from you."], ["You will lose 2 turns."], []]
    t = turn(3).hand(0, "insider")
    play, target = {"type": "play", "card": "investigation-insider"}, {"type": "target", "seat": 2}
    assert concerning(t, play, target) == [[], [], ["P0 investigates you for Insider Trading."], []]
    t = turn(3).hand(0, "crash")
    assert concerning(t, {"type": "discard", "card": "market-crash"})[0] == [], "one's own doing"


@pytest.mark.parametrize(
    ("kind", "by", "how", "said"),
    [
        ("accept", 1, "", "P1 accepts your offer. You give 5,000 and get 10,000."),
        ("decline", 1, "", "P1 declines your offer."),
        ("decline", 1, "lapse", "P1 didn't answer your offer in time."),
        ("withdraw", 0, "", "P0 withdraws the offer to you."),
    ],
)
def test_an_answer_reaches_the_player_who_waits_for_it(kind: str, by: int, how: By, said: str) -> None:
    t = turn(3).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), (10_000,))
    told: list[list[str]] = [[], [], [], []]
    told[1 - by] = [said]
    assert concerning(t, {"type": kind}, by=by, how=how) == told
