"""Actions as ints and as typed JSON forms: {"type": ..., ...}.

The ints of one type of action form one range, so rules can tell types apart by comparison; an action's offset in its
range determines its fields.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Fields = Sequence[tuple[str, Sequence[Any]]]


class Forms:
    """The types of action of one game.

    game: its name, for people. types: by type, its first int and its fields, each a (name, values) pair; the last field
    changes fastest in the range of ints. Values are strings, whole numbers, or Booleans. written: the order in which a
    type's fields are written, if it differs.
    """

    def __init__(
        self,
        game: str,
        types: Mapping[str, tuple[int, Fields]],
        written: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.game = game
        self.types = types
        self._written = {name: [field for field, _ in fields] for name, (_, fields) in types.items()}
        self._written |= {name: list(fields) for name, fields in (written or {}).items()}
        self._of: dict[int, str] = {}
        for name in types:
            self._of |= dict.fromkeys(self.of_type(name), name)

    def of_type(self, name: str) -> range:
        """Return the actions of a type as a range. GameError("unknown-action") if there is no such type."""
        if name not in self.types:
            known = ", ".join(self.types)
            raise GameError("unknown-action", f"There is no action type {name!r}. The types are: {known}.")
        first, fields = self.types[name]
        return range(first, first + prod(len(values) for _, values in fields))

    def all_actions(self) -> list[int]:
        """Return every action, lowest first."""
        return sorted(self._of)

    def kind_of(self, action: int) -> tuple[str, int]:
        """Return the type of an action and its offset within the type. GameError("unknown-action") if there is no such
        action."""
        name = self._of.get(action)
        if name is None:
            raise GameError("unknown-action", f"{action} is not an action of {self.game}.")
        return name, action - self.types[name][0]

    def encode(self, action: int) -> dict[str, Any]:
        """Encode an action as its typed JSON form. GameError("unknown-action") if there is no such action."""
        name, k = self.kind_of(action)
        fields = self.types[name][1]
        form: dict[str, Any] = {}
        for field, values in reversed(fields):
            k, at = divmod(k, len(values))
            form[field] = values[at]
        return {"type": name, **{field: form[field] for field in self._written[name]}}

    def text(self, action: int, names: Mapping[str, Mapping[Any, str]]) -> str:
        """Encode an action as one line: its type, then the values of its fields.

        Args:
            action: The action.
            names: Display names of values, by field, for values that do not stand for themselves.

        Raises:
            GameError: unknown-action.
        """
        form = self.encode(action)
        return " ".join(names[field][value] if field in names else str(value) for field, value in form.items())

    def decode(self, form: Mapping[str, Any]) -> int:
        """Decode a typed JSON form. GameError("unknown-action") says what is wrong with it."""
        name = form.get("type")
        if not isinstance(name, str) or name not in self.types:
            raise GameError("unknown-action", f"An action needs a type: one of {', '.join(self.types)}.")
        first, fields = self.types[name]
        if set(form) != {"type", *self._written[name]}:
            wanted = ", ".join(self._written[name]) or "no other fields"
            raise GameError("unknown-action", f"An action of type {name} has {wanted}.")
        k = 0
        for field, values in fields:
            k = k * len(values) + _find(form[field], values, field, name)
        return first + k


def _find(value: Any, values: Sequence[Any], field: str, name: str) -> int:
    """Find the index of a JSON value; true is not 1."""
    for at, known in enumerate(values):
        if type(known) is type(value) and known == value:
            return at
    within = f"In an action of type {name},"
    if isinstance(values[0], bool):
        raise GameError("unknown-action", f"{within} the {field} must be true or false.")
    if isinstance(values[0], int):
        if isinstance(value, bool) or not isinstance(value, int):
            raise GameError("unknown-action", f"{within} the {field} must be a whole number.")
        span = (
            f"from {values[0]} to {values[-1]}"
            if isinstance(values, range)
            else f"one of {', '.join(map(str, values))}"
        )
        raise GameError("unknown-action", f"{within} the {field} must be {span}, not {value}.")
    raise GameError("unknown-action", f"{within} there is no such {field}.")
