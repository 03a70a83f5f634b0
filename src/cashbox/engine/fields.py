"""Classes that declare their fields once, such as states: slots, `__init__`, `clone`, `plain`, and pickling follow from
the fields.

    class Player(Fields):
        seat: int = given()
        money: int = whole(default=20)
        hand: list[int] = copied()

A field declares how it is copied; one that does not is a TypeError on import, so no field can be forgotten. A `given`
field is a parameter of `__init__`, in the order of the fields, those of a base class first. The methods are generated
as source (`source_of`), so they are as fast as methods written by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[], Any] | None

COPIES: Final = {
    "whole": "self.{0}",
    "copied": "self.{0}[:]",
    "lists": "[one[:] for one in self.{0}]",
    "each": "[one.clone() for one in self.{0}]",
    "own": "None if self.{0} is None else self.{0}.clone()",
    "shared": "self.{0}",
    "cached": "self.{0}",
}
"""How a copy gets a field, as source. A dropped field starts again with its default."""
UNTOLD: Final = ("cached", "dropped")
"""The ways of fields that are not part of a state's value."""


class Field:
    """One declared field. way: one of `COPIES`, or "dropped". init: whether it is a parameter of `__init__`; otherwise
    it starts with `default` or the result of `factory`."""

    __slots__ = ("default", "factory", "init", "way")

    def __init__(self, way: str, init: bool, default: object, factory: Make) -> None:
        self.way = way
        self.init = init
        self.default = default
        self.factory = factory


def given(way: Literal["whole", "own", "shared"] = "whole") -> Any:
    """Declare a field that is a parameter of `__init__`, copied in this way."""
    return Field(way, True, None, None)


def whole(*, default: Any = 0, init: Literal[False] = False) -> Any:
    """Declare a number, Boolean, or string. A copy has the same value."""
    return Field("whole", init, default, None)


def copied(*, factory: Callable[[], Any] = list, init: Literal[False] = False) -> Any:
    """Declare a list of such values, changed in place and empty at first. A copy has its own list."""
    return Field("copied", init, None, factory)


def lists(*, factory: Callable[[], Any] = list, init: Literal[False] = False) -> Any:
    """Declare a list of such lists."""
    return Field("lists", init, None, factory)


def each(*, factory: Callable[[], Any] = list, init: Literal[False] = False) -> Any:
    """Declare a list of objects, each of which is cloned."""
    return Field("each", init, None, factory)


def own(*, default: Any = None, factory: Make = None, init: Literal[False] = False) -> Any:
    """Declare an object that is cloned, or None."""
    return Field("own", init, default, factory)


def shared(*, default: Any = None, factory: Make = None, init: Literal[False] = False) -> Any:
    """Declare a value that all copies share, so it is replaced and never changed in place."""
    return Field("shared", init, default, factory)


def cached(*, default: Any = None, factory: Make = None, init: Literal[False] = False) -> Any:
    """Declare a shared value that is computed from the rest and is not part of the state's value."""
    return Field("cached", init, default, factory)


def dropped(*, default: Any = None, factory: Make = None, init: Literal[False] = False) -> Any:
    """Declare a value that is not copied and is not part of the state's value."""
    return Field("dropped", init, default, factory)


def plain(thing: Any) -> Any:
    """Convert a field's value to plain JSON values. Objects convert themselves with their own `plain`."""
    if thing is None or isinstance(thing, int | str):
        return thing
    if isinstance(thing, list | tuple):
        return [plain(one) for one in thing]
    return {key: plain(one) for key, one in thing.items()} if isinstance(thing, dict) else thing.plain()


def reduce_of(thing: Any) -> tuple[Any, ...]:
    """Build the result of `__reduce__` for a class with declared fields: all fields except dropped ones. So pickles are
    the same whether compiled or not."""
    cls = type(thing)
    return restore, (cls, [getattr(thing, key) for key, field in cls.FIELDS.items() if field.way != "dropped"])


def restore(cls: Any, values: list[Any]) -> Any:
    """Recreate an object from its pickled values."""
    kept = [(key, field.init) for key, field in cls.FIELDS.items() if field.way != "dropped"]
    new = cls(*[value for (_, init), value in zip(kept, values, strict=True) if init])
    for (key, init), value in zip(kept, values, strict=True):
        if not init:
            setattr(new, key, value)
    return new


def declared_fields(name: str, body: dict[str, Any]) -> dict[str, Field]:
    """Collect the fields that a class body declares. TypeError for one that does not declare how it is copied."""
    found = {}
    for key, kind in body.get("__annotations__", {}).items():
        field = body.get(key)
        if str(kind).startswith(("ClassVar", "Final")):
            continue
        if not isinstance(field, Field):
            raise TypeError(f"{name}.{key} does not say how a copy gets it; see cashbox.engine.fields")
        found[key] = field
    return found


def source_of(known: dict[str, Field]) -> str:
    """Generate the source of `__init__` and `clone`. The source refers to `cls`, the class, and `make`, the factories
    by field."""
    start = {key: _start(key, field) for key, field in known.items()}
    lines = [f"def __init__({', '.join(['self', *(key for key, field in known.items() if field.init)])}):"]
    lines += [f"    self.{key} = {value}" for key, value in start.items()] or ["    pass"]
    lines += ["def clone(self):", '    """An independent copy."""', "    new = cls.__new__(cls)"]
    for key, field in known.items():
        copy = start[key] if field.way == "dropped" else COPIES[field.way].format(key)
        lines.append(f"    new.{key} = {copy}")
    return "\n".join([*lines, "    return new"])


def _known(bases: tuple[type, ...], new: dict[str, Field]) -> dict[str, Field]:
    """Collect the fields of a class, those of its bases first."""
    known: dict[str, Field] = {}
    for base in reversed(bases):
        known |= getattr(base, "FIELDS", {})
    return known | new


def _made(known: dict[str, Field]) -> dict[str, Any]:
    """Compile `__init__` and `clone` with their namespace; the caller adds `cls`."""
    made: dict[str, Any] = {"make": {key: field.factory for key, field in known.items()}}
    exec(source_of(known), made)  # noqa: S102 (our own source, made of the names of fields)
    return made


def declare(cls: type) -> None:
    """Set up the fields of a class that derives from a compiled one, which has no metaclass. It gets all that
    `_Declares` would add except slots. A compiled class has all of this already."""
    body = dict(vars(cls))
    if "FIELDS" in body:
        return
    new = declared_fields(cls.__name__, body)
    for key in new:
        delattr(cls, key)
    known = _known(cls.__bases__, new)
    made = _made(known) | {"cls": cls, "FIELDS": known, "plain": Fields.plain}
    for key in ("__init__", "clone", "plain", "FIELDS"):
        if key not in body:
            setattr(cls, key, made[key])
    made["clone"].__globals__["cls"] = cls


def _start(key: str, field: Field) -> str:
    if field.init:
        return key
    if field.factory is None:
        return repr(field.default)
    return "[]" if field.factory is list else f"make[{key!r}]()"


@dataclass_transform(field_specifiers=(given, whole, copied, lists, each, own, shared, cached, dropped))
class _Declares(type):
    """A metaclass that builds slots, `__init__`, and `clone` from the fields that a class body declares."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declares:
        own_fields = declared_fields(name, body)
        known = _known(bases, own_fields)
        made = _made(known)
        inside = {key: made[key] for key in ("__init__", "clone")}
        inside |= {key: thing for key, thing in body.items() if key not in own_fields}
        inside |= {"__slots__": tuple(own_fields), "FIELDS": known}
        cls = super().__new__(mcs, name, bases, inside)
        made["cls"] = cls
        return cls


class Fields(metaclass=_Declares):
    """Base class for declared fields; see the module. FIELDS: by name, those of its bases first."""

    FIELDS: ClassVar[dict[str, Field]]

    if TYPE_CHECKING:

        def clone(self) -> Self:
            """Return an independent copy."""

    def plain(self) -> Any:
        """Convert the object to plain values by field, which are equal if and only if the states are equal (for one
        content)."""
        return {key: plain(getattr(self, key)) for key, field in self.FIELDS.items() if field.way not in UNTOLD}

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_of(self)
