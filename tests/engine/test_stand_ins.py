"""Test bots that stood in: how many decisions they made, and which seats have no result because of that."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import Outcome
from cashbox.engine.journal import By, Entry
from cashbox.engine.match import Match
from cashbox.engine.stand_ins import Decisions, decisions, sentence, sentences, without_result
from cashbox.engine.verify import verify
from tests.engine.coins import HIGH, LOW, Tiny


def test_undone_decisions_do_not_count() -> None:
    match = Match.start(Tiny(), {}, 2, SeededChance(1), players=["Ann", "Bob"])
    match.act(0, [LOW], by="stand-in")
    match.undo(0)
    assert sentences(match) == []
    match.act(0, [HIGH], by="stand-in")
    match.act(1, [LOW])
    assert decisions(match.journal.header, match.journal.entries) == [
        Decisions(0, 1, 1),
        Decisions(1, 0, 1),
    ]
    assert sentences(match) == ["A bot made 1 of 1 decisions for Ann, so this game has no result for Ann."]
    assert verify(match.journal, Tiny.of).stood_in == (
        "A bot made 1 of 1 decisions for Ann, so this game has no result for Ann.",
    )


def by(*whose: str, seat: int = 0) -> list[Entry]:
    """Entries of a seat. whose: "me", "bot" or "lapse", or "undo" for the last one."""
    kinds: dict[str, By] = {"me": "", "bot": "stand-in", "lapse": "lapse", "undo": ""}
    undone = [one == "undo" for one in whose]
    return [
        Entry(n, seat, None if undo else {"type": "pass"}, undo=int(undo), by=kinds[one])
        for n, (one, undo) in enumerate(zip(whose, undone, strict=True), 1)
    ]


HEADER = Match.start(Tiny(), {}, 2, SeededChance(1), players=["Ann", "Bob"]).journal.header


@pytest.mark.parametrize(
    ("whose", "abandoned"),
    [
        ([], False),
        (["me"] * 4, False),
        (["bot", "me"], False),
        (["me", "bot"], True),
        (["bot", "bot", "me"], True),
        (["me", "me", "me", "bot"], False),
        (["me", "me", "me", "me", "bot", "bot"], True),
        (["me", "me", "me", "me", "bot", "me"], False),
        (["me", "me", "me", "me", "me", "bot"], False),
        (["me", "me", "bot", "undo"], False),
        (["me", "lapse", "lapse", "lapse"], False),
        (["bot", "bot", "lapse", "lapse", "me"], True),
        (["me", "bot", "lapse"], True),
    ],
)
def test_a_seat_is_abandoned_if_its_player_decided_too_little(whose: list[str], abandoned: bool) -> None:
    ann, bob = decisions(HEADER, by(*whose))
    assert ann.abandoned is abandoned
    assert not bob.abandoned
    assert (sentence(ann, "Ann").endswith("so this game has no result for Ann.")) is abandoned


def test_the_last_third_refers_to_the_whole_game() -> None:
    """A seat that owed no decision in it keeps its result."""
    left = [Entry(n, 0, {"type": "pass"}, by="stand-in" if n == 5 else "") for n in range(1, 6)]
    others = [Entry(n, 1, {"type": "pass"}) for n in range(6, 16)]
    assert not decisions(HEADER, left + others)[0].abandoned
    late = Entry(16, 0, {"type": "pass"}, by="stand-in")
    ann, bob = decisions(HEADER, [*left, *others, late])
    assert ann.abandoned
    assert not bob.abandoned
    assert sentence(ann, "Ann") == (
        "A bot made 2 of 6 decisions for Ann, including all of those in the last third of the game, so this game has "
        "no result for Ann."
    )


def test_a_player_who_left_the_game_to_a_bot_cannot_win() -> None:
    def counts(winners: tuple[int, ...], *left: int) -> Outcome:
        outcome = Outcome((9, 9), winners, "By the rules.", {"Bubba": 5})
        return without_result(outcome, HEADER, [one for seat in left for one in by("me", "bot", seat=seat)])

    assert counts((0,)) == Outcome((9, 9), (0,), "By the rules.", {"Bubba": 5})
    assert (counts((1,), 0).winners, counts((1,), 0).text) == ((1,), "By the rules.")
    shared = counts((0, 1), 0)
    assert (shared.winners, shared.text) == ((1,), "{1} wins. A bot played for {0}.")
    both = counts((0, 1), 0, 1)
    assert both.text == "Bots played for {0} and {1}, so no one wins this game."
    assert both.winning(["Ann", "Bob"]) == []
    assert not any(one.won for one in both.ranking()), "Bubba beat nobody"
    assert counts((), 0).winning(["Ann", "Bob"]) == ["Bubba"]


def test_no_seat_has_a_result_if_no_player_decided_at_the_end() -> None:
    entries = [*by("me", "me", "bot"), *by("me", "me", "bot", seat=1)]
    assert without_result(Outcome((1, 2), (1,), "{1} wins."), HEADER, entries).abandoned == (0, 1)
