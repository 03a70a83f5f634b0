"""Parts of the help page: its prose, what a mode does differently, and all there is to look up.

The prose stands in `help.md`, a template that asks for what a table plays by; the sentences for things on the table
stand in `board/help.json`, where the board reads them, too. Everything else comes from options, content and the tables
of the rules, so that no number is written twice.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import msgspec
from jinja2 import Environment

from cashbox.engine import options as engine_options
from cashbox.engine.help import Entry, Page, Section
from cashbox.engine.phrases import plural
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.about import ABOUT
from cashbox.games.envelopes.options import MODES, OPTIONS, SETS, Rules
from cashbox.games.envelopes.plays import ROWS, facts, fill
from cashbox.games.envelopes.rules import game_end, marketing, sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cashbox.engine.game import Mode, Option
    from cashbox.games.envelopes.content import Content

HEADINGS: Final = (
    "Object of the Game", "Symbol & Terminology Glossary", "Understanding a card", "How to set up a game",
    "Statements about State Tokens", "All About the Booster Bucks", "The Secret Stash", "Secrets about the Stash",
    "Cut-Throat Mode for Set-up", "Drafting Cards", "What Happens in Vegas", "Drafting Dice",
    "Cut-Throat Mode for Dice Drafting", "Playing Out the Month", "Put a card into play",
    "Use a card that is already in play", "Trade Envelopes of Cash", "Travel in your Recruiting Bus", "Pay a Runner",
    "Sign Recruits", "Run a Marketing Campaign", "Place Wagers in Vegas", "Declare your turn over", "End of the Month",
    "Bidding for the Starting Player Chain", "Solitaire: changes to set up", "Changes to Each Month's Play",
    "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring",
    "Regional Scoring", "Recruiting Board", "Determining the Winner",
)  # fmt: skip
"""Headings of the rulebooks that sentences for players name, in the order of the standard one."""

POSITION_NAMES: Final = (
    "quarterback", "offensive line", "running back", "wide receiver", "kicker or punter", "defensive line",
    "defensive back", "linebacker",
)  # fmt: skip
KIND_NAMES: Final = ("Culture", "Personnel & Facilities", "Fundraising", "Head coach")
USE_NAMES: Final = ("once a month", "always on", "end of the game")


class Tip(msgspec.Struct, frozen=True, rename={"given": "with", "on": "if"}, forbid_unknown_fields=True):
    """What a thing on the table is. name, say: templates (see `fill`); rule: a heading; given: facts of the one thing,
    which only the board knows; on: a condition for showing it on the help page, as in a template."""

    name: str
    say: str
    rule: str
    given: tuple[str, ...] = ()
    on: str = ""


def tips() -> dict[str, Tip]:
    """The sentences that the board shows, by key."""
    file = resources.files("cashbox.games.envelopes") / "board" / "help.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Tip])


def rules_of(mode: Mode) -> Rules:
    """What a table of this mode plays by where nothing is set."""
    return Rules(engine_options.complete(ABOUT, {"mode": mode.id}, mode.least or ABOUT.least_players))


# -- the page --------------------------------------------------------------------------------------------------------


def page(mode: Mode, rules: Rules, content: Content) -> Page:
    """The whole page for one mode."""
    known = facts(rules)
    before, *parts = re.split(r"^## ", prose(known, content), flags=re.MULTILINE)
    sections = [_section(part, known) for part in parts]
    first = Section("in-this-mode", f"{mode.name} at a glance", _differences(mode, known))
    lists = [_options(mode, rules), _cards(content), _coaches(content)]
    if rules.boards:
        lists.append(_boards(content))
    return Page(f"{ABOUT.name}: {mode.name.lower()}", before, (first, *sections, *lists))


def prose(known: Mapping[str, Any], content: Content) -> str:
    """The text of help.md for one mode, with its tables, as Markdown."""
    template = (resources.files("cashbox.games.envelopes") / "help.md").read_text("utf-8")
    environment = Environment(autoescape=False)  # Markdown, in which HTML is not let through
    environment.filters["of"] = plural
    tables = {
        "colours": _colours(content),
        "positions": _positions(),
        "faces": _faces(),
        "marketing": _marketing(known["marketing"]),
        "position_table": _score_table("different positions", game_end.POSITIONS),
        "region_table": _score_table("recruits", game_end.REGION),
    }
    return environment.from_string(template).render(r=known, **tables)


def _section(part: str, known: Mapping[str, Any]) -> Section:
    title, _, text = part.partition("\n")
    about = [
        Entry(
            ("On the score sheet: " if key.startswith("score.") else "") + fill(tip.name, known), fill(tip.say, known)
        )
        for key, tip in tips().items()
        if tip.rule == title and not tip.given and (not tip.on or fill(f"[{tip.on}:yes]", known))
    ]
    return Section(slug(title), title, text.strip(), tuple(about))


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _differences(mode: Mode, known: Mapping[str, Any]) -> str:
    """The mode's sentence, and a table of what it plays by, beside standard where it differs."""
    base = facts(rules_of(MODES[0]))
    rows = [(name, fill(say, base), fill(say, known), rule) for name, rule, say in ROWS]
    different = [row for row in rows if row[1] != row[2]]
    text = mode.text + "\n\n"
    if mode.id == MODES[0].id:
        return text + _table(("what", "here", "rule"), [(name, here, rule) for name, _, here, rule in rows])
    same = "; ".join(name for name, there, here, _ in rows if there == here)
    heads = ("what", MODES[0].name.lower(), mode.name.lower(), "rule")
    return f"{text}{_table(heads, different)}\n\nAs in {MODES[0].name.lower()}: {same}."


def _options(mode: Mode, rules: Rules) -> Section:
    entries = [
        Entry(option.name.replace("_", " ").capitalize(), option.text, _choices(option, mode, rules), option.heading)
        for option in OPTIONS
    ]
    entries += [Entry(f"{one.name}, {_players(one)}", one.text, _set_values(one)) for one in SETS]
    text = f"What may be set when a table is made, and what {mode.name.lower()} plays where nothing is set."
    return Section("options", "Options", text, tuple(entries))


def _players(mode: Mode) -> str:
    return plural(mode.least, "player") if mode.least == mode.most else f"{mode.least} to {mode.most} players"


def _set_values(mode: Mode) -> str:
    return ", ".join(f"{name.replace('_', ' ')}: {option_word(value)}" for name, value in mode.options.items())


def _choices(option: Option, mode: Mode, rules: Rules) -> str:
    here = option_word(rules.given[option.name])
    if not engine_options.open_in(option, mode.id):
        return f"{here}; cannot be changed in {mode.name.lower()}"
    if option.kind == "number":
        return f"{here} unless set; from {option.least} to {option.most}"
    others = [choice for choice in option.choices if choice != here]
    return f"{here} unless set" + (f"; or {', '.join(others)}" if others else "")


def option_word(value: bool | int | str) -> str:
    """A value of an option as people say it."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


# -- tables ----------------------------------------------------------------------------------------------------------


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |" for line in lines)


def _colours(content: Content) -> str:
    return _table(("colour", "region"), zip(v.COLOURS, content.region_names, strict=True))


def _positions() -> str:
    groups = {"offense": v.OFFENSE, "special teams": v.SPECIAL, "defense": v.DEFENSE}
    rows = [
        (short, POSITION_NAMES[k], next(group for group, mask in groups.items() if mask >> k & 1))
        for k, short in enumerate(v.POSITIONS)
    ]
    return _table(("sign", "position", "part"), rows)


def _faces() -> str:
    shown = sorted(set(sign.FACES))
    counts = ["faces", *(sign.FACES.count(face) for face in shown)]
    return _table(["stars", *(f"+{face}" if face > 0 else str(face).replace("-", "−") for face in shown)], [counts])


def _marketing(most: int) -> str:
    steps = [n for n in range(1, most + 1) if marketing.STARS[n] > marketing.STARS[n - 1]]
    return _table(["bucks", *map(str, steps)], [["stars", *(marketing.STARS[n] for n in steps)]])


def _score_table(what: str, stars: Sequence[int]) -> str:
    return _table([what, *map(str, range(1, len(stars)))], [["stars", *stars[1:]]])


# -- lists -----------------------------------------------------------------------------------------------------------


def _cards(content: Content) -> Section:
    entries = []
    for k in range(len(content.names) - content.coaches):
        kind = KIND_NAMES[content.kind[k]]
        where = f", {content.region_names[content.fund_region[k]]}" if content.fund_region[k] >= 0 else ""
        cost = ", ".join(f"{n} {v.COLOURS[c]}" for c, n in enumerate(content.cost[k]) if n)
        aside = f"{kind}{where} · {USE_NAMES[content.use[k]]} · costs {cost} · {plural(content.stars[k], 'star')}"
        entries.append(Entry(f"{k + 1:03d} {content.names[k]}", content.texts[k], aside))
    return Section("cards", "Cards", f"All {len(entries)} cards by number.", tuple(entries))


def _coaches(content: Content) -> Section:
    coaches = range(len(content.names) - content.coaches, len(content.names))
    entries = [Entry(content.names[k], content.texts[k], USE_NAMES[content.use[k]]) for k in coaches]
    return Section(
        "coaches", "Head coaches", "Each player has one, from the start of the game to its end.", tuple(entries)
    )


def _boards(content: Content) -> Section:
    entries = []
    for k, board in enumerate(content.boards):
        names = [v.POSITIONS[position] for position in board]
        entries.append(Entry(f"Board {k + 1}", f"Marked: {', '.join(names[:3])}.", f"and {', '.join(names[3:])}"))
    return Section("boards", "Recruiting Boards", "One of these is dealt to each player.", tuple(entries))
