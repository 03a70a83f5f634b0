"""Whom somebody blocks is not heard any more, at tables that are in memory too."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.tables.registry import Registry


async def unheard(registry: Registry, tables: Sequence[str]) -> None:
    """Somebody blocks another, or does not any more. tables: where the other has said something."""
    for table_id in tables:
        # What cannot be read now is read when somebody asks for the table.
        with contextlib.suppress(Refusal):
            await registry.follow(table_id)
