"""Test that right-to-left names are isolated in every text that the server sends."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final, cast, get_args

import pytest

from cashbox.engine.phrases import isolate
from cashbox.server.notifications import service as notifications_service
from cashbox.server.notifications import webhooks
from cashbox.server.notifications.outbox import NoticeRecord
from cashbox.server.notifications.text import About, message
from cashbox.server.notifications.wire import NoticeKind
from cashbox.server.tables.settings import DELAY
from tests.server.server_in_process import settled, votes
from tests.server.tables_with_absent_players import play_to_end
from tests.server.watching.test_no_early_leaks import games, world

if TYPE_CHECKING:
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.mail import Mailer
    from tests.data_folders import Home

__all__ = ["games", "votes"]

HEBREW: Final = "דוד כהן"
ARABIC: Final = "سارة"
CALLED: Final = {"": f"{HEBREW} (2)", "Ann": HEBREW, "Bob": ARABIC, "Hal": f"{ARABIC} Hal", "Friends": f"7 {HEBREW}"}

_ISOLATED: Final = re.compile("\u2068[^\u2069]*\u2069")
_OWN_DIRECTION: Final = re.compile(r"<(bdi|script|style)\b.*?</\1>", re.DOTALL)
"""Elements that a browser draws separately from the surrounding sentence, or not at all."""


def reordered(text: str) -> list[str]:
    """Return the lines of a text in which a right-to-left name can reorder its neighbors."""
    rest = _ISOLATED.sub("", _OWN_DIRECTION.sub("", text))
    return [line for line in rest.splitlines() if isolate(line) != line]


@pytest.mark.slow
def test_pages_and_reports_isolate_names_at_every_address(home: Home, votes: str) -> None:
    """All other responses are data, and the pages isolate names when they draw them."""

    async def run() -> None:
        async with world(home, votes, called=lambda name: CALLED.get(name, name)) as at:
            await at.table.chat.say(at.table.record, at.guests["Ann"], f"שלום {ARABIC} 3")
            found: dict[str, str] = {}
            for stage in ("playing", "over"):
                for paths in at.paths.values():
                    for path in paths:
                        for who, client in at.asking.items():
                            answer = await client.get(path)
                            # Journals are files for programs.
                            text = answer.headers.get("content-type", "").startswith("text/")
                            if text and not path.endswith("/journal"):
                                found[f"{path} for {who or 'nobody'}, {stage}"] = answer.text
                if stage == "playing":
                    await play_to_end(at.table)
                    at.clock.forward(DELAY + 2)
                    await settled()
            named = {where for where, text in found.items() if isolate(text) != text or "\u2068" in text}
            for page in ("/t/", "/replay", "/api/tables/", "/p/"):
                assert any(page in where for where in named), f"no name is in {page}"
            assert {where: reordered(text) for where, text in found.items() if reordered(text)} == {}

    asyncio.run(run())


KINDS = [*get_args(NoticeKind), "nudge", "handed", "test"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("many", [1, 7])
def test_notifications_isolate_names_in_every_channel(kind: str, many: int) -> None:
    notice = NoticeRecord("n", "c", "l", kind, "k", "t", 0, ARABIC, 1, 2, 3)
    about = [About(notice, f"{HEBREW} {number} (2)", left=90) for number in range(many)]
    sent: list[str] = []

    class Post:
        async def send(self, to: str, subject: str, text: str, html: str, *_: object) -> None:
            sent.extend((subject, text, html))

    channel = cast("ChannelRecord", type("Channel", (), {"token": "t"}))
    for everybody in (False, True):
        told = message(about, "http://localhost", 3, everybody=everybody)
        sent += [told.title, told.body]
        asyncio.run(
            notifications_service.send(cast("Mailer", Post()), channel, "a@example.org", told, "http://localhost")
        )
        for service in ("discord", "slack"):
            body: dict[str, Any] = webhooks.body(service, told)
            sent.append(str(body.get("content", body.get("text"))))
    assert [line for text in sent for line in reordered(text)] == []
    assert kind == "test" or any("\u2068" in text for text in sent)
