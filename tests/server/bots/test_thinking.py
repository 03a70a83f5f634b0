"""Test bots that search: they think in other processes, from one sample, within their time, and delay no table."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvloop

from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from cashbox.games import about_game
from cashbox.server.bots import thinking
from cashbox.server.bots import thinking as effort
from cashbox.server.bots.questions import Answer, Deal, Dealt, Question, pack_view
from cashbox.server.bots.thinking import Effort, Position
from cashbox.server.bots.turns import Rank
from cashbox.server.bots.worker import QUICK, SHORTEST, THINKER, budget
from cashbox.server.clock import Clock
from cashbox.server.wire import NewTable, SeatWish
from cashbox.server.workers import BusyError, Load, Worker, WorkerError, WorkerPool
from tests.extra_game_folders import among_the_games
from tests.server.games.traps.game import Traps
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server


GAMES = Path(__file__).parents[1] / "games"
PLENTY = 600.0


@pytest.fixture(autouse=True)
def traps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a game whose guide fails, here and in child processes. Bots get plenty of time: the processes in which they
    search have the lowest priority on the machine and may wait long for a processor."""
    monkeypatch.setenv("CASHBOX_GAMES", str(GAMES))
    monkeypatch.setattr(thinking, "OVERTIME", PLENTY)
    monkeypatch.setattr(thinking, "PATIENCE", PLENTY)
    with among_the_games(GAMES):
        yield


def serve(home: Home, work: Callable[[Services], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with serving(home, Clock(), bot_seconds=PLENTY) as services:
            await work(services)

    uvloop.run(run())


async def table_of(services: Services, game: str, bot: str, **options: Any) -> LiveTable:
    """Create a table where a bot waits for a person's decision."""
    guest, _ = await services.guests.add("Ann")
    wish = NewTable(game, [SeatWish("me"), SeatWish("bot", bot)], options=options)
    return await services.registry.make(guest, wish)


def position(table: LiveTable, seat: int | None = None) -> Position:
    """Return the position of a seat: by default, the first one that owes a decision, since chance may choose it."""
    match = table.running()
    if seat is None:
        seat = seats_of(match.due())[0]
    return Position(table.record.id, match, seat, match.legal(seat))


async def decided(services: Services, table: LiveTable, bot: str, seat: int | None = None) -> int:
    return await services.thinking.decide(position(table, seat), bot, lambda: Rank.PEOPLE)


def nicer_by(nice: int) -> int:
    return min(19, os.getpriority(os.PRIO_PROCESS, 0) + nice)


# -- tables ---------------------------------------------------------------------------------------------------------


def test_an_expert_plays_a_whole_game(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "sharp", game="traps", options={"rounds": 4})
    with ann.live(table) as live:
        state = live.owing()
        live.act(state)
        state = live.owing()
        assert state["view"]["rounds"] == 4
        names = [seat["name"] for seat in ann.get(f"/api/tables/{table}")["table"]["seats"]]
        assert names == ["Ann", "Bianca"]


def test_an_unknown_level_is_refused_with_a_list_of_the_levels(server: Server) -> None:
    ann = server.guest()
    for bot in ("grandmaster", "expert:600", "expert:n=5", "sharp:"):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
        told = ann.post("/api/tables", {"game": "consultants", "seats": seats}, 400)
        assert told["code"] == "unknown-bot"
        for level in ("gentle", "casual", "steady", "sharp", "expert", "heedless", "random"):
            assert level in told["message"]


def test_each_level_is_listed_with_a_description(server: Server) -> None:
    games = {game["id"]: game for game in httpx.get(f"{server.url}/api/games").json()}
    levels = games["consultants"]["levels"]
    assert [level["name"] for level in levels] == ["gentle", "casual", "steady", "sharp", "expert"]
    assert {level["name"]: level["seconds"] for level in levels if level["seconds"]} == {"sharp": 0.3, "expert": 1.5}
    for game in games.values():
        named = {level["name"] for level in game["levels"]}
        sparring = {"random", *about_game(game["id"]).sparring}
        assert (named | sparring, named & sparring) == (set(game["bots"]), set())
        for level in game["levels"]:
            assert level["text"].endswith("."), level


# -- what a bot knows -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_bot_process_ever_gets_the_true_state(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    ask = Worker.ask

    async def noted(self: Worker[Any, Any], question: Any, *more: Any) -> Any:
        asked.append(question)
        return await ask(self, question, *more)

    monkeypatch.setattr(Worker, "ask", noted)

    async def work(services: Services) -> None:
        for game in ("envelopes", "cash", "consultants"):
            asked.clear()
            table = await table_of(services, game, "steady")
            # A bot plays at this table too, so compare with the state as it is now.
            state, rules = table.running().state, table.game
            seat = (rules.due(state) & -rules.due(state)).bit_length() - 1
            assert await decided(services, table, "sharp", seat) in rules.legal(state, seat)
            deal, question = [one for one in asked if isinstance(one, Deal) or one.bot == "sharp"]
            assert isinstance(deal, Deal)
            assert isinstance(question, Question)
            assert rules.fingerprint(pickle.loads(deal.state)) == rules.fingerprint(state)
            sample = pickle.loads(question.sample)
            assert rules.fingerprint(sample) != rules.fingerprint(state)
            assert rules.view(sample, seat) == rules.view(state, seat)

    serve(home, work)


# -- failures -------------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("rounds", "said"),
    [(3, "its process ended"), (2, "MemoryError"), (1, "it took more than")],
    ids=["dies", "eats memory", "hangs"],
)
def test_the_first_bot_decides_when_a_thinker_fails(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, rounds: int, said: str
) -> None:
    if said.startswith("it took"):
        monkeypatch.setattr(thinking, "OVERTIME", 3.0)
    monkeypatch.setattr(thinking, "cores", lambda: 5)

    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=rounds)
        # Steady takes its last action, and the guide would try them all.
        assert await decided(services, table, "sharp") == table.running().legal(0)[-1]
        assert f"the sharp bot didn't answer in a game of traps: {said}" in caplog.text
        assert services.thinking.thinkers.load.busy == 0, "what was spared for its copies is free again"
        fine = await table_of(services, "traps", "steady", rounds=4)
        caplog.clear()
        monkeypatch.setattr(thinking, "OVERTIME", PLENTY)
        assert await decided(services, fine, "sharp") in fine.running().legal(0)
        assert not caplog.text

    serve(home, work)


@pytest.mark.thorough
def test_the_first_bot_decides_when_a_dealer_runs_out_of_memory(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4, rich=True)
        dealers = services.thinking.dealers
        assert await decided(services, table, "sharp") == table.running().legal(0)[-1]
        assert (
            caplog.text.count("the sharp bot didn't answer in a game of traps: could not deal a sample: MemoryError")
            == 1
        )
        assert not dealers._workers
        caplog.clear()
        fine = await table_of(services, "traps", "steady", rounds=4)
        assert await decided(services, fine, "sharp") in fine.running().legal(0)
        assert not caplog.text
        assert dealers.load.started == 2

    serve(home, work)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("bot", ["random", "steady", "gentle", "sharp", "expert"])
def test_no_bot_decides_from_a_view_of_other_content(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, bot: str
) -> None:
    failed: list[str] = []
    ask = Worker.ask

    async def of_another(self: Worker[Any, Any], question: Any, *more: Any) -> Any:
        if not isinstance(question, Question):
            return await ask(self, question, *more)
        other = Traps(8)
        state = other.start(other.check_options({"rounds": 4}, 2), 2, SeededChance(1))
        question.shown = pack_view(other, other.view(state, question.seat))
        try:
            return await ask(self, question, *more)
        except WorkerError as error:
            failed.append(str(error))
            raise

    monkeypatch.setattr(Worker, "ask", of_another)

    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        failed.clear()
        assert await decided(services, table, bot) in table.running().legal(0)
        assert f"the {bot} bot didn't answer in a game of traps: GameError in Bot.made_for" in caplog.text
        assert all("GameError in Bot.made_for" in why for why in failed)

    serve(home, work)


@pytest.mark.thorough
def test_a_view_of_another_table_is_an_error(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        other = await table_of(services, "traps", "steady", rounds=4)

        async def dealt(*_: object) -> bytes:
            match = other.running()
            return pickle.dumps(match.state)

        monkeypatch.setattr(services.thinking, "_deal", dealt)
        while table.running().view(0) == other.running().view(0):
            other = await table_of(services, "traps", "steady", rounds=4)
        assert await decided(services, table, "sharp") == table.running().legal(0)[-1]
        assert "the sharp bot didn't answer in a game of traps: GameError" in caplog.text

    serve(home, work)


# -- timing -----------------------------------------------------------------------------------------------------------


class QuickClock(Clock):
    """A clock whose sleeps end at once."""

    def __init__(self) -> None:
        self.time = 0.0

    def ticks(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += max(0.0, seconds)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("thinking", "acts"), [(1.53, 1.75), (1.70, 1.75), (0.31, 0.5), (0.02, 0.5)])
def test_a_bots_delay_does_not_reveal_that_it_had_only_one_choice(
    home: Home, monkeypatch: pytest.MonkeyPatch, thinking: float, acts: float
) -> None:
    """The legal actions often depend on hidden cards, so the time of an action must not reveal their number."""
    clock = QuickClock()
    acted: list[float] = []

    async def decide(at: Position, _table: LiveTable) -> int:
        clock.time += thinking
        return at.legal[0]

    async def act(*_: object) -> bool:
        acted.append(clock.time)
        return True

    async def turn(services: Services, table: LiveTable, legal: list[int], rank: Rank) -> float:
        monkeypatch.setattr(Match, "legal", lambda _match, _seat: legal)
        monkeypatch.setattr(services.bots, "_rank", lambda _table: rank)
        began = clock.time
        await services.bots._decision(table, 1, began + 0.5)
        return acted.pop() - began

    async def run() -> None:
        async with serving(home, Clock()) as services:
            table = await table_of(services, "traps", "sharp")
            # Only this test acts at the table.
            await services.bots.close()
            monkeypatch.setattr(services.bots, "_clock", clock)
            monkeypatch.setattr(services.bots, "_decide", decide)
            monkeypatch.setattr(services.bots, "_act", act)
            assert await turn(services, table, [0], Rank.PEOPLE) == pytest.approx(0.5)
            for legal in ([0, 1], [0], [0], [0, 1], [0]):
                assert await turn(services, table, legal, Rank.PEOPLE) == pytest.approx(acts)
            # When no one waits, bots act as soon as they can.
            assert await turn(services, table, [0, 1], Rank.SEEN) == pytest.approx(max(0.5, thinking))
            assert await turn(services, table, [0], Rank.SEEN) == pytest.approx(0.5)

    uvloop.run(run())


# -- priorities -----------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_thinkers_have_the_lowest_priority_and_little_memory(home: Home) -> None:
    async def work(services: Services) -> None:
        table = await table_of(services, "envelopes", "steady")
        await decided(services, table, "sharp")
        (process,) = [one.process for one in services.thinking.thinkers._workers]
        proc = Path(f"/proc/{process.pid}")
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == nicer_by(THINKER.nice)
        assert os.sched_getscheduler(process.pid) == os.SCHED_IDLE
        status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
        assert int(status["VmPeak"].split()[0]) * 1024 < THINKER.memory
        limit = next(line for line in (proc / "limits").read_text().splitlines() if line.startswith("Max address"))
        assert str(THINKER.memory) in limit

    serve(home, work)


@pytest.mark.thorough
def test_a_hint_process_does_not_have_the_lowest_priority(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person waits for a hint, and on a busy machine a process with the lowest priority may never run."""
    monkeypatch.setattr(thinking, "level_seconds", lambda _: 1.0)

    async def work(services: Services) -> None:
        table = await table_of(services, "consultants", "steady")
        told = await services.thinking.ranked(position(table), "expert", 3, Rank.PEOPLE)
        assert told
        (process,) = [one.process for one in services.thinking.advisers._workers]
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == nicer_by(QUICK.nice)
        assert os.sched_getscheduler(process.pid) == os.SCHED_OTHER
        assert not services.thinking.thinkers._workers

    serve(home, work)


@pytest.mark.slow
def test_a_hint_searches_for_less_time_if_it_started_late(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked, bots = SetClock(), list[Question](), list[Question]()

    async def slow(_: Worker[Any, Any], question: Any, *__: Any) -> Any:
        clock.forward(0.7)
        if isinstance(question, Deal):
            return Dealt(b"")
        (asked if question.ranked else bots).append(question)
        return Answer(question.legal[0])

    monkeypatch.setattr(Worker, "ask", slow)

    async def run() -> None:
        async with serving(home, clock) as services:
            table = await table_of(services, "traps", "steady", rounds=4)
            for longer in (1.0, 2.0):
                began = clock.ticks()
                await services.thinking.ranked(position(table), "expert", 3, Rank.PEOPLE, (), longer)
                assert asked[-1].by == pytest.approx(began + 1.5 * longer + 0.4)
                assert asked[-1].budget == 1.5 * longer
            await decided(services, table, "expert")
            assert bots
            assert not any(one.by for one in bots), "no one has asked"

    uvloop.run(run())
    question = asked[0]
    pressed = question.by - 1.9
    assert budget(question, pressed + 0.1) == 1.5
    assert budget(question, pressed + 0.7) == pytest.approx(1.2), "the answer is there 1.9 seconds after the press"
    assert budget(question, pressed + 5) == SHORTEST * 1.5
    question.by = 0.0
    assert budget(question, 1000.0) == 1.5


@pytest.mark.thorough
def test_quick_bots_do_not_wait_for_searching_bots(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(services: Services) -> None:
        stuck = await table_of(services, "traps", "steady", rounds=1)
        fine = await table_of(services, "traps", "steady", rounds=4)
        await decided(services, fine, "steady")
        searching = [asyncio.create_task(decided(services, stuck, "sharp")) for _ in range(20)]
        await asyncio.sleep(0.3)
        async with asyncio.timeout(120):
            await decided(services, fine, "steady")
        assert not any(task.done() for task in searching)
        for task in searching:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*searching)

    serve(home, work)


def test_budgets_shrink_before_any_bot_has_to_wait() -> None:
    clock = SetClock()
    work = Effort(2, clock)
    assert work.budget(1.5, Rank.PEOPLE, Load(1, 0, 1)) == 1.5
    assert work.budget(1.5, Rank.PEOPLE, Load(2, 2, 2)) == pytest.approx(0.75)
    assert work.budget(1.5, Rank.SEEN, Load(1, 0, 1)) == pytest.approx(0.3)
    assert work.budget(1.5, Rank.ALONE, Load(1, 0, 1)) == pytest.approx(0.05)
    assert work.budget(1.5, Rank.PEOPLE, Load(2, 500, 2)) == 0
    # Both tables thought most of the time, so the next one soon finds a free thinker.
    for table in "ab" * 5:
        work.record(table, 1.5)
    assert work.budget(1.5, Rank.PEOPLE, Load(2, 0, 2)) == pytest.approx(0.75)
    clock.forward(effort.WINDOW + 1)
    assert work.budget(1.5, Rank.PEOPLE, Load(2, 0, 2)) == 1.5


@pytest.mark.parametrize("thinkers", [1, 2, 4])
def test_bots_think_for_less_time_when_thinkers_were_busy_half_the_time(thinkers: int) -> None:
    work = Effort(thinkers, SetClock())
    half = effort.WINDOW * thinkers / 2
    work.record("a", 2 * half)
    assert work.budget(1.5, Rank.PEOPLE, Load(1, 0, 1)) == 1.5, "a table that is alone is never busy"
    assert work.copies(Rank.PEOPLE) == effort.COPIES
    work.record("b", half / 2)
    assert work.budget(1.5, Rank.PEOPLE, Load(1, 0, 1)) == pytest.approx(0.75)
    assert work.copies(Rank.PEOPLE) == 0
    work.record("c", half / 2)
    assert work.budget(1.5, Rank.SEEN, Load(1, 0, 1)) == 0
    assert work.budget(1.5, Rank.PEOPLE, Load(thinkers, 1, 1)) == 0
    assert work.budget(1.5, Rank.PEOPLE, Load(thinkers, 0, 1)) == effort.FLOOR, "a processor is free"


def test_a_bot_gets_copies_only_when_people_wait_and_thinkers_are_idle() -> None:
    clock = SetClock()
    work = Effort(2, clock)
    assert work.copies(Rank.PEOPLE) == effort.COPIES
    assert work.copies(Rank.SEEN) == work.copies(Rank.ALONE) == 0
    for table in "ab" * 4:
        work.record(table, 1.5)
    assert work.copies(Rank.PEOPLE) == 0
    clock.forward(effort.WINDOW + 1)
    assert work.copies(Rank.PEOPLE) == effort.COPIES


@pytest.mark.thorough
def test_the_thinking_time_of_copies_counts(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "cores", lambda: 5)
    monkeypatch.setattr(thinking, "PATIENCE", 60.0)
    clock = SetClock()
    noted: list[tuple[str, float]] = []
    monkeypatch.setattr(Effort, "record", lambda _, table, seconds: noted.append((table, seconds)))
    ask = Worker.ask

    async def quick(self: Worker[Any, Any], question: Any, *more: Any) -> Any:
        if not isinstance(question, Question) or not question.budget:
            return await ask(self, question, *more)
        clock.forward(2.0)
        return Answer(question.legal[0])

    monkeypatch.setattr(Worker, "ask", quick)

    async def run() -> None:
        async with serving(home, clock) as services:
            table = await table_of(services, "traps", "steady", rounds=4)
            await decided(services, table, "sharp")
            assert noted == [(table.record.id, 3 * 2.0)], "three processes thought for two seconds"

    uvloop.run(run())


@pytest.mark.thorough
def test_one_bot_thinks_on_several_processors_and_many_share_them(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "cores", lambda: 5)
    monkeypatch.setattr(thinking, "PATIENCE", 60.0)
    monkeypatch.setattr(thinking, "OVERTIME", 60.0)
    now: list[int] = []
    met: list[tuple[int, int]] = []
    ask = Worker.ask

    async def noted(self: Worker[Any, Any], question: Any, *more: Any) -> Any:
        if not isinstance(question, Question) or not question.budget:
            return await ask(self, question, *more)
        now.append(question.processes)
        met.append((len(now), sum(now)))
        try:
            return await ask(self, question, *more)
        finally:
            now.remove(question.processes)

    monkeypatch.setattr(Worker, "ask", noted)

    async def work(services: Services) -> None:
        table = await table_of(services, "traps", "steady", rounds=4)
        await decided(services, table, "sharp")
        assert met == [(1, 3)], "one processor is left to people, and one to the next bot"
        await asyncio.gather(*(decided(services, table, "sharp") for _ in range(6)))
        assert max(several for several, _ in met) > 1
        assert max(processes for _, processes in met) <= 4

    serve(home, work)


@pytest.mark.thorough
def test_no_worker_gets_a_reserved_place_until_it_is_released() -> None:
    async def work() -> None:
        pool = WorkerPool(THINKER, 3, Clock())
        try:
            async with pool.worker():
                with contextlib.ExitStack() as reserved:
                    assert reserved.enter_context(pool.reserve(5)) == 1
                    assert reserved.enter_context(pool.reserve(1)) == 0, "one is left to the next"
                    async with pool.worker():
                        assert pool.load.busy == 3
                        with pytest.raises(BusyError):
                            async with pool.worker(patience=0.4):
                                pass
                        waiting = asyncio.create_task(pool._take(0, "", ""))
                        await asyncio.sleep(0.3)
                        assert not waiting.done()
                        reserved.close()
                        pool._give(await asyncio.wait_for(waiting, 120))
            assert pool.load == Load(0, 0, 3)
        finally:
            await pool.close()

    uvloop.run(work())
