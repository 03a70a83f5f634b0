"""Check that two worlds that a viewer cannot tell apart send it the same messages, byte for byte.

A viewer can tell worlds apart by its views and its log lines, in order. Everything else that `frames` sends must then
be equal too: prompts, labels, marks, and the numbers and sizes of messages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.probe import Probe

STEPS: Final = 5
"""How often a seat acts, or undoes, in one world."""

AFTERWARDS: Final = 2
"""The number of decisions to play after both worlds have reached the same state."""

_MARK: Final = re.compile(rb'"mark":"[^"]*",')

AROUND: Final = 60
"""The number of bytes to quote before and after the first difference."""


class World:
    """One continuation of the match. sent: the messages to each of some viewers; seen: what each can observe."""

    def __init__(self, probe: Probe[Any], state: Any, viewers: Sequence[int]) -> None:
        self.match = probe.match.fork(SeededChance(probe.step), state)
        for viewer in viewers:
            probe.frames.position(viewer)
        self._frames = probe.frames.fork(self.match)
        self._began = self.match.number
        self._names = probe.names
        self._feeds = {viewer: Feed(viewer, self._frames.mark(viewer)) for viewer in viewers}
        self.sent: dict[int, list[bytes]] = {viewer: [] for viewer in viewers}
        self.seen: dict[int, list[tuple[bytes, list[str]]]] = {viewer: [] for viewer in viewers}
        self.send_news()

    def send_news(self) -> None:
        """Send all viewers what is new."""
        match = self.match
        views = match.game.views(match.state)
        for viewer, feed in self._feeds.items():
            news = feed.news(self._frames, lambda: b'"lapse":null')
            if news is not None:
                self.sent[viewer].append(news)
            lines = [text for _, text in match.log(viewer, self._names, self._began)]
            told = msgspec.json.encode(views(viewer)), lines
            if told not in self.seen[viewer][-1:]:
                self.seen[viewer].append(told)

    def act(self, seat: int, action: int) -> bool:
        """Take an action for a seat, if it is one that can be undone."""
        proposal = self.match.propose(seat, [action])
        if proposal.window.opened != self.match.window.opened:
            return False
        self.match.accept(proposal)
        self.send_news()
        return True


def uncounted(probe: Probe[Any]) -> None:
    """Check that what a seat does and undoes in secret is neither sent nor counted: a viewer who cannot see it gets the
    same messages as if the seat had made its final decisions directly."""
    if probe.match.over:
        return
    seat = probe.one_of(probe.owing())
    others = [viewer for viewer in probe.viewers if viewer != seat]
    around, directly = (World(probe, probe.match.state, others) for _ in range(2))
    for action in _wander(probe, around, seat):
        directly.act(seat, action)
    for _ in range(AFTERWARDS):
        due = seats_of(around.match.due())
        if not due:
            break
        next_one = probe.one_of(due)
        action = probe.one_of(probe.legal(around.match.state, next_one))
        for world in (around, directly):
            world.match.act(next_one, [action])
            world.send_news()
    _compare(probe, "uncounted", around, directly, f"what seat {seat} took back can be told")


def alike(probe: Probe[Any]) -> None:
    """Check that a viewer gets the same messages in a state that it cannot tell from the true one, even while another
    seat acts in secret."""
    if probe.match.over:
        return  # The outcome reveals what was hidden.
    viewer = probe.one_of(probe.viewers)
    true, sample = (World(probe, state, [viewer]) for state in (probe.match.state, probe.sampled(viewer)))
    others = [seat for seat in probe.owing() if seat != viewer]
    for world in (true, sample) if others else ():
        _wander(probe, world, probe.one_of(others))
    _compare(probe, "alike", true, sample, "what is hidden can be told")


def _wander(probe: Probe[Any], world: World, seat: int) -> list[int]:
    """Let a seat take actions that it can undo, and undo some of them. Returns the actions that finally stand."""
    standing: list[int] = []
    for _ in range(STEPS):
        legal = world.match.legal(seat)
        if standing and (not legal or probe.other.draw(2)):
            count = 1 + probe.other.draw(len(standing))
            world.match.undo(seat, count)
            world.send_news()
            del standing[-count:]
        elif legal:
            action = probe.one_of(legal)
            if world.act(seat, action):
                standing.append(action)
    return standing


def _compare(probe: Probe[Any], check: str, one: World, other: World, fault: str) -> None:
    for viewer in one.sent:
        if one.seen[viewer] != other.seen[viewer] or one.sent[viewer] == other.sent[viewer]:
            continue
        who = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
        probe.fail(check, f"{fault} by {who} from what is sent: {_difference(one.sent[viewer], other.sent[viewer])}")


def _difference(one: list[bytes], other: list[bytes]) -> str:
    """Describe where two lists of messages first differ."""
    for messages in zip(one, other, strict=False):
        # A mark tells that there is a difference, not where.
        mine, its = (_MARK.sub(b"", message, count=1) for message in messages)
        if mine != its:
            at = next((k for k, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its)))
            parts = (text[max(0, at - AROUND) : at + AROUND].decode(errors="replace") for text in (mine, its))
            return " and ".join(repr(part) for part in parts)
    return f"{len(one)} messages and {len(other)}, or other marks"
