"""Cards as a table for spreadsheets, and back: CSV with a row for each entry and a column for each field.

A field of a table has a column with a dot, such as `effect.value`. The parts of a list are separated by "|"; "[]" is an
empty one. An empty cell is a field that the entry doesn't have.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import re
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.data import ContentError
from cashbox.engine.phrases import listed
from cashbox.engine.variant import is_entries, name_of
from cashbox.lab.variant_file import changed_entries, entry_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Entry = dict[str, Any]

SEPARATORS: Final = (",", ";", "\t")
PARTS: Final = "|"
"""The separator of the parts of a list."""
NO_PARTS: Final = "[]"
MOST_ROWS: Final = 2_000

_INT: Final = re.compile(r"-?\d{1,12}")
_KIND_WORDS: Final = {int: "a whole number", bool: "true or false", str: "text", list: "a list"}


def lists_of(content: Mapping[str, Any]) -> dict[str, list[Entry]]:
    """Return the lists of a content whose entries have an effect, by their keys: cards, coaches, events."""
    return {
        key: entries
        for part in content.values()
        for key, entries in (part.items() if isinstance(part, dict) else ())
        if is_entries(entries) and all("effect" in entry for entry in entries)
    }


def written(entries: Sequence[Entry]) -> str:
    """Return entries as CSV with a header."""
    rows = [dict(_cells(entry)) for entry in entries]
    columns = _columns(rows)
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(columns)
    lines.writerows([row.get(column, "") for column in columns] for row in rows)
    return out.getvalue()


def read(data: bytes, key: str, original: Sequence[Entry]) -> str:
    """Read entries from CSV, and write what differs from the original as TOML, see `engine.variant`.

    Raises:
        ContentError: in a sentence that names row and column.
    """
    name = name_of(original)
    if name is None:
        raise ContentError(f"The entries of the list {key} have no names, so they can't be read from a table.")
    before = {entry[name]: entry for entry in original}
    found: list[Entry] = []
    for number, entry in _rows(data, original):
        if name in entry and entry[name] in [other.get(name) for other in found]:
            raise ContentError(f"Row {number}, column {name}: {entry[name]!r} appears twice.")
        old = before.get(entry.get(name), {})
        if gone := [field for field in old if field not in entry]:
            raise ContentError(f"Row {number}: {old[name]!r} needs a value for {listed(gone)}, as in the original.")
        found.append(entry)
    return "\n".join(entry_text(key, entry) for entry in changed_entries(original, found))


def _cells(entry: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for field, value in entry.items():
        if isinstance(value, dict):
            yield from _cells(value, f"{above}{field}.")
        elif isinstance(value, list):
            yield f"{above}{field}", PARTS.join(map(str, value)) or NO_PARTS
        else:
            yield f"{above}{field}", json.dumps(value) if isinstance(value, bool) else str(value)


def _columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return all columns, those of tables last."""
    found = list(dict.fromkeys(column for row in rows for column in row))
    return [column for column in found if "." not in column] + [column for column in found if "." in column]


def _kinds(entries: Sequence[Mapping[str, Any]], above: str = "") -> dict[str, set[type]]:
    found: dict[str, set[type]] = {}
    for entry in entries:
        for field, value in entry.items():
            if isinstance(value, dict):
                for column, kinds in _kinds([value], f"{above}{field}.").items():
                    found.setdefault(column, set()).update(kinds)
            else:
                found.setdefault(f"{above}{field}", set()).add(type(value))
    return found


def _rows(data: bytes, original: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ContentError(f"The file isn't UTF-8 text (byte {error.start}). Save it as “CSV UTF-8”.") from None
    kinds = _kinds(original)
    head = text.partition("\n")[0]
    separator = max(SEPARATORS, key=lambda one: len({cell.strip(' "\r') for cell in head.split(one)} & {*kinds}))
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise ContentError(f"The file isn't valid CSV: {error}.") from None
    columns = [column.strip() for column in table[0]] if table else []
    tables = {column.partition(".")[0] for column in kinds if "." in column}
    _check_columns(columns, kinds, tables)
    if len(table) > MOST_ROWS:
        raise ContentError(f"The file has {len(table):,} rows. It can have up to {MOST_ROWS:,}.")
    for number, cells in enumerate(table[1:], 2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(columns):
            raise ContentError(f"Row {number} has {len(cells)} cells, but the header has {len(columns)}.")
        yield number, _entry(number, dict(zip(columns, cells, strict=True)), kinds)


def _check_columns(columns: Sequence[str], kinds: Mapping[str, Any], tables: set[str]) -> None:
    if not {*columns} & {*kinds}:
        raise ContentError(f"The first row must name the columns: {', '.join(kinds)}.")
    for column in columns:
        if columns.count(column) > 1:
            raise ContentError(f"The column {column!r} appears twice.")
        if column not in kinds and column.partition(".")[0] not in tables:
            near = difflib.get_close_matches(column, kinds, 1)
            hint = f"Did you mean {near[0]!r}?" if near else f"The columns are {', '.join(kinds)}."
            raise ContentError(f"There is no column {column!r}. {hint}")


def _entry(number: int, row: Mapping[str, str], kinds: Mapping[str, set[type]]) -> Entry:
    entry: Entry = {}
    for column, cell in row.items():
        if not cell.strip():
            continue
        where = entry
        *above, field = column.split(".")
        for name in above:
            where = where.setdefault(name, {})
            if not isinstance(where, dict):
                raise ContentError(f"Row {number}, column {column}: {'.'.join(above)} is a value, too.")
        where[field] = _value(cell.strip(), kinds.get(column), f"Row {number}, column {column}")
    return entry


def _value(cell: str, kinds: set[type] | None, where: str) -> Any:
    """Read a cell. In a column that no original entry has, the type follows from the text."""
    if kinds is None or int in kinds:
        if _INT.fullmatch(cell):
            return int(cell)
        if kinds == {int}:
            raise ContentError(f"{where}: {cell!r:.60} should be a whole number.")
    if (kinds is None or bool in kinds) and cell.lower() in ("true", "false"):
        return cell.lower() == "true"
    if (kinds is not None and list in kinds) or (kinds is None and (PARTS in cell or cell == NO_PARTS)):
        return [] if cell == NO_PARTS else [int(part) if _INT.fullmatch(part) else part for part in cell.split(PARTS)]
    if kinds is not None and str not in kinds:
        wanted = listed(sorted(_KIND_WORDS.get(kind, kind.__name__) for kind in kinds), "or")
        raise ContentError(f"{where}: {cell!r:.60} should be {wanted}.")
    return cell
