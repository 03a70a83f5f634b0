"""Turn a player's costliest decisions into puzzles, from the analyses of finished games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from cashbox.analysis.decisions import MATTERS
from cashbox.analysis.results import Analysis, Choice
from cashbox.bots.reasons import gain_explained
from cashbox.server.errors import Refusal
from cashbox.server.practice.store import analyzed_games
from cashbox.server.practice.wire import Practice, Puzzle, Solution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from cashbox.analysis.results import AnalyzedMoment, Judged
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store

PUZZLES: Final = 50
"""The most puzzles in one response."""

_analysis = msgspec.json.Decoder(Analysis).decode


class Mistake(NamedTuple):
    """A costly decision of a player."""

    record: TableRecord
    moment: AnalyzedMoment
    judged: Judged
    unit: str

    @property
    def puzzle(self) -> Puzzle:
        """Return the position, without the solution."""
        record, moment = self.record, self.moment
        labels = [one.label for one in choices_of(self.judged)]
        return Puzzle(record.id, record.game, moment.n, moment.seat, record.changed, labels)


async def practice(store: Store, guest: Guest, game: str = "") -> Practice:
    """Find a guest's puzzles, costliest first. game: only those of this game, "" for all."""
    found = await store.read(_mistakes, guest, game)
    counts = Counter(one.record.game for one in found)
    return Practice([one.puzzle for one in found[:PUZZLES]], dict(counts))


async def solve(store: Store, guest: Guest, table: str, n: int, choice: int) -> Solution:
    """Rate a choice.

    Raises:
        Refusal: "no-such-puzzle" if this is not one of the guest's puzzles, or does not have this choice.
    """
    for one in await store.read(_mistakes, guest):
        if (one.record.id, one.moment.n) == (table, n) and choice < len(choices_of(one.judged)):
            return solution(one.judged, choice, one.unit)
    raise Refusal(404, "no-such-puzzle", "This puzzle no longer exists.")


def choices_of(judged: Judged) -> list[Choice]:
    """List the choices of a puzzle in an order that gives nothing away. Older analyses have only two."""
    if judged.choices:
        return list(judged.choices)
    two = Choice(-1, judged.best), Choice(-1, judged.played, judged.error, judged.sources)
    return sorted(two, key=lambda one: one.label)


def solution(judged: Judged, choice: int, unit: str) -> Solution:
    """Rate a choice, and explain the rating."""
    choices = choices_of(judged)
    labels = [one.label for one in choices]
    best, played = labels.index(judged.best), labels.index(judged.played)
    why = [gain_explained(one.sources, judged.margin if k == played else None, unit) for k, one in enumerate(choices)]
    why[best] = why[played]
    return Solution(_verdict(choices, choice, best), best, played, [one.loss for one in choices], why)


def _verdict(choices: list[Choice], choice: int, best: int) -> Literal["best", "nearly", "worse"]:
    if choice == best:
        return "best"
    return "nearly" if choices[choice].loss < MATTERS else "worse"


def _mistakes(connection: Connection, guest: Guest, game: str = "") -> list[Mistake]:
    found = [one for record, body in analyzed_games(connection, guest.id, game) for one in _of(record, body, guest)]
    return sorted(found, key=lambda one: -one.judged.error)


def _of(record: TableRecord, body: bytes, guest: Guest) -> Iterator[Mistake]:
    """Find a guest's costliest decisions in a game. Decisions whose labels are equal are skipped."""
    seat = record.seat_of(guest)
    if seat is None or not record.settings.analysis:
        return
    analysis = _analysis(body)
    moments = {one.n: one for one in analysis.moments}
    for n in analysis.seats[seat].costliest:
        moment = moments[n]
        if moment.judged is not None and moment.judged.best != moment.judged.played:
            yield Mistake(record, moment, moment.judged, analysis.unit)
