"""Choose a daily puzzle for each game, show it, and count its answers."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.analysis.results import Analysis, Judged
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.practice.service import choices_of, solution
from cashbox.server.puzzles import store as rows
from cashbox.server.puzzles.store import StoredPuzzle
from cashbox.server.puzzles.wire import DailyPuzzle
from cashbox.server.watching.service import is_late

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.replays.service import Replays

AGAIN: Final = 300
"""Seconds after which to search again for a game without a puzzle."""
LOOKED_AT: Final = 20
"""The number of games whose analyses are read to find a decision."""

_json = msgspec.json.Encoder().encode
_analysis = msgspec.json.Decoder(Analysis).decode


class Position(msgspec.Struct, frozen=True):
    """The stored part of a puzzle. moment: what the seat saw, a `Moment` without names; unit: the unit of the
    points."""

    seat: int
    seats: int
    content: str
    moment: msgspec.Raw
    judged: Judged
    unit: str


_position = msgspec.json.Decoder(Position).decode


class DailyPuzzles:
    """Reads puzzles from the store, and chooses one at the first request of a day."""

    def __init__(self, store: Store, replays: Replays) -> None:
        self._store = store
        self._replays = replays
        self._nothing: dict[str, float] = {}

    async def today(self, game: str, guest: Guest | None) -> DailyPuzzle | None:
        """Return today's puzzle of a game, None if there is none."""
        found = await self._found(game)
        if found is None:
            return None
        choice = None
        if guest is not None:
            choice = await self._store.read(rows.answer_of, game, found.day, _voter(guest, found))
        return _shown(found, choice)

    async def solve(self, game: str, guest: Guest, day: str, choice: int) -> DailyPuzzle:
        """Answer today's puzzle; only the first answer of a person counts. day: of the puzzle that was shown.

        Raises:
            Refusal: "no-such-puzzle" if there is none, it is a different one, or it does not have this choice.
        """
        found = await self._found(game)
        judged = _position(found.body).judged if found is not None else None
        if found is None or judged is None or day != date_of(found.day) or choice >= len(choices_of(judged)):
            raise Refusal(404, "no-such-puzzle", "This isn't today's puzzle. Reload the page.")
        verdict = solution(judged, choice, "").verdict
        voter = _voter(guest, found)
        await self._store.writer.do(
            partial(rows.count, game=game, day=found.day, voter=voter, choice=choice, found=verdict != "worse")
        )
        now = await self._store.read(rows.puzzle_of, game, found.day)
        first = await self._store.read(rows.answer_of, game, found.day, voter)
        return _shown(now or found, first)

    async def _found(self, game: str) -> StoredPuzzle | None:
        number = int(self._store.clock.now() // DAY)
        found = await self._store.read(rows.puzzle_of, game, number)
        now = self._store.clock.ticks()
        if found is None and self._nothing.get(game, now) <= now:
            chosen = await self._chosen(game, number)
            if chosen is not None:
                await self._store.writer.do(partial(rows.put, puzzle=chosen))
                # Another process may have been faster.
                found = await self._store.read(rows.puzzle_of, game, number)
            else:
                self._nothing[game] = now + AGAIN
        return found

    async def _chosen(self, game: str, number: int) -> StoredPuzzle | None:
        """Choose a decision that has not been a puzzle. It depends on the day and is the same in every process."""
        now = self._store.clock.now()
        some = [one for one in await self._store.read(rows.candidates, game) if not is_late(one, None, now)]
        used = await self._store.read(rows.used, game)
        some.sort(key=lambda record: _draw(number, record.id))
        for record in some[:LOOKED_AT]:
            body = await self._store.read(rows.analysis_body, record.id)
            puzzle = await self._of(record, _analysis(body), number, used) if body else None
            if puzzle is not None:
                return puzzle
        return None

    async def _of(
        self, record: TableRecord, analysis: Analysis, number: int, used: set[tuple[str, int]]
    ) -> StoredPuzzle | None:
        costliest = {n for seat in analysis.seats for n in seat.costliest}
        fitting = [
            moment
            for moment in analysis.moments
            if moment.n in costliest
            and moment.judged is not None
            and len(moment.judged.choices) > 2
            and (record.id, moment.n) not in used
        ]
        past = await self._replays.past(record.id, None) if fitting else None
        if past is None:
            return None
        moment = min(fitting, key=lambda one: _draw(number, f"{record.id} {one.n}"))
        try:
            seen = await self._replays.moments(past.unnamed(), None, str(moment.seat), "puzzles", moment.n - 1, 1)
        except Refusal as refused:
            if refused.code != "damaged-table":
                raise
            return None
        assert moment.judged is not None
        position = Position(
            moment.seat, len(record.seats), f"/api/games/{record.game}/content/{record.content_hash}",
            msgspec.Raw(seen), moment.judged, analysis.unit,
        )  # fmt: skip
        return StoredPuzzle(record.game, number, record.id, moment.n, _json(position))


def _shown(found: StoredPuzzle, choice: int | None) -> DailyPuzzle:
    position = _position(found.body)
    labels = [one.label for one in choices_of(position.judged)]
    solved = None if choice is None else solution(position.judged, choice, position.unit)
    return DailyPuzzle(
        found.game, date_of(found.day), position.seat, position.seats, position.moment, position.content, labels,
        found.asked, found.found, choice, solved,
    )  # fmt: skip


def date_of(day: int) -> str:
    """Format a day as in 2026-11-28. day: days since 1970."""
    return (date(1970, 1, 1) + timedelta(days=day)).isoformat()


def _draw(number: int, what: str) -> str:
    return hashlib.sha256(f"{number} {what}".encode()).hexdigest()


def _voter(guest: Guest, puzzle: StoredPuzzle) -> str:
    """Return an id for a guest that is valid only for the answers to one puzzle."""
    return hashlib.sha256(f"{guest.id} {puzzle.game} {puzzle.day}".encode()).hexdigest()[:32]
