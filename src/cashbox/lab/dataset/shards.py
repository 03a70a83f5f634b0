"""A folder of shards: Parquet files of some games each, one row for each decision.

What a shard has follows from the dataset's description and the numbers of its games alone, so it does not matter which
process or machine plays them. A shard is written whole or not at all; a run that goes on writes what is missing.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import __version__
from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.phrases import plural
from cashbox.lab.dataset import table
from cashbox.lab.simulate import MOST_GAMES, streams
from cashbox.lab.simulate.decisions import Numbering
from cashbox.lab.simulate.sameness import rules_content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from cashbox.lab.simulate import Crew, Plan, Played

FILE: Final = "_dataset.json"
"""The file that describes a dataset, next to its shards. Parquet readers skip files whose names begin like this."""

SHARD: Final = 100
"""Games in a shard, by default: some tens of megabytes while it is put together, and a few on disk."""

FORMAT: Final = 1


class Description(msgspec.Struct, frozen=True):
    """Which dataset it is: the same description has the same rows.

    content: the hash of what decides how a game goes. layout: the fields of an observation. actions: every action as
    JSON, by its number.
    """

    format: int
    cashbox: str
    game: str
    content: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    shard: int
    layout: list[dict[str, Any]]
    actions: list[dict[str, Any]]


class Dataset:
    """The dataset of a run in a folder. missing: the games of each shard that is not there or not whole."""

    def __init__(self, run: Plan, folder: Path, shard: int = SHARD) -> None:
        """Check what already exists.

        Raises:
            GameError: The folder has something else or can't be used, the game has no numbers, or pyarrow is missing.
        """
        table.check_installed()
        if not 1 <= shard <= MOST_GAMES:
            raise GameError(
                "bad-number", f"The number of games in a shard must be from 1 to {MOST_GAMES}, not {shard}."
            )
        self.run = msgspec.structs.replace(run, decisions=True)
        self.folder = folder
        rules = all_games.load(run.game, run.content, run.edition)
        numbering = Numbering(rules, run.options, len(run.bots))
        self.description = Description(
            FORMAT, __version__, run.game, rules_content(run.game, run.content), run.bots, run.options, run.seed, shard,
            [msgspec.to_builtins(field) for field in numbering.layout.fields],
            [rules.encode(action) for action in numbering.actions],
        )  # fmt: skip
        self.shape = table.Shape(numbering.layout.size, len(numbering.actions))
        self._open()
        wanted = [range(first, min(first + shard, run.games)) for first in range(0, run.games, shard)]
        self.missing = [numbers for numbers in wanted if not table.is_whole(self.file_of(numbers), numbers)]

    def file_of(self, numbers: range) -> Path:
        """Return the file of a shard. numbers: of its games."""
        return self.folder / f"shard-{numbers.start // self.description.shard:06}.parquet"

    def _open(self) -> None:
        """Create the folder, or check whether it contains this dataset."""
        folder, file = self.folder, self.folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                if any(not one.name.endswith(".part") for one in folder.iterdir()):
                    raise GameError("other-folder", f"{folder} has other files in it. Choose another folder.")
                self._write(file, msgspec.json.format(msgspec.json.encode(self.description), indent=1))
            there = msgspec.json.decode(file.read_bytes(), type=Description)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise GameError("other-folder", f"{file} isn't a dataset description. Choose another folder.") from None
        except OSError as error:
            raise GameError("no-folder", f"{folder} can't be used for a dataset: {error.strerror}.") from error
        asked = msgspec.json.decode(msgspec.json.encode(self.description), type=Description)
        differs = [name for name in Description.__struct_fields__ if getattr(there, name) != getattr(asked, name)]
        if differs:
            said = (
                f"{name} {getattr(there, name)}" for name in differs if name not in ("layout", "actions", "options")
            )
            about = ", ".join(said) or f"different {differs[0]}"
            raise GameError("other-dataset", f"{folder} has a different dataset ({about}). Choose another folder.")

    def write(self, crew: Crew | None = None, played: Callable[[Played], None] | None = None) -> int:
        """Play what is missing, and write a file for each shard; return how many rows.

        Args:
            crew: who plays; by default this process, or as many others as the run names.
            played: is told of every game.

        Raises:
            GameError: `no-space` or `no-file`, where a shard can't be written; what is written stays.
        """
        runs = [msgspec.structs.replace(self.run, first=part.start, games=part.stop) for part in self.missing]
        rows = 0
        for numbers, several in zip(self.missing, _shards(runs, crew, played), strict=True):
            data, count = table.packed(several, self.run, self.shape)
            self._write_shard(self.file_of(numbers), data)
            rows += count
        return rows

    def _write_shard(self, file: Path, data: bytes) -> None:
        try:
            self._write(file, data)
        except OSError as error:
            full = " Free up space, and run the command again to continue." if error.errno == 28 else ""
            raise GameError("no-file", f"{file} can't be written: {error.strerror}.{full}") from error

    @staticmethod
    def _write(file: Path, data: bytes) -> None:
        """Write a file whole or not at all."""
        part = file.with_name(f"_{file.name}.part")
        try:
            with part.open("wb") as opened:
                opened.write(data)
                opened.flush()
                os.fsync(opened.fileno())
            part.replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()
            raise

    def summary(self) -> str:
        """Return a sentence about what exists."""
        shards = -(-self.run.games // self.description.shard)
        return f"{self.folder} has {self.run.games} games of {self.run.game} in {plural(shards, 'shard')}."


def _shards(runs: Sequence[Plan], crew: Crew | None, heard: Callable[[Played], None] | None) -> Iterator[list[Played]]:
    """Yield the games of each run once all have been played."""
    several: list[Played] = []
    at = 0
    with contextlib.closing(streams(runs, crew)) as games:
        for _, played in games:
            if heard is not None:
                heard(played)
            several.append(played)
            if len(several) == runs[at].games - runs[at].first:
                yield several
                several, at = [], at + 1
