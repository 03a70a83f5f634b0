"""Games that have ended are put into the archive, a few at a time, whichever process they ended at."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.archive import store as archive_store
from cashbox.server.db.backend import again
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from cashbox.server.db.store import Store

_log = logging.getLogger("cashbox.tables")

SOME: Final = 50
"""The most that one commit puts there, so that nobody waits for it."""


async def archive_some(store: Store) -> bool:
    """Put some ended games into the archive; whether there may be more. Refusal where the store cannot be written."""
    found = await store.read(archive_store.missing, SOME)
    try:
        if found:
            await again(lambda: store.writer.do(lambda connection: archive_store.put(connection, found)))
    except Refusal:
        raise
    except Exception:  # noqa: BLE001 (what cannot be put there must not keep anything else from being counted)
        _log.exception("could not add finished games to the archive")
        return False
    return len(found) == SOME
