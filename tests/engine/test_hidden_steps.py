"""Test that the suite finds everything that reveals a hidden step through sent messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine import conformance, worlds
from cashbox.engine.conformance import ConformanceError, run
from cashbox.engine.frames import Feed, Frames
from cashbox.engine.fuzz import fuzz
from cashbox.engine.viewer_log import LogPosition, ViewerLog
from tests.engine.broken import Discreet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Patch = pytest.MonkeyPatch


def a_state_for_each_entry(patch: Patch) -> None:
    news = Feed.news

    def always(feed: Feed, frames: Frames, more: Callable[[], bytes], also: object = None) -> bytes | None:
        return news(feed, frames, more, (also, frames._match.number))

    patch.setattr(Feed, "news", always)


def marks_with_the_number_of_entries(patch: Patch) -> None:
    seal = Frames._seal
    patch.setattr(Frames, "_seal", lambda self, viewer, head: seal(self, viewer, head + b"%d" % self._match.number))


def states_with_the_number_of_entries(patch: Patch) -> None:
    head = Frames.head
    patch.setattr(Frames, "head", lambda self, *given: head(self, *given) + b',"number":%d' % self._match.number)


def messages_as_long_as_the_journal(patch: Patch) -> None:
    state = Frames.state
    patch.setattr(Frames, "state", lambda self, *given: state(self, *given) + b" " * self._match.number)


def a_log_that_begins_anew_with_each_undo(patch: Patch) -> None:
    common = ViewerLog.common

    def anew(told: ViewerLog, place: LogPosition) -> int:
        found = common(told, place)
        return found if place.chain is told._chain else 0

    patch.setattr(ViewerLog, "common", anew)


WAYS = (
    a_state_for_each_entry,
    marks_with_the_number_of_entries,
    states_with_the_number_of_entries,
    messages_as_long_as_the_journal,
    a_log_that_begins_anew_with_each_undo,
)


@pytest.mark.thorough
def test_messages_that_reveal_nothing_pass() -> None:
    assert run(Discreet(), range(6), every=1).games == 18


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_countable_hidden_steps_are_found(monkeypatch: Patch, way: Callable[[Patch], None], tmp_path: Path) -> None:
    way(monkeypatch)
    with pytest.raises(ConformanceError) as caught:
        run(Discreet(), range(20), every=2)
    assert caught.value.check in ("uncounted", "alike")
    _, crashes = fuzz(Discreet(), tmp_path, games=40)
    assert "uncounted: " in crashes[0].sentence or "alike: " in crashes[0].sentence


@pytest.mark.thorough
def test_both_kinds_of_hidden_steps_are_compared(monkeypatch: Patch) -> None:
    """Else nothing would be found. Unseen: the way round had more entries, and the viewer cannot tell."""
    unseen: list[str] = []
    compare = worlds._compare

    def noted(probe: Any, check: str, one: worlds.World, other: worlds.World, fault: str) -> None:
        compare(probe, check, one, other, fault)
        if one.match.number != other.match.number:
            unseen.extend(check for viewer in one.sent if one.seen[viewer] == other.seen[viewer])

    monkeypatch.setattr(worlds, "_compare", noted)
    for seed in range(5):
        conformance.run(Discreet(), [seed], every=2)
    assert unseen.count("uncounted") > 20
    assert unseen.count("alike") > 5
