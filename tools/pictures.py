"""Draw the pictures by which a game is shown before it is played, and the figures of its rules:
python -m tools.pictures [GAME [NAME ...]]. The picture for links to a game has the name preview.

Each is a part of the game's own board in both themes, as the game's `glance.toml` says: bots play until there is
something to see, and the picture shows what the player in the first seat sees. Needs Chromium.
"""

from __future__ import annotations

import base64
import html
import io
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import sync_playwright

import cashbox
from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.glance import FILE, PICTURES, PREVIEW
from cashbox.engine.options import complete
from cashbox.server.web.link_previews import PICTURE
from tests.any_table import AnyTable
from tests.web.conftest import Server
from tests.web.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

    from cashbox.engine.glance import Picture, Start

QUALITY: Final = 42
"""Of the files, in percent."""

WIDE, HIGH = 1200, 630
"""The size in pixels of the page that a picture for links is taken of."""
PREVIEW_SIZE, PREVIEW_QUALITY = (800, 420), 72
"""The size in pixels of a picture for links, and its quality in percent. The wheel has to stay small."""

EDGE: Final = 8
"""Pixels of the table around a figure."""

CHOICES: Final = 3
"""A position is worth a picture where the player may do so many things, at least."""


class Position(AnyTable):
    """A table of a game where bots have played for a while, and the first seat is to decide."""

    def __init__(self, game_id: str, start: Start, one: Picture) -> None:
        self.game = game = games.load(game_id)
        seats = start.players or game.about.least_players
        mode = one.mode or start.mode
        self.chance = SeededChance("pictures")
        given = complete(game.about, {"mode": mode} if mode else {}, seats)
        self.state = game.start(given, seats, self.chance)
        best = bots.names(game_id)[0]
        self._players = [bots.make(best, game, seat, SeededChance(f"pictures {seat}")) for seat in range(seats)]
        for _ in range(one.after):
            self._act()
        while not self._interesting(one.can):
            self._act()

    def go_on(self, can: str) -> None:
        """To the next moment at which the first seat may do many things, and one of this type."""
        self._act()
        while not self._interesting(can):
            self._act()

    def _act(self) -> None:
        """Whoever is asked decides."""
        game = self.game
        for seat, player in enumerate(self._players):
            if legal := game.legal(self.state, seat):
                view = game.view(self.state, seat) if player.needs_view else None
                game.play(self.state, seat, player.choose(view, legal), self.chance)
                return
        raise ValueError("the game is over, and nothing was to be seen")

    def _interesting(self, can: str) -> bool:
        """Whether the first seat may do many things, and one of this type."""
        types = [self.game.encode(action)["type"] for action in self.game.legal(self.state, 0)]
        return len(types) >= CHOICES and (not can or can in types)


def _there(page: Page, one: Picture) -> bool:
    """Whether there is something to draw, once what has to be pressed is pressed."""
    if one.press:
        key = page.locator(one.press).first
        if not key.count():
            return False
        key.click()
    return bool(page.locator(one.of).count()) and page.locator(one.of).first.is_visible()


def draw(browser: Browser, server: Server, game: str, one: Picture, folder: Path) -> tuple[int, int]:
    """One picture in both themes; its size."""
    context = browser.new_context(viewport={"width": one.window[0], "height": one.window[1]}, reduced_motion="reduce")
    page = context.new_page()
    position = Position(game, games.glance(game).start, one)
    stage = Stage(page, server, position)
    while not _there(page, one):
        position.go_on(one.can)
        stage.show()
    page.wait_for_load_state("networkidle")
    part = page.locator(one.of).first
    # the board may have scrolled to its controls, so that a bar lies over the part
    part.evaluate("e => { for (let up = e; up; up = up.parentElement) up.scrollTop = 0; }")
    box = part.bounding_box()
    assert box is not None
    edge = EDGE if one.headings else 0
    left, top = max(0, round(box["x"]) - edge), max(0, round(box["y"]) - edge)
    right = min(one.window[0], round(box["x"] + box["width"]) + edge)
    bottom = min(one.window[1], round(box["y"] + box["height"]) + edge)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top, "scale": 1}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(500)
        taken = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "png", "clip": clip})
        picture = Image.open(io.BytesIO(base64.b64decode(taken["data"]))).convert("RGB")
        picture.save(folder / f"{one.name}-{theme}.avif", quality=QUALITY)
    context.close()
    return int(clip["width"]), int(clip["height"])


def note(file: Path, one: Picture, size: tuple[int, int]) -> None:
    """Write the size of a picture where the game tells of it."""
    text = file.read_text("utf-8")
    found = re.search(rf'^name = "{one.name}"$.*?^size = (\[.*?\])$', text, re.MULTILINE | re.DOTALL)
    assert found is not None
    file.write_text(f"{text[: found.start(1)]}{list(size)}{text[found.end(1) :]}", "utf-8")
    print(f"{file.parent.name}, {one.name}: {size[0]} x {size[1]}")


def draw_preview(browser: Browser, file: Path, title: str, text: str, boards: Sequence[Path]) -> None:
    """Draw the picture for links: a name, a sentence, and boards one below the other."""
    static = Path(cashbox.__file__).parent / "web" / "static"
    images = "".join(f"<img src='{_inline(board, 'image/avif')}'>" for board in boards)
    context = browser.new_context(viewport={"width": WIDE, "height": HIGH})
    page = context.new_page()
    page.set_content(f"""<!doctype html><style>
      @font-face {{ font-family: Bitter; font-weight: 100 900;
        src: url({_inline(static / "fonts" / "bitter.woff2", "font/woff2")}) }}
      body {{ margin: 0; height: 100vh; display: flex; background: #f8f3e6; color: #231d17; font-family: Bitter }}
      main {{ box-sizing: border-box; flex: none; width: 570px; padding: 44px 44px 56px;
        border-left: 14px solid #1c5a3e; display: flex; flex-direction: column }}
      main p {{ margin: 0; font-size: 32px; line-height: 1.35; color: #5a4f43 }}
      header {{ display: flex; align-items: center; gap: 16px; font: 700 34px Bitter; color: #5a4f43 }}
      header svg {{ width: 60px; height: 60px }}
      h1 {{ margin: auto 0 20px; font-size: 72px; line-height: 1.12; text-wrap: balance }}
      main p {{ margin-bottom: auto }}
      aside {{ box-sizing: border-box; flex: 1; min-width: 0; padding: 28px 0 28px 28px; background: #ddd5c3;
        display: grid; gap: 22px; grid-auto-rows: minmax(0, 1fr) }}
      img {{ width: 100%; height: 100%; object-fit: cover; object-position: left top;
        border-radius: 14px 0 0 14px; box-shadow: 0 0 0 2px #cdc0a6 }}
    </style><main><header>{(static / "img" / "icon.svg").read_text("utf-8")}cashbox</header>
    <h1>{html.escape(title)}</h1><p>{html.escape(text)}</p></main><aside>{images}</aside>""")
    page.evaluate("document.fonts.ready")
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    taken.resize(PREVIEW_SIZE).save(file, quality=PREVIEW_QUALITY, optimize=True, progressive=True)
    context.close()
    print(f"{file.name}, {title}: {file.stat().st_size:,} bytes")


def _inline(file: Path, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


def draw_previews(browser: Browser, wanted: Sequence[str]) -> None:
    """Draw the pictures for links to some games, and the one for all games, from the first picture of each."""
    boards = {
        about.id: games.folder(about.id) / PICTURES / f"{games.glance(about.id).pictures[0].name}-light.avif"
        for about in games.about()
    }
    for about in games.about():
        if about.id in wanted:
            file = games.folder(about.id) / PICTURES / PREVIEW
            draw_preview(browser, file, about.name, about.tagline, [boards[about.id]])
    file = Path(cashbox.__file__).parent / "web" / "static" / PICTURE
    text = "Play with friends or against bots, in your browser. No account needed."
    draw_preview(browser, file, "Board games about money", text, list(boards.values()))


def main() -> None:
    """Draw those of the games that are named, or of all."""
    os.environ["CASHBOX_QUOTAS"] = "off"
    wanted = sys.argv[1:2] or [about.id for about in games.about()]
    names = sys.argv[2:]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as player:
        server = Server(Path(home))
        server.start()
        try:
            browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for game in wanted:
                folder = games.folder(game) / PICTURES
                glance = games.glance(game)
                for one in (*glance.pictures, *glance.figures):
                    if not names or one.name in names:
                        folder.mkdir(exist_ok=True)
                        note(games.folder(game) / FILE, one, draw(browser, server, game, one, folder))
            if not names or "preview" in names:
                draw_previews(browser, wanted)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
