"""Test that a table keeps the drawing of its map: only new tables get a later version's drawing."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import uvloop

from cashbox.games.envelopes import game as envelopes
from cashbox.games.envelopes.content import read_data
from cashbox.server.clock import Clock
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import serving

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

NEW_ROAD = ["start-texas", "c-tucson"]


def with_a_new_road() -> dict[str, Any]:
    """Return the content of a version with one more road, as drawn by `make map`."""
    data = copy.deepcopy(read_data())
    data["map"]["road"].append({"between": NEW_ROAD})
    data["drawing"]["roads"].append({"between": NEW_ROAD, "path": "M1 2Q3 4 5 6"})
    return data


async def made(services: Services) -> LiveTable:
    guest, _ = await services.guests.add("Ann")
    wish = NewTable("envelopes", [SeatWish("me"), SeatWish("bot", "random")])
    return await services.registry.make(guest, wish)


async def content_of(services: Services, table: LiveTable) -> dict[str, Any]:
    """Return the content that a table's page loads to draw the board."""
    body = await services.catalog.content("envelopes", table.record.content_hash)
    found: dict[str, Any] = msgspec.json.decode(body)
    return found


@pytest.mark.thorough
def test_a_new_road_is_drawn_only_at_new_tables(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with serving(home, Clock()) as services:
            old_id = (await made(services)).record.id
        before = read_data()
        monkeypatch.setattr(envelopes, "read_data", with_a_new_road)
        async with serving(home, Clock()) as services:
            old, new = await services.registry.table(old_id), await made(services)
            for table, data in ((old, before), (new, with_a_new_road())):
                content = await content_of(services, table)
                assert content["drawing"] == data["drawing"]
                drawn = {frozenset(road["between"]) for road in content["drawing"]["roads"]}
                assert drawn == {frozenset(road["between"]) for road in content["map"]["road"]}
                # A journal carries the drawing to other servers.
                assert table.game.content == content

    uvloop.run(run())
