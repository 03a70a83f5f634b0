"""Draws the icons of the installed app from img/icon.svg: python tools/icons.py (Chromium draws them)."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent.parent / "src/cashbox/web/static/img"
PAPER = "#ddd5c3"
WHITE = "brightness(0) invert(1)"

# name: size in pixels, part of it that the drawing takes, ground, filter
ICONS = {
    "icon-192": (192, 0.9, "transparent", "none"),
    "icon-512": (512, 0.9, "transparent", "none"),
    "icon-maskable": (512, 0.6, PAPER, "none"),
    "icon-touch": (180, 0.75, PAPER, "none"),
    "icon-badge": (96, 0.95, "transparent", WHITE),
}


def main() -> None:
    """Write them all."""
    drawing = (IMAGES / "icon.svg").read_text()
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, part, ground, look) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
                f'<div style="width:{part * 100}%;filter:{look};line-height:0">{drawing}</div>'
            )
            page.screenshot(path=IMAGES / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
