"""The layout of a view's numbers: the position of each field in a row, and how a view is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import inspect

from cashbox.engine.game import GameError
from cashbox.engine.observation import pieces
from cashbox.engine.observation.bounds import OBSERVE
from cashbox.engine.observation.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Write = Callable[[Any, int, Rows], None]
    """Writes the numbers of a value, as a seat sees it."""

FLAG: Final = (0, 1)


class Field(msgspec.Struct, frozen=True):
    """The numbers of one field in an observation.

    name: of the field in the view, as in "players.hand". start: the index of its first number in a row. shape: of its
    numbers. low, high: the range of each in the game; in a row, each is divided by the larger absolute value of the
    two. text: its meaning. values: the names of a choice's values, if they have any.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int
    text: str
    values: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The count of the field's numbers."""
        size = 1
        for n in self.shape:
            size *= n
        return size


class _Part:
    """How one type of value is observed: its size, its fields (`start` is relative to the part), and its writer."""

    def __init__(self, size: int, fields: list[Field], write: Write) -> None:
        self.size = size
        self.fields = fields
        self.write = write


class Layout:
    """The layout of observations for one type of view and number of seats. fields: in order; size: of a row."""

    def __init__(self, view: type[msgspec.Struct], seats: int, extents: Mapping[str, int]) -> None:
        """Derive the layout from a view's type.

        Args:
            view: The type of the views.
            seats: The number of players.
            extents: `Views.extents` of the game.

        Raises:
            GameError: "no-observation" if no field has a range.
        """
        self.seats = seats
        self._extents = extents
        part = self._struct(inspect.type_info(view), ())
        if part is None:
            raise GameError("no-observation", f"No field of {view.__name__} says its range (engine/observation).")
        self.size = part.size
        self.fields = tuple(part.fields)
        self.write: Write = part.write
        """Writes a seat's view into a row after `begin`."""
        self.spare: Rows | None = None
        """A row that `row_of` fills again and again; None while it is in use."""

    def row(self, view: msgspec.Struct, seat: int) -> bytes:
        """Return the view of a seat as 32-bit floats."""
        return row_of(self, self.write, view, seat)

    def __getitem__(self, name: str) -> Field:
        """Find a field by its name. KeyError if it is not observed."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    # -- types ---------------------------------------------------------------------------------------------------

    def _part(self, kind: Any, about: tuple[str, str]) -> _Part | None:
        """Return how a type is observed, None if it is not. about: the field's name and meaning."""
        extra: dict[str, Any] = {}
        while isinstance(kind, inspect.Metadata):
            extra |= kind.extra or {}
            kind = kind.type
        if isinstance(kind, inspect.UnionType):
            return self._optional(kind, about)
        if isinstance(kind, inspect.StructType):
            return self._struct(kind, about)
        if isinstance(kind, inspect.BoolType) and extra.get(OBSERVE) == "flag":
            return _leaf(about, 1, FLAG, lambda value, _, out: out.flag(value), ())
        if isinstance(kind, inspect.ListType | inspect.VarTupleType):
            return self._list(kind, extra, about)
        if isinstance(kind, inspect.IntType | inspect.StrType):
            return self._single(kind, extra, about)
        return None

    def _single(self, kind: inspect.IntType | inspect.StrType, extra: dict[str, Any], about: Any) -> _Part | None:
        how = extra.get(OBSERVE)
        if how == "one_of":
            texts = tuple(extra["texts"])
            number = {text: k for k, text in enumerate(texts)}
            choice = pieces.OneOf(len(texts))
            return _leaf(about, len(texts), FLAG, lambda value, _, out: choice.put(out, number.get(value, -1)), texts)
        if how == "among":
            count = self._count(extra["count"])
            choice = pieces.OneOf(count)
            return _leaf(about, count, FLAG, lambda value, _, out: choice.put(out, value), ())
        if how == "seat":
            count, seats = self.seats + extra.get("rival", False), self.seats
            choice = pieces.OneOf(count)
            return _leaf(
                about, count, FLAG, lambda value, viewer, out: choice.put_seat(out, value, viewer, seats),
                _seats(self.seats, count),
            )  # fmt: skip
        low, high = extra.get("low"), extra.get("high")
        if isinstance(kind, inspect.IntType) and how is None:
            low, high = kind.ge, kind.le
        if low is None or high is None:
            return None
        scale = pieces.Number(low, high)
        return _leaf(about, 1, (low, high), lambda value, _, out: scale.put(out, value), ())

    def _count(self, count: int | str) -> int:
        return count if isinstance(count, int) else self._extents[count]

    def _optional(self, kind: inspect.UnionType, about: Any) -> _Part | None:
        rest = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        part = self._part(rest[0], about) if len(rest) == 1 else None
        if part is None:
            return None
        there = Field(about[0], 0, (1,), 0, 1, f"Whether there is one: {about[1]}")

        def write(value: Any, viewer: int, out: Rows) -> None:
            out.flag(value is not None)
            if value is None:
                out.skip(part.size)
            else:
                part.write(value, viewer, out)

        return _Part(1 + part.size, [there, *_moved(part.fields, 1)], write)

    def _struct(self, kind: Any, about: tuple[str, ...]) -> _Part | None:
        """Lay out a struct: its fields one after the other."""
        prefix = f"{about[0]}." if about else ""
        parts: list[tuple[str, _Part]] = []
        fields: list[Field] = []
        size = 0
        for field in kind.fields:
            part = self._part(field.type, (prefix + field.name, _meaning(kind.cls, field.name)))
            if part is not None:
                parts.append((field.name, part))
                fields += _moved(part.fields, size)
                size += part.size
        if not parts:
            return None

        def write(value: Any, viewer: int, out: Rows) -> None:
            for name, part in parts:
                part.write(getattr(value, name), viewer, out)

        return _Part(size, fields, write)

    def _list(self, kind: Any, extra: dict[str, Any], about: Any) -> _Part | None:
        how = extra.get(OBSERVE)
        item = kind.item_type
        if how in ("counted", "placed"):
            return self._listed(item, extra, about)
        if how in ("by_seat", "of_seat"):
            part = self._part(item, about)
            return None if part is None else self._seated(part, of_seat=how == "of_seat")
        if how == "first":
            part = self._part(item, about)
            return None if part is None else _first(part, extra["count"], _unwrapped(item))
        if isinstance(item, inspect.Metadata) and (item.extra or {}).get(OBSERVE) == "seat":
            return self._several_seats(about)
        return None

    def _listed(self, item: Any, extra: dict[str, Any], about: Any) -> _Part:
        """Lay out a list by index."""
        of = extra.get("of", "")
        if of:
            item = next(field.type for field in _unwrapped(item).fields if field.name == of)
        count = self._count(item.extra["count"])
        if extra[OBSERVE] == "placed":
            placed = pieces.Placed(count)
            return _leaf(about, count, FLAG, lambda value, _, out: placed.put(out, value), ())
        counted = pieces.Counted(count, extra["most"])

        def write(value: Any, viewer: int, out: Rows) -> None:  # noqa: ARG001
            counted.put(out, [getattr(one, of) for one in value] if of else [*value])

        return _leaf(about, count, (0, extra["most"]), write, ())

    def _several_seats(self, about: Any) -> _Part:
        several, seats = pieces.Counted(self.seats, 1), self.seats

        def write(value: Any, viewer: int, out: Rows) -> None:
            several.put(out, [(seat - viewer) % seats for seat in value if 0 <= seat < seats])

        return _leaf(about, seats, FLAG, write, _seats(seats, seats))

    def _seated(self, part: _Part, *, of_seat: bool) -> _Part:
        """Lay out one entry for each seat, the viewer's first."""
        seats = self.seats

        def by_seat(value: Any, viewer: int, out: Rows) -> None:
            for k in range(seats):
                seat = (viewer + k) % seats
                if seat < len(value):
                    part.write(value[seat], viewer, out)
                else:
                    out.skip(part.size)

        def found(value: Any, viewer: int, out: Rows) -> None:
            entries = {one.seat: one for one in value}
            for k in range(seats):
                entry = entries.get((viewer + k) % seats)
                if entry is None:
                    out.skip(part.size)
                else:
                    part.write(entry, viewer, out)

        return _repeated(part, seats, found if of_seat else by_seat)


def row_of(layout: Layout, write: Write, value: Any, seat: int) -> bytes:
    """Return the row that is written for a seat from a view, or from a state by an observer."""
    out, layout.spare = layout.spare or Rows(layout.size), None
    out.begin(0)
    write(value, seat, out)
    out.finish()
    layout.spare = out
    return out.row(0)


def _leaf(about: Any, size: int, ends: tuple[int, int], write: Write, values: tuple[str, ...]) -> _Part:
    return _Part(size, [Field(about[0], 0, (size,), *ends, about[1], values)], write)


def _moved(fields: list[Field], by: int) -> list[Field]:
    return [msgspec.structs.replace(field, start=field.start + by) for field in fields]


def _seats(seats: int, count: int) -> tuple[str, ...]:
    names = ["own seat", *(f"seat {k} to the left" for k in range(1, seats))]
    return (*names, "the opponent without a seat") if count > seats else tuple(names)


def _unwrapped(kind: Any) -> Any:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _first(part: _Part, most: int, item: Any) -> _Part:
    """Lay out the first entries of a list, with a 1 before each existing entry if it is a struct."""
    if isinstance(item, inspect.StructType):
        bare = part
        there = Field(part.fields[0].name.rpartition(".")[0], 0, (1,), *FLAG, "Whether there is such an entry.")

        def marked(value: Any, viewer: int, out: Rows) -> None:
            out.flag(True)
            bare.write(value, viewer, out)

        part = _Part(1 + bare.size, [there, *_moved(bare.fields, 1)], marked)

    def write(value: Any, viewer: int, out: Rows) -> None:
        for one in value[:most]:
            part.write(one, viewer, out)
        out.skip(part.size * max(0, most - len(value)))

    return _repeated(part, most, write)


def _repeated(part: _Part, times: int, write: Write) -> _Part:
    """Repeat a part. If it is one field, the result is one field with more dimensions."""
    size = times * part.size
    if len(part.fields) == 1:
        inner = part.fields[0]
        shape = (times,) if inner.shape == (1,) else (times, *inner.shape)
        return _Part(size, [msgspec.structs.replace(inner, shape=shape)], write)
    fields = [
        msgspec.structs.replace(field, name=_numbered(field, part, k), start=field.start + k * part.size)
        for k in range(times)
        for field in part.fields
    ]
    return _Part(size, fields, write)


def _numbered(field: Field, part: _Part, k: int) -> str:
    """Name a field of the k-th entry: "players.0.hand"."""
    stem = _stem([one.name for one in part.fields])
    return f"{stem}.{k}{field.name[len(stem) :]}"


def _stem(names: list[str]) -> str:
    """Return the prefix of an entry's field names: the name of the list."""
    first = names[0].split(".")
    while first and not all(name == ".".join(first) or name.startswith(".".join(first) + ".") for name in names):
        first.pop()
    return ".".join(first)


def _meaning(cls: type, name: str) -> str:
    """Return a field's meaning from the docstring of its class, as in "hand: how many cards."."""
    for base in cls.__mro__:
        text = " ".join((base.__doc__ or "").split())
        found = re.search(rf"(?<![\w.])(?:\w+, )*{name}(?:, \w+)*: (.*?)(?=[.;] (?:\w+, )*\w+: |\.?$)", text)
        if found:
            return found.group(1)
    return ""
