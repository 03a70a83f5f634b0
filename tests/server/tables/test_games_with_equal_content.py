"""Test two games with the same content, as a copied game has: each keeps its own rules."""

from __future__ import annotations

import asyncio
import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import uvloop

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.server.bots.questions import DEALER, Asked, Deal, Shelf, deal
from cashbox.server.clock import Clock
from cashbox.server.wire import NewTable, SeatWish
from cashbox.server.workers import Worker, WorkerError, replied
from tests.extra_game_folders import among_the_games
from tests.server.server_in_process import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

IDS = ("coins", "pennies")
ABOUT = """import msgspec

from tests.engine.coins import ABOUT as TINY

ABOUT = msgspec.structs.replace(TINY, id={id!r})
"""
RULES = """from tests.engine.coins import Tiny
from cashbox.games.{id}.about import ABOUT


class Copied(Tiny):
    def __init__(self, coins=12):
        super().__init__(coins)
        self.about = ABOUT


def load(content=None):
    return Copied() if content is None else Copied(len(content["coins"]))
"""


@pytest.fixture(autouse=True)
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "games"
    for game in IDS:
        (folder / game).mkdir(parents=True)
        (folder / game / "__init__.py").touch()
        (folder / game / "about.py").write_text(ABOUT.format(id=game), "utf-8")
        (folder / game / "game.py").write_text(RULES.format(id=game), "utf-8")
    monkeypatch.setenv("CASHBOX_GAMES", str(folder))
    with among_the_games(folder):
        assert games.load(IDS[0]).content_hash == games.load(IDS[1]).content_hash
        yield


def rules_of(table: LiveTable) -> str:
    return table.game.about.id


@pytest.mark.thorough
def test_games_with_equal_content_are_played_by_their_own_rules(home: Home) -> None:
    async def made(services: Services, game: str) -> LiveTable:
        guest, _ = await services.guests.add("Ann")
        return await services.registry.make(guest, NewTable(game, [SeatWish("me"), SeatWish("bot", "random")]))

    async def run() -> None:
        ids = []
        async with serving(home, Clock()) as services:
            for game in IDS:
                table = await made(services, game)
                ids.append(table.record.id)
                assert rules_of(table) == game
        for game, table_id in reversed([*zip(IDS, ids, strict=True)]):
            async with serving(home, Clock()) as services:
                other = next(one for one in IDS if one != game)
                await services.catalog.current(other)
                assert rules_of(await services.registry.table(table_id)) == game
                for one in IDS:
                    loaded = await services.catalog.game(one, games.load(one).content_hash, 1)
                    assert loaded.about.id == one

    uvloop.run(run())


@pytest.mark.thorough
def test_equal_content_is_found_for_each_of_its_games(home: Home) -> None:
    """The content is stored once and found for both games, even after the games get new content."""

    async def run() -> None:
        async with serving(home, Clock()) as services:
            guest, _ = await services.guests.add("Ann")
            for game in IDS:
                await services.registry.make(guest, NewTable(game, [SeatWish("me"), SeatWish("bot", "random")]))
        async with serving(home, Clock()) as services:
            for game in IDS:
                kept = await services.catalog.current(game)
                hash_, kept.content_hash = kept.content_hash, "another"
                assert msgspec.json.decode(await services.catalog.content(game, hash_)) == kept.content

    uvloop.run(run())


def test_bot_processes_cache_both_games_with_equal_content() -> None:
    shelf = Shelf()
    for game in (*IDS, *IDS):
        loaded: Any = games.load(game)
        asked = Asked(game, loaded.content_hash, 1, msgspec.json.encode(loaded.content))
        assert shelf.game(asked).about.id == game


def test_a_process_that_failed_to_load_a_game_gets_its_content_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load("cash")
    match = Match.start(game, {}, 3, SeededChance("a seed"), players=["Ann", "Bob", "Cleo"])
    shelf, sent = Shelf(), []

    async def exchange(_worker: object, message: bytes, _seconds: float) -> tuple[int, bytes]:
        asked = msgspec.msgpack.decode(message, type=Deal)
        sent.append(bool(asked.content))
        return replied(partial(deal, shelf), asked)

    def fail(*_: object) -> None:
        monkeypatch.setattr(games, "load", lambda *_: game)
        raise OSError

    async def run() -> None:
        async with serving(home, Clock()) as services:
            await services.catalog.current("cash")
            monkeypatch.setattr(games, "load", fail)
            process: Any = None
            worker, asked = (
                Worker(process, DEALER, 0.0),
                Deal("cash", game.content_hash, 1, state=pickle.dumps(match.state), seat=0, seed="another seed"),
            )
            with pytest.raises(WorkerError, match=r"^OSError"):
                await services.thinking._answer(worker, asked, 30.0)
            for _ in range(2):
                assert (await services.thinking._answer(worker, asked, 30.0)).sample
            assert sent == [True, True, False]

    monkeypatch.setattr(Worker, "_exchange", exchange)
    asyncio.run(run())
