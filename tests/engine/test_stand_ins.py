"""For how many decisions that stand a bot stood in."""

from __future__ import annotations

from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.stand_ins import Decisions, decisions, sentences
from cashbox.engine.verify import verify
from tests.engine.tiny import HIGH, LOW, Tiny


def test_what_was_taken_back_does_not_count() -> None:
    match = Match.start(Tiny(), {}, 2, SeededChance(1), players=["Ann", "Bob"])
    match.act(0, [LOW], by="stand-in")
    match.undo(0)
    assert sentences(match) == []
    match.act(0, [HIGH], by="stand-in")
    match.act(1, [LOW])
    assert decisions(match) == [Decisions(0, 1, 1), Decisions(1, 0, 1)]
    assert sentences(match) == ["A bot decided 1 of 1 times for Ann."]
    assert verify(match.journal, Tiny.of).stood_in == ("A bot decided 1 of 1 times for Ann.",)
