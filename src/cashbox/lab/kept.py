"""Files that store a long run's counts, so that it can be interrupted and continued.

They are used only if the first games, played again, still end the same way: with the same rules and bots.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cashbox.lab.simulate import Played

PROOF: Final = 8
"""The number of first games that are replayed to validate stored counts."""

T = TypeVar("T", bound=msgspec.Struct)


def digest(first: Iterable[Played]) -> str:
    """Return a digest of the results of games."""
    lines = [f"{p.number} {p.scores} {p.winners} {p.actions} {p.decisions}\n" for p in first]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def read(path: Path, kind: type[T]) -> T | None:
    """Read the stored counts; None if there is no file.

    Raises:
        GameError: `unreadable`, for a damaged file.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise GameError("unreadable", f"{path} can't be read: {error}. Delete it to start over.") from None


def write(path: Path, what: msgspec.Struct) -> None:
    """Write a file atomically.

    Raises:
        GameError: `unwritable`.
    """
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(msgspec.json.encode(what))
        beside.replace(path)
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None
