"""Firefox for Playwright, which speaks WebDriver BiDi with it.

Playwright sends a command that Firefox ESR does not have yet. This runs in place of Firefox, answers that command
itself and hands on everything else.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Playwright
    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.server import ServerConnection

UNKNOWN: Final = {"emulation.setMediaFeaturesOverride"}
"""What Playwright wants and Firefox ESR does not know: the page looks as the system wants it."""


def program() -> str | None:
    """Return where Firefox is, None where it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def launch(playwright: Playwright, folder: Path) -> Browser:
    """Start Firefox through this module. folder: an empty one."""
    script = folder / "firefox"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m {__name__} "$@"\n')
    script.chmod(0o755)
    return playwright.firefox.launch(channel="moz-firefox", executable_path=script)


async def main(arguments: list[str]) -> int:
    """Run Firefox and stand between it and its client until it ends."""
    firefox = program()
    assert firefox
    child = await asyncio.create_subprocess_exec(firefox, *arguments, stderr=asyncio.subprocess.PIPE)
    assert child.stderr
    address = ""

    async def between(client: ServerConnection) -> None:
        assert client.request
        async with connect(address + client.request.path, max_size=None) as browser:
            ways = [asyncio.create_task(_ask(client, browser)), asyncio.create_task(_answer(browser, client))]
            _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in left:
                way.cancel()

    async with serve(between, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async for line in child.stderr:
            text = line.decode(errors="replace")
            if found := re.search(r"listening on (ws://[\w.]+:\d+)", text):
                address = found[1]
                text = text.replace(address, f"ws://127.0.0.1:{port}")
            sys.stderr.write(text)
            sys.stderr.flush()
    return await child.wait()


async def _ask(client: ServerConnection, browser: ClientConnection) -> None:
    async for text in client:
        command: dict[str, Any] = json.loads(text)
        if command["method"] in UNKNOWN:
            await client.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(text)


async def _answer(browser: ClientConnection, client: ServerConnection) -> None:
    async for text in browser:
        await client.send(text)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
