"""Test that the log reports when a bot takes over for a player and when the player returns."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import Journal, dumps, loads
from cashbox.engine.match import Match
from cashbox.engine.phrases import address, second_person, with_names
from cashbox.engine.record import lines_since
from cashbox.engine.replay import Replay
from cashbox.engine.report import Given, report
from cashbox.engine.stand_ins import counting_outcome
from tests.engine.coins import HIGH, LOW, PASS, STORE, Tiny

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.journal import By, Why

NAMES: Final = ["Ann", "Bo", "Cy"]
GONE: Final = "A bot takes over for Bo."
BACK: Final = "Bo takes over from the bot."
REASONS: Final[dict[Why, str]] = {
    "time": "Bo ran out of time. A bot takes over.",
    "host": "The host gives Bo's seat to a bot.",
    "vote": "The players vote to let a bot play for Bo.",
    "left": "Bo left the game. A bot takes over.",
}


def match_of(*, rich: bool = True) -> Match[Any]:
    return Match.start(Tiny(), {"rich": rich}, 3, SeededChance(4), players=NAMES)


def bids(match: Match[Any], by: By = "") -> None:
    """Everyone bids at the same time, Bo most; by: who decides for Bo."""
    match.act(0, [LOW])
    match.act(1, [HIGH], by=by)
    match.act(2, [LOW])


def log(match: Match[Any], viewer: int = SPECTATOR) -> list[str]:
    return [text for _, text in match.log(viewer, address(NAMES, viewer))]


def test_the_log_reports_absence_and_return() -> None:
    match = match_of()
    bids(match)
    before = log(match)
    match.act(1, [STORE])
    match.act(1, [STORE], by="stand-in")
    match.act(1, [STORE], by="stand-in")
    assert log(match)[len(before) :] == ["Bo: store a point.", GONE, *["Bo: store a point."] * 2]
    match.undo(1, 1)
    match.act(1, [STORE])
    assert log(match)[-3:] == ["Bo: store a point.", BACK, "Bo: store a point."]
    assert log(match, 1)[-2:] == ["You take over from the bot.", "You: store a point."]
    assert "A bot takes over for you." in log(match, 1)


@pytest.mark.parametrize(("why", "sentence"), REASONS.items())
def test_the_log_says_why_a_bot_plays(why: Why, sentence: str) -> None:
    match = match_of()
    bids(match)
    match.act(1, [STORE], by="stand-in", why=why)
    match.act(1, [STORE], by="stand-in", why=why)
    assert log(match)[-3:] == [sentence, *["Bo: store a point."] * 2]
    told = sentence.replace("Bo's", "your").replace(" Bo.", " you.").replace("Bo was", "You were").replace("Bo", "You")
    assert log(match, 1)[-3] == told
    again = Match.replay(Tiny(), loads(dumps(match.journal)))
    assert log(again) == log(match)
    assert log(again.at(again.moment())) == log(match)
    story = Replay(Tiny(), match.journal, NAMES).story(SPECTATOR, range(len(match.journal.entries)), whole=True)
    assert [line.text for line in story.log].count(sentence) == 1


def test_a_hidden_decision_of_the_bot_gives_no_reason() -> None:
    match = match_of()
    match.act(1, [HIGH], by="stand-in", why="time")
    assert log(match) == log(match_of())
    match.act(0, [LOW])
    match.act(2, [LOW])
    match.act(1, [STORE], by="stand-in", why="left")
    assert log(match)[-2:] == [REASONS["left"], "Bo: store a point."]


def test_a_bots_hidden_decision_is_reported_with_its_next_visible_action() -> None:
    match = match_of()
    match.act(1, [HIGH], by="stand-in")
    assert log(match) == log(match_of())
    match.act(0, [LOW])
    match.act(2, [LOW])
    assert GONE not in log(match)
    match.act(1, [STORE], by="stand-in")
    assert log(match)[-2:] == [GONE, "Bo: store a point."]


def test_a_player_who_returns_before_a_visible_bot_action_was_never_away() -> None:
    match = match_of()
    bids(match, by="stand-in")
    match.act(1, [STORE])
    assert not {GONE, BACK} & set(log(match))


def test_an_answer_given_by_the_server_is_not_a_bots() -> None:
    match = match_of()
    bids(match)
    match.act(1, [STORE], by="lapse")
    match.act(1, [STORE])
    assert not {GONE, BACK} & set(log(match))
    match.act(1, [PASS], by="stand-in")
    assert log(match).count(GONE) == 1


def test_inherited_entries_say_nothing_about_the_new_players() -> None:
    match = match_of()
    bids(match)
    match.act(1, [STORE], by="stand-in")
    journal = match.journal
    again = Journal(msgspec.structs.replace(journal.header, taken_over=5), journal.content, journal.entries)
    other = Match.replay(Tiny(), again)
    other.act(1, [STORE])
    assert not {GONE, BACK} & set(log(other))


def test_the_line_about_a_return_is_not_a_move() -> None:
    match = match_of()
    bids(match)
    match.act(1, [STORE], by="stand-in")
    frames = Frames(match, Forms(match.game), NAMES, marks_key(b"a secret of the table"))
    for steps in (1, 2):
        match.act(1, [STORE])
        state = msgspec.json.decode(frames.state(1, frames.position_at(1, ""), b'"lapse":null'))
        assert len(state["log"]) == state["acted"], steps


FOLDER: Final = Path(__file__).parents[1] / "fixtures" / "journals"


def abandoned(journal: Journal, seats: Sequence[int]) -> Journal:
    """The same game where bots decided for some seats in its second half."""
    half = len(journal.entries) // 2
    entries = [
        msgspec.structs.replace(one, by="stand-in") if one.seat in seats and one.n >= half and not one.undo else one
        for one in journal.entries
    ]
    return Journal(journal.header, journal.content, entries)


def with_a_bot(journal: Journal, seat: int) -> Journal:
    """The same game where a bot decided for a seat in the middle of the longest part without a step taken back."""
    undone = [0, *(one.n for one in journal.entries if one.undo), len(journal.entries)]
    _, start = max((end - start, start) for start, end in pairwise(undone))
    own = [one.n for one in journal.entries if one.seat == seat and start < one.n < undone[undone.index(start) + 1]]
    bots = own[len(own) // 3 : 2 * len(own) // 3]
    entries = [msgspec.structs.replace(one, by="stand-in") if one.n in bots else one for one in journal.entries]
    return Journal(journal.header, journal.content, entries)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cash", "consultants", "envelopes"])
def test_every_game_reports_a_stand_in_once_before_its_action(name: str) -> None:
    journal = loads((FOLDER / f"{name}-sealed.jsonl").read_bytes())
    game = games.load_for(journal)
    names, replay = NAMES[: journal.header.seats], with_a_bot(journal, 1)
    plain = Match.replay(game, Journal(journal.header, journal.content, journal.entries))
    match = Match.replay(game, replay)
    for viewer in (*range(len(names)), SPECTATOR):
        called = address(names, viewer)
        lines = lines_since(game, match.records, viewer, called, -1)
        told = [at for at, (_, line) in enumerate(lines) if line.at < 0]
        assert [line.text for at, (_, line) in enumerate(lines) if at not in told] == [
            text for _, text in plain.log(viewer, called)
        ]
        gone, back = (lines[at][1].text for at in told)
        assert (gone, back) == (
            ("A bot takes over for you.", "You take over from the bot.") if viewer == 1 else (GONE, BACK)
        )
        for at, bot in zip(told, (True, False), strict=True):
            n = lines[at][0]
            assert lines[at + 1][0] == n
            assert (journal.entries[n].seat, match.records[n].bot) == (1, bot)
    story = Replay(game, replay, names).story(SPECTATOR, range(len(journal.entries)), whole=True)
    assert [line.text for line in story.log].count(GONE) == 1
    assert GONE in " ".join(report(game, replay, names, SPECTATOR, Given()).split())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cash", "consultants", "envelopes"])
def test_the_log_ends_with_the_official_result(name: str) -> None:
    journal = loads((FOLDER / f"{name}-sealed.jsonl").read_bytes())
    game = games.load_for(journal)
    names = NAMES[: journal.header.seats]
    plain = Match.replay(game, Journal(journal.header, journal.content, journal.entries))
    outcome = game.outcome(plain.state)
    assert outcome is not None
    said = [text for _, text in plain.log(SPECTATOR, names) if " wins with " in text]
    assert [text.split()[0] for text in said] == [names[seat] for seat in outcome.winners]
    losers = [seat for seat in range(len(names)) if seat not in outcome.winners]
    assert [text for _, text in Match.replay(game, abandoned(journal, losers)).log(SPECTATOR, names)][-1] == said[-1]
    gone = abandoned(journal, outcome.winners)
    match = Match.replay(game, gone)
    counts = counting_outcome(match)
    assert counts is not None
    assert counts.no_winner
    for viewer in (*range(len(names)), SPECTATOR):
        called = address(names, viewer)
        lines = [text for _, text in match.log(viewer, called)]
        assert lines[-1] == second_person(with_names(counts.text, called))
        assert not [text for text in lines if re.search("wins? with", text)]
    ending = Replay(game, gone, names).ending()
    assert ending is not None
    assert not [text for swing in ending.swings for text in swing.lines if " wins with " in text]
    assert ending.result == with_names(counts.text, names)
