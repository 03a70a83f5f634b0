"""The commands that keep a house safe: copy it, put a copy back, look whether it is whole."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

from cashbox.cli.journal import printable
from cashbox.cli.progress import progress_bar
from cashbox.engine.game import GameError
from cashbox.server.clock import Clock
from cashbox.server.settings import data_folder
from cashbox.server.storage import copies
from cashbox.server.tables import checking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from rich.progress import Progress

FAULTY: Final = 1
"""The exit status where something is wrong with a house."""

CHUNK: Final = 8
"""Tables that a process checks before it reports."""


def backup(file: Path, home: Path | None, *, force: bool) -> None:
    """Copy a house to a file."""
    with progress_bar() as progress:
        copies.backup(data_folder(home), file, force=force, heard=_copied(progress))
    print(f"{file} has everything that was acknowledged before copying began.")


def restore(file: Path, home: Path | None, *, force: bool) -> None:
    """Put a backup in the place of a house."""
    folder = data_folder(home)
    with progress_bar() as progress:
        aside = copies.restore(file, folder, Clock().now(), force=force, heard=_copied(progress))
    if aside is not None:
        print(f"What was there before is kept in {aside}.")
    print(f"The house in {folder} is as it was when {file} was made.")


def check(file: Path | None, home: Path | None, workers: int | None) -> int:
    """Print every fault of a house or a backup as a sentence; 0, or 1 where there is one."""
    if workers is not None and workers < 1:
        raise GameError("bad-number", f"The number of workers is at least 1, not {workers}.")
    with checking.house(file if file is not None else copies.database_in(data_folder(home))) as house:
        faults = list(house.faults)
        found = [checking.Found()]
        with progress_bar() as progress:
            bar = progress.add_task("tables checked", total=len(house.tables))
            for one in _checked(house, workers or os.cpu_count() or 1):
                found.append(one)
                progress.advance(bar, one.tables)
    total = checking.together(found)
    for fault in [*faults, *total.faults]:
        print(printable(fault))
    wrong = len(faults) + len(total.faults)
    print(
        f"{total.tables} tables with {total.entries} entries and {total.draws} draws were checked: "
        f"{'all is well' if not wrong else 'one fault' if wrong == 1 else f'{wrong} faults'}."
    )
    return FAULTY if wrong else 0


def _checked(house: checking.House, workers: int) -> Iterator[checking.Found]:
    """What is found at every table, in several processes."""
    chunks = [house.tables[k : k + CHUNK] for k in range(0, len(house.tables), CHUNK)]
    look: Callable[[Sequence[str]], checking.Found] = partial(checking.look, house.file)
    if workers == 1 or len(chunks) < 2:
        yield from map(look, chunks)
        return
    with ProcessPoolExecutor(min(workers, len(chunks))) as pool:
        yield from pool.map(look, chunks)


def _copied(progress: Progress) -> Callable[[int, int], None]:
    bar = progress.add_task("pages copied")
    return lambda done, of: progress.update(bar, completed=done, total=of)
