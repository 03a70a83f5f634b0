"""Numbers of a game's content: found by a path, set to other values, and written as a variant."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.engine.variant import KEYS, LESSONS
from cashbox.lab.card_table import toml_key, toml_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_VALUES: Final = 10_000
_GIVEN: Final = re.compile(r"(.+?)=(-?\d+)\.\.(-?\d+)(?:/(\d+))?")


class Number(msgspec.Struct, frozen=True):
    """One number to search.

    path: as it was given. part: of the content. way: keys and indexes down to the number. least, most, step: its
    values. now: its value in the game.
    """

    path: str
    part: str
    way: tuple[str | int, ...]
    least: int
    most: int
    step: int
    now: int

    def values(self) -> range:
        """Return all values that it may have."""
        return range(self.least, self.most + 1, self.step)


def read(content: Mapping[str, Any], text: str) -> Number:
    """Read a number with its range as the command line gives it.

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
    part, way = _find(content, path)
    now = _at(content[part], way)
    if isinstance(now, bool) or not isinstance(now, int):
        raise GameError("bad-parameter", f"{path} should be a whole number, not {json.dumps(now)[:60]}.{_known(now)}")
    return Number(path, part, way, least, most, step, now)


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
    """Say in a sentence what there is."""
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
        _at(found[number.part], number.way[:-1])[number.way[-1]] = value
    return found


# -- the file ----------------------------------------------------------------------------------------------------------


def variant(
    game_id: str, content: Mapping[str, Any], numbers: Sequence[Number], values: Sequence[int], comment: Sequence[str]
) -> str:
    """Return the TOML file of a variant that has only what differs.

    Args:
        game_id: the game.
        content: of the game itself.
        numbers: those that were searched.
        values: one for each.
        comment: lines for the top of the file.
    """
    new = changed(content, numbers, values)
    moved = [number for number, value in zip(numbers, values, strict=True) if value != number.now]
    lines = [f"# {line}" for line in comment]
    lines += [f"{toml_key(str(n.way[0]))} = {_at(new[n.part], n.way)}" for n in moved if len(n.way) == 1]
    lines += ["", "[variant]", 'name = "Tuned"', f"game = {toml_of(game_id)}"]
    places = dict.fromkeys((n.part, _place(n)) for n in moved if len(n.way) > 1)
    for part, way in places:
        those = [n for n in moved if n.part == part and n.way[: len(way)] == way and len(n.way) > 1]
        lines += ["", *_table(new, those, part, way)]
    return "\n".join(lines) + "\n"


def _place(number: Number) -> tuple[str | int, ...]:
    """Return the way to the table or entry that a number is in. A list of plain values belongs to its own table."""
    return number.way[:2] if isinstance(number.way[1], int) and len(number.way) > 2 else number.way[:1]


def _table(
    content: Mapping[str, Any], numbers: Sequence[Number], part: str, way: tuple[str | int, ...]
) -> Iterator[str]:
    """Yield the lines of a table or of an entry with the numbers in it."""
    here = _at(content[part], way)
    fields = list(dict.fromkeys(str(number.way[len(way)]) for number in numbers))
    if len(way) == 1:
        yield f"[{toml_key(str(way[0]))}]"
    else:
        yield f"[[{toml_key(str(way[0]))}]]"
        key = _key(_at(content[part], way[:1]))
        if key is not None:
            yield f"{key} = {toml_of(here[key])}"
    for field in fields:
        yield f"{toml_key(str(field))} = {toml_of(here[field])}"
