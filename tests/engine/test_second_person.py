"""Test that a log addresses its reader as "you" and marks the reader's last move."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.engine.phrases import YOU, address, second_person
from tests.engine.coins import HIGH, LOW, PASS, STORE, Tiny

NAMES: Final = ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("about_ann", "to_ann"),
    [
        ("Ann plays Venture Capital.", "You play Venture Capital."),
        ("Ann passes.", "You pass."),
        ("Ann doesn't run a campaign.", "You don't run a campaign."),
        ("Ann isn't first, Ann hasn't moved.", "You aren't first, you haven't moved."),
        ("Ann chooses Coach Carl as head coach.", "You choose Coach Carl as head coach."),
        ("Ann has chosen two dice.", "You have chosen two dice."),
        ("Ann is the starting player.", "You are the starting player."),
        ("Ann carries it, Ann ties.", "You carry it, you tie."),
        ("Ann's Trading License stays.", "Your Trading License stays."),
        ("Ann's bookie makes the red die a 3 for Ann's bets.", "Your bookie makes the red die a 3 for your bets."),
        ("Bo offers Ann 1 card face down.", "Bo offers you 1 card face down."),
        ("The Fraud investigation against Ann ends.", "The Fraud investigation against you ends."),
        ("Bo declines Ann's offer.", "Bo declines your offer."),
        ("Ann trades 50,000 to Bo for Tax.", "You trade 50,000 to Bo for Tax."),
        ("Bo trades Tax to Ann for 50,000.", "Bo trades Tax to you for 50,000."),
        ("Trading round 2: Ann plays first.", "Trading round 2: you play first."),
        ("The chain passes to Ann.", "The chain passes to you."),
        ("Bo passes.", "Bo passes."),
    ],
)
def test_a_sentence_addresses_its_reader(about_ann: str, to_ann: str) -> None:
    assert second_person(about_ann.replace("Ann", YOU)) == to_ann


JOURNALS: Final = sorted((Path(__file__).parents[1] / "fixtures" / "journals").glob("*.jsonl"))
WRONG: Final = re.compile(
    r"(?<!against )\b(?i:you) (?!as\b)\w+(?<!s)s\b|\b(?i:you) (?:is|was|has|does)n't"
    r"|^(?i:you) [^,.:]* and [a-z]+(?<!s)s [^.]*\."
)
"""A verb in the form for a name."""


@pytest.mark.few(3)
@pytest.mark.parametrize("file", JOURNALS, ids=lambda file: file.stem)
def test_the_log_never_calls_its_reader_by_name(file: Path) -> None:
    journal = loads(file.read_bytes())
    match = Match.replay(games.load_for(journal), journal)
    names = [f"Zoe{seat}x" for seat in range(journal.header.seats)]
    told = 0
    for seat, name in enumerate(names):
        lines = [text for _, text in match.log(seat, address(names, seat))]
        plain = [text for _, text in match.log(seat, names)]
        told += sum(name in text for text in plain)
        assert not [text for text in lines if name in text or YOU in text or WRONG.search(text)]
        assert all(text == before for text, before in zip(lines, plain, strict=True) if name not in before)
    assert told > 10


@pytest.mark.parametrize("game", ["cash", "consultants", "envelopes"])
def test_a_turn_is_summarized_by_the_card_played(game: str) -> None:
    """Not by an offer that was declined, or by the cards that were drawn before."""
    file = next(one for one in JOURNALS if one.stem == f"{game}-sealed")
    journal = loads(file.read_bytes())
    match = Match.replay(games.load_for(journal), journal)
    names = NAMES[: journal.header.seats]
    frames = Frames(match, Forms(match.game), names, marks_key(b"a secret of the table"))
    turns: dict[int, list[dict[str, Any]]] = {}
    for line in state_of(frames, SPECTATOR)["log"]:
        if line["seat"] is not None:
            turns.setdefault(line["turn"], []).append(line)
    long = [turn for turn in turns.values() if len(turn) > 2]
    short = [[line["text"] for line in turn if line.get("headline")] for turn in long]
    assert sum(map(bool, short)) > len(long) * 0.8 > 3
    assert not [text for texts in short for text in texts if re.search("declines|draws|turn is over|drives", text)]


# -- the reader's last move --------------------------------------------------------------------------------------------


def state_of(frames: Frames, viewer: int) -> dict[str, Any]:
    state: dict[str, Any] = msgspec.json.decode(frames.state(viewer, frames.position_at(viewer, ""), b'"lapse":null'))
    return state


def since(frames: Frames, viewer: int) -> list[str]:
    """The lines since a viewer's last move."""
    state = state_of(frames, viewer)
    return [line["text"] for line in state["log"][state["acted"] :]]


def test_the_log_marks_what_is_new_since_the_readers_last_move() -> None:
    match = Match.start(Tiny(), {"rich": True}, 3, SeededChance(4), players=NAMES)
    frames = Frames(match, Forms(match.game), NAMES, marks_key(b"a secret of the table"))
    assert [state_of(frames, viewer)["acted"] for viewer in (0, SPECTATOR)] == [None, None]
    match.act(0, [LOW])
    assert since(frames, 0) == []
    match.act(1, [LOW])
    assert since(frames, 0) == []
    match.act(2, [HIGH])
    assert since(frames, 0) == ["Cy begins."]
    match.act(2, [STORE, STORE])
    assert since(frames, 2) == []
    assert since(frames, 1)[-2:] == ["Cy: store a point."] * 2
    before = since(frames, 1)
    match.undo(2, 1)
    assert since(frames, 1) == before[:-1]
    assert since(frames, 2) == []
    match.undo(2, None)
    match.act(2, [PASS])
    match.act(match.due().bit_length() - 1, [PASS])
    assert len(since(frames, 2)) == 1
    assert state_of(frames, SPECTATOR)["acted"] is None


def test_what_a_bot_decided_for_a_player_is_news_to_the_player() -> None:
    match = Match.start(Tiny(), {"rich": True}, 2, SeededChance(4), players=NAMES[:2])
    frames = Frames(match, Forms(match.game), NAMES[:2], marks_key(b"a secret of the table"))
    match.act(0, [LOW])
    match.act(1, [HIGH])
    match.act(1, [STORE])
    assert since(frames, 1) == []
    match.accept(match.propose(1, [STORE], by="stand-in"))
    assert since(frames, 1) == ["A bot takes over for you.", "You: store a point."]
