"""Make the games of another folder available for a while."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cashbox import games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def among_the_games(folder: Path) -> Iterator[None]:
    """The games of a folder are there. What another folder had under one of their names is forgotten, and they are
    forgotten afterwards: two folders of tests have a game of the same name."""
    before = games.__path__
    games.__path__ = [*before, str(folder)]
    _forget(folder)
    try:
        yield
    finally:
        games.__path__ = before
        _forget(folder)


def _forget(folder: Path) -> None:
    names = {f"{games.__name__}.{entry.name}" for entry in folder.iterdir() if entry.is_dir()}
    for module in [module for module in sys.modules if any(module == n or module.startswith(f"{n}.") for n in names)]:
        del sys.modules[module]
