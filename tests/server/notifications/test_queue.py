"""Test the notification queue: at least once, with the same id, growing pauses, and no receiver delays another."""

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
from tests.server.accounts_with_notifications import HERE, account_with_webhook, advance, advance_until, table_for
from tests.server.server_in_process import SetClock, serving, settled, until, votes
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

HOUR = 3600


@pytest.fixture(autouse=True)
def no_random_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every random pause its average length."""
    monkeypatch.setattr(backoff._DRAWN, "random", lambda: 0.5)


async def queue(services: Services, session: Session) -> None:
    """Enqueue a notification."""
    (channel,) = (await services.notices.choices.choices_of(session)).channels
    await services.notices.choices.test(session.guest, channel.id)


def due(home: Home) -> float:
    """Return when the only notification is sent next, in seconds."""
    ((at,),) = home.rows("SELECT next FROM notices")
    return float(at) / 1000


def over(home: Home) -> bool:
    """Tell whether the queue is empty."""
    return home.rows("SELECT id FROM notices WHERE done IS NULL") == []


def test_pauses_grow_and_respect_the_receivers_wish() -> None:
    assert [backoff.pause(tries, None) for tries in (0, 1, 2, 3, 8, 9, 50)] == [10, 20, 40, 80, 2560, 3600, 3600]
    assert backoff.pause(0, 300.0) == 300
    assert backoff.pause(5, 1.0) == 320
    assert backoff.pause(0, 1e9) == backoff.ASKED


@pytest.mark.thorough
def test_a_failed_notification_is_retried_with_the_same_id_for_a_day(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"<html>nonsense")] * 1000
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            waited: list[float] = []
            while not over(home):
                await advance_until(clock, lambda: len(there.got) > len(waited) or over(home))
                # The clock stands still until the response is recorded.
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
            (channel,) = (await services.notices.choices.choices_of(ann)).channels
            assert channel.said == "The webhook responded with status 500."
            text = services.metrics.text().decode()
            assert 'cashbox_notices_total{channel="webhook",result="failed"}' in text

    asyncio.run(run())


@pytest.mark.slow
def test_a_notification_waits_as_long_as_the_receiver_asks(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(429, {"Retry-After": "900"}, b"{}")]
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)
            await advance(clock, 880, 20)
            assert len(there.got) == 1
            await advance_until(clock, lambda: len(there.got) == 2)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_webhook_that_redirects_is_not_followed_and_a_gone_one_is_turned_off(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, receiver() as inside, serving(home, clock, **HERE) as services:
            there.answers = [(302, {"Location": inside.url}, b""), (410, {}, b"")]
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)
            await until(lambda: home.rows("SELECT said FROM channels") != [("",)])
            (channel,) = (await services.notices.choices.choices_of(ann)).channels
            assert channel.said == "The webhook redirects to another URL, and the server doesn't follow redirects."
            await advance_until(clock, lambda: len(there.got) == 2)
            await until(lambda: home.rows("SELECT wants FROM channels") == [(0,)])
            (channel,) = (await services.notices.choices.choices_of(ann)).channels
            assert (channel.said, channel.kinds) == ("The webhook no longer exists.", [])
            await advance(clock, HOUR, 60)
            assert (len(there.got), inside.got) == (2, [])

    asyncio.run(run())


@pytest.mark.thorough
def test_a_hanging_receiver_does_not_delay_other_receivers(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cashbox.server.notifications.worker.TOTAL", 8)

    async def run() -> None:
        clock = SetClock()
        # Each has a different address, like separate servers.
        async with receiver() as deaf, receiver() as there, serving(home, clock, **HERE) as services:
            deaf.hangs = True
            port = deaf.url.rpartition(":")[2]
            for number in range(3):
                one = await account_with_webhook(services, f"Deaf {number}", f"http://127.0.0.{number + 2}:{port}/")
                for _ in range(20):
                    await queue(services, one)
                    clock.forward(0.01)
            await advance(clock, 3)
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            for _ in range(30):
                await queue(services, ann)
                clock.forward(0.01)
            await advance_until(clock, lambda: len(there.got) == 30, 0.2)
            assert home.rows("SELECT count(*) FROM notices WHERE done IS NULL") >= [(60,)]

    asyncio.run(run())


@pytest.mark.slow
def test_failing_webhooks_do_not_delay_others_at_the_same_receiver(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.broken = "/broken"
            good = [
                await account_with_webhook(services, f"Ann {number}", f"{there.url}/good/{number}")
                for number in range(6)
            ]
            broken = [
                await account_with_webhook(services, f"Bo {number}", f"{there.url}/broken/{number}")
                for number in range(4)
            ]
            await queue(services, good[0])
            await advance_until(clock, lambda: len(there.got) == 1, 0.02)
            for one in [*good, *broken] * 10:
                await queue(services, one)
                clock.forward(0.001)
            began = clock.now()
            await advance_until(clock, lambda: sum(one.path.startswith("/good") for one in there.got) == 61, 0.02)
            assert clock.now() - began < 5, "a pause after a failure"

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.thorough
def test_hanging_lanes_leave_room_for_new_lanes(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
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
                one = await account_with_webhook(
                    services, f"Deaf {number}", deaf.url.replace("127.0.0.1", f"deaf-{number}.example")
                )
                for _ in range(3):
                    await queue(services, one)
                    clock.forward(0.001)
            lanes = services.notices._worker._lanes
            await advance_until(clock, lambda: len(lanes) == WARY * 2 and all(lane.strikes for lane in lanes.values()))
            monkeypatch.setattr("cashbox.server.notifications.targets.SECONDS", 120.0)
            for _ in range(20):
                await advance(clock, 10)
                assert sum(lane.sending for lane in lanes.values()) <= WARY - NEW
            ann = await account_with_webhook(services, "Ann", there.url.replace("127.0.0.1", "there.example"))
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)

    asyncio.run(run())


def test_a_lane_is_failing_after_several_strikes() -> None:
    lane = _Lane()
    assert lane.record_result("one", failed=True, answered=False)
    assert not lane.record_result("two", failed=True, answered=True)
    for _ in range(STRIKES - 1):
        assert not lane.record_result("one", failed=True, answered=False)
    assert lane.record_result("one", failed=True, answered=False)
    assert not lane.good


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["nobody answers", "names are not found"])
def test_many_hanging_receivers_do_not_delay_a_good_one(home: Home, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    ended = threading.Event()

    def resolved(host: str, port: int, *_: object) -> list[Any]:
        if how == "names are not found" and host.startswith("deaf"):
            ended.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("cashbox.server.notifications.targets.socket.getaddrinfo", resolved)
    # Longer than the test takes.
    monkeypatch.setattr("cashbox.server.notifications.targets.SECONDS", 120.0)

    async def run() -> None:
        clock = SetClock()
        async with receiver() as deaf, receiver() as there, serving(home, clock, **HERE) as services:
            deaf.hangs = True
            there.answers = [(200, {"Connection": "close"}, b"")] * 100
            ann = await account_with_webhook(services, "Ann", there.url.replace("127.0.0.1", "there.example"))
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)
            for number in range(WARY * 2):
                url = deaf.url.replace("127.0.0.1", f"deaf-{number}.example")
                one = await account_with_webhook(services, f"Deaf {number}", url)
                for _ in range(2):
                    await queue(services, one)
                    clock.forward(0.001)
            lanes = services.notices._worker._lanes
            await advance_until(clock, lambda: sum(lane.sending for lane in lanes.values()) == WARY, 0.1)
            for _ in range(20):
                there.got.clear()
                await queue(services, ann)
                async with asyncio.timeout(120):
                    await advance_until(clock, lambda: bool(there.got), 0.2)

    try:
        asyncio.run(run())
    finally:
        ended.set()


def test_each_lane_gets_its_turn_regardless_of_its_name(home: Home) -> None:
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
    """Do nothing."""


@pytest.mark.thorough
def test_a_notification_sent_but_not_recorded_is_sent_again_with_the_same_id(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there:
            async with serving(home, clock, **HERE) as services:
                worker = services.notices._worker
                ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
                # As if it were killed: nothing is recorded or released.
                monkeypatch.setattr(worker, "_note", forever)
                monkeypatch.setattr(worker, "close", nothing)
                await queue(services, ann)
                await advance_until(clock, lambda: len(there.got) == 1)
                await settled()
                await worker._tasks.close()
                assert worker._noting is not None
                worker._noting.cancel()
            async with serving(home, clock, **HERE):
                await advance_until(clock, lambda: len(there.got) == 2)
                await until(lambda: home.rows("SELECT count(*) FROM notices WHERE done IS NULL") == [(0,)])
                await advance(clock, 60)
            assert len(there.got) == 2
            assert there.got[0].json == there.got[1].json

    asyncio.run(run())


class Steps(SetClock):
    """A clock whose date can be wrong. step: the error in seconds."""

    step = 0

    def now(self) -> float:
        return self.time + self.step

    def date(self) -> float:
        return self.now()


@pytest.mark.thorough
def test_a_wrong_system_date_neither_delays_nor_loses_notifications(home: Home) -> None:
    async def run() -> None:
        clock = Steps()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"")]
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)
            await settled()
            clock.step = -10 * 24 * HOUR
            await advance(clock, 30)
            assert len(there.got) == 2
            clock.step = 20 * 24 * HOUR
            await settled()
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 3)

    asyncio.run(run())


@pytest.mark.slow
def test_old_sent_notifications_are_deleted(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook")
            await queue(services, ann)
            await advance_until(clock, lambda: len(there.got) == 1)
            await advance(clock, 600, 60)
            assert home.rows("SELECT count(*) FROM notices") == [(1,)]
            clock.forward(KEPT / 1000)
            await advance(clock, 600, 60)
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]

    asyncio.run(run())


@pytest.mark.thorough
def test_turning_notifications_off_drops_queued_ones(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            there.answers = [(500, {}, b"")]
            url = f"{there.url}/hook"
            ann = await account_with_webhook(services, "Ann", url)
            bob = (await services.guests.add("Bob"))[0]
            await table_for(services, bob, ann.guest)
            await advance_until(clock, lambda: len(there.got) == 1)
            await services.notices.choices.webhook(ann.guest, url, ["end"])
            await advance(clock, 600, 10)
            assert len(there.got) == 1
            assert home.rows("SELECT why FROM notices") == [("Notifications were turned off.",)]
            # A new address gets nothing that was meant for the old one.
            await services.notices.choices.webhook(ann.guest, f"{there.url}/other", ["turn"])
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            await services.notices.choices.webhook(ann.guest, "", [])
            assert (await services.notices.choices.choices_of(ann)).channels == []
            other = await services.guests.add("Eve")
            assert await refused(services.notices.choices.webhook(other[0], url, ["end"])) == "no-account"
            assert await refused(services.notices.choices.test(ann.guest, "none")) == "no-such-channel"

    asyncio.run(run())


def test_discord_and_slack_get_messages_in_their_documented_formats() -> None:
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
def test_queue_queries_use_an_index(home: Home) -> None:
    """Both frequent queries read from an index, so a million rows cost no more than a few."""

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
