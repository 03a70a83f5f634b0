"""Making help pages: templates over a table's rules, the board's sentences, options, and what a mode changes.

A game's `help.md` and `board/help.json` hold prose; every number comes from the rules through these.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import msgspec
from jinja2 import Environment, StrictUndefined

from cashbox.engine.help import Entry, Section
from cashbox.engine.options import open_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cashbox.engine.game import About, Mode, Option

_PIECE: Final = re.compile(r"\[(!?)([\w.]+)(?:(!?=)([^:\[\]]*))?:([^\[\]]*)\]")
_FACT: Final = re.compile(r"\{([\w.]+)(?: ([^{}]+))?\}")


class Tip(msgspec.Struct, frozen=True, rename={"given": "with", "on": "if"}, forbid_unknown_fields=True):
    """The tip on a thing on the table. name, say: templates (see `fill`); rule: a heading; given: facts of the one
    thing, which only the board knows; on: a condition for showing it on the help page, as in a template."""

    name: str
    say: str
    rule: str
    given: tuple[str, ...] = ()
    on: str = ""


def read_tips(package: str) -> dict[str, Tip]:
    """The sentences that the board of a game's package shows, by key."""
    file = resources.files(package) / "board" / "help.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Tip])


# -- templates ---------------------------------------------------------------------------------------------------------


def fill(text: str, known: Mapping[str, Any]) -> str:
    """A template filled in, as `fill` in the page's tips.js does.

    {name} is a fact, a whole number as in 12,000; {name.0} one number of a list, {name buck} "1 buck" or "2 bucks"; a
    piece in brackets stands only where its condition holds: [name:..], [!name:..], [name=value:..], [name!=value:..].
    """
    while found := _PIECE.search(text):
        negated, key, compare, value, inside = found.groups()
        fact = _look(key, known)
        if compare:
            holds = (_said(fact) == _insert(value, known)) == (compare == "=")
        else:
            holds = bool(fact) != bool(negated)
        text = text[: found.start()] + (inside if holds else "") + text[found.end() :]
    return re.sub(" +", " ", _insert(text, known)).strip()


def _look(key: str, known: Mapping[str, Any]) -> Any:
    name, _, index = key.partition(".")
    value = known.get(name, "")
    return value[int(index)] if index else value


def _said(fact: Any) -> str:
    """A fact as people read it: 12,000; true."""
    if isinstance(fact, bool):
        return str(fact).lower()
    return f"{fact:,}" if isinstance(fact, int) else str(fact)


def _counted(fact: Any, thing: str) -> str:
    return f"{_said(fact)} {thing}" + ("" if fact == 1 else "s")


def _insert(text: str, known: Mapping[str, Any]) -> str:
    def one(found: re.Match[str]) -> str:
        value = _look(found[1], known)
        return _counted(value, found[2]) if found[2] else _said(value)

    return _FACT.sub(one, text)


# -- parts of a page ---------------------------------------------------------------------------------------------------


def prose(package: str, known: Mapping[str, Any], tables: Mapping[str, str]) -> str:
    """The text of a package's help.md as Markdown: a Jinja2 template over r, which is `known`, and tables by name.

    `3|of("card")` counts as in "3 cards"; whole numbers are written as in 12,000. A missing name is
    an error.
    """
    template = (resources.files(package) / "help.md").read_text("utf-8")
    # Autoescape is off because Markdown comes out, in which HTML is not let through later.
    environment = Environment(autoescape=False, undefined=StrictUndefined, finalize=_said)
    environment.filters["of"] = _counted
    return environment.from_string(template).render(r=known, **tables)


def sections(text: str, tips: Mapping[str, Tip], known: Mapping[str, Any]) -> tuple[str, list[Section]]:
    """Prose split at its headings: the text before the first one, and a section for each."""
    before, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return before, [section(part, tips, known) for part in parts]


def section(part: str, tips: Mapping[str, Tip], known: Mapping[str, Any], before: str = "score.") -> Section:
    """A section of prose, its heading first, with the board's sentences that name this heading.

    before: what the keys of lines of the score sheet begin with.
    """
    title, _, text = part.partition("\n")
    about = [
        Entry(("On the score sheet: " if key.startswith(before) else "") + fill(tip.name, known), fill(tip.say, known))
        for key, tip in tips.items()
        if tip.rule == title and not tip.given and (not tip.on or fill(f"[{tip.on}:yes]", known))
    ]
    return Section(slug(title), title, text.strip(), tuple(about))


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |" for line in lines)


def differences(
    mode: Mode,
    first: Mode,
    rows: Iterable[tuple[str, str, str]],
    base: Mapping[str, Any],
    known: Mapping[str, Any],
) -> str:
    """The mode's sentence, and a table of what it plays by, beside the game's first mode where it differs.

    rows: a name, the rule's heading, and a template; base, known: the facts of the first mode and of this one.
    """
    filled = [(name, fill(say, base), fill(say, known), rule) for name, rule, say in rows]
    text = mode.text + "\n\n"
    if mode.id == first.id:
        return text + table(("what", "here", "rule"), [(name, here, rule) for name, _, here, rule in filled])
    same = "; ".join(name for name, there, here, _ in filled if there == here)
    different = [row for row in filled if row[1] != row[2]]
    heads = ("what", first.name.lower(), mode.name.lower(), "rule")
    return f"{text}{table(heads, different)}\n\nAs in {first.name.lower()}: {same}."


def options(about: About, mode: Mode, given: Mapping[str, Any], more: Iterable[Entry] = ()) -> Section:
    """What may be set at a table of a mode, whose complete options are given, and more entries after that."""
    entries = [
        Entry(option.name.replace("_", " ").capitalize(), option.text, _choices(option, mode, given), option.heading)
        for option in about.options
    ]
    text = f"What can be set when a table is made, and the defaults of {mode.name.lower()}."
    return Section("options", "Options", text, (*entries, *more))


def editions(edition: int, before: Iterable[str]) -> list[Section]:
    """What a table that began under an earlier edition of the rules plays by; nothing where there is no difference.

    before: a sentence for each.
    """
    told = "\n".join(f"- {sentence}" for sentence in before)
    if not told:
        return []
    text = (
        f"This page describes edition {edition} of the rules, which new tables use. A table that began under an "
        f"earlier edition keeps that edition and the cards that it was dealt. There:\n\n{told}"
    )
    return [Section("editions", "Tables that began earlier", text)]


def _choices(option: Option, mode: Mode, given: Mapping[str, Any]) -> str:
    if not open_in(option, mode.id):
        return f"not in {mode.name.lower()}"
    here = option_word(given[option.name])
    if option.kind == "number":
        return f"{here} unless set; from {option_word(option.least)} to {option_word(option.most)}"
    others = [choice for choice in option.choices if choice != here]
    return f"{here} unless set" + (f"; or {', '.join(others)}" if others else "")


def option_word(value: bool | int | str) -> str:
    """An option's value in words."""
    return ("on" if value else "off") if isinstance(value, bool) else _said(value)
