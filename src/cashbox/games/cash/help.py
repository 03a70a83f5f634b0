"""The help page of CASH for each mode: its prose, what a mode does differently, and lists to look things up.

The prose is in `help.md`, a template over the rules of a table; the tips for things on the table are in
`board/help.json`, which the board reads too. Everything else comes from options, cards, and the rules themselves, so no
number is written twice.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import help as helping
from cashbox.engine.help import Entry, Page, Section
from cashbox.engine.phrases import amount
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.examples import examples
from cashbox.games.cash.options import BEFORE, EDITION, HAND, MODES, ROWS, Rules
from cashbox.games.cash.rules import offers
from cashbox.games.cash.text.phrases import KINDS, rule_of
from cashbox.games.cash.view import look

if TYPE_CHECKING:
    from cashbox.engine.game import Mode

HEADINGS: Final = (
    "Objective", "Setup", "Round breakdown", "Turn breakdown", "Drawing, playing, and discarding",
    "Trading, negotiation, and public information", "Discarding cash and making change", "The cards",
    "Trading License", "Stop Trading", "Cash cards", "Insurance cards", "Investigation cards",
    "How do I get rid of an Investigation card?", "Acquittal cards", "Bull market cards", "Dividend Yield",
    "Premium Earnings", "Venture Capital", "Takeover", "Bear market cards", "Market Crash", "Global Recession",
    "Bankruptcy", "Commission cards", "The Broker", "The Banker", "The Taxman", "Advanced variant", "The score",
)  # fmt: skip
"""Headings of the rule text that sentences for players mention, in its order."""


def tips() -> dict[str, helping.Tip]:
    """Return the tips that the board shows, by key."""
    return helping.read_tips("cashbox.games.cash")


def rules_of(mode: Mode) -> Rules:
    """Return a mode's default rules."""
    return Rules(helping.usual(ABOUT, mode), EDITION)


def facts(rules: Rules, content: Content) -> dict[str, Any]:
    """Return the facts for the templates: the view's `rules`, and numbers of the cards. Of a card that a variant lacks,
    they are the original's, which the text about that card needs."""

    def of(name: str, values: str) -> int:
        has = content if name in content.number else _original()
        found: int = getattr(has, values)[has.number[name]]
        return found

    known: dict[str, Any] = msgspec.to_builtins(look.table(rules))
    return known | {
        "drawn": HAND + 1,
        "most": offers.MOST,
        "deck": content.size,
        "faces": content.faces,
        "crash": of("market-crash", "held"),
        "bankruptcy": of("bankruptcy", "held"),
        "crash_passes": of("market-crash", "passes"),
        "recession_passes": of("global-recession", "passes"),
        "bear_lose": of("market-crash", "lose"),
        "bankruptcy_lose": of("bankruptcy", "lose"),
        "venture_fee": of("venture-capital", "fee"),
        "takeover_fee": of("takeover", "fee"),
        "broker": of("broker", "value"),
        "broker_lose": of("broker", "fine"),
        "banker": of("banker", "value"),
        "banker_lose": of("banker", "fine"),
        "percent": of("taxman", "percent"),
    }


@cache
def _original() -> Content:
    return Content(read_data())


# -- the page --------------------------------------------------------------------------------------------------------


def page_of(mode: Mode, rules: Rules, content: Content) -> Page:
    """Build the page of a mode."""
    known = facts(rules, content)
    tables = {"cash": _cash(content), "covers": _covers(content)}
    text = helping.prose("cashbox.games.cash", known, tables)
    summary = helping.differences(mode, MODES[0], ROWS, facts(rules_of(MODES[0]), content), known)
    lists = [helping.options(ABOUT, mode, rules.given), _cards(content)]
    lists += helping.editions(EDITION, BEFORE.values())
    return helping.page(ABOUT, mode, summary, text, tips(), known, lists, examples(content, rules))


page: Final = helping.by_mode(
    ABOUT, lambda mode, content: page_of(mode, rules_of(mode), Content(content or read_data()))
)
"""The help page of a mode, by its id."""


def _cash(content: Content) -> str:
    rows = [(content.names[k], content.copies[k]) for k in content.doing(v.CASH)]
    return helping.table(("cash", "copies"), rows)


def _covers(content: Content) -> str:
    rows = [(content.names[k], amount(content.limit[k])) for k in content.doing(v.INSURE)]
    return helping.table(("insurance", "limit"), rows)


def _cards(content: Content) -> Section:
    entries = []
    for face, name in enumerate(content.names):
        kind = v.TYPES[content.types[face]]
        aside = f"{KINDS[kind]} · {content.copies[face]} in the deck"
        entries.append(Entry(name, content.texts[face], aside, rule_of(content, face)))
    text = f"There are {content.faces} different cards. Counting copies, the deck has {content.size}."
    return Section("list-of-cards", "List of cards", text, tuple(entries), chapter="List of cards")
