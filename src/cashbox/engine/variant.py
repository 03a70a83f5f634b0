"""Variants: TOML files that contain only what differs from a game's own content.

A file has the same keys as the game's files in `data/`, whichever of these they are in. An entry (`[[card]]`) with the
`id`, `number`, or `name` of an original one changes the fields that it gives; `remove = true` removes the original;
any other entry is added after the last one. Entries without such a field can only be added and removed. In a table
(`[deck]`), each key that is given is changed. `[variant]` has a name, a sentence, and the game.

A variant can be a folder: then all TOML files in it count, and a JSON file replaces the part of the content that has
its name. Lessons deal cards of the original, so a variant has none.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.data import ContentError
from cashbox.engine.phrases import amount, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

ABOUT: Final = "variant"
"""The table of a file with the variant's name."""
REMOVE: Final = "remove"
LESSONS: Final = "lessons"
"""The part of a content that variants leave out."""
KEYS: Final = ("number", "id", "name")
"""The keys that can identify entries: the first of these that all original entries have, with different values."""
MOST_BYTES: Final = 2**20
"""The maximum size of a file."""
MOST_NAME: Final = 40
MOST_TEXT: Final = 200

_WORDS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "a table",
}
_TABLE: Final = re.compile(r"""\s*\[{1,2}\s*["']?([\w-]+)""")
_KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*[=.]""")
_ENTRY: Final = re.compile(r"\S+\.toml (\w+ [^\s.:]+)[.:]? *(.*)", re.DOTALL)
"""How a game's errors name an entry: "cards.toml card 31.copies: ..."."""
_FIELD: Final = re.compile(r"\S+\.toml ((\w+).*)", re.DOTALL)
"""How they name a field of a table: "projects.toml deck.seniors: ..."."""


class Variant(msgspec.Struct, frozen=True):
    """A variant that has been read.

    game: the id of the game it belongs to, "" if it doesn't say.
    content: the whole content, as a game is loaded with it.
    """

    name: str
    text: str
    game: str
    content: dict[str, Any]
    faults: tuple[str, ...] = ()
    """Where the printed text disagrees with the effect, with the file and line: see `text_faults`."""
    sources: dict[str, str] = {}
    """The file and line of each change: entries by "card 31" and by "card clerk", tables by "deck"."""
    unnumbered: dict[str, Any] = {}
    """The content before its entries were renumbered: each has the number of the original, new ones have none."""

    def located(self, fault: str) -> str:
        """Return a sentence about the content in terms of the variant's own files."""
        if (found := _ENTRY.match(fault)) and found[1] in self.sources:
            return f"{self.sources[found[1]]} ({found[1]}): {found[2]}"
        if (found := _FIELD.match(fault)) and found[2] in self.sources:
            return f"{self.sources[found[2]]}: {found[1]}"
        return fault

    def with_faults(self, original: Mapping[str, Any]) -> Variant:
        """Return the variant with the faults of its texts. original: the content of the game itself."""
        faults = []
        for fault in text_faults(original, self.content):
            key, name, *_ = fault.split(" ", 2)
            faults.append(f"{self.sources.get(f'{key} {name}', ABOUT)}: {fault}")
        return msgspec.structs.replace(self, faults=tuple(faults))


def read_variant(path: Path, original: Mapping[str, Any]) -> Variant:
    """Read a variant and merge it with the original content of its game.

    Raises:
        ContentError: in a sentence that names the file, the line or entry, and what to do.
    """
    merge = _Merge(original)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in (".toml", ".json"))
        if not any(file.suffix == ".toml" for file in files):
            raise ContentError(f"{path} has no TOML files, so it isn't a variant.")
        for file in files:
            merge.add(file)
    else:
        merge.add(path)
    return merge.variant(path.stem)


def game_of(path: Path) -> str:
    """Return the id of the game that a variant changes.

    Raises:
        ContentError: it can't be read, or doesn't say.
    """
    for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
        try:
            about = tomllib.loads(_read(file)).get(ABOUT)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise ContentError(f"{file} isn't valid TOML: {error}.") from None
        if isinstance(about, dict) and isinstance(about.get("game"), str):
            return str(about["game"])
    raise ContentError(f'{path} doesn\'t name its game. Add game = "..." under [{ABOUT}].')


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ContentError(f"{path} is too big to be a variant.")
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ContentError(f"There is no file {path}.") from None
    except UnicodeDecodeError as error:
        raise ContentError(f"{path} isn't UTF-8 text (byte {error.start}). Save it as UTF-8.") from None
    except OSError as error:
        raise ContentError(f"{path} can't be read: {error.strerror or error}.") from None


class _Merge:
    """The original content, and a variant's changes to it."""

    def __init__(self, original: Mapping[str, Any]) -> None:
        self.original = {name: part for name, part in original.items() if name != LESSONS}
        self.content = json.loads(json.dumps(self.original))
        self.parts = {key: name for name, part in self.original.items() if isinstance(part, dict) for key in part}
        self.sources: dict[str, str] = {}
        self.about: dict[str, str] = {}
        self.given: dict[str, str] = {}
        """The file that has each key."""

    def add(self, path: Path) -> None:
        """Merge one file."""
        text = _read(path)
        if path.suffix == ".json":
            self._replace(path, text)
            return
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ContentError(f"{path} isn't valid TOML: {error}.") from None
        except RecursionError:
            raise ContentError(f"{path} isn't valid TOML: it is nested too deeply.") from None
        file = _File(path.name, text)
        for key, value in table.items():
            if key == ABOUT:
                self._read_about(file, value)
                continue
            self._check_key(file, key)
            self.given[key] = file.name
            self.sources[key] = file.at(key)
            self._change(file, key, value)

    def variant(self, name: str) -> Variant:
        """Return the merged variant. name: the name to use if the files do not give one."""
        if not self.given and not self.about:
            raise ContentError("The variant is empty. Give at least one key that differs from the original.")
        unnumbered = json.loads(json.dumps(self.content))
        for found in self._lists():
            _renumber(*found)
        about = {"name": name[:MOST_NAME], "text": "", "game": "", **self.about}
        name, text, game = about["name"], about["text"], about["game"]
        return Variant(name, text, game, self.content, sources=self.sources, unnumbered=unnumbered)

    def _lists(self) -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
        for key, part in self.parts.items():
            if is_entries(self.original[part][key]):
                yield self.original[part][key], self.content[part][key]

    def _replace(self, path: Path, text: str) -> None:
        if path.stem not in self.original:
            known = listed([f"{name}.json" for name in self.original])
            raise ContentError(f"{path.name} doesn't match any file of the game. JSON files can be named {known}.")
        try:
            self.content[path.stem] = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ContentError(f"{path} isn't valid JSON: {error}.") from None
        self.given[path.stem] = path.name

    def _read_about(self, file: _File, value: Any) -> None:
        where = f"{file.at(ABOUT)}: [{ABOUT}]"
        if not isinstance(value, dict):
            raise ContentError(f"{where} should be a table with name, text, and game.")
        most = {"name": MOST_NAME, "text": MOST_TEXT, "game": MOST_NAME}
        for key, text in value.items():
            if key not in most:
                raise ContentError(f"{where} has no key {key!r}. It can have name, text, and game.")
            if not isinstance(text, str) or not text.strip() or len(text) > most[key] or not text.isprintable():
                raise ContentError(f"{where}.{key} should be one line of text with 1 to {most[key]} characters.")
            self.about[key] = text.strip()

    def _check_key(self, file: _File, key: str) -> None:
        if key in self.given:
            raise ContentError(f"{file.at(key)}: {key} is also in {self.given[key]}. Keep it in one file.")
        if key not in self.parts:
            hint = _like(key, [*self.parts, ABOUT])
            raise ContentError(f"{file.at(key)}: there is no key {key!r}.{hint}")

    def _change(self, file: _File, key: str, value: Any) -> None:
        part = self.parts[key]
        original = self.original[part][key]
        if is_entries(original):
            self._change_entries(file, key, value)
            return
        _check_type(value, {type(original)}, f"{file.at(key)}: {key}")
        if not isinstance(original, dict):
            self.content[part][key] = value
            return
        numbered = all(name.isdecimal() for name in original)
        for name, one in value.items():
            if name not in original and not (numbered and name.isdecimal()):
                raise ContentError(f"{file.at(key)}: [{key}] has no key {name!r}.{_like(name, original)}")
            kinds = {type(original[name])} if name in original else {type(one) for one in original.values()}
            _check_type(one, kinds, f"{file.at(key)}: {key}.{name}")
            self.content[part][key][name] = one

    def _change_entries(self, file: _File, key: str, value: Any) -> None:
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise ContentError(f"{file.at(key)}: {key} should be written as [[{key}]].")
        part = self.parts[key]
        entries = _Entries(key, self.original[part][key], self.content[part][key])
        for nth, entry in enumerate(value, 1):
            entries.change(entry, file.at(key, nth))
        self.content[part][key] = entries.merged()
        for name, where in entries.sources():
            self.sources[f"{key} {name}"] = where


class _Entries:
    """The entries of one list, such as the cards, while a file changes them."""

    def __init__(self, key: str, original: list[dict[str, Any]], current: list[dict[str, Any]]) -> None:
        self.key = key
        self.current: list[dict[str, Any] | None] = list(current)
        self.name = name_of(original)
        self.where = {entry[self.name]: k for k, entry in enumerate(original)} if self.name else {}
        self.kinds: dict[str, set[type]] = {}
        for entry in original:
            for field, value in entry.items():
                self.kinds.setdefault(field, set()).add(type(value))
        self.always = [field for field in self.kinds if all(field in entry for entry in original)]
        self.written: dict[int, str] = {}

    def change(self, entry: dict[str, Any], where: str) -> None:
        """Change, remove, or add one entry. where: its file and line."""
        remove = entry.get(REMOVE, False)
        if not isinstance(remove, bool):
            raise ContentError(f"{where}: {self.key}.{REMOVE} should be true or false.")
        fields = {field: value for field, value in entry.items() if field != REMOVE}
        for field, value in fields.items():
            if field not in self.kinds:
                raise ContentError(f"{where}: a {self.key} has no field {field!r}.{_like(field, self.kinds)}")
            _check_type(value, self.kinds[field], f"{where}: {self.key}.{field}")
        k = self._find(fields, where, must=remove)
        if k is None:
            self._check_whole(fields, where)
            self.current.append(fields)
            k = len(self.current) - 1
            if self.name in fields:
                self.where[fields[self.name]] = k
        elif k in self.written:
            raise ContentError(f"{where}: {self.key} {self._called(fields)} is already defined in {self.written[k]}.")
        else:
            self.current[k] = None if remove else {**(self.current[k] or {}), **fields}
        self.written[k] = where

    def merged(self) -> list[dict[str, Any]]:
        """Return the resulting entries."""
        return [entry for entry in self.current if entry is not None]

    def sources(self) -> Iterator[tuple[str, str]]:
        """Return the file and line of each changed or added entry, by its name in errors."""
        kept = [k for k, entry in enumerate(self.current) if entry is not None]
        for place, k in enumerate(kept, 1):
            if k in self.written:
                yield str(place), self.written[k]
                if self.name:
                    yield str((self.current[k] or {}).get(self.name)), self.written[k]

    def _find(self, fields: dict[str, Any], where: str, *, must: bool) -> int | None:
        """Find the original of an entry. must: whether it must exist."""
        if self.name is None:
            k = next((k for k, entry in enumerate(self.current) if entry == fields), None)
            if must and k is None:
                raise ContentError(f"{where}: no {self.key} matches the one to remove. Copy it exactly.")
            return k if must else None
        name = fields.get(self.name)
        k = self.where.get(name) if isinstance(name, (str, int)) else None
        if k is None and must:
            hint = _like(str(name), [str(one) for one in self.where])
            raise ContentError(f"{where}: there is no {self.key} {name!r} to remove.{hint}")
        return k

    def _check_whole(self, fields: dict[str, Any], where: str) -> None:
        missing = [field for field in self.always if field not in fields and field != "number"]
        if not missing:
            return
        name = fields.get(self.name or "")
        hint = _like(str(name), [str(one) for one in self.where], end="") if name is not None else ""
        who = (
            f"there is no {self.key} {name!r} to change.{hint} A new {self.key}"
            if name is not None
            else f"A new {self.key}"
        )
        raise ContentError(f"{where}: {who} also needs {listed(missing)}.")

    def _called(self, fields: dict[str, Any]) -> str:
        return repr(fields[self.name]) if self.name in fields else ""


class _File:
    """The text of a file, for line numbers in errors."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._lines: dict[str, list[int]] = {}
        tables = False
        for number, line in enumerate(text.splitlines(), 1):
            found = _TABLE.match(line)
            tables = tables or found is not None
            found = found or (None if tables else _KEY.match(line))
            if found is not None:
                self._lines.setdefault(found[1], []).append(number)

    def at(self, key: str, nth: int = 1) -> str:
        """Return the line of a key's nth entry."""
        lines = self._lines.get(key, [])
        return f"{self.name}, line {lines[nth - 1]}" if len(lines) >= nth else self.name


def is_entries(value: Any) -> bool:
    """Check whether a value is a list of tables, such as cards."""
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def name_of(entries: Sequence[dict[str, Any]]) -> str | None:
    """Return the field that names each entry of a list, None if there is none."""
    for field in KEYS:
        names = [entry.get(field) for entry in entries]
        if None not in names and len({str(name) for name in names}) == len(names):
            return field
    return None


def _renumber(original: list[dict[str, Any]], entries: list[dict[str, Any]]) -> None:
    """Renumber entries if the original ones are numbered from 1."""
    if [entry.get("number") for entry in original] == list(range(1, len(original) + 1)):
        for number, entry in enumerate(entries, 1):
            entry["number"] = number


def _check_type(value: Any, kinds: set[type], where: str) -> None:
    if type(value) not in kinds:
        wanted = " or ".join(sorted(_WORDS.get(kind, kind.__name__) for kind in kinds))
        raise ContentError(f"{where} should be {wanted}, not {value!r:.60}.")


def _like(word: str, known: Iterable[str], end: str = "") -> str:
    names = list(known)
    near = difflib.get_close_matches(word, names, 1)
    if near:
        return f" Did you mean {near[0]!r}?{end}"
    return f" Use one of these: {', '.join(names)}." if len(names) <= 30 else end


# -- text and effect ---------------------------------------------------------------------------------------------------

_NUMBER: Final = re.compile(r"\d+(?:,\d{3})*")
_WORDS_FROM_TWO: Final = "two three four five six seven eight nine ten eleven twelve"
_NUMBER_WORDS: Final = {word: number for number, word in enumerate(_WORDS_FROM_TWO.split(), 2)}


def text_faults(original: Mapping[str, Any], content: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each entry whose printed text has other numbers than its effect.

    A number in a text is right if it is in the effect, or a product of two numbers there (a maximum). The original is
    right by definition: a number that only the original's text or only its effect has is right wherever the same words
    appear.
    """
    constants: dict[Any, set[int]] = {}
    silent: set[Any] = set()
    for _, entry in _printed(original):
        in_text, in_effect = _numbers(_text(entry)), dict(_values(entry["effect"]))
        constants.setdefault(_words(entry["effect"]), set()).update(in_text - _sayable(in_effect.values()))
        silent |= {place for place, number in in_effect.items() if not _is_said(number, in_effect.values(), in_text)}
    faults = []
    for name, entry in _printed(content):
        in_text, in_effect = _numbers(_text(entry)), dict(_values(entry["effect"]))
        known = _sayable(in_effect.values()) | constants.get(_words(entry["effect"]), set())
        unknown = sorted(in_text - known)
        unsaid = sorted(
            {
                number
                for place, number in in_effect.items()
                if place not in silent and not _is_said(number, in_effect.values(), in_text)
            }
        )
        parts = [f"the text says {listed([amount(n) for n in unknown])}, but the effect doesn't"] if unknown else []
        parts += [f"the effect says {listed([amount(n) for n in unsaid])}, but the text doesn't"] if unsaid else []
        if parts:
            faults.append(f"{name}: {'; '.join(parts)}.")
    return faults


def _printed(content: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the entries that have a text and an effect, with their names."""
    for part in content.values():
        for key, entries in part.items() if isinstance(part, dict) else ():
            for entry in entries if is_entries(entries) else ():
                if isinstance(entry.get("text"), str) and isinstance(entry.get("effect"), dict):
                    name = entry.get("number", entry.get("id", ""))
                    yield f"{key} {name} ({entry.get('name', '')})", entry


def _text(entry: Mapping[str, Any]) -> str:
    return f"{entry.get('name', '')}. {entry['text']}"


def _numbers(text: str) -> set[int]:
    """Return the numbers from 2 on in a text; "1" and "a" are often the same."""
    found = {int(number.replace(",", "")) for number in _NUMBER.findall(text)}
    found |= {_NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _NUMBER_WORDS}
    return {number for number in found if number > 1}


def _values(effect: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, int]]:
    """Return the numbers of an effect by their path, with the words next to them."""
    items = list(effect.items()) if isinstance(effect, dict) else list(enumerate(effect))
    words = tuple(sorted((key, value) for key, value in items if isinstance(value, str)))
    for key, value in items:
        if isinstance(value, (dict, list)):
            yield from _values(value, (*path, key))
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1:
            yield (*path, key, words), abs(value)


def _words(effect: Any) -> Any:
    """Return an effect without its numbers."""
    if isinstance(effect, dict):
        return tuple((key, _words(effect[key])) for key in sorted(effect))
    if isinstance(effect, list):
        return tuple(_words(value) for value in effect)
    return effect if isinstance(effect, str) else ""


def _sayable(numbers: Iterable[int]) -> set[int]:
    found = list(numbers)
    return {*found, *(one * other for one in found for other in found)}


def _is_said(number: int, numbers: Iterable[int], said: set[int]) -> bool:
    return number in said or any(number * other in said for other in numbers if other != number)
