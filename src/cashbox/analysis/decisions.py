"""Judge a decision by what its seat knew at the time."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.analysis.results import Choice, Judged
from cashbox.analysis.values import LUCK, brief_guide, mean
from cashbox.bots.search import ASKED, DOUBT, mean_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Try
from cashbox.engine.seats import viewer_mask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cashbox.analysis.values import Value, Values
    from cashbox.engine.game import Game
    from cashbox.engine.guide import Guide

MATTERS: Final = 0.01
"""An error that costs less of a chance of winning than this does not matter."""

PUZZLE: Final = 0.02
"""An error that costs at least this chance makes a puzzle."""
MORE: Final = 3
"""How many choices a puzzle has besides the best one and the one played."""


class Decision:
    """A decision of one seat in one state.

    Only what the seat knew of the state is read. First, all candidates are compared with few playouts each (sequential
    halving). Then the best, the action played, and what `steady` would do are played out again with new samples, so
    that the best one does not look better than it is because of luck.

    Args:
        values: Of the game.
        state: Before the decision.
        seat: The seat that decided.
        action: The action played.
        seed: Of samples and luck.
    """

    def __init__(self, values: Values, state: Any, seat: int, action: int, seed: str) -> None:
        self.game: Game[Any] = values.game
        self.values = values
        self.state = state
        self.seat = seat
        self.action = action
        self.legal = self.game.legal(state, seat)
        self.plain = values.plain(state, seat)
        self.view = self.game.view(state, seat)
        self.guide: Guide = brief_guide(self.game, seat)
        # By action, the chance of winning, where the game knows it without playing out.
        self.known = dict(self.guide.chances(self.view, self.legal)) if self.guide.judges else {}
        self.deal = self.game.sampler(state, viewer_mask(seat))
        self.chance = SeededChance(seed)

    def judge(self, search: int, playouts: int) -> Judged:
        """Find the best action, and compare it with the one played.

        If a game has a learned judge of choices, it determines the best one; otherwise, playouts do.

        Args:
            search: The total number of playouts for the search for the best action.
            playouts: The number of playouts for each of the finally compared actions.
        """
        tries = self.tries()
        known = self.known
        # The same action may begin a plan and be followed by plain play: both are tried.
        follows = {one: self.followed(tries, one) for one in dict.fromkeys((self.action, self.plain))}
        played, plain = follows[self.action], follows[self.plain]
        error = None
        if self.action in known:
            best, own = Try(max(known, key=lambda action: known[action])), played
            error = known[best.action] - known[self.action]
            if error < MATTERS:
                best = played
        else:
            best, own = self.search(list(dict.fromkeys([*tries, *follows.values()])), search)
        found = self.play_on((best, own, played, plain), playouts, explained=(best, own))
        return self._with_choices(self._judged(best, own, found, played, plain, error), tries, playouts)

    def _with_choices(self, judged: Judged, tries: list[Try], playouts: int) -> Judged:
        """Add choices where the error is large and certain."""
        if judged.error < PUZZLE or judged.error <= DOUBT * judged.noise:
            return judged
        labels = {judged.best: judged.action, judged.played: self.action}
        known = self.known if self.action in self.known else {}
        promising = sorted(known, key=lambda action: -known[action]) or [one.action for one in tries]
        for action in promising:
            if len(labels) < MORE + 2:
                labels.setdefault(self._label(action), action)
        first = {one.action: one for one in reversed(tries)}
        compared = [first.get(action, Try(action)) for action in labels.values()]
        played = self.play_on(compared, playouts, explained=compared)
        found = {one.action: what for one, what in played.items()}
        best = found[judged.action]
        losses = {action: self._gain(best, one, self.seat)[0] for action, one in found.items()}
        if known:
            losses |= {action: known[judged.action] - known[action] for action in found if action in known}
        losses |= {judged.action: 0.0, self.action: judged.error}
        choices = [
            Choice(action, label, max(0.0, losses[action]), self._sources(best, found[action]))
            for label, action in labels.items()
        ]
        order = {action: k for k, action in enumerate(self.legal)}
        return msgspec.structs.replace(judged, choices=tuple(sorted(choices, key=lambda one: order[one.action])))

    def tries(self) -> list[Try]:
        """List the candidates: a bot's, and some other actions."""
        tries = self.guide.tries(self.view, self.legal)
        if self.action in self.known:
            return tries
        several = len({one.action for one in tries})
        return [*tries, *self.guide.others(self.view, self.legal, tries, max(0, ASKED - several))]

    def followed(self, tries: list[Try], action: int) -> Try:
        """Return an action as a try that plain play follows."""
        others = self.guide.others(self.view, [action], [one for one in tries if one.action != action], 1)
        return others[0] if others else Try(action)

    def search(self, tries: list[Try], playouts: int) -> tuple[Try, Try]:
        """Find the best try, and the best one that begins with the action played."""
        alive = list(tries)
        found = {one: Found() for one in tries}
        rounds = max(1, round(log2(len(tries)) + 0.5))
        for _ in range(rounds if len(tries) > 1 else 0):
            for state, luck in self._samples(max(1, playouts // (rounds * len(alive)))):
                for one in alive:
                    found[one].worths.append(self.guide.playout(self.game.clone(state), one, luck))
            ranked = sorted(alive, key=lambda one: -found[one].mean)
            own = next(one for one in ranked if one.action == self.action)
            alive = list(dict.fromkeys((own, *ranked[: (len(alive) + 1) // 2])))
        ranked = sorted(alive, key=lambda one: -found[one].mean)
        own = next(one for one in ranked if one.action == self.action)
        return (own, own) if ranked[0].action == self.action else (ranked[0], own)

    def play_on(self, tries: Iterable[Try], playouts: int, explained: Collection[Try] = ()) -> dict[Try, Found]:
        """Play the same new samples out after each of some tries; does nothing for a single one.

        Args:
            tries: Each once or more often.
            playouts: The number of playouts for each.
            explained: The tries whose sources of points are recorded, if there are several.
        """
        found = {one: Found() for one in tries}
        if len(found) > 1:
            for state, luck in self._samples(playouts):
                for one in found:
                    self._play(state, one, luck, found[one], accounts=len(set(explained)) > 1 and one in explained)
        return found

    def _samples(self, count: int) -> list[tuple[Any, int]]:
        most = min(count, self.guide.samples)
        samples = [self.guide.ready(self.deal(self.chance)) for _ in range(most)]
        return [(samples[number % most], self.chance.draw(LUCK)) for number in range(count)]

    def _play(self, state: Any, one: Try, luck: int, found: Found, *, accounts: bool) -> None:
        copy = self.game.clone(state)
        log = self.game.watch(copy) if accounts else []
        found.worths.append(self.guide.playout(copy, one, luck))
        found.values.append(self.values.read(copy))
        if accounts:
            found.sources.append(self.guide.account(copy, log))

    def _judged(
        self, best: Try, own: Try, found: dict[Try, Found], played: Try, plain: Try, known: float | None
    ) -> Judged:
        seats = self.values.seats
        effect = tuple(self._gain(found[played], found[plain], seat)[0] for seat in range(seats))
        error, noise = (known, 0.0) if known is not None else self._gain(found[best], found[own], self.seat)
        margins = found[best].margin(self.seat), found[own].margin(self.seat)
        label = self._label(self.action)
        return Judged(
            options=len(self.legal),
            played=label,
            best=label if best.action == self.action else self._label(best.action),
            action=best.action,
            error=error,
            noise=noise,
            margin=None if None in margins or best == own else margins[0] - margins[1],  # type: ignore[operator]
            sources=self._sources(found[best], found[own]) if best != own else {},
            effect=effect if any(effect) else (),
            playouts=len(found[best].values),
            kind=self.game.topic(self.state, self.seat, self.action),
        )

    def _gain(self, one: Found, other: Found, seat: int) -> tuple[float, float]:
        """Return the chance that one try gains over another, and its standard error."""
        if one is other or not one.values:
            return 0.0, 0.0
        pairs = zip(one.values, other.values, strict=True)
        return mean_of([first.chances[seat] - second.chances[seat] for first, second in pairs])

    def _sources(self, one: Found, other: Found) -> dict[str, float]:
        gains = {}
        for number, source in enumerate(self.guide.sources):
            pairs = zip(one.sources, other.sources, strict=True)
            gain, noise = mean_of([first[number] - second[number] for first, second in pairs])
            if abs(gain) > DOUBT * noise:
                gains[source] = gain
        return dict(sorted(gains.items(), key=lambda item: -abs(item[1])))

    def _label(self, action: int) -> str:
        return self.game.describe(self.state, self.seat, action).label


class Found:
    """The results of the playouts after a try, in order. worths: from `Guide.worth`, including those of the search."""

    __slots__ = ("sources", "values", "worths")

    def __init__(self) -> None:
        self.worths: list[float] = []
        self.values: list[Value] = []
        self.sources: list[list[float]] = []

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths) if self.worths else 0.0

    def margin(self, seat: int) -> float | None:
        """Return the mean points ahead of a seat."""
        margins = mean(self.values).margins if self.values else ()
        return margins[seat] if margins else None
