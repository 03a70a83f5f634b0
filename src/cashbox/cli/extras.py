"""Name the extra to install for what a command needs and this installation lacks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNIX: Final = frozenset({"fcntl", "resource"})
"""Python modules that Windows does not have."""


@contextmanager
def server_needed() -> Iterator[None]:
    """Import the server.

    Raises:
        GameError: `not-installed`, where its packages are missing, or this system can't run one.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "cashbox").partition(".")[0]
        if name == "cashbox":
            raise
        if name in _UNIX:
            raise GameError("not-installed", "A server needs Linux or macOS.") from None
        sentence = (
            f"This command needs the server packages ({name} is missing). Install them: pip install 'cashbox[server]'."
        )
        raise GameError("not-installed", sentence) from None
