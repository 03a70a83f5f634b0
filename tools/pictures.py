"""Draws the pictures by which a game is shown before it is played: python -m tools.pictures [GAME ...].

Each is a part of the game's own board in both themes, as the game's `glance.toml` says: bots play until there is
something to see, and the picture shows what the player in the first seat sees. Needs Chromium.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.glance import PICTURES
from cashbox.engine.options import complete
from tests.tables import AnyTable
from tests.web.conftest import Server
from tests.web.stage import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from cashbox.engine.glance import Picture, Start

QUALITY: Final = 72
"""Of the files, in percent."""

CHOICES: Final = 3
"""A position is worth a picture where the player may do so many things, at least."""


class Position(AnyTable):
    """A table of a game where bots have played for a while, and the first seat is to decide."""

    def __init__(self, game_id: str, start: Start, one: Picture) -> None:
        self.game = game = games.load(game_id)
        seats = start.players or game.about.least_players
        mode = {"mode": start.mode} if start.mode else {}
        self.chance = SeededChance("pictures")
        self.state = state = game.start(complete(game.about, mode, seats), seats, self.chance)
        best = bots.names(game_id)[0]
        players = [bots.make(best, game, seat, SeededChance(f"pictures {seat}")) for seat in range(seats)]
        done = 0
        while done < one.after or not self._interesting(one.can):
            for seat, player in enumerate(players):
                if legal := game.legal(state, seat):
                    view = game.view(state, seat) if player.needs_view else None
                    game.play(state, seat, player.choose(view, legal), self.chance)
                    done += 1
                    break

    def _interesting(self, can: str) -> bool:
        """Whether the first seat may do many things, and one of this type."""
        types = [self.game.encode(action)["type"] for action in self.game.legal(self.state, 0)]
        return len(types) >= CHOICES and (not can or can in types)


def draw(browser: Browser, server: Server, game: str, one: Picture, folder: Path) -> None:
    """One picture in both themes."""
    context = browser.new_context(viewport={"width": one.window[0], "height": one.window[1]}, reduced_motion="reduce")
    page = context.new_page()
    Stage(page, server, Position(game, games.glance(game).start, one))
    page.wait_for_load_state("networkidle")
    part = page.locator(one.of).first
    box = part.bounding_box()
    assert box is not None
    clip = {name: round(value) for name, value in box.items()} | {
        "height": min(round(box["height"]), one.window[1] - round(box["y"])),
        "scale": 1,
    }
    print(f"{game}, {one.name}: size = [{clip['width']:.0f}, {clip['height']:.0f}]")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(500)
        asked = {"format": "webp", "quality": QUALITY, "clip": clip}
        taken = context.new_cdp_session(page).send("Page.captureScreenshot", asked)
        (folder / f"{one.name}-{theme}.webp").write_bytes(base64.b64decode(taken["data"]))
    context.close()


def main() -> None:
    """Draw those of the games that are named, or of all."""
    os.environ["CASHBOX_QUOTAS"] = "off"
    wanted = sys.argv[1:] or [about.id for about in games.about()]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as player:
        server = Server(Path(home))
        server.start()
        try:
            browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for game in wanted:
                folder = games.folder(game) / PICTURES
                for one in games.glance(game).pictures:
                    folder.mkdir(exist_ok=True)
                    draw(browser, server, game, one, folder)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
