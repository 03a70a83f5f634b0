"""Make a fresh database for each test, and read what it contains."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_MIGRATED: Final = "migrated"
_EMPTY: Final = "template0"


def ask(url: str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """What a database answers to one statement, whose values stand in it as $1, $2 and so on."""

    # Slow to import, and most runs of a few tests do without.
    import asyncpg

    async def asking() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(query, *values)]
        finally:
            await connection.close()

    # Whoever asks may have an event loop that runs: a browser leaves one behind.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, asking()).result()


def holds(url: str, text: str) -> bool:
    """Whether a text is in any row of a database, as text or as bytes."""
    tables = ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    # No column may be called as the rows are, else that column alone is looked at.
    here = 'EXISTS (SELECT 1 FROM "{}" AS "a row" WHERE strpos("a row"::text, $1) > 0 OR strpos("a row"::text, $2) > 0)'
    ((found,),) = ask(
        url, "SELECT " + " OR ".join(here.format(table) for (table,) in tables), text, text.encode().hex()
    )
    return bool(found)


@contextlib.contextmanager
def full(url: str) -> Iterator[None]:
    """A database that answers each change as PostgreSQL does when it cannot extend a file."""
    refuse = """CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''No space left on device'' USING ERRCODE = ''disk_full''; END'"""
    everywhere = """DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('CREATE TRIGGER no_room BEFORE INSERT OR UPDATE OR DELETE ON %I
                FOR EACH STATEMENT EXECUTE FUNCTION no_room()', name);
        END LOOP; END $$"""
    ask(url, refuse)
    try:
        ask(url, everywhere)
        yield
    finally:
        ask(url, "DROP FUNCTION no_room CASCADE")


def make_template(cluster: str) -> None:
    """Have a migrated database, which each test gets a copy of. cluster: an address in it."""
    from cashbox.server.clock import Clock
    from cashbox.server.db.postgres import brought_up_to_date

    ask(cluster, f"CREATE DATABASE {_MIGRATED} TEMPLATE {_EMPTY}")
    brought_up_to_date(beside(cluster, _MIGRATED), Path(), Clock())


@contextlib.contextmanager
def fresh(cluster: str, *, empty: bool = False) -> Iterator[str]:
    """The address of a new database that no one else knows. empty: without the product's tables."""
    name = f"house_{secrets.token_hex(8)}"
    ask(cluster, f"CREATE DATABASE {name} TEMPLATE {_EMPTY if empty else _MIGRATED}")
    try:
        yield beside(cluster, name)
    finally:
        ask(cluster, f"DROP DATABASE {name} WITH (FORCE)")


def beside(cluster: str, name: str) -> str:
    """The address of another database in the same cluster."""
    return f"{cluster.rpartition('/')[0]}/{name}"
