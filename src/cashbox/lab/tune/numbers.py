"""Numbers of a game's content or of a table's options: found by a path, and set to other values."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.engine.phrases import listed
from cashbox.engine.variant import KEYS, LESSONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.game import About

MOST_VALUES: Final = 10_000
OPTION: Final = "option"
"""What the path of an option begins with, as in `option.max_rounds`."""
_GIVEN: Final = re.compile(r"(.+?)=(-?\d+)\.\.(-?\d+)(?:/(\d+))?")


class Number(msgspec.Struct, frozen=True):
    """One number to search.

    path: as it was given. part: of the content, "" for an option. way: keys and indexes down to the number, or the
    option's name. least, most, step: its values. now: its value in the game.
    """

    path: str
    part: str
    way: tuple[str | int, ...]
    least: int
    most: int
    step: int
    now: int

    def values(self) -> range:
        """Return all possible values."""
        return range(self.least, self.most + 1, self.step)


def read(about: About, content: Mapping[str, Any], options: Mapping[str, Any], text: str) -> Number:
    """Read a number with its range as the command line gives it.

    Args:
        about: the game.
        content: the game's own, or a variant's.
        options: of the table, complete.
        text: such as "card.clerk.copies=2..8".

    Raises:
        GameError: `bad-parameter`, in a sentence that says what is known instead.
    """
    found = _GIVEN.fullmatch(text.strip())
    if found is None:
        raise GameError(
            "bad-parameter", f"{text!r} isn't a number with a range. Write card.NAME.copies=2..8, for example."
        )
    path, least, most, step = found[1], int(found[2]), int(found[3]), int(found[4] or 1)
    if most <= least or step < 1 or (most - least) // step >= MOST_VALUES:
        raise GameError(
            "bad-parameter", f"The range of {path} needs 2 to {MOST_VALUES:,} values, from the lowest to the highest."
        )
    if path.startswith(f"{OPTION}."):
        name = path.removeprefix(f"{OPTION}.")
        _check_option(about, name, least, most)
        return Number(path, "", (name,), least, most, step, options[name])
    part, way = _find(content, path)
    now = _at(content[part], way)
    if isinstance(now, bool) or not isinstance(now, int):
        raise GameError("bad-parameter", f"{path} should be a whole number, not {json.dumps(now)[:60]}.{_known(now)}")
    return Number(path, part, way, least, most, step, now)


def _check_option(about: About, name: str, least: int, most: int) -> None:
    numbers = {option.name: option for option in about.options if option.kind == "number"}
    if name not in numbers:
        known = listed(list(numbers)) or "none"
        raise GameError("bad-parameter", f"{about.name} has no numeric option {name!r}. It has {known}.")
    if least < numbers[name].least or most > numbers[name].most:
        limits = f"from {numbers[name].least} to {numbers[name].most}"
        raise GameError("bad-parameter", f"The option {name} must be {limits}.")


def _find(content: Mapping[str, Any], path: str) -> tuple[str, tuple[str | int, ...]]:
    names = path.split(".")
    part = next((name for name, table in content.items() if isinstance(table, dict) and names[0] in table), None)
    if part is None:
        keys = ", ".join(key for table in content.values() if isinstance(table, dict) for key in table)
        raise GameError("bad-parameter", f"The content has no {names[0]!r}. It has {keys}.")
    way: list[str | int] = []
    here: Any = content[part]
    for name in names:
        step = _step(here, name)
        if step is None:
            where = ".".join(names[: len(way)])
            raise GameError("bad-parameter", f"{where} has no {name!r}.{_known(here)}")
        way.append(step)
        here = here[step]
    return part, tuple(way)


def _step(here: Any, name: str) -> str | int | None:
    """Return the key or index of a name: entries go by what names them, plain lists from 1."""
    if isinstance(here, dict):
        return name if name in here else None
    if not isinstance(here, list):
        return None
    key = _key(here)
    if key is not None:
        return next((k for k, entry in enumerate(here) if str(entry[key]) == name), None)
    return int(name) - 1 if name.isdecimal() and 1 <= int(name) <= len(here) else None


def _key(entries: Sequence[Any]) -> str | None:
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        return None
    return next((key for key in KEYS if len({entry.get(key) for entry in entries} - {None}) == len(entries)), None)


def _known(here: Any) -> str:
    """Return a sentence that lists the known names."""
    if isinstance(here, dict):
        names = list(here)
    elif isinstance(here, list):
        key = _key(here)
        names = [str(entry[key]) for entry in here] if key else [str(k) for k in range(1, len(here) + 1)]
    else:
        return ""
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f" It has {shown}." if names else ""


def _at(here: Any, way: Sequence[str | int]) -> Any:
    for step in way:
        here = here[step]
    return here


def changed(content: Mapping[str, Any], numbers: Sequence[Number], values: Sequence[int]) -> dict[str, Any]:
    """Return the content with other values. Lessons deal cards of the original, so they are left out."""
    found = {name: copy.deepcopy(part) for name, part in content.items() if name != LESSONS}
    for number, value in zip(numbers, values, strict=True):
        if number.part:
            _at(found[number.part], number.way[:-1])[number.way[-1]] = value
    return found


def chosen_options(numbers: Sequence[Number], values: Sequence[int]) -> dict[str, int]:
    """Return the options among some numbers, by their names."""
    return {str(number.way[0]): value for number, value in zip(numbers, values, strict=True) if not number.part}
