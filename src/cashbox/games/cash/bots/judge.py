"""The learned judge: it rates each choice of a turn by the chance of winning after it.

That is the product of the chances of being ahead of each rival, as if the rivals' luck were independent.
"""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import features, moves
from cashbox.games.cash.bots.known import IDS, Known, known_of
from cashbox.games.cash.bots.sight import HELD
from cashbox.games.cash.bots.value import GOES_ON, STOPS

if TYPE_CHECKING:
    from cashbox.games.cash.bots.value import Net
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.view.view import SeatView

JUDGED: Final = frozenset(("act", "check", "insure", "target", "pass"))
"""The phases whose choices are judged; the others have little to choose, or are about an offer."""
LOTS: Final = 3
"""The number of random draws to average over if a choice brings unpredictable cards."""
_JUNK: Final = {
    "bankruptcy": -60.0, "global-recession": -40.0, "market-crash": -25.0, "trading-license": -1.0, "takeover": 2.0,
    "taxman": 3.0, "cash-5000": 3.0, "settlement": 3.5, "cash-10000": 5.0, "economy-cover": 5.0, "basic-cover": 6.0,
    "broker": 8.0, "banker": 9.0, "total-cover": 9.0, "cash-25000": 12.0, "venture-capital": 15.0,
    "stop-trading": 15.0, "dividend-yield": 20.0, "cash-50000": 20.0, "premium-earnings": 25.0, "cash-75000": 25.0,
    "cash-150000": 30.0,
}  # fmt: skip
"""The approximate worth of having a card, in thousands; other cards are worth 4."""
_DOUBT: Final = 30_000.0
"""An apparent lead of this many dollars is real in about nine of ten cases."""


class Outcome:
    """What a seat knows after a choice. stops: whether it ends the round. rows: see `features`."""

    def __init__(self, known: Known, stops: bool = False) -> None:
        self.known = known
        self.stops = stops
        self.rows: list[list[float]] = []


class Choice:
    """An action, its possible outcomes, and its worth: their mean."""

    def __init__(self, action: int, outcomes: list[Outcome]) -> None:
        self.action = action
        self.outcomes = outcomes
        self.worth = 0.0


class Ground:
    """What a seat knows before its choice; the outcomes differ little from it."""

    def __init__(self, known: Known, net: Net) -> None:
        self.known = known
        self.net = net
        self.base: list[list[float]] = []
        self.sums: list[list[float]] = []

    def worth(self, rows: list[list[float]], answer: int) -> float:
        """Return the chance of winning if the seat knows that."""
        if not self.base:
            self.base = features.during(self.known)
            self.sums = [self.net.sums(row) for row in self.base]
        found = 1.0
        for k, row in enumerate(rows):
            found *= self.net.answer(self.net.updated_sums(row, self.base[k], self.sums[k]), answer)
        return found


class Judge:
    """Rates choices with the learned net, for one deck."""

    def __init__(self, content: Content, net: Net) -> None:
        self.content = content
        self.net = net
        self.junk = [_JUNK.get(name, 4.0) for name in content.ids]

    def ranked(self, view: SeatView, legal: list[int]) -> list[Choice]:
        """Rank all choices of a phase that is `JUDGED`, best first."""
        ground = Ground(known_of(view, self.content), self.net)
        found = [Choice(action, self._outcomes(ground, view, action)) for action in legal if action < act.OFFER]
        for choice in found:
            for outcome in choice.outcomes:
                outcome.rows = features.during(outcome.known)
                if outcome.stops and outcome.known.last:
                    choice.worth += _wins_now(outcome.known)
                else:
                    choice.worth += ground.worth(outcome.rows, STOPS if outcome.stops else GOES_ON)
            choice.worth /= len(choice.outcomes)
        found.sort(key=_by_worth)
        return found

    def between(self, capital: int, rivals: list[int], target: int) -> float:
        """Estimate a seat's chance of winning between two trading rounds.

        Args:
            capital: Of the seat, in dollars.
            rivals: Capital of each rival.
            target: The capital that wins.
        """
        found = 1.0
        for row in features.between(capital, rivals, target):
            found *= self.net.answer(self.net.sums(row), GOES_ON)
        return found

    def foreseen(self, view: SeatView, action: int) -> Choice:
        """Look one choice ahead without judging it."""
        ground = Ground(known_of(view, self.content), self.net)
        choice = Choice(action, self._outcomes(ground, view, action))
        for outcome in choice.outcomes:
            outcome.rows = features.during(outcome.known)
        return choice

    # -- outcomes ----------------------------------------------------------------------------------------

    def _outcomes(self, ground: Ground, view: SeatView, action: int) -> list[Outcome]:
        if action < act.INSURE:
            return self._card(ground, action)
        after = ground.known.copy()
        if action < act.TARGET:
            self._insured(after, view, action)
        elif action < act.TAKE or action == act.LEAVE:
            self._aimed(after, view, action)
        else:
            face = action - act.PASS
            after.own.drop(face)
            _give(after, face)
        moves.finish(after)
        return [Outcome(after)]

    def _card(self, ground: Ground, action: int) -> list[Outcome]:
        """Look ahead to playing or discarding a card."""
        known = ground.known
        face = action % act.DISCARD
        does = self.content.does[face]
        if action < act.DISCARD and v.STOP in does:
            after = known.copy()
            after.own.drop(face)
            return [Outcome(after, stops=True)]
        works = action < act.DISCARD or moves.meets(known, face)
        if works and moves.unknown(known, face):
            return [Outcome(self._by_lot(known, face, number)) for number in range(LOTS)]
        after = known.copy()
        after.own.drop(face)
        if works:
            moves.use(after, face, self._best_target(ground, after, face))
        moves.finish(after)
        return [Outcome(after)]

    def _best_target(self, ground: Ground, after: Known, face: int) -> int:
        """Return the index of the best target for a card among the rivals."""
        does = self.content.does[face]
        if v.INVESTIGATE in does:
            places = moves.suspects(after)
        elif v.TAKEOVER in does:
            places = [moves.NOBODY, *moves.owners(after)]
        else:
            return moves.NOBODY
        best, most = places[0], -1.0
        if len(places) == 1:
            return best
        for place in places:
            then = after.copy()
            moves.use(then, face, place)
            found = ground.worth(features.during(then), GOES_ON)
            if found > most:
                best, most = place, found
        return best

    def _by_lot(self, known: Known, face: int, number: int) -> Known:
        """Sample one outcome of a card that brings random cards."""
        after = known.copy()
        after.own.drop(face)
        moves.use(after, face)
        lot = moves.Lot(known.turn * 1_000 + known.deck * 8 + number)
        passes = self.content.passes[face] if v.PASS in self.content.does[face] else 0
        passes = min(passes, after.own.size)
        for _ in range(passes):
            self._pass_worst(after)
        if passes:
            moves.receive_passed_cards(after, self.content.passes[face], self.junk, lot)
        moves.fill(after, lot)
        moves.finish(after)
        return after

    def _pass_worst(self, after: Known) -> None:
        """Pass the least valuable card."""
        worst = -1
        for face, count in enumerate(after.own.hand):
            if count and (worst < 0 or self.junk[face] < self.junk[worst]):
                worst = face
        if worst >= 0:
            after.own.drop(worst)
            _give(after, worst)

    def _insured(self, after: Known, view: SeatView, action: int) -> None:
        """Return the outcome of insuring one more cash card, and what else fits."""
        if action == act.DONE or view.pending is None:
            return
        values = self.content.values
        place = action - act.INSURE
        moves.insure(after.own, place, values[place])
        moves.cover(after.own, values, view.pending.room - values[place])

    def _aimed(self, after: Known, view: SeatView, action: int) -> None:
        """Return the outcome of aiming a used card at a rival, or at no one."""
        if action == act.LEAVE or view.pending is None:
            return
        place = (action - act.TARGET - view.seat) % view.seats - 1
        moves.use(after, view.pending.card, place)


def _give(after: Known, face: int) -> None:
    """Pass a card to the neighbor on the right."""
    rival = after.rivals[-1]
    rival.hand[face] += 1
    rival.size += 1


def _by_worth(choice: Choice) -> float:
    return -choice.worth


def fits(content: Content) -> bool:
    """Check whether a deck is the one that the judge was trained on."""
    return tuple(content.ids) == IDS


def _wins_now(known: Known) -> float:
    """Estimate how likely the seat is to win if the game ends now: the net was trained only on positions from which the
    game continues."""
    mine, found = known.own.capital + known.line(), 1.0
    for rival in known.rivals:
        hidden = rival.size - sum(rival.hand)
        shown = sum([count * known.costs[face] for face, count in enumerate(rival.hand)])
        theirs = rival.capital + rival.worth(known.content.values) - shown - HELD * hidden
        found *= 0.5 + 0.5 * tanh((mine - theirs) / _DOUBT)
    return found
