"""The rules of one table as the game's code reads them: each option, and each change of an edition, declared once.

    class Rules(TableRules):
        deadlines: bool = switch(default=True, text="Projects finished early pay a bonus.", heading="Deadlines")
        target: int = number(1_000_000, least=50_000, most=5_000_000, text="Capital that ends the game.")
        border_once: bool = since(2, before="A border-state recruit counts for both of his regions.")
        dealt: int = follows()

    OPTIONS = Rules.options()

Game code reads `s.rules.deadlines`. Values that depend on several options, or on the mode, are computed in `follow`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from cashbox.engine.game import Option
from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Row:
    """One declared field. kind: its annotation; option: the option that sets it, or None; read: computes its value from
    the option's; edition: the one that introduced it, 0 for none; before: how it was played until then, as a
    sentence."""

    def __init__(
        self,
        option: Option | None = None,
        read: Callable[[Any], Any] | None = None,
        edition: int = 0,
        before: str = "",
    ) -> None:
        self.kind = ""
        self.option = option
        self.read = read
        self.edition = edition
        self.before = before


def switch(*, default: bool, text: str, heading: str = "", modes: Sequence[str] = (), group: str = "") -> Any:
    """Declare an option that is true or false. The parameters are those of `Option`; its name is the field's."""
    return Row(Option("", "switch", default, text, heading, modes=tuple(modes), group=group))


def number(
    default: int, *, least: int, most: int, text: str, heading: str = "", modes: Sequence[str] = (), group: str = ""
) -> Any:
    """Declare an option that is a whole number."""
    return Row(Option("", "number", default, text, heading, (), least, most, tuple(modes), group))


def choice(
    default: str,
    choices: Sequence[str],
    *,
    text: str,
    heading: str = "",
    modes: Sequence[str] = (),
    group: str = "",
    read: Callable[[str], Any] | None = None,
    name: str = "",
) -> Any:
    """Declare an option that is one of several.

    `read` returns the field's value for a choice, by default the choice itself. `name` is the option's, if it differs
    from the field's. The other parameters are those of `Option`.
    """
    option = Option(name, "choice", default, text, heading, tuple(choices), modes=tuple(modes), group=group)
    return Row(option, read)


def since(edition: int, *, before: str) -> Any:
    """Declare a difference between editions: whether it applies at this table. `before` says how it was played
    earlier."""
    return Row(edition=edition, before=before)


def follows() -> Any:
    """Declare a field that `TableRules.follow` computes."""
    return Row()


def named(rows: dict[str, Row], kinds: Mapping[str, str]) -> dict[str, Row]:
    """Collect the rows of a class with their names and kinds."""
    for name, row in rows.items():
        row.kind = kinds[name]
        if row.option is not None and not row.option.name:
            row.option = msgspec.structs.replace(row.option, name=name)
    return rows


def _remade(cls: type[TableRules], fields: dict[str, Any]) -> TableRules:
    """Recreate pickled rules. They contain the effects of an edition, not its number."""
    rules = cls.__new__(cls)
    for name, value in fields.items():
        setattr(rules, name, value)
    return rules


@mypyc_attr(allow_interpreted_subclasses=True)
class TableRules:
    """The immutable rules of a table. given: the complete options that they were made from. mode: its id, "" if the
    game has none."""

    ROWS: ClassVar[dict[str, Row]] = {}

    given: dict[str, Any]
    mode: str

    def __init_subclass__(cls) -> None:
        rows = {name: row for name, row in vars(cls).items() if isinstance(row, Row)}
        for name in rows:
            delattr(cls, name)
        if rows:
            cls.ROWS = named(rows, vars(cls)["__annotations__"])

    def __init__(self, given: Mapping[str, Any], edition: int) -> None:
        self.given = dict(given)
        self.mode = self.given.get("mode", "")
        for name, row in self.ROWS.items():
            if row.edition:
                setattr(self, name, edition >= row.edition)
            elif row.option is not None:
                value = self.given[row.option.name]
                setattr(self, name, value if row.read is None else row.read(value))
        self.follow()

    def follow(self) -> None:
        """Compute the fields declared by `follows`."""

    def fields(self) -> dict[str, Any]:
        """Return all fields by name, including `given` and `mode`."""
        return {name: getattr(self, name) for name in ("given", "mode", *self.ROWS)}

    def plain(self) -> Any:
        """Convert the rules to plain values, for fingerprints of states."""
        return self.given

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.fields())

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """List the options in the order of their declaration."""
        return tuple(row.option for row in cls.ROWS.values() if row.option is not None)

    @classmethod
    def editions(cls) -> dict[str, int]:
        """Return each difference between editions with the edition that introduced it, see docs/editions.md."""
        return {name: row.edition for name, row in cls.ROWS.items() if row.edition}

    @classmethod
    def before(cls) -> dict[str, str]:
        """Return for each difference how it was played earlier, for people."""
        return {name: row.before for name, row in cls.ROWS.items() if row.edition}
