"""Test animations on boards and the immediate response to a press."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from cashbox.engine.chance import SeededChance
from tests.games.cash.positions import turn
from tests.games.consultants.positions import work
from tests.games.envelopes.positions import month
from tests.web.conftest import make_table
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.any_table import AnyTable
    from tests.web.conftest import Guests, Server

STEPS: Final = 10
"""So many actions of all seats are one scene."""
BEAT: Final = 130
"""Milliseconds between them: what the one before set flying is still under way."""

CHEAP: Final = {"transform", "opacity", "rotate", "translate", "scale"}
"""What can change without laying out or painting anything anew: the last three are transforms, too."""

WATCH: Final = """
() => {
  const seen = window.seen = { properties: {}, flown: 0 };
  const look = () => {
    for (const { effect, playState } of document.getAnimations()) {
      const { duration, iterations } = effect.getComputedTiming();
      if (playState !== "running" || duration < 1) continue;
      if (iterations === 1) seen.flown += 1;
      const names = effect.getKeyframes().flatMap(Object.keys);
      for (const name of names) {
        if (/^(offset|computedOffset|easing|composite)$/.test(name)) continue;
        (seen.properties[name] ??= new Set()).add(effect.target.getAttribute("class"));
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
"""Looks in each frame at all that moves: which properties, of what; flown: how often something was seen on its way."""

SEEN: Final = "() => Object.keys(window.seen.properties)"

LATE: Final = """
() => {
  const answer = window.tablePlays;
  window.tablePlays = async (forms) => {
    await new Promise((go) => setTimeout(go, 500));
    return answer(forms);
  };
  window.frames = [];
  addEventListener("pointerdown", ({ target }) => {
    const control = target.closest("button, [role=button]");
    requestAnimationFrame(() => window.frames.push([control.matches("[data-pressed]"),
      Number(getComputedStyle(control).scale) < 1]));
  }, true);
}
"""
"""The table answers after half a second; frames: whether what was pressed showed it in the frame after."""


def drive() -> AnyTable:
    t = month(3)
    for seat in range(3):
        t.give(seat, green=4, gray=4, yellow=4, red=4, magenta=4, blue=4)
    return t


SCENES: Final[dict[str, Callable[[], AnyTable]]] = {
    "envelopes": drive,
    "cash": lambda: turn(4),
    "consultants": lambda: work(4),
}


def play_a_scene(stage: Stage, seed: int, steps: int = STEPS) -> None:
    """Everyone acts, as it comes, and all of it is shown."""
    chance, table = random.Random(seed), stage.table
    table.chance = SeededChance(seed)
    game, state = table.game, table.state
    for _ in range(steps):
        seats = [seat for seat in range(state.seats) if game.legal(state, seat)]
        if not seats:
            break
        seat = chance.choice(seats)
        game.play(state, seat, chance.choice(game.legal(state, seat)), table.chance)
        stage.show()
        stage.page.wait_for_timeout(BEAT)


def watched(page: Page) -> dict[str, Any]:
    return {"properties": set(page.evaluate(SEEN)), "flown": page.evaluate("window.seen.flown")}


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", SCENES)
def test_animations_only_move_and_fade_and_respect_reduced_motion(server: Server, guest: Guests, game: str) -> None:
    page = guest(reduced_motion="no-preference", viewport={"width": 1440, "height": 900})
    stage = Stage(page, server, SCENES[game]())
    page.evaluate(WATCH)
    play_a_scene(stage, seed=5)
    seen = watched(page)
    assert seen["flown"], "a scene in which nothing flies shows nothing"
    assert seen["properties"] <= CHEAP, page.evaluate("Object.entries(seen.properties).map(([k, v]) => [k, ...v])")
    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => !document.getAnimations().some(({ playState }) => playState === 'running')")
    page.evaluate("Object.assign(seen, { properties: {}, flown: 0 })")
    play_a_scene(stage, seed=6, steps=4)
    assert watched(page) == {"properties": set(), "flown": 0}


@pytest.mark.journey
def test_a_pressed_control_shows_it_until_the_table_answers(server: Server, guest: Guests) -> None:
    page = guest(reduced_motion="no-preference")
    Stage(page, server, work(2).hand(0, "red", "blue"))
    page.evaluate(LATE)
    page.locator(".pile").first.click()
    expect(page.locator("[data-pressed]")).to_have_count(0)
    page.locator(".spot.aim").first.click()
    # the table has not answered yet
    expect(page.locator(".consultants")).to_have_attribute("aria-busy", "true")
    assert page.locator("[data-pressed]").count() == 1
    assert page.evaluate("window.frames") == [[True, True]] * 2
    expect(page.locator(".consultants")).to_have_attribute("aria-busy", "false")
    expect(page.locator("[data-pressed]")).to_have_count(0)


def test_a_key_press_is_shown_on_its_control(server: Server, guest: Guests) -> None:
    page = guest()
    Stage(page, server, work(2).hand(0, "red", "blue"))
    page.evaluate(LATE)
    page.locator(".pile").first.focus()
    page.keyboard.press("Enter")
    page.locator(".spot.aim").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("[data-pressed]").count() == 1
    expect(page.locator("[data-pressed]")).to_have_count(0)


@pytest.mark.parametrize("game", ["cash", "consultants"])
def test_skipping_bot_moves_stops_all_animations(server: Server, guest: Guests, game: str) -> None:
    page = guest(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('cashbox:pace', 'calm')")
    make_table(page, server, ["me", "bot:random", "bot:random", "bot:random"], game, deal=3)
    skip = page.get_by_role("button", name="Skip to my turn")
    mine = page.locator(".prompt-bar.my-turn")
    expect(skip.or_(mine).first).to_be_visible()
    if skip.count():
        skip.click()
        expect(mine).to_be_visible(timeout=2500)
    expect(page.locator("#log")).to_contain_text(re.compile(r"\w"))
    expect(page.locator(".coin, [data-flying]")).to_have_count(0, timeout=2500)
