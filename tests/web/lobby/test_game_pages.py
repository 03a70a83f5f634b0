"""Test the page that introduces a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import httpx
import pytest
from playwright.sync_api import expect

from cashbox import games
from cashbox.engine.glance import PICTURES, Glance, read_glance

if TYPE_CHECKING:
    from pathlib import Path

    from tests.web.conftest import Guests, Server

OURS: Final = ("cash", "consultants", "envelopes")


def size_of(picture: Path) -> tuple[int, int]:
    """Return the width and height of an AVIF: two numbers of its only property `ispe`."""
    data = picture.read_bytes()
    assert data[4:12] == b"ftypavif"
    assert data.count(b"ispe") == 1
    at = data.index(b"ispe") + 8
    return int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + 8], "big")


@pytest.mark.parametrize("game", OURS)
def test_each_game_page_explains_the_game_in_steps_with_pictures(game: str) -> None:
    glance = games.glance(game)
    assert 4 <= len(glance.steps) <= 6
    assert glance.text
    assert glance.start.mode in {mode.id for mode in games.about_game(game).modes}
    assert len(glance.pictures) >= 2
    for one in glance.pictures:
        for theme in ("light", "dark"):
            file = games.folder(game) / PICTURES / f"{one.name}-{theme}.avif"
            assert size_of(file) == one.size, "tools/pictures.py says the size"
            assert file.stat().st_size < 120_000


def test_a_game_without_an_introduction_has_a_page(tmp_path: Path) -> None:
    assert read_glance(tmp_path) == Glance()
    (tmp_path / "glance.toml").write_text("txt = 1", encoding="utf-8")
    with pytest.raises(ValueError, match="unknown field"):
        read_glance(tmp_path)


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", OURS)
def test_the_page_works_without_javascript(server: Server, guest: Guests, game: str) -> None:
    page = guest(java_script_enabled=False)
    page.goto(server.url)
    name = games.about_game(game).name
    page.get_by_role("link", name=f"Learn more: {name}").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    steps = page.get_by_role("region", name="How a turn works").get_by_role("listitem")
    expect(steps).to_have_count(len(games.glance(game).steps))
    picture = page.get_by_role("img", name=games.glance(game).pictures[0].alt)
    expect(picture).to_be_visible()
    address = str(picture.get_attribute("src"))
    assert "-light.avif" in address
    answer = httpx.get(server.url + address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/avif")
    page.get_by_role("link", name="Read the rules", exact=True).click()
    expect(page).to_have_url(re.compile(f"/rules/{game}"))


def test_pictures_follow_the_theme(server: Server, guest: Guests) -> None:
    page = guest(color_scheme="dark")
    page.goto(f"{server.url}/games/cash")
    shown = page.locator(".first-look .picture img:visible")
    expect(shown.first).to_have_attribute("src", re.compile("-dark"))
    expect(shown).to_have_count(2)
    page.get_by_role("button", name="Theme").click()
    expect(shown.first).to_have_attribute("src", re.compile("-light"))


@pytest.mark.journey
def test_a_game_page_leads_to_a_table(server: Server, guest: Guests) -> None:
    page = guest()
    page.goto(f"{server.url}/games/consultants")
    page.get_by_role("link", name="Create table").click()
    expect(page.get_by_role("radio", name=re.compile("^IT's all in the game"))).to_be_checked()
    page.goto(f"{server.url}/games/tulips")
    expect(page.get_by_role("heading", name="Tulips", level=1)).to_be_visible()
    page.get_by_role("button", name="Play now: Tulips").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/t/"))


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", OURS)
def test_a_game_page_leads_to_every_lesson(server: Server, guest: Guests, game: str) -> None:
    page = guest()
    page.goto(f"{server.url}/games/{game}")
    lessons = [mode.name for mode in games.about_game(game).modes if mode.guided]
    assert len(lessons) == 2
    ways = page.get_by_role("region", name="Ways to play")
    for name, which in zip(lessons, ("first", "second"), strict=True):
        way = ways.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name, exact=True))
        expect(way.get_by_role("button", name=f"Start the {which} lesson")).to_be_visible()
    last = page.locator("main button").last
    expect(last).to_have_text("Start the first lesson")
    last.click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".hint, .lesson-note, [data-hint]").first).to_be_attached()


def test_an_unknown_game_has_no_page(server: Server) -> None:
    for path in ("/games/nosuchgame", "/games/cash/pictures/nothing.avif", "/games/cash/pictures/../about.py"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 404
    assert "There is no game" in httpx.get(f"{server.url}/games/nosuchgame").text
