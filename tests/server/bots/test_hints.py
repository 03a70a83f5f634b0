"""Test hints: when players alone with bots can get them, and how they are explained, counted, and shown at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import uvloop

from cashbox.engine.guide import Choice, Try
from cashbox.server.bots.hints import REFINED, explain, sureness
from cashbox.server.tables.wire import Advice, Source
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.conftest import running
from tests.server.server_in_process import SetClock, never, seated, serving, votes
from tests.server.social.test_ratings import account
from tests.server.tables_with_absent_players import refused

if TYPE_CHECKING:
    from cashbox.server.bots.thinking import Position
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Live, Server

__all__ = ["votes"]


def alone(guest: Guest, game: str = "coins", **options: Any) -> str:
    return guest.table("me", "steady", game=game, options=options)


def hint(guest: Guest, table: str, status: int = 200, at: str | None = None) -> dict[str, Any]:
    return guest.post(f"/api/tables/{table}/hint", {"at": at}, status)


def result(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}")["table"]["asked"]


def handed_on(guest: Guest, table: str) -> str:
    """Return a code with which another guest can take a guest's seat."""
    link: str = guest.post(f"/api/tables/{table}/hand-on")["link"]
    return link.partition("#")[2]


def played(live: Live, state: dict[str, Any]) -> None:
    while not state["outcome"]:
        live.act(state)
        state = live.owing()


@pytest.mark.thorough
def test_a_hint_lists_the_best_three_actions_with_chances_and_reasons(server: Server) -> None:
    ann = server.guest()
    table = alone(ann, "consultants")
    with ann.live(table) as live:
        state = live.owing()
        told = hint(ann, table, at=state["mark"])
        assert told["mark"] == state["mark"]
        assert 1 <= len(told["best"]) <= 3
        legal = {str(one["action"]): one for one in state["legal"]}
        chances = [one["chance"] for one in told["best"]]
        assert chances == sorted(chances, reverse=True)
        for one in told["best"]:
            assert one["label"] == legal[str(one["action"])]["label"]
            assert 0 <= one["chance"] <= 100
            assert one["why"].endswith(".")
        assert len({str(one["action"]) for one in told["best"]}) == len(told["best"])


def reasons(*best: Advice, unit: str = "point", alone: bool = False) -> list[str]:
    return [one.why for one in explain(best, unit, alone=alone)]


def advised(*chances: int, facts: str = "", **more: Any) -> list[Advice]:
    return [Advice({}, f"Card {k}", one, facts, **(more if k else {})) for k, one in enumerate(chances)]


def test_a_reason_compares_the_choices() -> None:
    assert reasons(*advised(41, 36, 36)) == [
        "You win 41 of 100 games this way, and 36 with “Card 1”.",
        "You win 36 of 100 games this way, and 41 with “Card 0”.",
        "You win 36 of 100 games this way, and 41 with “Card 0”.",
    ]
    assert reasons(*advised(41, 41, 36))[0] == "You win 41 of 100 games this way, and just as many with “Card 1”."
    assert reasons(*advised(41, 36, facts="You gain 3 stars.")) == [
        "You gain 3 stars. You win 41 of 100 games this way, and 36 with “Card 1”.",
        "You gain 3 stars.",
    ]
    equal = "are equally good, as far as the expert bot can tell."
    as_good = "This is about as good as “Card 0”."
    assert reasons(*advised(30, 30, 30)) == [f"These 3 choices {equal}", as_good, as_good]
    assert reasons(*advised(33, 30, alike=True)) == [f"Both choices {equal}", as_good]
    assert reasons(*advised(33, 30, alike=True, games=20))[0] == f"Both choices {equal}"
    counted = [Advice({}, f"Card {k}", 30, games=20, why="", alike=k > 0) for k in range(2)]
    assert reasons(*counted)[0].endswith("as far as the expert bot can tell from 20 simulated games each.")
    counted[0] = msgspec.structs.replace(counted[0], sources=[Source("from cards", 3.0)])
    assert reasons(*counted)[0].endswith("games each. Compared with “Card 1”: about 3 more points from cards.")
    assert reasons(*advised(30)) == ["The expert bot found no other choice worth trying."]
    assert reasons(*advised(30), alone=True) == ["It's your only choice."]


def test_a_reason_names_the_sources_of_the_difference() -> None:
    stars = [Source("from positions", 4.3), Source("from cards", -1.6), Source("from campaigns", 0.3)]
    best = [Advice({}, "Card 0", 41, "", 3.0, sources=stars), Advice({}, "Card 1", 36, "", 1.0)]
    assert reasons(*best, unit="star")[0] == (
        "You win 41 of 100 games this way, and 36 with “Card 1”: "
        "about 4 more stars from positions and 2 fewer from cards."
    )
    money = [Source("from projects", -12.0), Source("on penalties", 3.2)]
    other = Advice({}, "Card 1", 36, "It costs $2.", 1.0, sources=money)
    assert reasons(best[0], other, unit="dollar")[1] == (
        "It costs $2. You win 36 of 100 games this way, and 41 with “Card 0”: about $12 less from projects and $3"
        " less on penalties."
    )


def test_a_reason_gives_the_margin_of_a_decided_game() -> None:
    def decided(chance: int, first: float | None, second: float | None) -> str:
        return reasons(Advice({}, "Card 0", chance, "", first), Advice({}, "Card 1", chance, "", second), unit="star")[
            0
        ]

    assert (
        decided(0, -9.0, -14.2)
        == "You lose nearly every game from here. In the end, you are about 9 stars behind this way and about 14 stars"
        " behind with “Card 1”."
    )
    assert decided(100, 1.0, 1.2) == "You win nearly every game from here, whatever you choose."
    assert decided(100, None, None) == "You win nearly every game from here, whatever you choose."


def test_a_hint_states_its_uncertainty() -> None:
    many = [Advice({}, "Card 0", 50, "", games=400, error=5), Advice({}, "Card 1", 99, "", games=100, error=10)]
    assert sureness(many) == (
        "These chances are based on at least 100 simulated games per choice, so they may be off by about 10."
    )
    assert sureness(many, "the end of the round") == (
        "These chances are based on at least 100 games per choice, simulated to the end of the round, so they may be"
        " off by about 10."
    )
    assert sureness([Advice({}, "Card 0", 100, "", games=3)]).startswith("The server is busy")


def test_choices_that_simulations_cannot_distinguish_are_not_ranked() -> None:
    best = [*advised(41, 40), Advice({}, "Card 2", 20, "")]
    best[1] = msgspec.structs.replace(best[1], alike=True, sources=[Source("from cards", 4.0)])
    assert reasons(*best) == [
        "This is about as good as “Card 1”. You win 41 of 100 games.",
        "This is about as good as “Card 0”. You win 40 of 100 games. The difference: about 4 more points from cards.",
        "You win 20 of 100 games this way, and 41 with “Card 0”.",
    ]


def test_a_reason_can_refer_to_the_end_of_the_round() -> None:
    until = "the end of the round"
    money = [Source("lost to bear cards", -21_490.0), Source("for your best opponent", 9_000.0)]
    one = Advice({}, "Card 0", 41, "", 16_300.0, sources=money)
    other = Advice({}, "Card 1", 36, "", -3_000.0)
    assert explain([one, other], "dollar", until)[0].why == (
        "You win 41 of 100 games this way, and 36 with “Card 1”: by the end of the round, about $21,000 more lost to"
        " bear cards and $9,000 less for your best opponent."
    )
    lost = [msgspec.structs.replace(each, chance=0) for each in (one, other)]
    assert explain(lost, "dollar", until)[0].why.startswith(
        "You lose nearly every game from here. By the end of the round, you are about $16,000 ahead this way and about"
        " $3,000 behind with “Card 1”: about $21,000 more"
    )


def test_odds_are_shown_only_for_actions_that_chances_rank() -> None:
    def odds(*best: Advice) -> list[str]:
        return [one.odds for one in explain(best)]

    assert odds(*advised(41, 36)) == ["41 of 100", "36 of 100"]
    assert odds(*advised(41, 36, alike=True)) == odds(*advised(30, 30)) == odds(*advised(0, 0)) == ["", ""]
    assert odds(*advised(60)) == ["60 of 100"]
    assert odds(*advised(100)) == [""]


@pytest.mark.thorough
def test_each_hint_counts_once_and_the_result_shows_the_count(home: Home) -> None:
    with running(home) as server:
        ann = server.guest()
        table = alone(ann, rounds=1)
        with ann.live(table) as live:
            state = live.owing()
            assert hint(ann, table)["asked"] == 1
            assert hint(ann, table)["asked"] == 1, "the same was asked again"
            assert result(ann, table) == []
            live.act(state)
            state = live.owing()
            assert hint(ann, table)["asked"] == 2
        server.stop()
        server.start()
        assert hint(ann, table)["asked"] == 2, "the same was asked again, of a server that was started again"
        with ann.live(table) as live:
            played(live, live.owing())
        assert result(ann, table) == [{"seat": 0, "times": 2, "text": "Ann used 2 hints."}]
        assert hint(ann, table, 409)["code"] == "not-playing"


def test_the_result_has_no_line_for_a_player_without_hints(server: Server) -> None:
    ann = server.guest()
    table = alone(ann, rounds=1)
    with ann.live(table) as live:
        assert ann.get(f"/api/tables/{table}")["table"]["hints"] is True
        played(live, live.owing())
    assert result(ann, table) == []


@pytest.mark.thorough
def test_the_new_player_of_a_seat_starts_with_no_hints(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = alone(ann, rounds=1)
    with ann.live(table) as live:
        live.owing()
        assert hint(ann, table)["asked"] == 1
    bob.post("/api/seats/take", {"code": handed_on(ann, table), "name": ""})
    assert hint(ann, table, 403)["code"] == "not-your-seat"
    with bob.live(table) as live:
        state = live.owing()
        assert hint(bob, table)["asked"] == 1, "what Ann was told is not told to Bob for nothing"
        played(live, state)
    assert result(bob, table) == [
        {"seat": 0, "times": 1, "text": "Bob used 1 hint."},
        {"seat": 0, "times": 1, "text": "The previous player in Bob's seat used 1 hint."},
    ]


@pytest.mark.thorough
def test_the_result_attributes_hints_to_the_previous_player_of_a_seat(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = alone(ann, rounds=1)
    with ann.live(table) as live:
        live.owing()
        assert hint(ann, table)["asked"] == 1
    bob.post("/api/seats/take", {"code": handed_on(ann, table), "name": ""})
    with bob.live(table) as live:
        played(live, live.owing())
    assert result(bob, table) == [{"seat": 0, "times": 1, "text": "The previous player in Bob's seat used 1 hint."}]


@pytest.mark.thorough
def test_transferring_a_seat_back_and_forth_keeps_the_hint_count(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = alone(ann, rounds=1)
    with ann.live(table) as live:
        live.owing()
        hint(ann, table)
    bob.post("/api/seats/take", {"code": handed_on(ann, table), "name": ""})
    with bob.live(table) as live:
        live.owing()
        hint(bob, table)
    ann.post("/api/seats/take", {"code": handed_on(bob, table), "name": ""})
    with ann.live(table) as live:
        state = live.owing()
        hint(ann, table)
        played(live, state)
    assert sum(one["times"] for one in result(ann, table)) >= 2


@pytest.mark.thorough
def test_a_hint_in_progress_counts_for_no_one_if_the_seat_is_transferred(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann,) = await seated(services, votes, "Ann", "bot")
            bob, _ = await services.guests.add("Bob")
            code, _ = await services.departures.offer(table, ann)

            async def ranked(*_: object) -> list[Choice]:
                await services.departures.take(code, bob, "")
                return [Choice(table.running().legal(0)[0], 0.5)]

            monkeypatch.setattr(services.thinking, "decide", never)
            monkeypatch.setattr(services.thinking, "ranked", ranked)
            await refused(services.hints.ask(table, 0, None), "not-your-seat")
            assert [seat.hints for seat in table.record.seats] == [0, 0]

    uvloop.run(run())


@pytest.mark.parametrize("ends", [False, True], ids=["another acts", "the window ends"])
def test_a_hint_is_recomputed_only_if_the_decision_has_changed(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    """A bot that acts in the same window changes the state and the log, but not what the player decides."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.bots.close()
            table, _ = await seated(services, votes, "Ann", "bot")
            asked: list[str] = []

            async def ranked(at: Position, *_: object) -> list[Choice]:
                asked.append(table.frames.mark(0))
                if len(asked) == 1:
                    await table.act(1, [{"type": "bid", "high": False}])
                    if ends:
                        await table.act(0, [{"type": "bid", "high": True}])
                return [Choice(at.legal[0], 0.5)]

            monkeypatch.setattr(services.thinking, "ranked", ranked)
            before = table.frames.mark(0)
            told = await services.hints.ask(table, 0, before)
            now = table.frames.mark(0)
            assert before != now == told.mark
            assert asked == ([before, now] if ends else [before])
            assert (told.asked, table.record.seats[0].hints) == (1, 1)
            monkeypatch.setattr(services.thinking, "ranked", never)
            if ends:
                await refused(services.hints.ask(table, 0, before), "stale")
            else:
                assert await services.hints.ask(table, 0, before) == told, "it is still the hint for that decision"

    uvloop.run(run())


@pytest.mark.slow
def test_a_hint_can_be_refined_after_a_bot_acts_in_the_same_window(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.bots.close()
            table, _ = await seated(services, votes, "Ann", "bot")
            legal = table.running().legal(0)

            async def ranked(*_: object) -> list[Choice]:
                return [Choice(action, 0.5) for action in legal[:2]]

            monkeypatch.setattr(services.thinking, "ranked", ranked)
            first = await services.hints.ask(table, 0, table.frames.mark(0))
            await table.act(1, [{"type": "bid", "high": False}])
            better = await services.hints.ask(table, 0, first.mark, refine=True)
            assert (better.mark, better.asked) == (table.frames.mark(0), 1)
            await table.act(0, [{"type": "bid", "high": True}])
            await refused(services.hints.ask(table, 0, better.mark, refine=True), "stale")

    uvloop.run(run())


def test_an_open_hint_is_refined_twice_and_counts_once(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "bot")
            legal = table.running().legal(0)
            asked: list[tuple[list[Try], float]] = []
            busy = False

            async def ranked(*given: Any) -> list[Choice]:
                *_, among, longer = given
                asked.append((list(among), longer))
                return [Choice(action, 0.5, games=100 * len(asked), way=7 - action) for action in legal[:2]]

            monkeypatch.setattr(services.thinking, "decide", never)
            monkeypatch.setattr(services.thinking, "ranked", ranked)
            monkeypatch.setattr(services.thinking, "adviser_free", lambda: not busy)
            mark = table.frames.mark(0)
            await refused(services.hints.ask(table, 0, mark, refine=True), "stale")
            first = await services.hints.ask(table, 0, mark)
            busy = True
            assert not (await services.hints.ask(table, 0, mark, refine=True)).refining, "others wait for hints"
            busy = False
            better = await services.hints.ask(table, 0, mark, refine=True)
            best = await services.hints.ask(table, 0, mark, refine=True)
            assert [one.refining for one in (first, better, best)] == [True, True, False]
            assert [one.best[0].games for one in (first, better, best)] == [100, 200, 300]
            assert await services.hints.ask(table, 0, mark, refine=True) == best
            assert await services.hints.ask(table, 0, mark) == best
            shown = [Try(action, 7 - action) for action in legal[:2]]
            assert asked == [([], 1.0), (shown, REFINED[0]), (shown, REFINED[1])]
            assert table.record.seats[0].hints == 1

    uvloop.run(run())


def test_hints_are_refused_in_games_with_other_people(server: Server) -> None:
    ann, bob, eve = server.guest("Ann"), server.guest("Bob"), server.guest("Eve")
    table = ann.table("me", "open", "steady")
    bob.sit(table)
    for guest in (ann, bob):
        told = hint(guest, table, 409)
        assert told["code"] == "no-hints"
        assert "in games with other people" in told["message"]
    assert hint(eve, table, 403)["code"] == "not-your-seat"
    bob.post(f"/api/tables/{table}/leave", {"last": False})
    assert hint(ann, table, 409)["code"] == "no-hints", "it is the game of the one who left, too"
    assert ann.get(f"/api/tables/{table}")["table"]["hints"] is False
    assert hint(ann, "nowhere", 404)["code"] == "no-such-table"


@pytest.mark.slow
def test_hints_are_refused_at_rated_tables_even_alone_with_a_bot(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await account(services, "Ann"), await account(services, "Bob")
            table = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")], rated=True))
            await services.registry.sit(table, bob, Sit())
            await refused(services.hints.ask(table, 0, None), "no-hints", "rated")
            await services.erasing.guest(bob.id)
            assert [seat.kind for seat in table.record.seats] == ["guest", "bot"]
            assert table.record.status == "playing"
            await refused(services.hints.ask(table, 0, None), "no-hints", "rated")
            await refused(services.registry.count_hint(table, 0, ann.id, "1"), "no-hints", "rated")
            assert not table.as_table().hints

    uvloop.run(run())


@pytest.mark.parametrize("at", ["1.0", "x"])
def test_a_hint_for_an_outdated_state_is_refused(server: Server, at: str) -> None:
    ann = server.guest()
    assert hint(ann, alone(ann), 409, at)["code"] == "stale"


def test_a_player_with_no_decision_to_make_gets_no_hint(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "sleepy")
    with ann.live(table) as live:
        live.act(live.owing())
        assert hint(ann, table, 409)["code"] == "not-due"
