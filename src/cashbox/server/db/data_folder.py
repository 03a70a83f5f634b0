"""Where a house is: the database that keeps it, and the folder beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from cashbox.server.settings import Settings, StartError, is_postgresql

_USER: Final = re.compile(r"(?<=://)[^/]*@")


@dataclass(frozen=True, kw_only=True)
class Where:
    """Which house a command is about.

    Args:
        home: the data folder; by default, CASHBOX_HOME.
        database: a PostgreSQL database, postgresql://user:password@host/name; by default, CASHBOX_DATABASE. If that
            isn't set, or with "", the file in the data folder.
    """

    home: Path | None = None
    database: str | None = None


class Place(NamedTuple):
    """database: a PostgreSQL, "" for the file in the folder."""

    folder: Path
    database: str = ""

    def __str__(self) -> str:
        """Without passwords."""
        return _USER.sub("", self.database).partition("?")[0] or str(self.folder)


def place_of(where: Where) -> Place:
    """The place that a command names, else as the environment says. StartError where it is none."""
    settings = Settings.from_env()
    home = settings.home if where.home is None else where.home
    if where.database is None:
        return Place(home, settings.database)
    if where.database and not is_postgresql(where.database):
        raise StartError("--database takes an address such as postgresql://user:password@host/name.")
    return Place(home, where.database)


def place_named(text: str) -> Place:
    """The place that is called so: an address of a PostgreSQL, or a data folder. StartError where it is none."""
    if is_postgresql(text):
        return Place(Settings.from_env().home, text)
    if not text or "://" in text:
        raise StartError("Give a folder, or an address such as postgresql://user:password@host/name.")
    return Place(Path(text))
