"""Test that the text of a card is readable where it is chosen, on large screens and a phone.

Long words in titles are hyphenated between syllables, and only if they don't fit a line.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest
from playwright.sync_api import expect

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.help import table_tips
from cashbox.engine.seats import seats_of
from cashbox.engine.sentences import fill_sentence
from tests.any_table import AnyTable
from tests.web.board.test_cash_fit import crowd
from tests.web.stage import Stage
from tests.web.visibility import AT_REST, SIZES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

    from tests.web.conftest import Guests, Server

LARGE: Final = ((1440, 900), (1280, 720))
PHONE: Final = (390, 844)
NARROW: Final = 80
"""Words of a card take more pixels than this from side to side."""

WORDS: Final = """
(cards) => [...document.querySelectorAll(cards)].map((card) => {
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().height > 0;
  const words = [...card.querySelectorAll(".words, .brief")].find(seen);
  if (!words) return { card: card.dataset.card, text: "", cut: false, width: 0 };
  const range = document.createRange();
  range.selectNodeContents(words);
  const parts = [words, ...words.querySelectorAll("*")];
  return {
    card: card.dataset.card,
    text: words.textContent,
    cut: range.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom + 1
      || parts.some((one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflow !== "visible"),
    width: words.clientWidth,
    lines: Math.round(words.clientHeight / parseFloat(getComputedStyle(words).lineHeight)),
  };
})
"""
"""The words on each card: the text, whether a part of it is out of sight, its width in pixels, the
lines in sight."""


class Table(AnyTable):
    """A game that random players play; seat 0 is the one who looks."""

    def __init__(self, game: str, seats: int, seed: int, **options: Any) -> None:
        self.game = games.load(game)
        self.chance = SeededChance(seed)
        self.state = self.game.start(options, seats, self.chance)
        self.luck = random.Random(seed)

    def tip(self, key: str) -> str:
        """The words of the game's Python code for a thing of this table."""
        return fill_sentence(table_tips(games.tips_of(self.game), self.view()["rules"])[key].say, {})

    def view(self) -> dict[str, Any]:
        """What seat 0 sees."""
        view: dict[str, Any] = msgspec.to_builtins(self.game.view(self.state, 0))
        return view

    def choices(self, *kinds: str) -> Iterator[set[str]]:
        """Play to the end; stop where seat 0 has a choice of one of these kinds, with the kinds that it has."""
        while self.game.due(self.state):
            seat = seats_of(self.game.due(self.state))[0]
            legal = self.game.legal(self.state, seat)
            mine = {str(self.game.encode(action)["type"]) for action in legal} if seat == 0 else set()
            if mine & set(kinds):
                yield mine
            self.game.play(self.state, seat, self.luck.choice(legal), self.chance)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")  # cards lie anew


def faults(page: Page, cards: str, said_of: Callable[[str], set[str]], *, lines: int = 0) -> list[str]:
    """What is wrong with the words on cards; said_of: the sentences that may stand on a card; lines: so many are enough
    where there is no room for all."""
    found = page.evaluate(WORDS, cards)
    assert found
    wrong = [f"{one['card']}: cut: {one['text']}" for one in found if one["cut"] and not 0 < lines <= one["lines"]]
    wrong += [f"{one['card']}: {one['width']} px wide" for one in found if one["width"] < NARROW]
    return wrong + [
        f"{one['card']}: {one['text']!r}" for one in found if not any(s in one["text"] for s in said_of(one["card"]))
    ]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), (4, {"mode": "family"}), (1, {"mode": "solitaire"})],
    ids=["standard", "family", "solitaire"],
)
def test_cards_show_their_text_in_every_draft(server: Server, page: Page, seats: int, options: dict[str, Any]) -> None:
    table = Table("envelopes", seats, seed=4, **options)
    content = table.game.content["cards"]["card"]

    def said_of(card: str) -> set[str]:
        number = int(card)
        return {content[number - 1]["text"], table.tip(f"brief.{number - 1}")}

    stage = None
    drafts = 0
    for _ in table.choices("draft", "reject"):
        drafts += 1
        if stage is None:
            resize(page, LARGE[0])
            stage = Stage(page, server, table, head=True)
        stage.show()
        for size in (*LARGE, PHONE):
            resize(page, size)
            assert faults(page, ".cover .card.glow", said_of) == [], (drafts, size)
    assert drafts >= 12


def test_two_cards_are_side_by_side(server: Server, guest: Guests) -> None:
    page = guest(viewport={"width": PHONE[0], "height": PHONE[1]})
    table = Table("envelopes", 3, seed=4, mode="family")
    next(iter(table.choices("draft")))
    Stage(page, server, table, head=True)
    cards = page.locator(".cover .card.glow")
    first, second = (str(cards.nth(k).get_attribute("data-card")) for k in (0, 3))
    cards.nth(0).click()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".note")).to_contain_text("Choose a card to compare")
    cards.nth(3).click()
    dialog = page.get_by_role("dialog", name="Compare cards")
    expect(dialog.locator("[data-compared]")).to_have_count(2)
    boxes = [dialog.locator(f"[data-compared='{card}']").bounding_box() for card in (first, second)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    dialog.locator(f"[data-compared='{second}'] [data-action=draft]").click()
    expect(page.locator(f".mine [data-card='{second}']")).to_have_count(1)
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("seats", [3, 4])
def test_cards_in_hand_show_their_text_in_cash(server: Server, page: Page, seats: int) -> None:
    table = Table("cash", seats, seed=2, max_rounds=1)
    texts = {card["id"]: card["text"] for card in table.game.content["cards"]["card"]}
    faces = {card["id"]: face for face, card in enumerate(table.game.content["cards"]["card"])}
    stage = None
    turns = 0
    for kinds in table.choices("discard", "pass", "choose"):
        if stage is None:
            resize(page, LARGE[0])
            stage = Stage(page, server, table, head=True)
        turns += 1
        if turns % 3:
            continue
        stage.show()
        for size in LARGE:
            resize(page, size)
            wrong = faults(page, ".hand .card", lambda card: {texts[card], table.tip(f"brief.{faces[card]}")})
            assert wrong == [], (turns, size, page.locator(".hand .card").count())
        resize(page, PHONE)
        if "discard" in kinds:
            card = page.locator(".hand .card").first
            card.click()
            expect(page.locator(".study .words")).to_have_text(texts[str(card.get_attribute("data-card"))])
            expect(page.locator(".study .words")).to_be_in_viewport()
            page.locator(".float .close").click()
    assert turns > 6


@pytest.mark.parametrize(("seats", "lines"), [(4, 0), (5, 2), (8, 2)])
def test_the_text_of_every_cash_card_fits(server: Server, page: Page, seats: int, lines: int) -> None:
    table = Table("cash", seats, seed=2, max_rounds=1)
    next(iter(table.choices("discard")))
    cards = table.game.content["cards"]["card"]
    resize(page, LARGE[0])
    stage = Stage(page, server, table, head=True)
    first = {face: card for card, face in reversed(list(enumerate(table.state.content.face)))}
    for start in range(0, len(cards), 8):
        table.state.players[0].hand = [first[face] for face in range(start, min(start + 8, len(cards)))]
        stage.show()
        for size in LARGE:
            resize(page, size)
            wrong = faults(
                page,
                ".hand .card",
                lambda card: (
                    {one["text"] for one in cards}
                    | {table.tip(f"brief.{face}") for face, one in enumerate(cards) if one["id"] == card}
                ),
                lines=lines,
            )
            assert wrong == [], size


BROKEN: Final = r"""
async ([kit, printed, places, titles]) => {
  const title = (await import(kit))[printed];
  const { render } = await import("/static/js/shared/preact.js");
  const found = [], known = new Set();
  const range = document.createRange();
  const top = (node, k) => {
    range.setStart(node, k);
    range.setEnd(node, k + 1);
    return [...range.getClientRects()].at(-1)?.top ?? 0;
  };
  for (const place of document.querySelectorAll(places)) {
    const { font, letterSpacing } = getComputedStyle(place);
    const kind = `${place.clientWidth} ${font} ${letterSpacing}`;
    if (!place.clientWidth || !place.checkVisibility() || known.has(kind)) continue;
    known.add(kind);
    const before = [...place.childNodes];
    for (const name of titles) {
      const parts = document.createDocumentFragment();
      render(title(name), parts);
      place.replaceChildren(parts);
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,}/gu)) {
          const tops = [...word].map((_, k) => top(node, index + k));
          if (tops.some((y, k) => k && Math.abs(y - tops[k - 1]) > 5)) {
            found.push(`${word} in ${name} at ${place.clientWidth} px`);
          }
        }
      }
    }
    place.replaceChildren(...before);
  }
  return found;
}
"""
"""Words of titles that are broken inside a syllable, with each title in each kind of place."""


@pytest.mark.parametrize("game", ["envelopes", "cash"])
def test_titles_are_hyphenated_between_syllables(server: Server, page: Page, game: str) -> None:
    if game == "envelopes":
        played = Table(game, 4, seed=4)
        drafts = played.choices("draft")
        next(drafts)
        next(drafts)
        table: AnyTable = played
        cards = [*table.game.content["cards"]["card"], *table.game.content["coaches"]["coach"]]
        printed, places = "printedName", ".card .name"
    else:
        table = crowd(8)
        cards = table.game.content["cards"]["card"]
        printed, places = "printedTitle", ".card .title, .stamp b, .chip > span"
    titles = sorted({re.sub(":.*", "", card["name"]) for card in cards})
    Stage(page, server, table, head=True)
    found = []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(AT_REST)
        tabs = page.locator(".tabs [role=tab]")
        for k in range(tabs.count() or 1):
            if tabs.count():
                tabs.nth(k).click()
            broken = page.evaluate(BROKEN, [f"/games/{game}/board/kit.js", printed, places, titles])
            found += [f"{size}: {one}" for one in broken]
    assert found == []


def test_the_text_of_the_event_is_visible_whenever_consultants_are_chosen(server: Server, page: Page) -> None:
    table = Table("consultants", 3, seed=3)
    stage = None
    seen: set[str] = set()
    for kinds in table.choices("work", "train", "promote", "take", "recall", "move", "start"):
        event = table.game.content["events"]["event"][table.view()["event"] - 1]["id"]
        if event in seen and "take" not in kinds:
            continue
        seen.add(event)
        if stage is None:
            resize(page, LARGE[0])
            stage = Stage(page, server, table, head=True)
        stage.show()
        for size in (*LARGE, PHONE):
            resize(page, size)
            card = page.locator(".event-card")
            expect(card).to_be_in_viewport()
            assert card.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), (event, size)
    assert len(seen) > 3
