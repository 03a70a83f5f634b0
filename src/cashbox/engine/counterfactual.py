"""Find what samples give away: the same game with something hidden changed.

One answer of chance, or one decision of another seat, is changed in a way that a viewer cannot notice. The game that
follows is as possible to the viewer as the true one. So samples of both have to be alike: where the two games differ in
something, and samples of one show its value, samples of the other must not keep showing the other value. If `sample` is
honest, that happens by accident in at most one of four trials (p * q, where p + q is at most 1).
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
"""How often something in the set-up of a game is changed, until the viewer does not notice."""

LASTS: Final = 24
"""After so many entries another change is tried."""

CHANGES: Final = 12
"""About so many entries between two thorough looks are changed, as long as the viewer notices each change."""

AHEAD: Final = 6
"""So many decisions are played ahead to see what is hidden now."""

TRIALS: Final = 24
"""So many pairs of samples are compared in one position, as long as they keep something: enough to be damning."""

DOUBT: Final = Fraction(1, 10**12)
"""How unlikely a game breaks the contract has to be by accident before it is said to."""

CHECK: Final = "hidden"


class Evidence(msgspec.Struct):
    """How often something hidden was looked for, and how often the samples of both games had its true value."""

    trials: int = 0
    kept: int = 0

    @property
    def damning(self) -> bool:
        """Whether an honest `sample` would hardly ever keep as much."""
        n = self.trials
        if 2 * self.kept <= n:
            return False
        tail: int = sum(comb(n, k) * 3 ** (n - k) for k in range(self.kept, n + 1))
        return Fraction(tail, 4**n) < DOUBT


class Altered(Chance):
    """Answers as they are written; where something else is asked for, answers of another source."""

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
        """Return how many answers have been given."""
        return self._at

    def reset(self, mark: object) -> None:
        """Give them again from there."""
        assert isinstance(mark, int)
        self._at = mark


class Counterfactual:
    """A game that a viewer cannot tell from the true one so far. began: the number of the entry that differs."""

    def __init__(self, match: Match[Any], viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.began = match.number
        match.chance = NoChance()

    @property
    def who(self) -> str:
        """The viewer, in words."""
        return "a spectator" if self.viewer == SPECTATOR else f"seat {self.viewer}"


class Suspicion:
    """What is found out about the samples of a game while it is played.

    evidence: by what is hidden, from all games of a run. other: the game that goes on beside the true one; None where
    the viewer noticed the change.
    """

    def __init__(self, probe: Probe[Any], evidence: dict[str, Evidence], every: int) -> None:
        """every: so many entries lie between thorough looks."""
        self.probe = probe
        self.every = every
        self.evidence = evidence
        self.lot = SeededChance(f"{probe.seed} otherwise")
        self.other = self._started()

    def _unnoticed(self, match: Match[Any], decider: int | None = None) -> Counterfactual | None:
        """Return the counterfactual game for a viewer if that viewer sees, reads, and may do the same in both games.
        `decider` is the seat that decides something else, which it knows."""
        viewer = self.probe.viewers[self.lot.draw(len(self.probe.viewers))]
        return Counterfactual(match, viewer) if viewer != decider and self._alike(match, viewer) else None

    def _alike(self, match: Match[Any], viewer: int) -> bool:
        return _noticed(self.probe, match, viewer) == _noticed(self.probe, self.probe.match, viewer)

    def _started(self) -> Counterfactual | None:
        """Change the set-up."""
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
        """Follow the last entry of the true game, or change it. before: where the match stood before that entry."""
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
        """Sample both games for the viewer, and note what the samples keep."""
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
            what = true.called(differing[0])
            probe.fail(CHECK, f"the game says that it hides nothing, but {other.who} cannot know {what}")
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
                what = true.called(part)
                evidence = self.evidence.setdefault(what, Evidence())
                evidence.trials += 1
                evidence.kept += part in kept
                if evidence.damning:
                    probe.fail(
                        CHECK,
                        f"{other.who} cannot know {what}, but `sample` keeps what it truly is (in {evidence.kept} of "
                        f"{evidence.trials} trials): what a seat does not know must be sampled again",
                    )
            suspected = kept
            if not suspected:
                return


def _changed(drawn: Sequence[tuple[int, int]], lot: Chance) -> list[tuple[int, int]]:
    """One answer, some in a row, or all of them drawn again."""
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
"""What a state shows: the step that shows it, -1 for now, and the name of a part of a view."""


class Shown:
    """What a state shows to others than the viewer now, and to the viewer when the game goes on in the same way.

    way: the decisions, as (seat, action). lot: what finds them; None where they are given.
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
        """Return the part that is shown, or None."""
        return self._parts.get(part)

    def called(self, part: Part) -> str:
        """Describe a part in words."""
        step, name = part
        return f"what others see as {name!r}" if step < 0 else f"{name!r} after {self._kinds[step]!r}"

    def differing(self, other: Shown) -> list[Part]:
        """Return the parts that differ now and in the first step that shows a difference."""
        found = [part for part in self._parts if self.part(part) != other.part(part)]
        first = min((step for step, _ in found if step >= 0), default=-1)
        return [part for part in found if part[0] in (-1, first)]


def _leaves(view: msgspec.Struct, into: dict[str, list[Any]]) -> None:
    """Every value of a view by its name, those in lists together."""
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
