"""Sockets in folders of this machine."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def address(place: Path) -> Iterator[str]:
    """How a socket is called when it is bound or connected to. Its address may have about a hundred bytes, a folder's
    name many more; so the folder is opened."""
    path = os.fspath(place.absolute())
    if len(os.fsencode(path)) <= 100:
        yield path
        return
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{place.name}"
    finally:
        os.close(folder)
