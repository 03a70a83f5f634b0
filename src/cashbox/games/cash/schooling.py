"""How a net learns from played games; see `learn`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cashbox.engine.chance import SeededChance
from cashbox.games.cash.bots import features, value
from cashbox.games.cash.rules import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.bots.judge import Choice, Judge
    from cashbox.games.cash.bots.known import Known
    from cashbox.games.cash.state import State
    from cashbox.games.cash.view.view import SeatView

HIDDEN: Final = 64
"""The number of hidden units, unless the net to start from has more."""
LAMBDA: Final = 0.8
"""The weight of later estimates: the lambda of TD(lambda)."""
CURIOUS: Final = 6
"""The percentage of choices that explore an alternative that is nearly as good."""
NEARLY: Final = 0.04
PACE: Final = 0.003
BATCH: Final = 512
AGAIN: Final = 3
"""About how often each turn is used for learning."""
LATE: Final = 0.003
"""The weight of the last step in the running mean of the net's parameters."""
_FADES: Final = (0.9, 0.999)


class Pupil:
    """Records what one seat knew after each of its turns, in one game. rows: a row for each rival, see `features`;
    ends: the result if the round had ended then, as rows between rounds, or as the share of the win if that would have
    ended the game; None between rounds."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.rows: list[list[list[float]]] = []
        self.ends: list[list[list[float]] | float | None] = []
        self.result = 0.0
        self._turn = (0, 0)

    def choose(
        self, judge: Judge, view: SeatView, legal: list[int], state: State, chance: Chance, followed: int
    ) -> int:
        """Choose an action, and record the result. told: the action to play, -1 for the best by its own estimate."""
        if followed >= 0:
            choice = judge.foreseen(view, followed)
        else:
            found = judge.ranked(view, legal)
            choice = found[0]
            if chance.draw(100) < CURIOUS:
                near = [one for one in found if one.worth > choice.worth - NEARLY]
                choice = near[chance.draw(len(near))]
        if view.active == self.seat and not choice.outcomes[0].stops:
            self._note((view.round, view.turn), choice, state)
        return choice.action

    def _note(self, turn: tuple[int, int], choice: Choice, state: State) -> None:
        outcome = choice.outcomes[0]
        if turn == self._turn:
            self.rows.pop()
            self.ends.pop()
        self._turn = turn
        self.rows.append(outcome.rows)
        self.ends.append(_ended(outcome.known, state))

    def record_capitals(self, state: State) -> None:
        """Record the capitals between two rounds."""
        capitals = [player.capital for player in state.players]
        mine = capitals.pop(self.seat)
        self.rows.append(features.between(mine, capitals, state.rules.target))
        self.ends.append(None)


def _ended(known: Known, state: State) -> list[list[float]] | float:
    """Return the result of ending the round, for the first of `capitals_now`."""
    mine, *theirs = capitals_now(known, state)
    most = max(theirs)
    if known.last or (mine != most and max(mine, most) >= known.target):
        return 0.0 if mine < most else 1 / (1 + theirs.count(mine))
    return features.between(mine, theirs, known.target)


def capitals_now(known: Known, state: State) -> list[int]:
    """Return everyone's capital if the round ended with these firms, this hand, and the true hands of the others; the
    seat's first, then clockwise."""
    sides = [known.own, *known.rivals]
    totals = [known.line()]
    for rival in known.rivals:
        line = score.line(state, state.players[rival.seat])
        totals.append(rival.worth(known.content.values) + line.held + line.bears)
    tenths = [total // 10 for total in totals]
    for k, side in enumerate(sides):
        if side.taxman:
            totals = [total - tenth for total, tenth in zip(totals, tenths, strict=True)]
            totals[k] += sum(tenths)
    return [side.capital + total for side, total in zip(sides, totals, strict=True)]


def _rows(net: value.Net) -> Any:
    """Return the hidden units' weights by number of a row; 0 if the net was trained without it."""
    rows = np.array(net.columns).T
    return np.pad(rows, ((0, features.WIDTH - len(rows)), (0, 0)))


def join_nets(nets: Sequence[value.Net]) -> dict[str, Any]:
    """Merge nets into one, as plain values, whose output is their average (of log odds), because each has its own
    errors."""
    answers = [np.array(net.answers) / len(nets) for net in nets]
    begins = sum([part[:, -1:] for part in answers])
    return {
        "rows": np.concatenate([_rows(net) for net in nets], axis=1).tolist(),
        "start": [one for net in nets for one in net.start],
        "answers": np.round(np.concatenate([*[part[:, :-1] for part in answers], begins], axis=1), 4).tolist(),
    }


class School:
    """A net in training, and the games that it learns from. known: the net to start from."""

    def __init__(self, seed: int, known: value.Net | None) -> None:
        self.chance = SeededChance(seed)
        if known is None:
            rows, answers = self._random(features.WIDTH, HIDDEN) * 0.2, self._random(2, HIDDEN) * 0.1
            parts: list[Any] = [rows, np.zeros(HIDDEN), answers, np.zeros(2)]
        else:
            parts = self._grown(known)
        self.parts: list[Any] = [part.astype(np.float32) for part in parts]
        self.means: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.squares: list[Any] = [np.zeros_like(part) for part in self.parts]
        self.shown = [part.copy() for part in self.parts]
        self.steps = 0
        self.games: list[list[Track]] = []
        self.new = 0

    def _random(self, height: int, width: int) -> Any:
        """Return random numbers from -1 to 1."""
        return np.array([[self.chance.draw(20_001) / 10_000 - 1 for _ in range(width)] for _ in range(height)])

    def _grown(self, known: value.Net) -> list[Any]:
        """Extend a net with fewer features or hidden units so that its output stays the same."""
        answers, width = np.array(known.answers), len(known.start)
        hidden = max(width, HIDDEN)
        grown, start, weights = self._random(features.WIDTH, hidden) * 0.2, np.zeros(hidden), np.zeros((2, hidden))
        grown[:, :width] = _rows(known)
        start[:width], weights[:, :width] = known.start, answers[:, :-1]
        return [grown, start, weights, answers[:, -1]]

    def store(self, pupils: list[Pupil], most: int) -> None:
        """Store a game, and drop the oldest ones beyond `most`."""
        self.games.append([Track(pupil) for pupil in pupils if pupil.rows])
        self.new += sum([len(track.rows) for track in self.games[-1]])
        del self.games[:-most]

    def plain(self) -> dict[str, Any]:
        """Return the net as plain values: the mean of its recent parameters, which depends less on luck."""
        rows, start, answers, begins = [np.round(part.astype(float), 4) for part in self.shown]
        joined = [[*weights, begin] for weights, begin in zip(answers.tolist(), begins.tolist(), strict=True)]
        return {"rows": rows.tolist(), "start": start.tolist(), "answers": joined}

    def net(self) -> value.Net:
        """Return the net."""
        return value.Net(**self.plain())

    def lesson(self, pace: float) -> None:
        """Learn from the stored games, with several times as many samples as are new."""
        tracks = [track for game in self.games for track in game]
        if not self.new:
            return
        budget, self.new = self.new * AGAIN, 0
        while budget > 0:
            picked: list[Track] = []
            size = 0
            while size < BATCH:
                picked.append(tracks[self.chance.draw(len(tracks))])
                size += len(picked[-1].rows)
            self._learn(picked, PACE * (0.05 + 0.95 * pace))
            budget -= size

    def _answers(self, rows: Any) -> tuple[Any, Any]:
        """Compute the activated hidden units and both outputs."""
        weights, start, answers, begins = self.parts
        sums = rows @ weights + start
        bent = np.where(sums > 0, sums, value.LEAK * sums)
        return bent, 1 / (1 + np.exp(-(bent @ answers.T + begins)))

    def _learn(self, tracks: list[Track], pace: float) -> None:
        rows, starts = _joined([(track.rows, track.starts) for track in tracks])
        bent, found = self._answers(rows)
        chances = np.multiply.reduceat(found, starts)
        wanted = chances.copy()
        at = 0
        for track in tracks:
            end = at + len(track.starts)
            wanted[at:end, 0] = track.targets(chances[at:end, 0])
            wanted[at:end, 1] = np.where(track.judged, track.results, chances[at:end, 1])
            at = end
        places = np.concatenate([track.open for track in tracks])
        if places.any():
            after, firsts = _joined([(track.after, track.firsts) for track in tracks])
            found_after = self._answers(after)[1][:, value.GOES_ON]
            wanted[places, 1] = np.multiply.reduceat(found_after, firsts)
        wrong = (chances - wanted) / np.maximum(1 - chances, 1e-6) / len(starts)
        each = np.diff(np.append(starts, len(rows)))
        self._step(rows, bent, np.repeat(wrong, each, axis=0) * (1 - found), pace)

    def _step(self, rows: Any, bent: Any, wrong: Any, pace: float) -> None:
        """Take one step of Adam."""
        answers = self.parts[2]
        back = (wrong @ answers) * np.where(bent > 0, 1.0, value.LEAK)
        slopes = [rows.T @ back, back.sum(0), wrong.T @ bent, wrong.sum(0)]
        self.steps += 1
        slow, slower = _FADES
        for k, slope in enumerate(slopes):
            self.means[k] = slow * self.means[k] + (1 - slow) * slope
            self.squares[k] = slower * self.squares[k] + (1 - slower) * slope**2
            mean = self.means[k] / (1 - slow**self.steps)
            square = self.squares[k] / (1 - slower**self.steps)
            self.parts[k] = (self.parts[k] - pace * mean / (np.sqrt(square) + 1e-7)).astype(np.float32)
            late = max(1 / self.steps, LATE)
            self.shown[k] = (self.shown[k] + late * (self.parts[k] - self.shown[k])).astype(np.float32)


def _joined(parts: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Concatenate rows, and the start of each step among them."""
    before = np.cumsum([0, *[len(rows) for rows, _ in parts[:-1]]])
    starts = [first + at for (_, first), at in zip(parts, before, strict=True)]
    return np.concatenate([rows for rows, _ in parts]), np.concatenate(starts)


class Track:
    """A `Pupil`'s records as arrays. rows: one step after the other, beginning at `starts`. judged, results: the steps
    where ending the round would have ended the game, and the share of the win; open, after: the other steps, and their
    rows between rounds, beginning at `firsts`."""

    def __init__(self, pupil: Pupil) -> None:
        self.rows, self.starts = _flat(pupil.rows)
        self.result = pupil.result
        self.judged = np.array([isinstance(one, float) for one in pupil.ends])
        self.results = np.array([one if isinstance(one, float) else 0.0 for one in pupil.ends], dtype=np.float32)
        self.open = np.array([isinstance(one, list) for one in pupil.ends])
        self.after, self.firsts = _flat([one for one in pupil.ends if isinstance(one, list)])

    def targets(self, found: Any) -> Any:
        """Return the target for the chance of winning after each turn, from the estimates after the following ones."""
        wanted = np.empty_like(found)
        then = self.result
        for k in range(len(found) - 1, -1, -1):
            wanted[k] = then
            then = (1 - LAMBDA) * found[k] + LAMBDA * then
        return wanted


def _flat(steps: list[list[list[float]]]) -> tuple[Any, Any]:
    """Return the rows of steps, and where each step begins."""
    rows = np.array([row for step in steps for row in step], dtype=np.float32).reshape(-1, features.WIDTH)
    return rows, np.cumsum([0, *[len(step) for step in steps]])[:-1].astype(np.intp)
