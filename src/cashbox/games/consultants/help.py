"""The help page of IT's all in the game: its prose, what a mode does differently, and lists to look things up.

The prose is in `help.md`, a template over the rules of a table. The tips for things on the table are in
`board/help.json`, which the board reads too. Everything else comes from options, content, and the tables of the rules,
so no number is written twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import help as helping
from cashbox.engine.help import Entry, Page, Section
from cashbox.engine.phrases import listed, signed_amount
from cashbox.games.consultants.about import ABOUT
from cashbox.games.consultants.content import COLOURS, REGULARS, USUAL, WHAT, Content, read_data
from cashbox.games.consultants.examples import examples
from cashbox.games.consultants.options import BEFORE, EDITION, MODES, Rules
from cashbox.games.consultants.rules import complete as completing
from cashbox.games.consultants.rules import rewards
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.text.phrases import KINDS
from cashbox.games.consultants.view import look

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.game import Mode

HEADINGS: Final = (
    "How does the Basic Game work?", "Setup", "What is a game round?", "Senior Consultants/Principals",
    "No discard pile!", "Phase 1: Start of game round", "Phase 2: Event card", "Phase 3: Let's work!", "Assign",
    "Move Consultant", "Train", "Promote", "Recruit", "Pass", "Complete project", "Phase 4: Rewards", "Rewards",
    "When does the game end?", "Deadlines", "New project", "Deadlines Phase 3: Complete a project",
    "Deadline Phase 4: Rewards", "Deadlines Phase 5: Deadline in sight!", "Innovation Project",
    "Innovation Project Phase 3: Let's work!", "Innovation Project Phase 4: Rewards",
)  # fmt: skip
"""Headings of the rule text that sentences for players mention, in its order."""

ROWS: Final = (
    ("Deadlines", "Deadlines", "[deadlines:bonus and penalties][!deadlines:none]"),
    (
        "Bonus per consultant on a project completed on time",
        "Deadlines Phase 3: Complete a project",
        "[deadlines:${bonus}, on the first {in_time space}][!deadlines:none]",
    ),
    (
        "Penalty for a late project",
        "Deadline Phase 4: Rewards",
        "[deadlines:{penalties_text}, on the last two spaces][!deadlines:none]",
    ),
    ("Innovation Project", "Innovation Project", "[innovation:yes][!innovation:no]"),
    ("Starting money and consultants", "Setup", "${money}, {start_seniors senior}, and {start_principals principal}"),
    ("New seniors each round", "Phase 1: Start of game round", "{new_seniors}"),
    ("Cost to train, promote, or recruit", "Train", "${train}, ${promote}, or ${recruit}"),
    ("Moves per round", "Move Consultant", "{moves}"),
    ("International projects for 2, 3, or 4 players", "When does the game end?", "{internationals_text}"),
)
"""The rows of the table of rules, for what modes can change and for the game's numbers: a name, the rule's heading, and
a template."""


def tips() -> dict[str, helping.Tip]:
    """Return the tips that the board shows, by key."""
    return helping.read_tips("cashbox.games.consultants")


def rules_of(mode: Mode) -> Rules:
    """Return a mode's default rules."""
    return Rules(helping.usual(ABOUT, mode), EDITION)


def facts(rules: Rules, content: Content) -> dict[str, Any]:
    """Return the facts for the templates: the view's `rules`, and the numbers of data and rules."""
    known: dict[str, Any] = msgspec.to_builtins(look.table(rules))
    known |= dict(zip(WHAT, USUAL, strict=True))
    return known | {
        "bonus": completing.BONUS,
        "in_time": completing.IN_TIME,
        "penalties": list(rewards.PENALTY.values()),
        "penalties_text": listed([f"${dollars}" for dollars in rewards.PENALTY.values()], "or"),
        "money": content.money,
        "start_seniors": content.start_seniors,
        "start_principals": content.start_principals,
        "new_seniors": game_round.NEW_SENIORS,
        "regulars": REGULARS,
        "internationals_text": listed([str(n) for n in content.internationals.values()], "or"),
    }


# -- the page --------------------------------------------------------------------------------------------------------


def page_of(mode: Mode, rules: Rules, content: Content) -> Page:
    """Build the page of a mode with this content."""
    known = facts(rules, content)
    summary = helping.differences(mode, MODES[0], ROWS, facts(rules_of(MODES[0]), content), known)
    lists = [helping.options(ABOUT, mode, rules.given), _events(rules, content), _projects(content)]
    lists += helping.editions(EDITION, BEFORE.values())
    text = prose(known, content)
    return helping.page(ABOUT, mode, summary, text, tips(), known, lists, examples(content, rules))


page: Final = helping.by_mode(
    ABOUT, lambda mode, content: page_of(mode, rules_of(mode), Content(content or read_data()))
)
"""The help page of a mode, by its id."""


def prose(known: Mapping[str, Any], content: Content) -> str:
    """Render help.md for one mode, with its tables, as Markdown."""
    tables = {"pay": _pay(content), "track": _track(known["track"]), "innovation_desks": _innovation(content)}
    return helping.prose("cashbox.games.consultants", known, tables)


def _pay(content: Content) -> str:
    """List the pay of consultants, from the right, on each track of any project."""
    tracks = {
        (project.regular, len(project.pay)): (
            f"{'silver' if project.regular else 'gold'}, {len(project.pay)} desks",
            ", ".join(map(str, project.pay)),
        )
        for project in content.projects
    }
    return helping.table(("track", "dollars, from the right"), tracks.values())


def _track(track: list[int]) -> str:
    words = [signed_amount(n) for n in track]
    return helping.table(["space", *map(str, range(1, len(track) + 1))], [["dollars", *words]])


def _innovation(content: Content) -> str:
    rows = [
        (players, listed([COLOURS[c] for c in content.innovation[:n]]))
        for players, n in content.innovation_desks.items()
    ]
    return helping.table(("players", "desks"), rows)


# -- lists -----------------------------------------------------------------------------------------------------------


LISTS: Final = "Events and projects"


def _events(rules: Rules, content: Content) -> Section:
    innovation = rules.innovation
    entries = tuple(Entry(event.name, event.text_for(innovation=innovation)) for event in content.events)
    return Section(
        "events",
        "Event cards",
        f"There are {len(entries)} event cards. Each one appears at most once per game.",
        entries,
        chapter=LISTS,
    )


def _projects(content: Content) -> Section:
    entries = []
    for project in content.projects:
        desks = [
            f"{COLOURS[colour]}{' (principal)' if wants else ''}"
            for colour, wants in zip(project.desks, project.wants, strict=True)
        ]
        kind = KINDS["silver" if project.regular else "gold"]
        pay = listed(list(map(str, project.pay)))
        entries.append(
            Entry(project.name, f"Desks from the left: {listed(desks)}.", f"{kind.capitalize()} · pays {pay}")
        )
    text = "Each game uses a random selection of the international projects."
    return Section("projects", "Projects", text, tuple(entries), chapter=LISTS)
