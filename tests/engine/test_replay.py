"""Test that a replay shows, byte for byte, what was sent during the game, and nothing else to a seat's own view."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cashbox import games
from cashbox.engine import replay as module
from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Feed, Forms, Frames, marks_key
from cashbox.engine.fuzz import random_table
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import JournalError
from cashbox.engine.match import Match
from cashbox.engine.phrases import address
from cashbox.engine.replay import ALL, BEGIN, Replay, ReplayLine
from cashbox.engine.report import Given, match_report
from cashbox.engine.seats import seats_of
from tests.engine.broken import Discreet
from tests.engine.coins import DRAW, HIGH, LOW, PASS, STORE, Tiny
from tests.extra_game_folders import among_the_games

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "games"
KEY: Final = marks_key(b"a secret of the table")
NAMES: Final = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
GAMES: Final = ("envelopes", "cash", "consultants")
JOURNALS: Final = [(GAMES[k % 3], k) for k in range(200)]
MOST: Final = 100
"""So many entries of a journal are played at most; every tenth journal has more."""


class Played:
    """A match that was played at random, steps taken back included, and what was sent to whom after each entry. lines:
    the log of each viewer after some of the entries; news: the entries after which a viewer was sent something."""

    def __init__(self, game: Any, seed: int | str, most: int) -> None:
        chance = SeededChance(f"table {seed}")
        seats, options = random_table(game, chance)
        self.game = game
        self.names = NAMES[:seats]
        self.viewers = [SPECTATOR, *range(seats)]
        self.match = Match.start(game, options, seats, SeededChance(seed), players=self.names)
        self.frames = Frames(self.match, Forms(game), self.names, KEY)
        self.feeds = {viewer: Feed(viewer) for viewer in self.viewers}
        self.heads: list[dict[int, bytes]] = []
        self.hands: list[bytes] = []
        self.whole: dict[tuple[int, int], bytes] = {}
        self.lines: dict[tuple[int, int], list[tuple[int, str]]] = {}
        self.news: dict[int, list[int]] = {viewer: [] for viewer in self.viewers}
        self._note()
        while not self.match.over and self.match.number < most:
            self._step(chance)

    def _step(self, chance: SeededChance) -> None:
        match = self.match
        due = seats_of(match.due())
        seat = due[chance.draw(len(due))]
        undo = match.can_undo(seat)
        if undo and not chance.draw(4):
            match.undo(seat, 1 + chance.draw(undo))
        else:
            legal = match.legal(seat)
            match.act(seat, [legal[chance.draw(len(legal))]])
        self._note()

    def _note(self) -> None:
        match, frames = self.match, self.frames
        n, undo = match.number, match.journal.entries[-1].undo
        self.heads.append({viewer: frames._head(viewer) for viewer in self.viewers})
        views = match.game.views(match.state)
        hands = [views(seat) for seat in range(match.journal.header.seats)]
        self.hands.append(msgspec.json.encode(hands))
        for viewer in self.viewers:
            if self.feeds[viewer].news(frames, lambda: b'"lapse":null') is not None:
                self.news[viewer].append(n)
            if undo or n % 7 == 0:
                self.lines[n, viewer] = match.log(viewer, address(self.names, viewer))
                self.whole[n, viewer] = state_of(frames, viewer)

    def replay(self) -> Replay:
        return Replay(self.game, self.match.journal, self.names, KEY)


def state_of(frames: Frames, viewer: int) -> bytes:
    """The whole message, with every line of the log."""
    return frames.state(viewer, frames.position_at(viewer, ""), b'"lapse":null')


def standing(log: list[ReplayLine], n: int) -> list[tuple[int, str]]:
    """The lines of a replay's log that stand at one of its steps, as the log of the game had them."""
    there = [line for line in log if line.n <= n and (line.gone is None or line.gone > n)]
    return [(line.n, line.text) for line in there if not re.search(r" takes? back (a|\d+) steps?\.$", line.text)]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("game", "seed"), JOURNALS)
def test_a_replay_shows_every_viewer_what_was_sent_at_the_time(game: str, seed: int) -> None:
    played = Played(games.load(game), seed, MOST if seed % 10 else 3 * MOST)
    replay = played.replay()
    numbers = range(replay.last + 1)
    assert replay.last == played.match.number
    for viewer in played.viewers:
        for n, moment in enumerate(replay.moments(numbers, viewer)):
            assert moment == played.heads[n][viewer] + b',"hands":null', (n, viewer)
        assert replay.follow_own(viewer, replay.last, len(numbers))
        assert replay.own(viewer).upto(replay.last) == played.news[viewer]
        story = replay.story(viewer, numbers, whole=True)
        for n, seen_by in played.lines:
            if seen_by == viewer:
                assert standing(story.log, n) == played.lines[n, viewer], (n, viewer)
    for n, moment in enumerate(replay.moments(numbers, ALL)):
        assert moment == played.heads[n][SPECTATOR] + b',"hands":' + played.hands[n]
    assert played.lines


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize(("game", "seed"), JOURNALS[:30])
def test_jumping_to_any_entry_gives_the_same_message(game: str, seed: int) -> None:
    """With its mark and its log; and from there the match goes on as it did."""
    played = Played(games.load(game), seed, MOST)
    replay, chance = played.replay(), SeededChance(seed)
    there = sorted({n for n, _ in played.whole})
    for _ in range(12):
        n = there[chance.draw(len(there))]
        match = replay.at(n)
        frames = Frames(match, Forms(played.game), played.names, KEY)
        for viewer in played.viewers:
            assert state_of(frames, viewer) == played.whole[n, viewer], (n, viewer)
        for entry in played.match.journal.entries[n + 1 : n + 20]:
            match.follow(entry)
    assert replay.last == played.match.number


def tiny(*, most: int = 60, seed: int | str = 1) -> Played:
    return Played(Tiny(), seed, most)


def begun() -> Match[Any]:
    """Ann and Bo, and what one of them does and takes back."""
    match = Match.start(Tiny(), {"rich": True}, 2, SeededChance(4), players=NAMES[:2])
    match.act(1, [HIGH])
    match.undo(1)
    match.act(1, [LOW])
    match.act(0, [HIGH])
    match.act(0, [STORE])
    match.act(0, [STORE])
    match.undo(0, 2)
    match.act(0, [DRAW])
    match.act(1, [PASS])
    return match


@pytest.mark.slow
def test_a_long_match_keeps_a_limited_number_of_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EVERY", 2)
    monkeypatch.setattr(module, "MOMENTS", 4)
    played = tiny(seed=3)
    replay = played.replay()
    assert replay.last > 20
    assert len(replay._moments) <= 4
    for n in range(replay.last, -1, -1):
        assert next(replay.moments([n], 0)) == played.heads[n][0] + b',"hands":null'


@pytest.mark.slow
def test_snapshots_within_a_turn_keep_the_undo_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where steps had been taken back by then, and others were later."""
    monkeypatch.setattr(module, "EVERY", 1)
    for seed in range(6):
        played = Played(games.load("cash"), seed, 60)
        replay = played.replay()
        for (n, viewer), whole in played.whole.items():
            frames = Frames(replay.at(n), Forms(played.game), played.names, KEY)
            assert state_of(frames, viewer) == whole, (n, viewer)


def test_a_replay_follows_a_running_match() -> None:
    played = tiny()
    entries = played.match.journal.entries
    half = Replay(played.game, played.match.journal, played.names, KEY)
    assert half.last == len(entries) - 1
    first = msgspec.structs.replace(played.match.journal, entries=entries[:5], end=None)
    replay = Replay(played.game, first, played.names, KEY)
    assert replay.follow_own(1, 4, 100)
    early = replay.own(1).upto(4)
    for entry in entries[5:]:
        replay.follow(entry)
    with pytest.raises(JournalError):
        replay.follow(entries[5])
    assert replay.follow_own(1, replay.last, 100)
    assert replay.own(1).upto(4) == early
    assert replay.own(1).upto(replay.last) == played.news[1]
    assert replay.story(1, range(replay.last + 1), whole=True) == half.story(1, range(half.last + 1), whole=True)


def test_own_steps_are_found_in_pieces() -> None:
    played = tiny()
    replay = played.replay()
    pieces = 0
    while not replay.follow_own(0, replay.last, 5):
        pieces += 1
    assert pieces == replay.last // 5
    assert replay.own(0).upto(replay.last) == played.news[0]


def test_a_replay_shows_undone_steps() -> None:
    replay = Replay(Tiny(), begun().journal, NAMES[:2], KEY)
    story = replay.story(0, range(replay.last + 1), whole=True)
    assert [step.seat for step in story.steps] == [None, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    assert [step.gone for step in story.steps] == [None, 2, None, None, None, 7, 7, None, None, None]
    assert [step.back for step in story.steps] == [n in (2, 7) for n in range(10)]
    assert [line.gone for line in story.log if line.n in (5, 6)] == [7, 7]
    assert story.last == 9
    for step in story.steps:
        assert step.lines == sum(1 for line in story.log if line.n <= step.n)


def test_a_viewers_replay_has_no_step_they_did_not_see() -> None:
    """Bo's bid, taken back and made anew, is two steps to Ann: Bo has chosen, has not, has. Nothing says whose."""
    replay = Replay(Tiny(), begun().journal, NAMES[:2], KEY)
    replay.follow_own(0, replay.last, 100)
    numbers = replay.own(0).upto(replay.last)
    assert numbers == [*range(10)]
    story = replay.story(0, numbers, whole=False)
    assert [(step.seat, step.gone, step.back) for step in story.steps[:4]] == [(None, None, False)] * 4
    assert [step.gone for step in story.steps] == [None, None, None, None, None, 7, 7, None, None, None]
    assert [step.back for step in story.steps] == [n == 7 for n in range(10)]
    early = replay.own(0).upto(6)
    assert [step.gone for step in replay.story(0, early, whole=False).steps] == [None] * 7
    assert {line.gone for line in replay.story(0, early, whole=False).log} == {None}


def test_an_invisible_step_is_not_the_viewers_own() -> None:
    """Who stores and who takes that back is seen by all; a seat that bids again what it has bid changes nothing."""
    match = Match.start(Tiny(), {}, 3, SeededChance(4), players=NAMES[:3])
    match.act(1, [HIGH])
    match.act(0, [LOW])
    replay = Replay(Tiny(), match.journal, NAMES[:3], KEY)
    before = replay.follow_own(SPECTATOR, 2, 9), replay.own(SPECTATOR).upto(2)
    for action in (LOW, HIGH, LOW):
        for entry in (*match.undo(0).entries, *match.act(0, [action]).entries):
            replay.follow(entry)
    replay.follow_own(SPECTATOR, replay.last, 9)
    story = replay.story(SPECTATOR, replay.own(SPECTATOR).upto(replay.last), whole=False)
    assert before == (True, [0, 1, 2])
    assert {step.seat for step in story.steps} == {None}
    moments = list(replay.moments(replay.own(SPECTATOR).upto(replay.last), SPECTATOR))
    assert all(one != two for one, two in pairwise(moments))


@pytest.mark.slow
def test_a_replay_has_the_games_chapters() -> None:
    found = {}
    for game in GAMES:
        played = Played(games.load(game), 5, MOST)
        story = played.replay().story(0, range(played.match.number + 1), whole=True)
        found[game] = [chapter.text for chapter in story.chapters]
        assert [story.steps[chapter.n].chapter for chapter in story.chapters] == [*range(len(story.chapters))]
        assert story.chapters[0].n == 0
    assert [text for text in found["envelopes"] if text != "Set-up"][:3] == ["March", "April", "May"]
    assert found["cash"][1].startswith("Round 1, turn 2: ")
    assert found["consultants"][:2] == ["Round 1", "Round 2"]


OPENINGS: Final = {
    "envelopes": r"(\w+) begins\.",
    "cash": r"(?!.* plays first)(\w+) (?:plays|discards) ",
    "consultants": r"(Round \d+)\.",
}
"""Sentences that name the chapter in which they stand."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_in_the_chapter_in_which_it_happened(game: str) -> None:
    played = Played(games.load(game), 5, MOST)
    story = played.replay().story(SPECTATOR, range(played.match.number + 1), whole=True)
    named = [(line, found[1]) for line in story.log if (found := re.match(OPENINGS[game], line.text))]
    assert len(named) > 2
    for line, name in named:
        assert story.chapters[line.chapter].text.split(": ")[-1] == name
        if game == "cash":
            assert story.steps[line.n].chapter == line.chapter, "a play stands in the turn in which it was made"


def test_a_report_shows_the_causes_of_a_month_before_the_month() -> None:
    played = Played(games.load("envelopes"), 5, MOST)
    words = " ".join(match_report(played.replay(), played.game, played.names, ALL, Given(), None).split())
    assert words.index("You reject") < words.rindex("You reject") < words.index("March begins.")


def test_a_game_from_another_folder_can_be_replayed() -> None:
    with among_the_games(EXAMPLES):
        played = Played(games.load("tulips"), 2, MOST)
    replay = played.replay()
    for viewer in played.viewers:
        for n, moment in enumerate(replay.moments(range(replay.last + 1), viewer)):
            assert moment == played.heads[n][viewer] + b',"hands":null'
    story = replay.story(SPECTATOR, range(replay.last + 1), whole=True)
    assert len(story.chapters) > 3
    assert {chapter.text for chapter in story.chapters[1:]} <= {f"{name}'s turn" for name in played.names}


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["discreet", "cash"])
def test_unseen_undone_moves_are_no_step_for_others(game: str) -> None:
    """Nor is it counted: two games that a viewer cannot tell apart have the same replay for it, byte for byte."""
    compared = 0
    for seed in range(4):
        played = Played(Discreet() if game == "discreet" else games.load(game), seed, 60)
        replay = played.replay()
        for n in range(0, replay.last, 4):
            compared += unseen(played, replay, n)
    assert compared > 10


def unseen(played: Played, replay: Replay, n: int) -> int:
    """From an entry on the same game goes on in two ways; for how many viewers they were alike."""
    around, directly = (replay.at(n).fork(SeededChance(n)) for _ in range(2))
    if around.over:
        return 0
    seat, frames = seats_of(around.due())[-1], Frames(around, Forms(played.game), played.names, KEY)
    alike = {viewer: frames.mark(viewer) for viewer in played.viewers if viewer != seat}
    for action in around.legal(seat)[:3]:
        proposal = around.propose(seat, [action])
        if proposal.window.opened == around.window.opened:
            around.accept(proposal)
            alike = {viewer: mark for viewer, mark in alike.items() if frames.mark(viewer) == mark}
            around.undo(seat, 1)
    if around.number == n:
        return 0
    for world in (around, directly):
        world.act(seat, [world.legal(seat)[-1]])
    for viewer in alike:
        assert looked_back(around, played.names, viewer) == looked_back(directly, played.names, viewer)
    return len(alike)


def looked_back(match: Match[Any], names: list[str], viewer: int) -> tuple[bytes, list[bytes]]:
    """All that a running game's viewer can get."""
    replay = Replay(match.game, match.journal, names, KEY)
    assert replay.follow_own(viewer, replay.last, replay.last)
    numbers = replay.own(viewer).upto(replay.last)
    story = replay.story(viewer, numbers, whole=False)
    return msgspec.json.encode(story), [*replay.moments(numbers, viewer)]


def test_without_chapters_of_a_game_each_turn_is_one() -> None:
    replay = Replay(Tiny(), begun().journal, NAMES[:2], KEY)
    chapters = [(one.n, one.text) for one in replay.story(0, range(10), whole=True).chapters]
    assert chapters[0] == (0, BEGIN)
    assert (9, "Bo's turn") in chapters
