"""Files in which a long run keeps what it has counted, so that it can be interrupted and continued.

What a file says counts only where the first games, played again, still end as they did: with the same rules and bots.
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
"""So many first games are played again before kept counts are believed."""

T = TypeVar("T", bound=msgspec.Struct)


def digest(first: Iterable[Played]) -> str:
    """Return a digest of how games ended."""
    lines = [f"{p.number} {p.scores} {p.winners} {p.actions} {p.decisions}\n" for p in first]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def read(path: Path, kind: type[T]) -> T | None:
    """Read what a file keeps; None where there is none.

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
    """Write a file as a whole or not at all.

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
