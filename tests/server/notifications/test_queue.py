"""The queue of notices: at least once, with the same id, with growing pauses, and no one holds up anyone else."""

from __future__ import annotations

import asyncio
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.notifications import outbox, webhooks
from cashbox.server.notifications import worker as backoff
from cashbox.server.notifications.outbox import DAY, KEPT
from cashbox.server.notifications.text import Message
from cashbox.server.notifications.worker import NEW, STRIKES, WARY, _Lane
from tests.server.accounts_in_process import refused
from tests.server.accounts_with_notifications import HERE, hooked, later, passes, together
from tests.server.server_in_process import SetClock, serving, settled, until, votes
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

HOUR = 3600


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses are as long as they are on the average."""
    monkeypatch.setattr(backoff._DRAWN, "random", lambda: 0.5)


async def queue(services: Services, session: Session) -> None:
    """A notice in the queue."""
    (channel,) = (await services.notices.choices.of(session)).channels
    await services.notices.choices.test(session.guest, channel.id)


def due(home: Home) -> float:
    """When the only notice is sent next, in seconds."""
    ((at,),) = home.rows("SELECT next FROM notices")
    return float(at) / 1000


def over(home: Home) -> bool:
    """Whether nothing waits anymore."""
    return home.rows("SELECT id FROM notices WHERE done IS NULL") == []


def test_pauses_grow_and_others_are_heard() -> None:
    assert [backoff.pause(tries, None) for tries in (0, 1, 2, 3, 8, 9, 50)] == [10, 20, 40, 80, 2560, 3600, 3600]
    assert backoff.pause(0, 300.0) == 300
    assert backoff.pause(5, 1.0) == 320
    assert backoff.pause(0, 1e9) == backoff.ASKED


@pytest.mark.thorough
def test_what_fails_is_tried_again_with_the_same_id_and_dropped_after_a_day(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"<html>nonsense")] * 1000
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            waited: list[float] = []
            while not over(home):
                await later(clock, lambda: len(there.got) > len(waited) or over(home))
                # The clock stands still from when the request was seen until its answer is noted.
                await until(lambda: over(home) or due(home) > clock.now())
                if not over(home):
                    waited.append(due(home) - clock.now())
                    clock.forward(waited[-1])
            assert waited == [backoff.pause(tries, None) for tries in range(len(waited))]
            assert len({one.json["id"] for one in there.got}) == 1
            assert 10 < len(there.got) < 60
            ((why, done, made),) = home.rows("SELECT why, done, made FROM notices")
            assert "responded with status 500" in why
            assert done - made <= DAY + 7200_000
            (channel,) = (await services.notices.choices.of(ann)).channels
            assert channel.said == "The webhook responded with status 500."
            text = services.metrics.text().decode()
            assert 'cashbox_notices_total{channel="webhook",result="failed"}' in text

    asyncio.run(run())


@pytest.mark.slow
def test_a_server_says_when_to_come_back(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(429, {"Retry-After": "900"}, b"{}")]
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)
            await passes(clock, 880, 20)
            assert len(there.got) == 1
            await later(clock, lambda: len(there.got) == 2)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_webhook_that_is_gone_or_leads_elsewhere(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, receiver() as inside, serving(home, clock, **HERE) as services:
            there.answers = [(302, {"Location": inside.url}, b""), (410, {}, b"")]
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)
            await until(lambda: home.rows("SELECT said FROM channels") != [("",)])
            (channel,) = (await services.notices.choices.of(ann)).channels
            assert channel.said == "The webhook redirects to another URL, and the server doesn't follow redirects."
            await later(clock, lambda: len(there.got) == 2)
            await until(lambda: home.rows("SELECT wants FROM channels") == [(0,)])
            (channel,) = (await services.notices.choices.of(ann)).channels
            assert (channel.said, channel.kinds) == ("The webhook no longer exists.", [])
            await passes(clock, HOUR, 60)
            assert (len(there.got), inside.got) == (2, [])

    asyncio.run(run())


@pytest.mark.thorough
def test_a_server_that_hangs_holds_up_no_other(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cashbox.server.notifications.worker.TOTAL", 8)

    async def run() -> None:
        clock = SetClock()
        # Each at a name of its own, as other servers would be.
        async with receiver() as deaf, receiver() as there, serving(home, clock, **HERE) as services:
            deaf.hangs = True
            port = deaf.url.rpartition(":")[2]
            for number in range(3):
                one = await hooked(services, f"Deaf {number}", f"http://127.0.0.{number + 2}:{port}/")
                for _ in range(20):
                    await queue(services, one)
                    clock.forward(0.01)
            await passes(clock, 3)
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            for _ in range(30):
                await queue(services, ann)
                clock.forward(0.01)
            await later(clock, lambda: len(there.got) == 30, 0.2)
            assert home.rows("SELECT count(*) FROM notices WHERE done IS NULL") >= [(60,)]

    asyncio.run(run())


@pytest.mark.slow
def test_webhooks_that_fail_delay_no_others_at_the_same_server(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.broken = "/broken"
            good = [await hooked(services, f"Ann {number}", f"{there.url}/good/{number}") for number in range(6)]
            broken = [await hooked(services, f"Bo {number}", f"{there.url}/broken/{number}") for number in range(4)]
            await queue(services, good[0])
            await later(clock, lambda: len(there.got) == 1, 0.02)
            for one in [*good, *broken] * 10:
                await queue(services, one)
                clock.forward(0.001)
            began = clock.now()
            await later(clock, lambda: sum(one.path.startswith("/good") for one in there.got) == 61, 0.02)
            assert clock.now() - began < 5, "a pause after a failure"

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.thorough
def test_lanes_that_hang_leave_room_for_new_ones(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cashbox.server.notifications.targets.socket.getaddrinfo",
        lambda _, port, *__: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))],
    )
    monkeypatch.setattr("cashbox.server.notifications.targets.SECONDS", 0.5)

    async def run() -> None:
        clock = SetClock()
        async with receiver() as deaf, receiver() as there, serving(home, clock, **HERE) as services:
            deaf.hangs = True
            for number in range(WARY * 2):
                one = await hooked(services, f"Deaf {number}", deaf.url.replace("127.0.0.1", f"deaf-{number}.example"))
                for _ in range(3):
                    await queue(services, one)
                    clock.forward(0.001)
            lanes = services.notices._worker._lanes
            await later(clock, lambda: len(lanes) == WARY * 2 and all(lane.strikes for lane in lanes.values()))
            monkeypatch.setattr("cashbox.server.notifications.targets.SECONDS", 120.0)
            for _ in range(20):
                await passes(clock, 10)
                assert sum(lane.sending for lane in lanes.values()) <= WARY - NEW
            ann = await hooked(services, "Ann", there.url.replace("127.0.0.1", "there.example"))
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)

    asyncio.run(run())


def test_a_lane_is_new_good_or_failing() -> None:
    lane = _Lane()
    assert lane.saw("one", failed=True, answered=False)
    assert not lane.saw("two", failed=True, answered=True)
    for _ in range(STRIKES - 1):
        assert not lane.saw("one", failed=True, answered=False)
    assert lane.saw("one", failed=True, answered=False)
    assert not lane.good


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["nobody answers", "names are not found"])
def test_however_many_hang_others_are_told_at_once(home: Home, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    ended = threading.Event()

    def resolved(host: str, port: int, *_: object) -> list[Any]:
        if how == "names are not found" and host.startswith("deaf"):
            ended.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("cashbox.server.notifications.targets.socket.getaddrinfo", resolved)
    # For as long as the test takes.
    monkeypatch.setattr("cashbox.server.notifications.targets.SECONDS", 120.0)

    async def run() -> None:
        clock = SetClock()
        async with receiver() as deaf, receiver() as there, serving(home, clock, **HERE) as services:
            deaf.hangs = True
            there.answers = [(200, {"Connection": "close"}, b"")] * 100
            ann = await hooked(services, "Ann", there.url.replace("127.0.0.1", "there.example"))
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)
            for number in range(WARY * 2):
                url = deaf.url.replace("127.0.0.1", f"deaf-{number}.example")
                one = await hooked(services, f"Deaf {number}", url)
                for _ in range(2):
                    await queue(services, one)
                    clock.forward(0.001)
            lanes = services.notices._worker._lanes
            await later(clock, lambda: sum(lane.sending for lane in lanes.values()) == WARY, 0.1)
            for _ in range(20):
                there.got.clear()
                await queue(services, ann)
                async with asyncio.timeout(120):
                    await later(clock, lambda: bool(there.got), 0.2)

    try:
        asyncio.run(run())
    finally:
        ended.set()


def test_each_lane_has_its_turn_whatever_it_is_called(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            worker = services.notices._worker
            names = [f"{number:03}.example" for number in range(WARY * 2)]
            first = worker._wanted(names)
            assert first == dict.fromkeys(names[:WARY], 1)
            for number, name in enumerate(first, 1):
                worker._lanes[name] = lane = _Lane()
                lane.tried = number
            assert worker._wanted(names) == dict.fromkeys(names[WARY:], 1)

    asyncio.run(run())


async def forever() -> None:
    await asyncio.sleep(3600)


async def nothing() -> None:
    """As the name says."""


@pytest.mark.thorough
def test_a_process_that_dies_between_sending_and_noting_sends_again_with_the_same_id(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there:
            async with serving(home, clock, **HERE) as services:
                worker = services.notices._worker
                ann = await hooked(services, "Ann", f"{there.url}/hook")
                # As if it were killed: nothing is noted, and nothing released.
                monkeypatch.setattr(worker, "_note", forever)
                monkeypatch.setattr(worker, "close", nothing)
                await queue(services, ann)
                await later(clock, lambda: len(there.got) == 1)
                await settled()
                await worker._tasks.close()
                assert worker._noting is not None
                worker._noting.cancel()
            async with serving(home, clock, **HERE):
                await later(clock, lambda: len(there.got) == 2)
                await until(lambda: home.rows("SELECT count(*) FROM notices WHERE done IS NULL") == [(0,)])
                await passes(clock, 60)
            assert len(there.got) == 2
            assert there.got[0].json == there.got[1].json

    asyncio.run(run())


class Steps(SetClock):
    """A clock whose date is set. step: by how many seconds it is wrong."""

    step = 0

    def now(self) -> float:
        return self.time + self.step

    def date(self) -> float:
        return self.now()


@pytest.mark.thorough
def test_a_clock_that_is_set_back_delays_nothing_and_one_that_is_set_forward_loses_nothing_new(home: Home) -> None:
    async def run() -> None:
        clock = Steps()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"")]
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)
            await settled()
            clock.step = -10 * 24 * HOUR
            await passes(clock, 30)
            assert len(there.got) == 2
            clock.step = 20 * 24 * HOUR
            await settled()
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 3)

    asyncio.run(run())


@pytest.mark.slow
def test_what_was_sent_long_ago_is_forgotten(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = await hooked(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await later(clock, lambda: len(there.got) == 1)
            await passes(clock, 600, 60)
            assert home.rows("SELECT count(*) FROM notices") == [(1,)]
            clock.forward(KEPT / 1000)
            await passes(clock, 600, 60)
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]

    asyncio.run(run())


@pytest.mark.thorough
def test_whoever_wants_nothing_any_more_gets_nothing_that_waits(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"")]
            url = f"{there.url}/hook"
            ann = await hooked(services, "Ann", url)
            bob = (await services.guests.add("Bob"))[0]
            await together(services, bob, ann.guest)
            await later(clock, lambda: len(there.got) == 1)
            await services.notices.choices.webhook(ann.guest, url, ["end"])
            await passes(clock, 600, 10)
            assert len(there.got) == 1
            assert home.rows("SELECT why FROM notices") == [("Notifications were turned off.",)]
            # Another address gets nothing that was meant for the one before.
            await services.notices.choices.webhook(ann.guest, f"{there.url}/other", ["turn"])
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            await services.notices.choices.webhook(ann.guest, "", [])
            assert (await services.notices.choices.of(ann)).channels == []
            other = await services.guests.add("Eve")
            assert await refused(services.notices.choices.webhook(other[0], url, ["end"])) == "no-account"
            assert await refused(services.notices.choices.test(ann.guest, "none")) == "no-such-channel"

    asyncio.run(run())


def test_discord_and_slack_get_what_they_document() -> None:
    told = Message("id", "chat", "Al", "*Al* <@1> & [x](y) wrote at @everyone.", "https://h/t/1", "chat:1", 0)
    discord = webhooks.body(webhooks.service("https://discord.com/api/webhooks/1/secret"), told)
    assert discord == {
        "content": "\\*Al\\* \\<\\@1\\> & \\[x\\]\\(y\\) wrote at \\@everyone. https://h/t/1",
        "allowed_mentions": {"parse": []},
    }
    slack = webhooks.body(webhooks.service("https://hooks.slack.com/services/T/B/x"), told)
    assert slack["text"] == "*Al* &lt;@1&gt; &amp; [x](y) wrote at @everyone. <https://h/t/1|Open>"
    assert webhooks.service("https://ptb.discord.com/api/webhooks/1/x") == "discord"
    for other in ("https://discord.com.evil.example/api/", "https://evildiscord.com/api/", "https://example.org/"):
        assert webhooks.service(other) == ""
    assert webhooks.body("", told)["id"] == "id"


@pytest.mark.databases
def test_a_million_rows_cost_no_more_than_a_few(home: Home) -> None:
    """Both lists that are read again and again are read from an index."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            plans = []

            def explain(connection: Any) -> None:
                start = "EXPLAIN" if home.database else "EXPLAIN QUERY PLAN"
                if home.database:
                    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
                for query in (
                    "SELECT min(lane) FROM notices WHERE done IS NULL AND lane > 'a'",
                    "SELECT id FROM notices WHERE done IS NULL AND lane = 'a' AND next <= 5 ORDER BY next LIMIT 9",
                ):
                    plans.append(str(connection.exec_driver_sql(f"{start} {query}").fetchall()))

            await services.store.writer.do(explain)
            assert all("notices_by_lane" in plan and "B-TREE" not in plan for plan in plans), plans
            assert outbox.BATCH < 10_000

    asyncio.run(run())
