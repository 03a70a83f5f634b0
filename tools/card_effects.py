"""Write docs/card-effects.md from the words that card data may use: python tools/card_effects.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cashbox.games.cash import content as cash_data
from cashbox.games.cash import vocabulary as cash
from cashbox.games.consultants import content as consultants
from cashbox.games.envelopes import content as envelopes_data
from cashbox.games.envelopes import vocabulary as envelopes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "card-effects.md"

INTRO: Final = """# Vocabulary for card effects

The cards and events of each game are data. This page lists the words that make up their effects, with an example of
each. `tools/card_effects.py` generates this page from the code. To add a word, see [changing a game](changing.md).
"""


def table(title: str, words: Mapping[str, str], cards: Iterable[Any], uses: Callable[[Any, str], bool]) -> str:
    """Return a section with a row for each word: what it means, how many cards use it, and one of them.

    Args:
        title: The heading, with a sentence if there is one to say.
        words: What each word means.
        cards: The entries of the data, each with a name.
        uses: Whether an entry uses a word.
    """
    cards = list(cards)
    rows = []
    for word, meaning in words.items():
        found = [card["name"] for card in cards if uses(card["effect"], word)]
        rows.append(f"| `{word}` | {meaning} | {len(found)} | {found[-1] if found else ''} |")
    return "\n".join([title, "", "| word | meaning | cards | example |", "| --- | --- | --- | --- |", *rows, ""])


def of_envelopes() -> list[str]:
    """Return the sections of Envelopes of Cash."""
    data = envelopes_data.read_data()
    cards = [*data["cards"]["card"], *data["coaches"]["coach"]]
    return [
        "## Envelopes of Cash\n",
        table("### `do`: what a card does", envelopes.DO_WORDS, cards, lambda e, word: e.get("do", "get") == word),
        table("### `on`: when an upgrade gives something", envelopes.ON_WORDS, cards, lambda e, w: e.get("on") == w),
        table("### `mod`: what an upgrade changes", envelopes.MOD_WORDS, cards, lambda e, word: e.get("mod") == word),
        table(
            "### `per` and `if`: what is counted\n\n`per` multiplies what a card gives, `each` divides the count, and "
            "`max` limits it.\n`if` has a `count`, and `least` or `most`.",
            envelopes.COUNT_WORDS,
            cards,
            lambda e, word: word in (e.get("per"), e.get("if", {}).get("count")),
        ),
    ]


def of_cash() -> list[str]:
    """Return the sections of CASH."""
    cards = cash_data.read_data()["cards"]["card"]
    return [
        "## CASH\n",
        table("### `does`: what a card does", cash.DOES_WORDS, cards, lambda e, word: word in e.get("does", ())),
        table(
            "### `needs`: when a card takes effect\n\nSome `does` words imply some of these conditions, so the data "
            "doesn't repeat them.",
            cash.NEEDS_WORDS,
            cards,
            _needs,
        ),
    ]


def _needs(effect: Mapping[str, Any], word: str) -> bool:
    implied = (cash.IMPLIED.get(cash.DOES.index(does), 0) for does in effect["does"])
    return word in effect["needs"] or any(mask >> cash.NEEDS.index(word) & 1 for mask in implied)


def of_consultants() -> list[str]:
    """Return the sections of IT's all in the game."""
    cards = consultants.read_data()["events"]["event"]
    return [
        "## IT's all in the game\n",
        table("### `do`: what an event does", consultants.DO_WORDS, cards, lambda e, word: e["do"] == word),
        table("### `who`: who is affected", consultants.WHO_WORDS, cards, lambda e, word: e.get("who") == word),
        table("### `what`: what `set` changes", consultants.WHAT_WORDS, cards, lambda e, word: e.get("what") == word),
    ]


def page() -> str:
    """Return the whole page."""
    return "\n".join([INTRO, *of_envelopes(), *of_cash(), *of_consultants()])


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
