"""Tables whose replays are tested, and what each viewer was sent during the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR
from cashbox.server.replays.games import GameThere, PastGame
from tests.server.watching.test_delayed_watching import some_step

if TYPE_CHECKING:
    from cashbox.engine.chance import SeededChance
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable

MANY = 16


def head_of(message: bytes) -> bytes:
    """Return the part of a state before its log."""
    return message.partition(b'",')[2].partition(b'"mark":"')[2].partition(b'",')[2].partition(b',"log_from":')[0]


class Sent:
    """What a viewer's client was sent: the head of each message, and the log after it."""

    def __init__(self, viewer: int) -> None:
        self.feed = Feed(viewer)
        self.heads: list[bytes] = []
        self.logs: list[list[str]] = []

    def take(self, message: bytes | None) -> None:
        if not message:
            return
        found = msgspec.json.decode(message)
        log = self.logs[-1][: found["log_from"]] if self.logs else []
        self.logs.append([*log, *(line["text"] for line in found["log"])])
        self.heads.append(head_of(message))


class Game:
    """A table played at random, including undo. at: for each viewer, the head after each journal entry."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.viewers = [SPECTATOR, *range(len(table.record.seats))]
        self.sent = {viewer: Sent(viewer) for viewer in self.viewers}
        self.at: dict[int, list[bytes]] = {viewer: [] for viewer in self.viewers}
        self.note()

    def note(self) -> None:
        frames, match = self.table.frames, self.table.running()
        for viewer, sent in self.sent.items():
            sent.take(self.table.news(sent.feed))
            self.at[viewer].append(frames.head(viewer, match.state))

    async def play(self, chance: SeededChance, most: int = 10_000) -> None:
        for _ in range(most):
            if not self.table.due:
                return
            await some_step(self.table, chance)
            self.note()


async def found(services: Services, table: str, guest: Guest | None) -> PastGame | GameThere:
    """Return the game as a request would find it."""
    past = await services.replays.past(table, guest)
    if past is not None:
        return past
    there = await services.registry.table(table)
    await there.audience.ready(guest)
    return GameThere(there, guest)


async def story(services: Services, table: str, guest: Guest | None, eyes: str = "") -> dict[str, Any]:
    body = await services.replays.story(await found(services, table, guest), guest, eyes, "me")
    told: dict[str, Any] = msgspec.json.decode(body)
    return told


async def moments(services: Services, table: str, guest: Guest | None, last: int, eyes: str = "") -> list[bytes]:
    """Return every step up to the last one, without its number."""
    game, all_of_them = await found(services, table, guest), b""
    for first in range(0, last + 1, MANY):
        some = await services.replays.moments(game, guest, eyes, "me", first, min(MANY, last + 1 - first))
        all_of_them += b"," * bool(all_of_them) + some
    steps = msgspec.json.decode(b"[" + all_of_them + b"]", type=list[msgspec.Raw])
    for n, step in enumerate(steps):
        assert bytes(step).startswith(b'{"n":%d,' % n)
    return [bytes(step).partition(b",")[2].removesuffix(b"}") for step in steps]


def standing(log: list[dict[str, Any]], n: int) -> list[str]:
    """Return the log lines that are visible at a step."""
    return [line["text"] for line in log if line["n"] <= n and (line["gone"] is None or line["gone"] > n)]
