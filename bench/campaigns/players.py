"""Players who act at random over the live channel, and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import math
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    import random

    from websockets.asyncio.client import ClientConnection

    from bench.campaigns.house import House

GONE = (OSError, WebSocketException, httpx.HTTPError, EOFError)
"""The errors when the server or the connection is gone."""

UNDO = 0.1
"""The probability of an undo if it is possible."""


class Player:
    """One seat at one table. acked: what it did and was acknowledged; pending: what it has sent since, if anything.
    refused: how often it was refused. away: the most seconds from the end of one connection to the first message of the
    next. cut: how often to cut the link, for each message."""

    def __init__(self, house: House, table: str, seat: int, token: str, rand: random.Random) -> None:
        self.house = house
        self.table = table
        self.seat = seat
        self.token = token
        self.rand = rand
        self.acked: list[Any] = []
        self.pending: Any = None
        self.refused = 0
        self.cuts = 0
        self.over = False
        self.away = 0.0
        self._left = math.inf

    async def play(self, cut: float = 0.0) -> None:
        """Play until the game is over or the connection is gone."""
        try:
            await self._connected(cut)
        except GONE:
            pass
        finally:
            self._left = min(self._left, asyncio.get_running_loop().time())

    async def _connected(self, cut: float) -> None:
        async with connect(
            f"ws://127.0.0.1:{self.rand.choice(self.house.ports)}/api/tables/{self.table}/live",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=None,
            proxy=None,
        ) as socket:
            # Actions in transit when the last connection ended were not acknowledged.
            self.pending = None
            async for text in socket:
                self.away = max(self.away, asyncio.get_running_loop().time() - self._left)
                self._left = math.inf
                if cut and self.rand.random() < cut:
                    self.cuts += 1
                    socket.transport.abort()
                    return
                await self._hear(socket, msgspec.json.decode(text))
                if self.over:
                    return

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] == "ack":
            self.acked.append(self.pending)
            self.pending = None
        elif message["type"] == "refused":
            self.refused += 1
            self.pending = None
            if message["code"] == "disk-full":
                await asyncio.sleep(0.05)
            if message["code"] != "stale":
                await self._look(socket)
        elif message["type"] == "state":
            self.over = message["outcome"] is not None
            await self._act(socket, message)

    async def _look(self, socket: ClientConnection) -> None:
        """Try again: nothing has changed that would bring a state."""
        headers = {"Authorization": f"Bearer {self.token}"}
        while True:
            answer = await self.house.http.get(f"/api/tables/{self.table}/state", headers=headers)
            if answer.status_code == 200:
                return await self._act(socket, answer.json())
            # Until the server has its database again.
            await asyncio.sleep(0.2)

    async def _act(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        if self.pending is not None or self.over:
            return
        at = state["mark"]
        if state["can_undo"] and self.rand.random() < UNDO:
            self.pending = 1
            await socket.send(msgspec.json.encode({"type": "undo", "id": 1, "at": at, "steps": 1}).decode())
        elif state["legal"]:
            self.pending = self.rand.choice(state["legal"])["action"]
            message = {"type": "act", "id": 1, "at": at, "actions": [self.pending]}
            await socket.send(msgspec.json.encode(message).decode())


async def table(house: House, game: str, rand: random.Random, people: int = 2, bots: int = 1) -> list[Player]:
    """Create a table with its people."""
    tokens = []
    for number in range(people):
        made = await house.http.post("/api/guests", json={"name": f"Guest {number}", "token": True})
        tokens.append(made.json()["token"])
        house.http.cookies.clear()
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *[{"kind": "bot", "bot": "random"}] * bots]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens]
    answer = await house.http.post("/api/tables", json={"game": game, "seats": seats}, headers=headers[0])
    found: str = answer.json()["table"]["id"]
    for sits in headers[1:]:
        await house.http.post(f"/api/tables/{found}/sit", json={}, headers=sits)
    return [Player(house, found, seat, token, rand) for seat, token in enumerate(tokens)]


class Compared(msgspec.Struct):
    """acknowledged: what players were told was done. lost: how much of that is not on disk, in its order. more: what
    is on disk though no one was told, at most one for each broken connection."""

    acknowledged: int = 0
    lost: int = 0
    more: int = 0


def compare(players: list[Player], deeds: dict[tuple[str, int], list[Any]]) -> Compared:
    """Compare the acknowledged actions with those on disk."""
    found = Compared()
    for player in players:
        kept, here, at = deeds.get((player.table, player.seat), []), 0, 0
        for deed in player.acked:
            with contextlib.suppress(ValueError):
                at = kept.index(deed, at) + 1
                here += 1
        found.acknowledged += len(player.acked)
        found.lost += len(player.acked) - here
        found.more += len(kept) - here
    return found
