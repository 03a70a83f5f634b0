"""A server with many notices in its queue, which is killed again and again while it sends them."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from aiohttp import web

from bench.campaigns.house import House
from cashbox.server.accounts import store as accounts_store
from cashbox.server.db.store import Store
from cashbox.server.notifications import channels, outbox
from cashbox.server.services import Services
from cashbox.server.settings import Settings
from cashbox.server.wire import NewTable, SeatWish, Sit

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.notifications.channels import ChannelRecord

EACH = 2000
"""Notices in the queue for each kill."""

PEOPLE = 20
"""The number of recipients."""

BATCH = 2000
"""The number of notices queued at once."""

STILL = 120.0
"""Seconds without any notice after which it is given up."""


class Receiver:
    """Receives notices, and drops duplicates by id."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.repeated = 0
        self.url = ""
        self._new = asyncio.Event()
        self._runner = web.ServerRunner(web.Server(self._take))

    async def start(self) -> None:
        """Listen."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def stop(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def until(self, many: int) -> bool:
        """Wait until there are so many; False where none comes anymore."""
        while len(self.ids) < many:
            self._new.clear()
            try:
                async with asyncio.timeout(STILL):
                    await self._new.wait()
            except TimeoutError:
                return False
        return True

    async def _take(self, request: web.BaseRequest) -> web.Response:
        told = msgspec.json.decode(await request.read())["id"]
        self.repeated += told in self.ids
        self.ids.add(told)
        self._new.set()
        return web.Response(status=204)


async def campaign(kills: int, seed: int, add: Callable[[dict[str, float]], None]) -> None:
    """Queue notices, kill the server so many times while it sends them, and count what came."""
    chance, many = random.Random(seed), EACH * kills
    receiver = Receiver()
    await receiver.start()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), CASHBOX_PRIVATE_TARGETS="127.0.0.0/8")
        await _queue(house.home, receiver.url, many)
        add({"queued": many})
        try:
            for left in range(kills, 0, -1):
                await house.start()
                share = (many - len(receiver.ids)) / (left + 1)
                await receiver.until(len(receiver.ids) + int(share * chance.uniform(0.5, 1.2)))
                await asyncio.sleep(chance.uniform(0, 0.05))
                house.kill()
                add({"kills": 1, "rounds": 0})
            await house.start()
            await receiver.until(many)
            # Duplicates would arrive now.
            await asyncio.sleep(1.0)
        finally:
            await house.stop()
            await receiver.stop()
        counted = len(receiver.ids)
        found = {"counted": counted, "repeated": receiver.repeated, "lost": many - counted}
        add({**found, "tracebacks": house.tracebacks(), "rounds": 0})


async def _queue(home: Path, url: str, many: int) -> None:
    """Put notices into the queue of a new house, about tables where people sit."""
    services = Services(Settings(home=home), Store(home), "http://localhost")
    await services.store.start()
    try:
        table, told = await _people(services, url)
        now = int(services.store.clock.now() * 1000)
        for first in range(0, many, BATCH):
            notices = [
                outbox.new(
                    told[n % PEOPLE], "chat", f"chat:{n}", now, table_id=table[n % PEOPLE], seat=n % 2, who="Somebody"
                )
                for n in range(first, min(first + BATCH, many))
            ]
            await services.store.writer.do(lambda connection, some=notices: outbox.add(connection, some))  # type: ignore[misc]
    finally:
        await services.store.close()


async def _people(services: Services, url: str) -> tuple[list[str], list[ChannelRecord]]:
    """Accounts, two at each table, each with a webhook: the tables' ids and the webhooks, by account."""
    tables: list[str] = []
    told: list[ChannelRecord] = []
    for number in range(0, PEOPLE, 2):
        two = [(await services.guests.add(f"Player {number + seat}"))[0] for seat in range(2)]
        table = await services.registry.make(two[0], NewTable("cash", [SeatWish("me"), SeatWish("open")]))
        await services.registry.sit(table, two[1], Sit())
        for guest in two:
            one = channels.new(
                "webhook", channels.BITS["chat"], 0, guest=guest.id, address=f"{url}/{guest.id}", lane="here"
            )
            await services.store.writer.do(
                lambda at, who=guest: accounts_store.make(at, who.id, who.name.casefold(), 0)  # type: ignore[misc]
            )
            await services.store.writer.do(lambda at, kept=one: channels.keep(at, kept))  # type: ignore[misc]
            tables.append(table.record.id)
            told.append(one)
    return tables, told
