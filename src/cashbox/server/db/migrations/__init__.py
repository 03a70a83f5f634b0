"""The steps that bring a database of an earlier version to the newest schema; `versions` has one file for each."""

# Alembic is slow to import and needed only when a server starts, so it is imported where it is used.

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cashbox.server.settings import StartError

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection


def head() -> str:
    """The revision of the newest schema."""
    return _steps().get_current_head() or ""


def revision_of(connection: Connection) -> str:
    """The revision of a database, "" where it is none of ours."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision() or ""


def outdated(connection: Connection) -> str:
    """The revision of a database that is not the newest, "" where it is, or is empty. StartError where it was made by a
    newer version."""
    from alembic.util import CommandError

    found = revision_of(connection)
    try:
        known = not found or _steps().get_revision(found).revision == head()
    except CommandError as error:
        raise _newer() from error
    return "" if known else found


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to that of a revision, in the transaction that has begun. StartError
    where it was made by a newer version."""
    from alembic import command
    from alembic.util import CommandError

    if revision_of(connection) == (head() if revision == "head" else revision):
        return
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise _newer() from error


def _newer() -> StartError:
    return StartError("The database was made by a newer version of this program.")


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config


@cache
def _steps() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config())
