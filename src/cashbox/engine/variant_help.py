"""List what a variant changes, in a section of its rules page that is computed from both contents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.help import Entry, Section
from cashbox.engine.phrases import plural
from cashbox.engine.sentences import number
from cashbox.engine.variant import KEYS, LESSONS, is_entries

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ANCHOR: Final = "this-variant"
_SHORT: Final = 24
"""The longest text that is shown before and after it changed."""


def changes(original: Mapping[str, Any], content: Mapping[str, Any], chapter: str) -> Section:
    """Return the section that lists the differences from the original. chapter: the section's chapter."""
    found: list[Entry] = []
    for part, there in content.items():
        if part == LESSONS or not isinstance(there, dict):
            continue
        for key, value in there.items():
            before = original.get(part, {}).get(key)
            if value != before:
                found += _changed(key, before, value)
    text = "Changes from the original game:" if found else "Nothing differs from the original game."
    return Section(ANCHOR, "In this variant", text, tuple(found), chapter=chapter)


def _changed(key: str, before: Any, after: Any) -> Iterator[Entry]:
    title = key.replace("_", " ").capitalize()
    if is_entries(before) and is_entries(after):
        yield from _changed_entries(title, before, after)
    elif isinstance(before, dict) and isinstance(after, dict):
        changed = [(name, before.get(name), value) for name, value in after.items() if before.get(name) != value]
        fields = [_change(f"{name}:", was, value) for name, was, value in changed]
        yield Entry(title, f"{'; '.join(fields)}.")
    else:
        yield Entry(title, "Changed.")


def _changed_entries(title: str, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> Iterator[Entry]:
    field = _name_in_both(before, after)
    if field is None:
        added = sum(one not in before for one in after)
        removed = sum(one not in after for one in before)
        counts = [f"{plural(count, 'entry')} {how}" for count, how in ((added, "added"), (removed, "removed")) if count]
        yield Entry(title, f"{' and '.join(counts).capitalize()}." if counts else "Reordered.")
        return
    old = {one[field]: one for one in before}
    for one in after:
        was = old.pop(one[field], None)
        text, name = str(one.get("text", "")), _called(one)
        if was is None:
            copies = f" · copies: {one['copies']}" if "copies" in one else ""
            yield Entry(name, text, f"New{copies}")
            continue
        fields = [_change(key, was.get(key), value) for key, value in one.items() if was.get(key) != value]
        if said := ", ".join(filter(None, fields)):
            yield Entry(name, text, f"Changed: {said}")
    for one in old.values():
        yield Entry(_called(one), "", "Removed")


def _change(key: str, before: Any, after: Any) -> str:
    """Describe how a value changed; "" for an entry's number, which is only its position. Texts are shown in full."""
    if key == "number":
        return ""
    shown = ["" if key == "text" else _short(value) for value in (before, after)]
    label = key.replace("_", " ").replace("-", " ")
    return f"{label} {shown[0]} → {shown[1]}" if all(shown) else label.rstrip(":")


def _short(value: Any) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, dict):
        return ""
    text = ", ".join(map(str, value)) if isinstance(value, list) else number(value)
    return text if len(text) <= _SHORT else ""


def _called(entry: Mapping[str, Any]) -> str:
    return str(entry.get("name") or entry.get("id") or entry.get("number"))


def _name_in_both(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> str | None:
    """Return the field that names the entries of both lists. Numbers don't: they change with every removed card."""
    for field in (key for key in KEYS if key != "number"):
        if all(len({str(one.get(field, "")) for one in some} - {""}) == len(some) for some in (before, after)):
            return field
    return None
