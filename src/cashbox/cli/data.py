"""Back up, restore, move, and check the data of a server."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final

from cashbox.cli.progress import progress_bar
from cashbox.cli.terminal import printable
from cashbox.engine.game import GameError
from cashbox.engine.phrases import plural
from cashbox.server.clock import Clock
from cashbox.server.db import copies, transfers
from cashbox.server.db.data_folder import place_named, place_of
from cashbox.server.ops import checking, exports
from cashbox.server.settings import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.progress import Progress

FAULTY: Final = 1
"""The exit status if the data has faults."""

CHUNK: Final = 8
"""The number of tables that a process checks between reports."""


def backup(file: Path, where: Where, *, force: bool) -> None:
    """Back up the data of a server to a file."""
    place = place_of(where)
    with progress_bar() as progress:
        if place.database:
            transfers.backup(place, file, force=force, heard=_heard(progress, "rows copied and compared"))
        else:
            copies.backup(place.folder, file, force=force, heard=_heard(progress, "pages copied"))
    print(f"{file} contains everything that was saved before the backup began.")


def restore(file: Path, where: Where, *, force: bool) -> None:
    """Replace a server's data with a backup."""
    place, now = place_of(where), Clock().now()
    with progress_bar() as progress:
        if place.database:
            heard = _heard(progress, "rows copied and compared")
            aside = transfers.restore(file, place, now, force=force, heard=heard)
        else:
            heard = _heard(progress, "pages copied")
            aside = copies.restore(file, place.folder, now, force=force, heard=heard)
    if aside is not None:
        print(f"The previous data is in {aside}.")
    print(f"The data in {place} was restored from {file}.")


def move(to: str, of: str | None) -> None:
    """Copy the data of a server to another database."""
    source = place_of(Where()) if of is None else place_named(of)
    target = place_named(to)
    with progress_bar() as progress:
        transfers.move(source, target, _heard(progress, "rows copied and compared"))
    print(f"{target} has every row of {source}.")


def check(file: Path | None, where: Where, workers: int | None) -> int:
    """Print every fault of a server's data or a backup as a sentence. Return 0, or 1 if there is one."""
    if workers is not None and workers < 1:
        raise GameError("bad-number", f"The number of workers must be at least 1, not {workers}.")
    with _house(file, where) as house:
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
        f"Checked {plural(total.tables, 'table')} with {total.entries} entries and {total.draws} draws: "
        f"{'no errors' if not wrong else plural(wrong, 'error')}."
    )
    return FAULTY if wrong else 0


def export(folder: Path, where: Where, *, names: bool) -> int:
    """Write the finished games of a server into a folder. Return 0, or 1 if one can't be exported."""
    with _house(None, where) as house:
        try:
            with progress_bar() as progress:
                bar = progress.add_task("tables", total=len(house.tables))
                count, faults = exports.export(
                    house.source, house.tables, folder, names=names, heard=lambda: progress.advance(bar)
                )
        except OSError as error:
            raise GameError("unwritable", f"Can't write to {folder}: {error.strerror or error}.") from None
    for fault in [*house.faults, *faults]:
        print(printable(fault))
    tables = (
        f", {exports.TABLE}, and {exports.FEEDBACK}"
        if (folder / exports.FEEDBACK).exists()
        else f", and {exports.TABLE}"
    )
    print(f"{folder} has {plural(count, 'finished game')}: one journal per game{tables}.")
    return FAULTY if faults or house.faults else 0


def check_ratings(where: Where) -> int:
    """Print every fault of the ratings as a sentence. Return 0, or 1 if there is one."""
    with _house(None, where) as house:
        with progress_bar() as progress:
            found = checking.check(house.source, _heard(progress, "rated games recalculated"))
        faults = [*house.faults, *found.faults]
    for fault in faults:
        print(printable(fault))
    gone = f" ({found.gone} of them at deleted tables)" if found.gone else ""
    wrong = "no errors" if not faults else plural(len(faults), "error")
    print(f"Recalculated {plural(found.ratings, 'rating')} from {plural(found.games, 'rated game')}{gone}: {wrong}.")
    return FAULTY if faults else 0


def list_leaders(where: Where) -> int:
    """Print the leaders of each game."""
    with _house(None, where) as house:
        for line in checking.leaders(house.source):
            print(printable(line))
    return 0


def _house(file: Path | None, where: Where) -> AbstractContextManager[checking.House]:
    if file is not None:
        return checking.house(file)
    place = place_of(where)
    return checking.shared_house(place) if place.database else checking.house(copies.database_in(place.folder))


def _checked(house: checking.House, workers: int) -> Iterator[checking.Found]:
    """Check every table, in several processes."""
    chunks = [house.tables[k : k + CHUNK] for k in range(0, len(house.tables), CHUNK)]
    look: Callable[[Sequence[str]], checking.Found] = partial(checking.look, house.source)
    if workers == 1 or len(chunks) < 2:
        yield from map(look, chunks)
        return
    with ProcessPoolExecutor(min(workers, len(chunks))) as pool:
        yield from pool.map(look, chunks)


def _heard(progress: Progress, what: str) -> Callable[[int, int], None]:
    bar = progress.add_task(what)
    return lambda done, of: progress.update(bar, completed=done, total=of)
