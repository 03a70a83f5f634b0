"""The help page of a mode: its prose, what it does differently, and lists to look things up.

The prose is in `help.md`, a template over the rules of a table; the tips for things on the table are in
`board/help.json`, which the board reads too. Everything else comes from options, content, and the tables of the rules,
so no number is written twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import help as helping
from cashbox.engine import options as engine_options
from cashbox.engine.help import Entry, Page, Section, Tip, differences, table
from cashbox.engine.phrases import listed, plural, signed_amount
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.about import ABOUT
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.examples import examples
from cashbox.games.envelopes.modes import MODES, SETS
from cashbox.games.envelopes.options import BEFORE, EDITION, OPTIONS, ROWS, Rules
from cashbox.games.envelopes.rules import game_end, idle, marketing, setup, sign
from cashbox.games.envelopes.text.phrases import KIND_NAMES, POSITION_NAMES, USE_NAMES
from cashbox.games.envelopes.view import look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.game import Mode

HEADINGS: Final = (
    "Object of the Game", "Symbol & Terminology Glossary", "Understanding a card", "How to set up a game",
    "Statements about State Tokens", "All About the Booster Bucks", "The Secret Stash", "Secrets about the Stash",
    "Cut-Throat Mode for Set-up", "Drafting Cards", "What Happens in Vegas", "Drafting Dice",
    "Cut-Throat Mode for Dice Drafting", "Playing Out the Month", "Put a card into play",
    "Use a card that is already in play", "Trade Envelopes of Cash", "Travel in your Recruiting Bus", "Pay a Runner",
    "Sign Recruits", "Run a Marketing Campaign", "Place Wagers in Vegas", "Declare your turn over", "End of the Month",
    "Bidding for the Starting Player Chain", "Solitaire: changes to setup", "Changes to Each Month's Play",
    "End of the Game", "End of Game Cards", "Run One Final Marketing Campaign", "Positional Scoring",
    "Regional Scoring", "Recruiting Board", "Determining the Winner",
)  # fmt: skip
"""Headings of the rulebooks that sentences for players mention, in the order of the standard one."""


def tips() -> dict[str, Tip]:
    """Return the tips that the board shows, by key."""
    return helping.read_tips("cashbox.games.envelopes")


def rules_of(mode: Mode) -> Rules:
    """Return a mode's default rules."""
    return Rules(helping.usual(ABOUT, mode), EDITION)


_TIES: Final = {
    "cards": "leftover bucks, then different positions, then cutting a deck of cards",
    "die": "leftover bucks, then recruits, then a die roll",
    "shared": "tied players share the win",
    "bubba": "Bubba wins",
}


def facts(rules: Rules, content: Content | None = None) -> dict[str, Any]:
    """Return the facts for the templates: the view's `rules`, the fields of `Rules`, further numbers that no option
    changes, can_NAME for each option that the mode leaves open, and what the mode's lesson in `content` gives: coach,
    given (cards in play), home, home_region; "" in any other mode."""
    known: dict[str, Any] = rules.fields()
    known |= msgspec.to_builtins(look.table(rules))
    known |= {
        "dealt_all": rules.dealt + rules.dealt_first,
        "ties_text": "no one wins or loses a lesson" if rules.lesson else _TIES[rules.ties],
        "largest": v.LARGEST_CAMPAIGN,
        "largest_stars": marketing.STARS[v.LARGEST_CAMPAIGN],
        "seeded": min(rules.seeded, known["months"]),
        "positions": game_end.POSITIONS,
        "region": game_end.REGION,
    }
    known |= _given(rules, content)
    return known | {f"can_{option.name}": engine_options.open_in(option, rules.mode) for option in OPTIONS}


def _given(rules: Rules, content: Content | None) -> dict[str, Any]:
    """Describe what a player starts with."""
    if not rules.lesson or content is None:
        return {"start_bucks": setup.START_BUCKS, "coach": "", "given": "", "home": "", "home_region": ""}
    lesson = content.lessons[rules.lesson]
    return {
        "start_bucks": lesson.bucks,
        "coach": content.names[lesson.coach],
        "given": listed([content.names[card] for card in lesson.in_play]) if lesson.in_play else "",
        "home": content.space_names[content.start_space[lesson.symbol]],
        "home_region": content.region_names[content.home_colour[lesson.symbol]],
    }


# -- the page --------------------------------------------------------------------------------------------------------


def page_of(mode: Mode, rules: Rules, content: Content) -> Page:
    """Build the page of a mode for a table with these rules."""
    known = facts(rules, content)
    summary = differences(mode, MODES[0], ROWS, facts(rules_of(MODES[0])), known)
    without_effect = idle.idle(content, rules, mode.least or ABOUT.least_players)
    sets = [Entry(f"{one.name}, {_players(one)}", one.text, _set_values(one)) for one in SETS if mode.most != 1]
    lists = [
        helping.options(ABOUT, mode, rules.given, sets),
        *_cards(content, without_effect),
        _coaches(content, without_effect, lesson=bool(rules.lesson)),
    ]
    if rules.boards:
        lists.append(_boards(content))
    lists += helping.editions(EDITION, BEFORE.values())
    return helping.page(ABOUT, mode, summary, prose(known, content), tips(), known, lists, examples(content, rules))


page: Final = helping.by_mode(
    ABOUT, lambda mode, content: page_of(mode, rules_of(mode), Content(content or read_data()))
)
"""The help page of a mode, by its id."""


def prose(known: Mapping[str, Any], content: Content) -> str:
    """Render help.md for one mode, with its tables, as Markdown."""
    tables = {
        "colours": _colours(content),
        "positions": _positions(),
        "faces": _faces(),
        "marketing": _marketing(known["marketing"]),
        "position_table": _score_table("different positions", game_end.POSITIONS),
        "region_table": _score_table("recruits", game_end.REGION),
    }
    return helping.prose("cashbox.games.envelopes", known, tables)


def _players(mode: Mode) -> str:
    return plural(mode.least, "player") if mode.least == mode.most else f"{mode.least} to {mode.most} players"


def _set_values(mode: Mode) -> str:
    pairs = mode.options.items()
    text = ", ".join(f"{name.replace('_', ' ')}: {helping.option_word(value)}" for name, value in pairs)
    return text[:1].upper() + text[1:]


# -- tables ----------------------------------------------------------------------------------------------------------


def _colours(content: Content) -> str:
    return table(("color", "region"), zip(v.COLOURS, content.region_names, strict=True))


def _positions() -> str:
    groups = {"offense": v.OFFENSE, "special teams": v.SPECIAL, "defense": v.DEFENSE}
    rows = [
        (short, POSITION_NAMES[k], next(group for group, mask in groups.items() if mask >> k & 1))
        for k, short in enumerate(v.POSITIONS)
    ]
    return table(("abbreviation", "position", "unit"), rows)


def _faces() -> str:
    shown = sorted(set(sign.FACES))
    counts = ["faces", *(sign.FACES.count(face) for face in shown)]
    return table(["stars", *(signed_amount(face) for face in shown)], [counts])


def _marketing(most: int) -> str:
    steps = [n for n in range(1, most + 1) if marketing.STARS[n] > marketing.STARS[n - 1]]
    return table(["bucks", *map(str, steps)], [["stars", *(marketing.STARS[n] for n in steps)]])


def _score_table(what: str, stars: Sequence[int]) -> str:
    return table([what, *map(str, range(1, len(stars)))], [["stars", *stars[1:]]])


# -- lists -----------------------------------------------------------------------------------------------------------


PART: Final = 30
"""The number of cards in a chapter."""
PEOPLE: Final = "Coaches and boards"


def _cards(content: Content, without_effect: Sequence[int]) -> list[Section]:
    entries = []
    for k in range(len(content.names) - content.coaches):
        kind = KIND_NAMES[content.kind[k]]
        where = f", {content.region_names[content.fund_region[k]]}" if content.fund_region[k] >= 0 else ""
        cost = listed([f"{n} {v.COLOURS[c]}" for c, n in enumerate(content.cost[k]) if n])
        aside = f"{kind}{where} · {USE_NAMES[content.use[k]]} · costs {cost} · {plural(content.stars[k], 'star')}"
        aside += " · no effect in this mode" if k in without_effect else ""
        entries.append(Entry(f"{k + 1:03d} {content.names[k]}", content.texts[k], aside))
    return [_part(entries, first) for first in range(0, len(entries), PART)]


def _part(entries: Sequence[Entry], first: int) -> Section:
    """Build the section of a range of cards."""
    some = entries[first : first + PART]
    title = f"Cards {first + 1:03d} to {first + len(some):03d}"
    return Section(f"cards-{first + 1}" if first else "cards", title, "", tuple(some), chapter=title)


def _coaches(content: Content, left_out: Sequence[int], *, lesson: bool) -> Section:
    coaches = range(len(content.names) - content.coaches, len(content.names))
    out = () if lesson else left_out
    asides = [
        USE_NAMES[content.use[k]].capitalize() + (" · not dealt in this mode" if k in out else "") for k in coaches
    ]
    entries = [Entry(content.names[k], content.texts[k], aside) for k, aside in zip(coaches, asides, strict=True)]
    return Section(
        "coaches",
        "Head coaches",
        "Each player has one for the whole game.",
        tuple(entries),
        chapter=PEOPLE,
    )


def _boards(content: Content) -> Section:
    entries = []
    for k, board in enumerate(content.boards):
        names = [v.POSITIONS[position] for position in board]
        entries.append(Entry(f"Board {k + 1}", f"Marked: {listed(names[:3])}.", f"Unmarked: {listed(names[3:])}."))
    return Section("boards", "Recruiting Boards", "Each player is dealt one of these.", tuple(entries), chapter=PEOPLE)
