"""Migrate a database of an earlier version to the newest schema. `versions` has one file for each migration.

To add a column:

1. Add the `Column` to its table in `db/schema.py`, nullable or with a `server_default`, and explain it in the table's
   docstring.
2. Add a file to `versions`, named after the feature: `down_revision` is the newest `revision` there, `revision` is the
   next number, and `upgrade` calls `op.add_column` with the same column. `tests/server/db/test_migrations.py` compares
   the result with the schema. Never change a migration that has been released.
3. Add a field with the same name and a default to the record in `db/records.py` (`TableRecord`, `SeatRecord`), which is
   read and written by its fields. `db/queries.py` (`table_row`, `record_of`) converts a field that is stored as JSON.
4. A new table also needs a row in `tests/cli/data_folder.py`, which the tests of backups and moves use.
"""

# Alembic is slow to import and needed only when a server starts, so it is imported where it is used.

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cashbox.server.settings import StartError

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection

_BEFORE_1_0: Final = re.compile(r"00\d\d")
"""The revisions from before version 1.0, whose migrations no longer exist."""


def head() -> str:
    """Return the revision of the newest schema."""
    return _steps().get_current_head() or ""


def revision_of(connection: Connection) -> str:
    """Read the revision of a database, "" if it is not one of ours."""
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision() or ""


def outdated_revision(connection: Connection) -> str:
    """Return the revision of a database that needs a migration, "" if it is current or empty. StartError if a newer
    version created it, or one before 1.0."""
    from alembic.util import CommandError

    found = revision_of(connection)
    _check_since_1_0(found)
    try:
        known = not found or _steps().get_revision(found).revision == head()
    except CommandError as error:
        raise _newer() from error
    return "" if known else found


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrate a database to the newest schema, or to that of a revision, in the current transaction. StartError if it
    is from a newer version, or from before 1.0."""
    from alembic import command
    from alembic.util import CommandError

    found = revision_of(connection)
    _check_since_1_0(found)
    _check_since_1_0(revision)
    if found == (head() if revision == "head" else revision):
        return
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise _newer() from error


def _check_since_1_0(revision: str) -> None:
    if _BEFORE_1_0.fullmatch(revision):
        raise StartError(
            "This data is from before cashbox 1.0, and this version can't open it; to export finished games, start the"
            " version that made it, and choose Download journal on each table's page."
        )


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
