"""Test which log entries belong to one turn and to whom, judged only by what the viewer was sent."""

from __future__ import annotations

from typing import Any

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Forms, Frames, marks_key
from cashbox.engine.game import SPECTATOR
from cashbox.engine.match import Match
from tests.engine.coins import DRAW, HIGH, LOW, PASS, STORE, State, Tiny

NAMES = ["Ann", "Bo", "Cy"]
KEY = marks_key(b"a secret of the table")


def begun() -> Match[State]:
    return Match.start(Tiny(), {"rich": True}, 3, SeededChance(4), players=NAMES)


def frames_of(match: Match[State]) -> Frames:
    return Frames(match, Forms(match.game), NAMES, KEY)


def lines(frames: Frames, viewer: int, since: str = "") -> list[tuple[str, int | None, int]]:
    told: dict[str, Any] = msgspec.json.decode(frames.log(viewer, frames.position_at(viewer, since)))
    return [(line["text"], line["seat"], line["turn"]) for line in told["log"]]


def bid(match: Match[State]) -> None:
    for seat, action in enumerate((LOW, HIGH, LOW)):
        match.act(seat, [action])


def test_one_seats_actions_in_a_turn_belong_together() -> None:
    match = begun()
    bid(match)
    frames = frames_of(match)
    match.act(1, [STORE])
    match.act(1, [STORE])
    match.act(1, [PASS])
    match.act(2, [DRAW])
    match.act(0, [PASS])
    assert lines(frames, SPECTATOR) == [
        ("Bo begins.", None, 1),
        ("Bo: store a point.", 1, 2),
        ("Bo: store a point.", 1, 2),
        ("Bo: pass.", 1, 2),
        ("Cy: draw a coin.", 2, 3),
        ("Ann: pass.", 0, 4),
    ]
    # Cy is told more of the same turn.
    assert [(seat, turn) for _, seat, turn in lines(frames, 2)[-3:]] == [(2, 3), (2, 3), (0, 4)]


def test_no_viewer_learns_who_chose_last() -> None:
    """All chose at the same time: what follows is no one's doing, whoever was the last."""
    logs = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        match = begun()
        for seat in order:
            match.act(seat, [HIGH])
        logs.append(lines(frames_of(match), SPECTATOR))
    assert logs == [[("Cy begins.", None, 1)]] * 3


def test_unseen_undone_actions_are_not_counted() -> None:
    match, other = begun(), begun()
    frames, also = frames_of(match), frames_of(other)
    for _ in range(5):
        match.act(0, [LOW])
        lines(frames, SPECTATOR)
        match.undo(0)
    bid(match)
    bid(other)
    for one in (match, other):
        one.act(1, [PASS])
    assert lines(frames, SPECTATOR) == lines(also, SPECTATOR)
    assert frames.mark(2) == also.mark(2)


def test_turns_are_equal_in_parts_after_undo_and_across_processes() -> None:
    match = begun()
    frames = frames_of(match)
    bid(match)
    for _ in range(3):
        match.act(1, [STORE])
    mark, before = frames.mark(0), lines(frames, 0)
    match.undo(1, 2)
    match.act(1, [PASS])
    for seat in (2, 0):
        match.act(seat, [STORE])
        match.act(seat, [PASS])
    whole = lines(frames, 0)
    told: dict[str, Any] = msgspec.json.decode(frames.log(0, frames.position_at(0, mark)))
    kept = before[: told["log_from"]]
    assert kept + [(line["text"], line["seat"], line["turn"]) for line in told["log"]] == whole
    assert [text for text, seat, _ in whole if seat == 1] == ["Bo: store a point.", "Bo: pass."]
    again = Match.resume(match.game, match.journal, SeededChance(4))
    assert lines(frames_of(again), 0) == whole
    assert frames_of(again).mark(0) == frames.mark(0)
