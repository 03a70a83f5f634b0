"""States on their way from one process of this program to another: packed as bytes, compiled classes too.

What belongs to the game and not to a table, its content as tables (`PhasedGame.tables`), does not travel: the other
process has the same. Nobody but this program may have packed what is unpacked (it is a pickle).
"""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game

_TABLES: Final = "tables"
_UNSET: Final = ("unset",)
"""Stands for what an object has no value for."""


def pack(game: Game[Any], state: Any) -> bytes:
    """A state of a game, as bytes for `unpack`. What is noted for those who watch goes too; see `Rules.clone`."""
    written = io.BytesIO()
    _Packer(written, game).dump(state)
    return written.getvalue()


def unpack(game: Game[Any], packed: bytes) -> Any:
    """The state, in a process that has the same game, content and edition."""
    return _Unpacker(io.BytesIO(packed), game).load()


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, game: Game[Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._tables = getattr(game, _TABLES, None)

    def reducer_override(self, thing: Any) -> Any:
        """How an object is written that is no plain value."""
        if thing is self._tables and thing is not None:
            return _tables, ()
        kind = type(thing)
        names = _names(kind)
        if not names:
            return NotImplemented
        return _empty, (kind,), [getattr(thing, name, _UNSET) for name in names], None, None, _fill


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, game: Game[Any]) -> None:
        super().__init__(file)
        self._game = game

    def find_class(self, module: str, name: str) -> Any:
        """The tables are those of the game here."""
        if (module, name) == (__name__, _tables.__name__):
            return self._here
        return super().find_class(module, name)

    def _here(self) -> Any:
        return getattr(self._game, _TABLES)


def _tables() -> Any:
    """Stands for the tables of the game, where it is packed."""
    raise AssertionError


def _names(kind: type) -> Sequence[str]:
    """The fields of a class whose objects are written field by field; none for one that pickle can write itself."""
    if issubclass(kind, type):
        return ()
    fields = getattr(kind, "FIELDS", None)
    return tuple(fields) if fields is not None else getattr(kind, "__mypyc_attrs__", ())


def _empty(kind: type) -> Any:
    return kind.__new__(kind)  # type: ignore[call-overload]


def _fill(thing: Any, values: list[Any]) -> None:
    for name, value in zip(_names(type(thing)), values, strict=True):
        if value != _UNSET:
            setattr(thing, name, value)
