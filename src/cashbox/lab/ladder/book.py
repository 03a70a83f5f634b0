"""The games of one match, stored in a file with a line each as they end, so that an interrupted run can continue."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots as all_bots
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NOT_IN_NAMES: Final = re.compile(r"[^a-zA-Z0-9.,+-]+")


class Match(msgspec.Struct, frozen=True):
    """Bots by seat that play a game in one of its modes; they rotate through the seats, with the same luck for each."""

    game: str
    mode: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    variant: str = ""
    """The start of a variant's hash."""

    def title(self) -> str:
        """Return its title: "cash, quick: expert:n=400, 3 × steady"."""
        runs = [(name, len(list(those))) for name, those in groupby(self.bots)]
        who = ", ".join(f"{count} × {name}" if count > 1 else name for name, count in runs)
        return f"{self.game}{', ' if self.mode else ''}{self.mode}: {who}"

    def file(self) -> str:
        """Return the name of its file."""
        runs = [(name, len(list(those))) for name, those in groupby(self.bots)]
        who = "+".join(f"{count}{name}" if count > 1 else name for name, count in runs)
        variant = f"{self.variant}-" if self.variant else ""
        return _NOT_IN_NAMES.sub("-", f"{self.game}-{variant}{self.mode}-{who}-{self.seed}") + ".jsonl"


class Kind(msgspec.Struct, frozen=True):
    """What the games of a file are games of; its first line.

    code: see `Make`. how: whether rules and bots were compiled, where some bot thinks in seconds, else "".
    """

    game: str
    content: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: int
    code: str
    how: str = ""


def uses_time(name: str) -> bool:
    """Check whether a bot thinks for a time, so that its games differ between machines."""
    return all_bots.is_timed(name)


class Book:
    """The games of a match played so far. kind: of its games, as stored. tally: their totals."""

    _size: int
    """Of the file."""
    _whole: int
    """Of its lines that are whole; what comes after them was being written when the program was killed."""

    def __init__(self, match: Match, run: lab.Plan, kind: Kind, folder: Path, *, older: bool = False) -> None:
        """run: all games of the match. kind: of the games that this program would play. folder: where files are. older:
        take games that other code played. GameError where what is kept does not belong to the match."""
        self.match = match
        self.run = run
        self.kind = kind
        self.path = folder / match.file()
        self.tally = lab.Tally(run)
        self._size = self.path.stat().st_size if self.path.exists() else 0
        self._whole = 0
        if self._size:
            self._go_on(older=older)

    @property
    def games(self) -> int:
        """Return the number of games played."""
        return self.tally.games

    def remaining(self) -> lab.Plan:
        """Return the games that are still to be played."""
        return msgspec.structs.replace(self.run, first=self.games)

    def add(self, played: lab.Played) -> None:
        """Store one more game. GameError if the file cannot be written, or another process writes to it."""
        line = msgspec.json.encode(played) + b"\n"
        try:
            if not self._whole:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                line = msgspec.json.encode(self.kind) + b"\n" + line
            with self.path.open("ab") as file:
                if file.tell() != self._size:
                    raise GameError(
                        "busy", f"Another run is writing to {self.path}. Choose another --out for this one."
                    )
                file.truncate(self._whole)
                file.write(line)
        except OSError as error:
            raise GameError("unwritable", f"{self.path} can't be written: {error.strerror or error}.") from None
        self._whole += len(line)
        self._size = self._whole
        self.tally.add(played)

    def stored(self) -> Iterator[lab.Played]:
        """Yield the stored games in the order of their numbers."""
        if not self._whole:
            return
        with self.path.open("rb") as file:
            next(file)
            for line in file:
                if line.endswith(b"\n"):
                    yield msgspec.json.decode(line, type=lab.Played)

    def _go_on(self, *, older: bool) -> None:
        try:
            with self.path.open("rb") as file:
                first = file.readline()
                if not first.endswith(b"\n"):
                    return
                there = msgspec.json.decode(first, type=Kind)
                self._check(there, older=older)
                self._whole = len(first)
            for number, played in enumerate(self.stored()):
                if played.number != number:
                    raise msgspec.ValidationError(f"game {number} is missing")
                if not self._fits(played):
                    raise msgspec.ValidationError(f"game {number} doesn't belong to this match")
                self.tally.add(played)
            with self.path.open("rb") as file:
                self._whole = sum(len(line) for line in file if line.endswith(b"\n"))
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            sentence = f"{self.path} can't be read: {error}. Delete it to start over."
            raise GameError("unreadable", sentence) from None

    def _fits(self, played: lab.Played) -> bool:
        """Check whether a game can belong to this match."""
        seats = range(len(self.match.bots))
        sat = sorted(played.bots) == list(seats) and len(played.scores) == len(seats)
        won = set(played.winners) <= set(seats) and (len(seats) == 1 or bool(played.winners))
        return sat and won and 0 <= played.decisions <= played.actions

    def _check(self, there: Kind, *, older: bool) -> None:
        """GameError if the stored games are of a different kind."""
        here = msgspec.structs.replace(self.kind, code=there.code, how=there.how)
        if here != there:
            sentence = f"{self.path} has games with different content or options. Delete it, or choose another --out."
            raise GameError("other-games", sentence)
        if self.kind != there and not older:
            what = "other code" if self.kind.code != there.code else f"bots that were {there.how}"
            raise GameError(
                "other-code",
                f"{self.path} has games from {what}. Choose another --out to start over, or continue with --older.",
            )
        self.kind = there
