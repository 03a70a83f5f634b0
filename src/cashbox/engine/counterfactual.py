"""Find out what samples give away, by changing something hidden in a game.

One draw, or one decision of another seat, is changed in a way that a viewer cannot notice. To the viewer, the game that
follows is as possible as the true one, so samples of both must be alike: where the two games differ, samples of one
must not consistently show its own value while samples of the other show the other value. If `sample` is honest, both
samples of a pair match their own game in at most one of four trials (p * q, where p + q is at most 1).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import Chance, NoChance, RecordingChance, SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import Entry, Journal, JournalError
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.probe import Probe
    from cashbox.engine.record import Moment

STARTS: Final = 6
"""How many changes of the setup to try until the viewer does not notice one."""

LASTS: Final = 24
"""The number of entries after which another change is tried."""

CHANGES: Final = 12
"""About how many entries to change between two thorough checks while the viewer notices each change."""

AHEAD: Final = 6
"""The number of decisions to play ahead to find what is hidden now."""

TRIALS: Final = 24
"""The most pairs of samples to compare in one position: enough to prove a leak."""

DOUBT: Final = Fraction(1, 10**12)
"""Evidence less likely than this under an honest sampler counts as a breach of the contract."""

CHECK: Final = "hidden"


class Evidence(msgspec.Struct):
    """How often a hidden value was compared, and how often the samples of both games had its true value."""

    trials: int = 0
    kept: int = 0

    @property
    def damning(self) -> bool:
        """Whether an honest `sample` would hardly ever match this often."""
        n = self.trials
        if 2 * self.kept <= n:
            return False
        tail: int = sum(comb(n, k) * 3 ** (n - k) for k in range(self.kept, n + 1))
        return Fraction(tail, 4**n) < DOUBT


class Altered(Chance):
    """Gives the scripted answers, and draws from another source where they do not fit."""

    def __init__(self, written: Sequence[tuple[int, int]], source: Chance) -> None:
        self._written = written
        self._source = source
        self._at = 0

    def draw(self, n: int) -> int:
        """Return the next answer."""
        self._at += 1
        asked, answer = self._written[self._at - 1] if self._at <= len(self._written) else (0, 0)
        return answer if asked == n else self._source.draw(n)

    def mark(self) -> object:
        """Return the number of answers given."""
        return self._at

    def reset(self, mark: object) -> None:
        """Go back to a mark."""
        assert isinstance(mark, int)
        self._at = mark


class Counterfactual:
    """A game that a viewer cannot tell from the true one so far. began: the number of the first entry that differs."""

    def __init__(self, match: Match[Any], viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.began = match.number
        match.chance = NoChance()

    @property
    def viewer_text(self) -> str:
        """The viewer, as text."""
        return "a spectator" if self.viewer == SPECTATOR else f"seat {self.viewer}"


class Suspicion:
    """The evidence about a game's samples, gathered while it is played.

    evidence: by hidden part, from all games of a run. other: the counterfactual game played alongside the true one;
    None if the viewer noticed the change.
    """

    def __init__(self, probe: Probe[Any], evidence: dict[str, Evidence], every: int) -> None:
        """every: the number of entries between thorough checks."""
        self.probe = probe
        self.every = every
        self.evidence = evidence
        self.lot = SeededChance(f"{probe.seed} otherwise")
        self.other = self._started()

    def _unnoticed(self, match: Match[Any], decider: int | None = None) -> Counterfactual | None:
        """Return the counterfactual game for a viewer if that viewer sees, reads, and may do the same in both games.
        `decider` is the seat that decides differently, and so knows it."""
        viewer = self.probe.viewers[self.lot.draw(len(self.probe.viewers))]
        return Counterfactual(match, viewer) if viewer != decider and self._alike(match, viewer) else None

    def _alike(self, match: Match[Any], viewer: int) -> bool:
        return _noticed(self.probe, match, viewer) == _noticed(self.probe, self.probe.match, viewer)

    def _started(self) -> Counterfactual | None:
        """Change something in the setup."""
        game, journal = self.probe.game, self.probe.match.journal
        drawn = journal.entries[0].chance
        for _ in range(STARTS if drawn else 0):
            chance = RecordingChance(Altered(_changed(drawn, self.lot), self.lot))
            state = game.start(journal.header.options, journal.header.seats, chance)
            entry = Entry(0, chance=tuple(chance.drawn))
            match = Match(game, Journal(journal.header, journal.content, [entry]), state, NoChance())
            if found := self._unnoticed(match):
                return found
        return None

    def go_on(self, before: Moment[Any]) -> None:
        """Repeat the last entry of the true game, or change it. before: the state before that entry."""
        entry = self.probe.match.journal.entries[-1]
        other = self.other
        if other is None or other.match.number - other.began >= LASTS:
            changes = self.lot.draw(self.every) < CHANGES
            self.other = self._changed_entry(entry, before) if changes else None
            return
        try:
            other.match.follow(entry)
        except JournalError:
            self.other = None
        else:
            self.other = other if self._alike(other.match, other.viewer) else None

    def _changed_entry(self, entry: Entry, before: Moment[Any]) -> Counterfactual | None:
        if entry.do is None:
            return None
        action, decider = self.probe.game.decode(entry.do), None
        match = self.probe.match.at(before)
        written: Sequence[tuple[int, int]] = entry.chance
        if written:
            written = _changed(written, self.lot)
        else:
            rest = [one for one in match.legal(entry.seat) if one != action]
            if not rest:
                return None
            action, decider = rest[self.lot.draw(len(rest))], entry.seat
        match.chance = Altered(written, self.lot)
        match.act(entry.seat, [action])
        return self._unnoticed(match, decider)

    def compare(self) -> None:
        """Sample both games for the viewer, and record which values the samples keep."""
        other, probe = self.other, self.probe
        if other is None or probe.match.over:
            return
        game, viewer = probe.game, other.viewer
        way: list[tuple[int, int]] = []
        true = Shown(probe, probe.match.state, viewer, way, self.lot)
        false = Shown(probe, other.match.state, viewer, way)
        differing = true.differing(false)
        if not differing:
            return
        if game.about.perfect_information:
            what = true.describe(differing[0])
            probe.fail(CHECK, f"the game says that it hides nothing, but {other.viewer_text} cannot know {what}")
        suspected = differing
        for trial in range(TRIALS):
            sampled = game.sample(probe.match.state, viewer, self.lot) if trial else probe.sampled(viewer)
            of_true = Shown(probe, sampled, viewer, way)
            of_false = Shown(probe, game.sample(other.match.state, viewer, self.lot), viewer, way)
            kept = [
                part
                for part in suspected
                if true.part(part) == of_true.part(part) and false.part(part) == of_false.part(part)
            ]
            for part in suspected:
                what = true.describe(part)
                evidence = self.evidence.setdefault(what, Evidence())
                evidence.trials += 1
                evidence.kept += part in kept
                if evidence.damning:
                    probe.fail(
                        CHECK,
                        f"{other.viewer_text} cannot know {what}, but `sample` keeps what it truly is "
                        f"(in {evidence.kept} of {evidence.trials} trials): what a seat does not know must be "
                        f"sampled again",
                    )
            suspected = kept
            if not suspected:
                return


def _changed(drawn: Sequence[tuple[int, int]], lot: Chance) -> list[tuple[int, int]]:
    """Redraw one answer, several in a row, or all of them."""
    first, last = sorted((lot.draw(len(drawn)), lot.draw(len(drawn))))
    first, last = ((first, first), (first, last), (0, len(drawn) - 1))[lot.draw(3)]
    return [(n, lot.draw(n)) if first <= k <= last else (n, answer) for k, (n, answer) in enumerate(drawn)]


def _noticed(probe: Probe[Any], match: Match[Any], viewer: int) -> tuple[object, ...]:
    game, state = probe.game, match.state
    lines = match.log(viewer, probe.names, match.number - 1)
    return (
        msgspec.json.encode(game.view(state, viewer)),
        match.legal(viewer),
        lines,
        game.prompt(state, viewer, probe.names),
        game.chapter(state, probe.names),
    )


Part = tuple[int, str]
"""A part of what a state shows: the step that shows it (-1 for now) and its name in the view."""


class Shown:
    """What a state shows to other viewers now, and to the viewer when the game continues in the same way.

    way: the decisions, as (seat, action). lot: the generator that chooses them; None if they are given.
    """

    def __init__(
        self, probe: Probe[Any], state: Any, viewer: int, way: list[tuple[int, int]], lot: Chance | None = None
    ) -> None:
        game = probe.game
        now: dict[str, list[Any]] = {}
        for other in probe.viewers:
            if other != viewer:
                _leaves(game.view(state, other), now)
        self._parts = {(-1, name): value for name, value in now.items()}
        self._kinds: list[str] = []
        copy = game.clone(state)
        events = game.watch(copy)
        chance = SeededChance(f"{probe.seed} {probe.step} ahead")
        for step in range(AHEAD):
            if lot is not None:
                due = seats_of(game.due(copy))
                if not due:
                    break
                seat = due[lot.draw(len(due))]
                legal = probe.legal(copy, seat)
                way.append((seat, legal[lot.draw(len(legal))]))
            if step == len(way):
                break
            seat, action = way[step]
            if action not in game.legal(copy, seat):
                break
            game.play(copy, seat, action, chance)
            then: dict[str, list[Any]] = {"log": [game.narrate(event, viewer, probe.names) for event in events]}
            events.clear()
            _leaves(game.view(copy, viewer), then)
            if viewer != SPECTATOR:
                then["legal"] = game.legal(copy, viewer)
            self._parts |= {(step, name): value for name, value in then.items()}
            self._kinds.append(game.encode(action)["type"])

    def part(self, part: Part) -> list[Any] | None:
        """Return the value of a part, or None."""
        return self._parts.get(part)

    def describe(self, part: Part) -> str:
        """Describe a part in words."""
        step, name = part
        return f"what others see as {name!r}" if step < 0 else f"{name!r} after {self._kinds[step]!r}"

    def differing(self, other: Shown) -> list[Part]:
        """Return the parts that differ now and in the first step that shows a difference."""
        found = [part for part in self._parts if self.part(part) != other.part(part)]
        first = min((step for step, _ in found if step >= 0), default=-1)
        return [part for part in found if part[0] in (-1, first)]


def _leaves(view: msgspec.Struct, into: dict[str, list[Any]]) -> None:
    """Collect the values of a view by name, with those in lists together."""
    _add(msgspec.json.decode(msgspec.json.encode(view)), "", into)


def _add(value: Any, name: str, into: dict[str, list[Any]]) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            _add(part, f"{name}.{key}" if name else key, into)
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for part in value:
            _add(part, name, into)
    else:
        into.setdefault(name, []).append(value)
