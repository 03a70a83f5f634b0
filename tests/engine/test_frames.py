"""Test what is sent to each viewer, what marks depend on, and how the log is split into parts."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec
import pytest

from cashbox.engine import frames as module
from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Feed, Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.match import Match
from tests.engine.coins import DRAW, HIGH, LOW, STORE, State, Tiny

NAMES = ["Ann", "Bo", "Cy"]
KEY = marks_key(b"a secret of the table")


def begun(**options: Any) -> tuple[Match[State], Frames]:
    game = Tiny()
    match = Match.start(game, options, 3, SeededChance(4), players=NAMES)
    return match, Frames(match, Forms(game), NAMES, KEY)


def after(match: Match[State]) -> Frames:
    """The frames of the same match in another process."""
    return Frames(Match.resume(match.game, match.journal, SeededChance(4)), Forms(match.game), NAMES, KEY)


def sent(feed: Feed, frames: Frames) -> dict[str, Any] | None:
    news = feed.news(frames, lambda: b'"lapse":null')
    return None if news is None else msgspec.json.decode(news)


def test_an_undone_hidden_step_is_sent_to_no_other_viewer() -> None:
    """Bo bids low and takes it back, again and again: the others see that Bo has chosen, and has not."""
    match, frames = begun()
    feeds = {viewer: Feed(viewer) for viewer in (0, 2, SPECTATOR)}
    first = {viewer: sent(feed, frames) for viewer, feed in feeds.items()}
    for _ in range(3):
        match.act(1, [HIGH])
        match.undo(1)
    assert [sent(feed, frames) for feed in feeds.values()] == [None, None, None]
    match.act(1, [LOW])
    other, also = begun()
    other.act(1, [LOW])
    for viewer, feed in feeds.items():
        twin = Feed(viewer, first[viewer]["mark"])  # type: ignore[index]
        assert sent(feed, frames) == sent(twin, also)


def test_marks_are_equal_across_processes_and_equally_long() -> None:
    match, frames = begun(rich=True)
    for seat in range(3):
        match.act(seat, [HIGH])
    match.act(2, [STORE])
    match.undo(2)
    marks = [frames.mark(viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert marks == [after(match).mark(viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert len(set(marks)) == 4
    assert {len(mark) for mark in marks} == {32}
    assert marks != [Frames(match, Forms(match.game), NAMES, marks_key(b"other")).mark(v) for v in (0, 1, 2, SPECTATOR)]


def test_a_mark_counts_only_the_viewers_own_actions() -> None:
    match, frames = begun()
    before = frames.mark(0), frames.mark(1)
    match.act(1, [HIGH])
    match.undo(1)
    assert frames.mark(0) == before[0]
    assert frames.mark(1) != before[1]


@pytest.mark.parametrize("restarted", [False, True])
def test_a_seat_may_act_on_what_it_saw_in_this_window_since_it_last_acted(*, restarted: bool) -> None:
    match, frames = begun()

    def may(seat: int, mark: str) -> bool:
        with contextlib.suppress(GameError):
            (after(match) if restarted else frames).check(seat, mark)
            return True
        return False

    marks = [frames.mark(0)]
    match.act(1, [HIGH])
    marks.append(frames.mark(0))
    match.undo(1)
    marks.append(frames.mark(0))
    match.act(2, [LOW])
    marks.append(frames.mark(0))
    assert len(set(marks)) == 3
    assert all(may(0, mark) for mark in marks)
    assert not may(1, frames.mark(0))
    assert not may(0, "")
    assert not may(0, "x" * 32)
    match.act(0, [HIGH])
    assert [may(0, mark) for mark in marks] == [False] * 4
    chosen = frames.mark(0)
    match.act(1, [LOW])
    assert not may(0, chosen), "the bids are in, and this was before"
    assert may(0, frames.mark(0))


def test_only_a_limited_number_of_earlier_states_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAST", 1)
    match, frames = begun(rich=True)
    for _ in range(3):
        match.act(1, [HIGH])
        match.undo(1)
        match.act(1, [LOW])
        match.undo(1)
    seen: list[object] = []
    head = frames.head

    def noted(viewer: int, state: Any) -> bytes:
        seen.append(state)
        return head(viewer, state)

    monkeypatch.setattr(frames, "head", noted)
    for _ in range(5):
        with pytest.raises(GameError, match="moved on"):
            frames.check(0, "x" * 32)
    assert len(seen) == 2


def test_the_parts_of_the_log_make_the_whole() -> None:
    match, frames = begun(rich=True)
    feeds = [Feed(viewer) for viewer in (0, 1, SPECTATOR)]
    kept: list[list[str]] = [[] for _ in feeds]
    marks: list[tuple[int, str, list[str]]] = []

    def look() -> None:
        for feed, log in zip(feeds, kept, strict=True):
            state = sent(feed, frames)
            if state is not None:
                assert state["log_from"] <= len(log)
                log[state["log_from"] :] = [line["text"] for line in state["log"]]
                marks.append((feed.viewer, state["mark"], log[:]))
            assert log == [text for _, text in match.log(feed.viewer, NAMES)]

    look()
    for seat in range(3):
        match.act(seat, [HIGH])
        look()
    for _ in range(2):
        match.act(2, [STORE])
    look()
    match.undo(2, 1)
    look()
    match.undo(2)
    match.act(2, [STORE, DRAW])
    look()
    for viewer, mark, log in marks:
        for one in (frames, after(match)):
            whole = [text for _, text in match.log(viewer, NAMES)]
            place = one.position_at(viewer, mark)
            answer = msgspec.json.decode(one.log(viewer, place))
            stands = whole[: len(log)] == log
            assert answer["log_from"] == (len(log) if stands else 0)
            assert [line["text"] for line in answer["log"]] == whole[answer["log_from"] :]
    assert len(marks) > 9


def test_few_logs_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TAILS", 3)
    match, frames = begun(rich=True)
    for seat in range(3):
        match.act(seat, [HIGH])
    match.act(2, [STORE, STORE, STORE])
    places = [frames.position(0)._replace(lines=lines) for lines in range(frames.position(0).lines)]
    assert len(places) > module.TAILS
    assert len({frames.log(0, place) for place in places}) == len(places)
    assert len(frames._tails) <= module.TAILS


def test_a_forked_match_is_independent() -> None:
    match, frames = begun(rich=True)
    for seat in range(3):
        match.act(seat, [HIGH])
    match.act(2, [STORE])
    frames.mark(2)
    before = match.number, frames.mark(0), frames.log(0, frames.position_at(0, "")), match.game.fingerprint(match.state)
    fork = match.fork(SeededChance(9))
    forked = frames.fork(fork)
    assert forked.mark(0) == frames.mark(0)
    fork.undo(2)
    fork.act(2, [DRAW])
    assert forked.mark(0) != frames.mark(0)
    assert before == (
        match.number,
        frames.mark(0),
        frames.log(0, frames.position_at(0, "")),
        match.game.fingerprint(match.state),
    )
    match.act(2, [STORE, STORE])
    assert [text for _, text in match.log(0, NAMES)][-2:] == ["Cy: store a point."] * 2
