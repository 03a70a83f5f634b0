"""Help pages and tips: their structure, and how to render them from templates over a table's rules, options, and mode.

A game's `help.md` and `board/help.json` contain prose; every number in them comes from the rules. A game's folder may
have a `help.py` with `page(mode, content=None)`, which returns a `Page`; without one, `help.md` alone is the help.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from cashbox.engine.examples import Example  # noqa: TC001 (msgspec reads it)
from cashbox.engine.game import GameError
from cashbox.engine.options import complete, open_in
from cashbox.engine.phrases import listed, slug
from cashbox.engine.sentences import Sentence, count_of, fill, fill_partly, number, read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from cashbox.engine.game import About, Mode, Option


OPTIONS: Final = "Options"
"""The chapter on what can differ between tables."""


class Entry(msgspec.Struct, frozen=True):
    """An entry to look up: its name, a sentence, brief facts next to it, and the heading of its rule."""

    title: str
    text: str
    aside: str = ""
    rule: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of the page. id: its anchor; text: Markdown; entries: what can be looked up under this heading; chapter:
    the title of its chapter; examples: worked examples to step through."""

    id: str
    title: str
    text: str
    entries: tuple[Entry, ...] = ()
    chapter: str = ""
    examples: tuple[Example, ...] = ()

    @property
    def words(self) -> int:
        """Count the words of the section."""
        entries = (f"{one.title} {one.text} {one.aside} {one.rule}" for one in self.entries)
        examples = (text for one in self.examples for text in (one.title, *(step.text for step in one.steps)))
        return len(" ".join((self.title, self.text, *entries, *examples)).split())


class Chapter(NamedTuple):
    """Sections that are read one after another. id: its anchor; title: "" where a page has no chapters."""

    id: str
    title: str
    sections: tuple[Section, ...]


class Page(msgspec.Struct, frozen=True):
    """The help page of a game in one mode. text: Markdown before the first section."""

    title: str
    text: str
    sections: tuple[Section, ...]

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Group the sections by chapter, in the order in which the chapters begin."""
        found: dict[str, list[Section]] = {}
        for one in self.sections:
            found.setdefault(one.chapter, []).append(one)
        return tuple(Chapter(f"chapter-{slug(title)}", title, tuple(parts)) for title, parts in found.items())

    @property
    def everything(self) -> str:
        """Return the whole page as one text."""
        parts = [self.title, self.text]
        for section in self.sections:
            parts += [section.title, section.text]
            parts += [f"{one.title} {one.text} {one.aside} {one.rule}" for one in section.entries]
            for example in section.examples:
                parts += [example.title, *(step.text for step in example.steps)]
        return "\n".join(parts)

    @property
    def anchors(self) -> dict[str, str]:
        """Return the sections' anchors by heading."""
        return {one.title: one.id for one in self.sections}


class Tip(msgspec.Struct, frozen=True, rename={"given": "with", "on": "if"}, forbid_unknown_fields=True):
    """A tip on something on the board. name, say: templates for `engine.sentences`; rule: a heading; given: facts about
    the particular thing, which only the board knows; on: a condition for showing it on the help page, as in a
    template."""

    name: str
    say: str
    rule: str
    given: tuple[str, ...] = ()
    on: str = ""


def read_tips(package: str) -> dict[str, Tip]:
    """Read the tips that the board of a game's package shows, by key."""
    file = resources.files(package) / "board" / "help.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Tip])


class TableTip(msgspec.Struct, frozen=True):
    """A tip as shown at one table: its text, with placeholders for facts about the thing that it explains."""

    name: Sentence
    say: Sentence
    rule: Sentence


def table_tips(tips: Mapping[str, Tip], rules: Mapping[str, Any]) -> dict[str, TableTip]:
    """Fill in a board's tips for a table with these rules."""
    return {
        key: TableTip(*(fill_partly(read(text), rules, tip.given) for text in (tip.name, tip.say, tip.rule)))
        for key, tip in tips.items()
    }


# -- a page ------------------------------------------------------------------------------------------------------------


class PageOf(Protocol):
    """Returns a mode's page by the mode's id. content: of a variant, None for the game's own."""

    def __call__(self, mode: str, content: dict[str, Any] | None = None) -> Page: ...


def by_mode(about: About, made: Callable[[Mode, dict[str, Any] | None], Page]) -> PageOf:
    """Wrap `made` as the `page` of a game's help.py: it returns a mode's page by the mode's id. The pages with the
    game's own content are built once.

    KeyError for an unknown mode. A variant may use another game's page; the title then names the variant.
    """
    modes = {mode.id: mode for mode in about.modes}
    own: dict[str, Page] = {}

    def page(mode: str, content: dict[str, Any] | None = None) -> Page:
        if content is not None:
            return replace(made(modes[mode], content), title=_title(about, modes[mode]))
        if mode not in own:
            own[mode] = replace(made(modes[mode], None), title=_title(about, modes[mode]))
        return own[mode]

    return page


def _title(about: About, mode: Mode) -> str:
    """Return the title of the page of a mode."""
    return f"{about.name}: {mode.name.lower()}"


def usual(about: About, mode: Mode) -> dict[str, Any]:
    """Return a mode's complete default options."""
    return complete(about, {"mode": mode.id}, mode.least or about.least_players)


def page(
    about: About,
    mode: Mode,
    summary: str,
    text: str,
    tips: Mapping[str, Tip],
    known: Mapping[str, Any],
    lists: Iterable[Section],
    examples: Iterable[Example] = (),
) -> Page:
    """Build the page of a mode: its rules as `differences` writes them, its prose with the board's tips and each
    heading's examples, and lists."""
    before, parts = sections(text, tips, known)
    chapter = parts[0].chapter if parts else ""
    first = Section("in-this-mode", f"{mode.name} at a glance", summary, chapter=chapter)
    shown = tuple(examples)
    parts = [replace(part, examples=tuple(one for one in shown if one.heading == part.title)) for part in parts]
    return Page(_title(about, mode), before, (first, *parts, *lists))


# -- parts of a page ---------------------------------------------------------------------------------------------------


def prose(package: str, known: Mapping[str, Any], tables: Mapping[str, str]) -> str:
    """Render a package's help.md as Markdown.

    It is a Jinja2 template over `r`, which is `known`, and the tables by name. `3|of("card")` writes "3 cards"; whole
    numbers are written as in 12,000. A missing name is an error.

    Raises:
        GameError: `not-installed` if Jinja2 is missing; it comes with a server.
    """
    try:
        from jinja2 import Environment, StrictUndefined
    except ModuleNotFoundError:
        sentence = "Help pages need Jinja2. Install it: pip install 'cashbox[server]'."
        raise GameError("not-installed", sentence) from None
    template = (resources.files(package) / "help.md").read_text("utf-8")
    # Autoescape is off because the output is Markdown, whose renderer lets no HTML through.
    environment = Environment(autoescape=False, undefined=StrictUndefined, finalize=number)
    environment.filters["of"] = count_of
    return environment.from_string(template).render(r=known, **tables)


def sections(text: str, tips: Mapping[str, Tip], known: Mapping[str, Any]) -> tuple[str, list[Section]]:
    """Split prose at its headings into the text before the first one and a section for each. A line "# Title" begins a
    chapter."""
    before, *parts = re.split(r"^(?=##? )", text, flags=re.MULTILINE)
    chapter, found = "", []
    for part in parts:
        if part.startswith("# "):
            chapter = part[2:].strip()
        else:
            found.append(replace(section(part[3:], tips, known), chapter=chapter))
    return before, found


def section(part: str, tips: Mapping[str, Tip], known: Mapping[str, Any], before: str = "score.") -> Section:
    """Build a section from prose that starts with its heading, and add the board's tips for this heading. Keys of lines
    on the score sheet begin with `before`."""
    title, _, text = part.partition("\n")
    about = [
        Entry(("On the score sheet: " if key.startswith(before) else "") + fill(tip.name, known), fill(tip.say, known))
        for key, tip in tips.items()
        if tip.rule == title and not tip.given and (not tip.on or fill(f"[{tip.on}:yes]", known))
    ]
    return Section(slug(title), title, text.strip(), tuple(about))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |" for line in lines)


def differences(
    mode: Mode,
    first: Mode,
    rows: Iterable[tuple[str, str, str]],
    base: Mapping[str, Any],
    known: Mapping[str, Any],
) -> str:
    """Write a mode's sentence and a table of its rules, next to the game's first mode where they differ.

    `rows` have a name, the rule's heading, and a template. `base` and `known` are the facts of the first mode and of
    this one.
    """
    filled = [(name, fill(say, base), fill(say, known), rule) for name, rule, say in rows]
    text = mode.text + "\n\n"
    if mode.id == first.id:
        return text + table(("Rule", "In this mode", "Section"), [(name, here, rule) for name, _, here, rule in filled])
    same = listed([_within(name) for name, there, here, _ in filled if there == here])
    different = [row for row in filled if row[1] != row[2]]
    heads = ("Rule", first.name, mode.name, "Section")
    return f"{text}{table(heads, different)}\n\nThese rules are the same in both modes: {same}."


def _within(name: str) -> str:
    """Write the name of a rule as it appears within a sentence: "starting bucks", "Secret Stash"."""
    _, _, rest = name.partition(" ")
    return name if rest[:1].isupper() else name[:1].lower() + name[1:]


def options(about: About, mode: Mode, given: Mapping[str, Any], more: Iterable[Entry] = ()) -> Section:
    """List the options of a mode, given its complete options, followed by more entries."""
    entries = [
        Entry(option.name.replace("_", " ").capitalize(), option.text, _choices(option, mode, given), option.heading)
        for option in about.options
    ]
    text = "You can change these options when you create a table. The defaults shown are for this mode."
    return Section("options", "Options", text, (*entries, *more), chapter=OPTIONS)


def editions(edition: int, before: Iterable[str]) -> list[Section]:
    """Describe the rules of tables that began under an earlier edition, with a sentence for each difference. Empty if
    there is none."""
    bullets = "\n".join(f"- {sentence}" for sentence in before)
    if not bullets:
        return []
    text = (
        f"This page describes edition {edition} of the rules, which new tables use. A table that started under an "
        f"earlier edition keeps that edition and its cards. At such a table:\n\n{bullets}"
    )
    return [Section("editions", "Older tables", text, chapter=OPTIONS)]


def _choices(option: Option, mode: Mode, given: Mapping[str, Any]) -> str:
    if not open_in(option, mode.id):
        return "Not in this mode"
    here = option_word(given[option.name])
    first = here[:1].upper() + here[1:]
    if option.kind == "number":
        return f"{first} by default, from {option_word(option.least)} to {option_word(option.most)}"
    others = [word for word in map(option_word, option.choices) if word != here]
    if any("," in word for word in others):
        others = [f"“{word}”" for word in others]
    if len(others) > 1:
        return f"{first} by default (other choices: {listed(others, 'and')})"
    return f"{first} by default" + (f" (or {others[0]})" if others else "")


WORDS: Final = {"lot": "random"}
"""Option values that are shown as another word; keep in step with `lobby/options.js`."""


def option_word(value: bool | int | str) -> str:
    """Return an option's value as text."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    return WORDS.get(value, value) if isinstance(value, str) else number(value)
