"""Test reports: they reach only the operator, once, with the message as it was."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server.db.records import ReportRow
from cashbox.server.errors import Refusal
from cashbox.server.moderation import store as moderation_store
from cashbox.server.moderation.wire import Report
from cashbox.server.ops import upkeep
from cashbox.server.ops.socket import CloseReport, DeleteLine, ListAudit, ListReports
from tests.server.chat.test_chat import pair, say
from tests.server.conftest import running
from tests.server.server_in_process import SetClock, seated, serving
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Guest, Server

__all__ = ["pair"]


def report(guest: Guest, table: str, **body: Any) -> httpx.Response:
    return guest.http.post(f"/api/tables/{table}/report", json=body)


def within(home: Home, work: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await work(services)

    asyncio.run(run())


@pytest.mark.thorough
def test_messages_and_people_can_be_reported_once_unseen_by_others(
    server: Server, pair: tuple[Guest, Guest, str]
) -> None:
    ann, bob, table = pair
    say(bob, table, "You are all fools")
    before = [one.get(f"/api/tables/{table}/{what}") for one in pair[:2] for what in ("state", "chat")]
    with bob.live(table) as live:
        live.next("chat")
        told = report(ann, table, line=1, reason=" He said\nthat. ")
        assert (told.status_code, "No one at the table will know" in told.json()["text"]) == (201, True)
        assert report(ann, table, seat=1).status_code == 201
        live.send(type="ping")
        # The others get only what they would get without a report.
        live.next("pong")
        assert {message["type"] for message in live.kept} <= {"table", "state"}
    assert [one.get(f"/api/tables/{table}/{what}") for one in pair[:2] for what in ("state", "chat")] == before
    assert "already reported" in problem(report(ann, table, line=1), 409, "reported")
    assert "already reported Bob" in problem(report(ann, table, seat=1, reason="again"), 409, "reported")
    # A spectator, and even a visitor who is not a guest yet, can report the same message.
    assert report(server.guest("Cleo"), table, line=1).status_code == 201
    anybody = httpx.post(f"{server.url}/api/tables/{table}/report", json={"line": 1})
    assert (anybody.status_code, any(name.startswith("cashbox-") for name in anybody.cookies)) == (201, True)
    mine = ann.get("/api/me/export")["reports"]
    assert [(one["line"], one["name"], one["text"], one["reason"], one["closed"]) for one in mine] == [
        (1, "Bob", "You are all fools", "He said that.", None), (None, "Bob", "", "", None),
    ]  # fmt: skip
    assert bob.get("/api/me/export")["reports"] == []
    assert ann.get("/api/me")["id"] not in bob.http.get("/api/me/export").text


def test_an_invalid_report_is_refused_with_a_reason(pair: tuple[Guest, Guest, str]) -> None:
    ann, _, table = pair
    say(ann, table, "Hello")
    assert "your own message" in problem(report(ann, table, line=1), 409, "own-line")
    assert "own seat" in problem(report(ann, table, seat=0), 409, "own-seat")
    assert "no longer exists" in problem(report(ann, table, line=7), 404, "no-such-line")
    assert "no seat 9" in problem(report(ann, table, seat=9), 409, "no-such-seat")
    assert "not both" in problem(report(ann, table), 400, "bad-report")
    assert "not both" in problem(report(ann, table, line=1, seat=1), 400, "bad-report")
    assert "up to 200" in problem(report(ann, table, seat=1, reason="x" * 201), 400, "too-long")
    for odd in ({"line": 0}, {"line": "one"}, {"seat": -1}, {"seat": 1, "who": "Bob"}, {"line": 2**40}):
        problem(report(ann, table, **odd), 400, "malformed")
    problem(report(ann, "nowhere", seat=1), 404, "no-such-table")
    alone = ann.table("me", "steady")
    assert "There is no person" in problem(report(ann, alone, seat=1), 409, "nobody-there")


@pytest.mark.thorough
def test_reports_are_rate_limited(home: Home) -> None:
    with running(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_PLAY="125/hour,-") as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        table = ann.table("me", "open")
        bob.sit(table)
        for text in ("One", "Two", "Three"):
            say(bob, table, text)
        answers = [report(ann, table, line=line) for line in (1, 2, 3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert "Too many actions from you" in problem(answers[2], 429, "too-fast")


@pytest.mark.slow
def test_operators_see_reports_newest_first_in_pages(home: Home, coins: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await seated(services, coins, "Ann", "Bob")
        many = moderation_store.PAGE + 5
        row = ReportRow(0, 1, ann.id, bob.id, table.record.id, 1, "Bob", "Fools", "")
        for n in range(1, many + 1):
            one = msgspec.structs.replace(row, line=n)
            assert await services.store.writer.do(partial(moderation_store.report, row=one))
        desk = services.admin_commands
        first = (await desk.obey(ListReports("op"))).reports
        rest = (await desk.obey(ListReports("op", before=first[-1].id))).reports
        numbers = [one.line for one in (*first, *rest)]
        assert (len(first), numbers) == (moderation_store.PAGE, list(range(many, 0, -1)))
        await desk.obey(CloseReport("op", first[0].id))
        assert [one.line for one in (await desk.obey(ListReports("op", "closed"))).reports] == [many]
        assert (await desk.obey(ListReports("op"))).reports[0].line == many - 1
        assert len((await desk.obey(ListReports("op", "all"))).reports) == moderation_store.PAGE

    within(home, work)


@pytest.mark.slow
def test_a_report_keeps_the_reported_message_until_it_is_resolved(home: Home, coins: str) -> None:
    async def work(services: Services) -> None:
        desk = services.admin_commands
        table, (ann, bob) = await seated(services, coins, "Ann", "Bob")
        await table.chat.say(table.record, bob, "Fools")
        await services.moderation.report(table, ann, Report(line=1))
        await desk.obey(DeleteLine("op", table.record.id, 1))
        (kept,) = (await desk.obey(ListReports("op"))).reports
        assert (kept.text, kept.reported, kept.reporter) == ("Fools", bob.id, ann.id)
        assert "resolved" in (await desk.obey(CloseReport("op", kept.id))).said
        (closed,) = (await desk.obey(ListReports("op", "closed"))).reports
        assert (closed.text, closed.closed is not None) == ("", True)
        with pytest.raises(Refusal, match="already resolved"):
            await desk.obey(CloseReport("op", kept.id))
        with pytest.raises(Refusal, match="no report 999"):
            await desk.obey(CloseReport("op", 999))
        # A message can be reported once, a person again after the report is resolved.
        await table.chat.say(table.record, bob, "All of you")
        for wish in (Report(line=2), Report(seat=1)):
            await services.moderation.report(table, ann, wish)
            (newest, *_) = (await desk.obey(ListReports("op"))).reports
            await desk.obey(CloseReport("op", newest.id))
        with pytest.raises(Refusal, match="already"):
            await services.moderation.report(table, ann, Report(line=2))
        await services.moderation.report(table, ann, Report(seat=1))
        audit = (await desk.obey(ListAudit("op"))).audit
        assert [row.what for row in audit] == ["resolve", "resolve", "resolve", "delete-line"]

    within(home, work)
    assert not home.rows("SELECT 1 FROM reports WHERE text = 'Fools'")


@pytest.mark.thorough
def test_a_report_ends_with_the_reported_guest_and_forgets_the_reporter(home: Home, coins: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob, cleo) = await seated(services, coins, "Ann", "Bob", "Cleo")
        await services.moderation.report(table, ann, Report(seat=1, reason="He shouts at Ann"))
        await services.moderation.report(table, bob, Report(seat=2))
        await services.erasing.guest(ann.id)
        first, second = (await services.admin_commands.obey(ListReports("op"))).reports
        assert (second.reporter, second.reason, second.reported, first.reporter) == ("", "", bob.id, bob.id)
        await services.erasing.guest(bob.id)
        (left,) = (await services.admin_commands.obey(ListReports("op"))).reports
        assert (left.reporter, left.reported) == ("", cleo.id)

    within(home, work)
    assert home.faults() == []


@pytest.mark.slow
def test_a_report_survives_the_expiry_of_its_reporter(home: Home, coins: str) -> None:
    async def work(services: Services) -> None:
        table, (_, bob) = await seated(services, coins, "Ann", "Bob")
        passer_by, _ = await services.guests.add("Cleo")
        await services.moderation.report(table, passer_by, Report(seat=1, reason="He shouts at Ann"))
        later = int(services.store.clock.now()) + 1
        gone = await services.store.writer.do(lambda connection: upkeep.delete_idle_guests(connection, later))
        assert gone == [passer_by.id]
        (left,) = (await services.admin_commands.obey(ListReports("op"))).reports
        assert (left.reporter, left.reason, left.reported) == ("", "", bob.id)

    within(home, work)


@pytest.mark.slow
def test_two_simultaneous_reports_of_a_message_count_once(home: Home, coins: str) -> None:
    async def work(services: Services) -> None:
        table, (ann, bob) = await seated(services, coins, "Ann", "Bob")
        await table.chat.say(table.record, bob, "Fools")
        asked = [services.moderation.report(table, ann, Report(line=1)) for _ in range(8)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(answer, str) for answer in answers) == 1
        assert len((await services.admin_commands.obey(ListReports("op"))).reports) == 1

    within(home, work)
