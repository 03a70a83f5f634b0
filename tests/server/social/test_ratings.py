"""Test ratings: only rated games count, the same in every process, and as the journals say."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox import cli
from cashbox.engine.game import GameError
from cashbox.server.rematch.service import create_rematch
from cashbox.server.rematch.wire import Again
from cashbox.server.social.rating import Skill, after, points, ranks_of
from cashbox.server.wire import ChangeSeat, NewTable, SeatWish, Sit
from tests.server.accounts_in_process import with_passkey
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_profiles import counted, finished
from tests.server.tables_with_absent_players import play_to_end, refused

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]


async def account(services: Services, name: str) -> Guest:
    guest, token = await services.guests.add(name)
    await with_passkey(services, guest)
    services.guests.forget({guest.id}, ended=False)
    found = await services.guests.owner(token)
    assert found is not None
    assert found.guest.account
    return found.guest


async def points_of(services: Services, guest: Guest) -> dict[str, int]:
    page = await services.persons.page(await services.persons.me(guest), guest)
    return {one.game: one.points for one in page.ratings}


def admin(home: Home, *words: str) -> int:
    where = ["--database", home.database] if home.database else []
    return cli.main(["admin", *words, "--home", str(home.folder), *where])


def test_the_winner_gains_rating_and_tied_players_stay_equal() -> None:
    first, second, third = after([Skill()] * 3, [1, 2, 2])
    assert first.mu > 25 > second.mu == third.mu
    assert first.sigma < Skill().sigma
    assert points(Skill().ordinal) == 1000
    assert ranks_of([3, 1, 1, 2]) == [4, 1, 1, 3]


@pytest.mark.slow
def test_only_people_with_accounts_can_sit_at_a_rated_table(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, eve = await account(services, "Ann"), (await services.guests.add("Eve"))[0]
            make, two = services.registry.make, [SeatWish("me"), SeatWish("open")]
            with pytest.raises(GameError, match="no bots"):
                await make(ann, NewTable(votes, [SeatWish("me"), SeatWish("bot", "random")], rated=True))
            with pytest.raises(GameError, match="hints"):
                await make(ann, NewTable("envelopes", two, mode="lesson-1", rated=True))
            await refused(make(eve, NewTable(votes, two, rated=True)), "rated", "account")
            table = await make(ann, NewTable(votes, two, rated=True))
            assert table.as_table().rated
            await refused(services.registry.sit(table, eve, Sit()), "rated", "account")
            await refused(services.registry.change_seat(table, ann, ChangeSeat(1, "bot")), "rated", "bot")
            bob = await account(services, "Bob")
            await services.registry.sit(table, bob, Sit())
            await refused(services.departures.offer(table, bob), "rated", "hand over")

    asyncio.run(run())


@pytest.mark.thorough
def test_only_rated_games_change_ratings(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await account(services, "Ann"), await account(services, "Bob")
            await finished(services, votes, [ann, bob])
            await counted(services)
            assert await points_of(services, ann) == {}
            for _ in range(5):
                await finished(services, votes, [ann, bob], rated=True)
            await counted(services)
            mine, his = await points_of(services, ann), await points_of(services, bob)
            assert mine.keys() == his.keys() == {votes}
            board = await services.persons.leaders(votes, None)
            assert {one.who.name for one in board.leaders} == {"Ann", "Bob"}
            assert [one.place for one in board.leaders] == [1, 2]
            assert all(one.games == 5 for one in board.leaders)
            await services.persons.show(ann, hidden=True)
            assert [one.who.name for one in (await services.persons.leaders(votes, None)).leaders] == ["Bob"]

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_who_leaves_a_rated_game_to_a_bot_comes_last(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            people = [await account(services, name) for name in ("Ann", "Bob", "Cleo")]
            wishes = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
            table = await services.registry.make(people[0], NewTable(votes, wishes, rated=True))
            for guest in people[1:]:
                await services.registry.sit(table, guest, Sit())
            await services.departures.leave(table, people[0], last=False)
            await play_to_end(table)
            await counted(services)
            rows = home.rows("SELECT seat, rank FROM rated ORDER BY seat")
            assert rows[0] == (0, 3)
            assert {rank for _, rank in rows[1:]} <= {1, 2}
            (won,) = home.rows("SELECT won FROM results WHERE seat = 0")
            assert not won[0]

    asyncio.run(run())


@pytest.mark.thorough
def test_the_rematch_of_a_rated_game_has_no_bots(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            people = [await account(services, name) for name in ("Ann", "Bob", "Cleo")]
            wishes = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
            table = await services.registry.make(people[0], NewTable(votes, wishes, rated=True))
            for guest in people[1:]:
                await services.registry.sit(table, guest, Sit())
            await services.erasing.guest(people[2].id)
            assert table.record.seats[2].kind == "bot"
            await play_to_end(table)
            then = await create_rematch(services.registry, services.store, table, people[0], Again(), "random")
            assert then.record.settings.rated
            assert [seat.kind for seat in then.record.seats] == ["guest", "open", "open"]
            await services.registry.sit(then, people[1], Sit())
            assert then.record.status == "waiting"

    asyncio.run(run())


@pytest.mark.thorough
def test_the_ratings_check_finds_differences_from_the_rated_games(
    home: Home, votes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            people = [await account(services, name) for name in ("Ann", "Bob", "Cleo")]
            for _ in range(2):
                await finished(services, votes, people, rated=True)
            await finished(services, votes, people[1:], rated=True)
            await counted(services)

    def check(status: int) -> str:
        capsys.readouterr()
        assert admin(home, "ratings", "--check") == status
        return capsys.readouterr().out

    asyncio.run(run())
    assert "Recalculated 3 ratings from 3 rated games: no errors." in check(0)
    for change, back, told in (
        (
            "UPDATE ratings SET mu = mu + 1",
            "UPDATE ratings SET mu = mu - 1",
            "doesn't match the rated games",
        ),
        (
            "UPDATE rated SET rank = rank + 1 WHERE number = 1 AND seat = 1",
            "UPDATE rated SET rank = rank - 1 WHERE number = 1 AND seat = 1",
            "ranks",
        ),
        ("UPDATE ratings SET games = 9", "", "match the rated games"),
    ):
        home.rows(f"{change} RETURNING game")
        assert told in check(1)
        if back:
            home.rows(f"{back} RETURNING game")
    assert "votes" in check(1)
    home.rows(
        "UPDATE ratings SET games = (SELECT count(*) FROM rated WHERE rated.guest = ratings.guest) RETURNING game"
    )
    check(0)
    (table,) = home.rows("SELECT table_id FROM rated WHERE number = 2 AND seat = 0")[0]
    for part in ("entries", "seats", "results", "archive_seats", "archive"):
        home.rows(f"DELETE FROM {part} WHERE table_id = $1 RETURNING table_id", table)
    home.rows("DELETE FROM tables WHERE id = $1 RETURNING id", table)
    assert "(1 of them at deleted tables)" in check(0)


def test_the_ratings_check_reports_a_rated_game_with_one_player(
    home: Home, votes: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            people = [await account(services, name) for name in ("Ann", "Bob")]
            await finished(services, votes, people, rated=True)
            await counted(services)

    asyncio.run(run())
    home.rows("DELETE FROM rated WHERE seat = 1 RETURNING number")
    assert admin(home, "ratings", "--check") == 1
    assert "Rated game 1: it has one player, but a rated game needs at least two." in capsys.readouterr().out
