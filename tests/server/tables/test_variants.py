"""Test variants that a server offers: creating, showing, and keeping them."""

from __future__ import annotations

import asyncio
import contextlib
import csv
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest

from cashbox import games
from cashbox.engine.game import GameError
from cashbox.engine.journal import loads
from cashbox.engine.verify import verify
from cashbox.server.continuing.service import create_from_step
from cashbox.server.continuing.wire import GoOn
from cashbox.server.db.data_folder import FILE, place_named
from cashbox.server.errors import Refusal
from cashbox.server.ops import exports
from cashbox.server.ops.checking import house as house_in
from cashbox.server.ops.checking import shared_house
from cashbox.server.settings import Settings, StartError
from cashbox.server.social import results_store
from cashbox.server.social.statistics import statistics
from cashbox.server.wire import NewTable, SeatWish
from tests.server.rematch.test_rematch import again, play_out
from tests.server.server_in_process import DEADLINE, SetClock, seated, serving

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

GAME = "consultants"
NAME = "one quarter"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a variant with only one round, so that its games are short."""
    made = tmp_path / "variants"
    made.mkdir()
    events = [event["id"] for event in games.load(GAME).content["events"]["event"]]
    gone = "".join(f'[[event]]\nid = "{event}"\nremove = true\n' for event in events[1:])
    about = f'[variant]\ngame = "{GAME}"\nname = "{NAME}"\ntext = "A game of one round."\n'
    (made / "one.toml").write_text(f"{about}[start]\nmoney = 30\n{gone}", "utf-8")
    return made


async def finished(services: Services) -> LiveTable:
    table, _ = await seated(services, GAME, "Ann", "Bob", variant=NAME)
    await play_out(table)
    return table


@pytest.mark.slow
def test_a_variant_can_be_played_and_stays_at_its_tables(home: Home, folder: Path) -> None:
    async def work() -> None:
        async with serving(home, SetClock(), variants=folder) as services:
            (offered,) = services.catalog.infos[GAME].variants
            assert (offered.name, offered.text) == (NAME, "A game of one round.")
            table, (ann, bob) = await seated(services, GAME, "Ann", "Bob", variant=NAME, listed=True)
            shown = table.as_table()
            assert (shown.variant, shown.game_name) == (NAME, "IT's all in the game · one quarter")
            content = msgspec.json.decode(await services.catalog.content(GAME, shown.content))
            assert content["projects"]["start"]["money"] == 30
            assert "lessons" not in content
            assert shown.content != games.load(GAME).content_hash
            await play_out(table)
            then = await again(services, table, bob)
            assert (then.record.settings.variant, then.record.content_hash) == (NAME, table.record.content_hash)
            wish = GoOn(n=0, hidden="kept", seats=[SeatWish("me"), SeatWish("open")])
            on = await create_from_step(
                services.replays, services.registry, services.catalog, table.record.id, ann, wish, SetClock().now()
            )
            assert (on.record.settings.variant, on.record.content_hash) == (NAME, table.record.content_hash)
            kept.append((table.record.id, bob.id))
        # The operator removes the variant: its games stay as they are.
        async with serving(home, SetClock()) as services:
            assert services.catalog.infos[GAME].variants == []
            table = await services.registry.table(kept[0][0])
            assert table.as_table().game_name == "IT's all in the game · one quarter"
            with pytest.raises(Refusal, match="doesn't have the variant 'one quarter'"):
                await seated(services, GAME, "Cid", "Dan", variant=NAME)

    kept: list[tuple[str, str]] = []
    asyncio.run(work())


def test_exported_games_name_the_variant_but_no_people(home: Home, folder: Path, tmp_path: Path) -> None:
    async def work() -> str:
        async with serving(home, SetClock(), variants=folder) as services:
            table, _ = await seated(services, GAME, "Ann Smith", "Bob", variant=NAME, watching="nobody", name="Secret")
            await play_out(table)
            await seated(services, GAME, "Cid", "Dan")
            return table.record.id

    table_id = asyncio.run(work())
    out = tmp_path / "out"
    source = home.database or home.folder / FILE
    with contextlib.ExitStack() as held:
        place = place_named(home.database) if home.database else None
        house = held.enter_context(shared_house(place) if place else house_in(home.folder / FILE))
        assert exports.export(source, house.tables, out, names=False, heard=lambda: None) == (1, [])
    (journal,) = (out / "journals").iterdir()
    rows = list(csv.DictReader((out / "games.csv").open(encoding="utf-8")))
    assert [(row["game"], row["variant"], row["seat"], row["player"]) for row in rows] == [
        (GAME, NAME, "1", "person"), (GAME, NAME, "2", "person")
    ]  # fmt: skip
    found = loads(journal.read_bytes())
    assert {row["content"] for row in rows} == {found.header.content_hash}
    assert [int(row["score"]) for row in rows] == list(found.end.scores if found.end else ())
    everything = journal.read_text("utf-8") + (out / "games.csv").read_text("utf-8")
    assert not [word for word in ("Ann", "Bob", "Smith", "Secret", table_id) if word in everything]
    assert not verify(found, games.load_for).faults


def test_a_rematch_keeps_the_cards_of_a_removed_variant(home: Home, folder: Path) -> None:
    async def work() -> None:
        async with serving(home, SetClock(), variants=folder) as services:
            table, guests = await seated(services, GAME, "Ann", "Bob", variant=NAME)
            await play_out(table)
        async with serving(home, SetClock()) as services:
            again_at = await services.registry.table(table.record.id)
            then = await again(services, again_at, guests[0])
            assert then.record.content_hash == table.record.content_hash

    asyncio.run(work())


def test_a_variant_has_no_rated_games_and_no_lessons(home: Home, folder: Path) -> None:
    async def work() -> None:
        async with serving(home, SetClock(), variants=folder) as services:
            guest, _ = await services.guests.add("Ann")
            wish = NewTable(GAME, [SeatWish("me"), SeatWish("open")], variant=NAME, rated=True)
            with pytest.raises(GameError, match="Variants can't be rated"):
                await services.registry.make(guest, wish)
            lesson = NewTable(GAME, [SeatWish("me"), SeatWish("bot")], variant=NAME, mode="lesson-1")
            with pytest.raises(GameError, match="no mode 'lesson-1'"):
                await services.registry.make(guest, lesson)

    asyncio.run(work())


@pytest.mark.logs_errors
def test_an_invalid_variant_is_logged_and_left_out(home: Home, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "two.toml").write_text(f'[variant]\ngame = "{GAME}"\n[start]\nmoney = 300\n', "utf-8")
    (folder / "three.toml").write_text("[start]\nmoney = 3\n", "utf-8")
    (folder / "notes.txt").write_text("not a variant", "utf-8")

    async def work() -> None:
        async with serving(home, SetClock(), variants=folder) as services:
            assert [one.name for one in services.catalog.infos[GAME].variants] == [NAME]

    asyncio.run(work())
    assert "two.toml, line 3: start.money: 300 is not a whole number from 0 to 99" in caplog.text
    assert "three.toml doesn't name its game" in caplog.text


def test_the_folder_of_variants_must_exist(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="must be a folder"):
        Settings.from_env({"CASHBOX_HOME": str(tmp_path), "CASHBOX_VARIANTS": str(tmp_path / "none")})


def test_the_journal_of_a_variant_has_its_cards(home: Home, folder: Path) -> None:
    async def work() -> None:
        async with serving(home, SetClock(), variants=folder) as services:
            table = await finished(services)
            assert table.match is not None
            assert table.match.journal.content["projects"]["start"]["money"] == 30
            assert games.load_for(table.match.journal).content_hash == table.record.content_hash

    asyncio.run(work())


@pytest.mark.slow
def test_statistics_count_only_games_of_the_original(home: Home, folder: Path) -> None:
    async def work() -> None:
        clock = SetClock()
        async with serving(home, clock, variants=folder) as services:
            for variant in (NAME, ""):
                table, _ = await seated(services, GAME, "Ann", "Bob", variant=variant, listed=True, watching="public")
                await play_out(table)
            clock.forward(600)
            async with asyncio.timeout(DEADLINE):
                while await services.store.read(results_store.uncounted, int(clock.now()) + 1, 9):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert (await statistics(services.store, services.catalog, GAME)).games == 1

    asyncio.run(work())


@pytest.mark.slow
def test_a_variant_has_a_rules_page_of_its_own(own_server: Server, folder: Path) -> None:
    own_server.stop()
    own_server.settings["CASHBOX_VARIANTS"] = str(folder)
    own_server.start()
    known = {one["id"]: one for one in httpx.get(f"{own_server.url}/api/games").json()}
    (offered,) = known[GAME]["variants"]
    address = f"{own_server.url}/rules/{GAME}"
    page = httpx.get(f"{address}/real?content={offered['content']}").text
    assert f" · {NAME}</h1>" in page
    assert "There are 1 event cards" in page or "There is 1 event card" in page
    assert "Removed" in page
    assert f'href="/rules/{GAME}/basic?content={offered["content"]}"' in page
    assert "lesson" not in page.partition('aria-label="Modes"')[2].partition("</nav>")[0]
    original = games.load(GAME).content_hash
    assert "In this variant" not in httpx.get(f"{address}/real?content={original}").text
    assert f"/rules/{GAME}?content={offered['content']}" in httpx.get(f"{own_server.url}/rules").text
    for wrong in ("x", "0" * 64, "%00", offered["content"] + "0"):
        assert httpx.get(f"{address}?content={wrong}").status_code == 404
    assert httpx.get(f"{own_server.url}/rules/cash?content={offered['content']}").status_code == 404
    assert httpx.get(f"{address}/lesson-1?content={offered['content']}").status_code == 404
