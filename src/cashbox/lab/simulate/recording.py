"""The files of a run: a journal of each game, and a table of results."""

from __future__ import annotations

import csv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chain import new_header
from cashbox.engine.game import GameError
from cashbox.engine.journal import Close, Entry, Journal, dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cashbox.engine.chance import RecordingChance
    from cashbox.engine.game import Game, Outcome
    from cashbox.engine.measure import Observer
    from cashbox.lab.simulate.plan import Plan
    from cashbox.lab.simulate.results import Played

COLUMNS: Final = ("game", "seed", "number", "seat", "bot", "score", "win", "actions", "decisions")
"""Of the table: a line for each player of each game; win is 1 for a sole winner. An opponent without a seat has none
in the column `seat`."""


class Recorder:
    """Records the journal of one game. An observer that wraps another one."""

    def __init__(self, game: Game[Any], run: Plan, players: Sequence[str], chance: RecordingChance) -> None:
        """Begin with the draws of the setup. players: the names of the bots by seat."""
        self.game = game
        self.inner: Observer | None = None
        self._chance = chance
        self._header = new_header(game, run.options, [f"{name} {k}" for k, name in enumerate(players, 1)], None)
        self._entries = [Entry(0, chance=self._drawn())]
        self._going: tuple[int, dict[str, Any]] | None = None

    def before(self, state: Any, seat: int, action: int) -> None:
        """Record an action that is about to be taken."""
        self._close()
        self._going = seat, self.game.encode(action)
        if self.inner is not None:
            self.inner.before(state, seat, action)

    def ended(self, state: Any) -> Any:
        """Return the other observer's facts."""
        return None if self.inner is None else self.inner.ended(state)

    def write(self, file: Path, outcome: Outcome) -> None:
        """Write the journal atomically."""
        self._close()
        end = Close(scores=outcome.scores, winners=outcome.winners, others=outcome.others)
        part = file.with_suffix(".part")
        part.write_bytes(dumps(Journal(self._header, self.game.content, self._entries, end)))
        part.replace(file)

    def _drawn(self) -> tuple[tuple[int, int], ...]:
        drawn = tuple(self._chance.drawn)
        self._chance.drawn.clear()
        return drawn

    def _close(self) -> None:
        if self._going is not None:
            seat, form = self._going
            self._entries.append(Entry(len(self._entries), seat=seat, do=form, chance=self._drawn()))
            self._going = None


def journal_file(run: Plan, number: int) -> Path:
    """Return the path of a game's journal."""
    return Path(run.journals) / f"{run.game}-{run.seed}-{number:06}.jsonl"


def open_folder(folder: Path) -> None:
    """Create a folder for journals. GameError("no-folder") if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameError("no-folder", f"{folder} can't be used for journals: {error.strerror}.") from error


@contextmanager
def table_of(run: Plan, file: Path | None) -> Iterator[Callable[[Played], None]]:
    """Open a CSV file for the results of a run; the function adds a game. GameError("no-file") where it cannot be
    written."""
    if file is None:
        yield lambda _: None
        return
    try:
        opened = file.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise GameError("no-file", f"{file} can't be written: {error.strerror}.") from error
    with opened:
        lines = csv.writer(opened)
        lines.writerow(COLUMNS)

        def add(played: Played) -> None:
            share = 1 / len(played.winners) if played.winners else 0
            about = (run.game, run.seed, played.number)
            counts = (played.actions, played.decisions)
            for seat, (bot, score) in enumerate(zip(played.bots, played.scores, strict=True)):
                win = share if seat in played.winners else 0
                lines.writerow((*about, seat, run.bots[bot], score, f"{win:g}", *counts))
            for name, score in played.others.items():
                lines.writerow((*about, "", name, score, f"{float(not played.winners):g}", *counts))

        yield add
