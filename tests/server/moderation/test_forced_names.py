"""Test that operators can rename a guest and delete a message: everywhere, permanently, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.journal import loads
from cashbox.engine.verify import verify
from cashbox.server.errors import Refusal
from cashbox.server.ops.socket import DeleteLine, ListAudit, RenameGuest
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, with_passkey
from tests.server.ops.test_admin import admin
from tests.server.ops.test_operator import play, reloaded, serve
from tests.server.server_in_process import SetClock, Watcher, seated

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Server

BAD = "Rude Name"


@pytest.mark.slow
def test_a_replaced_name_disappears_from_tables_chat_and_journals(home: Home, coins: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        over, (bad, ann) = await seated(services, coins, BAD, "Ann", options={"rounds": 1})
        await over.chat.say(over.record, bad, "Hello")
        await play(over)
        waits = await services.registry.make(bad, NewTable(coins, [SeatWish("me"), SeatWish("open")]))
        watcher = Watcher()
        waits.join(watcher)
        before = watcher.poked
        said = (await services.admin_commands.obey(RenameGuest("op", bad.id, " Ann\n"))).said
        assert said == f"Guest {bad.id} is now called Ann."
        assert watcher.poked > before
        for one in (over, await reloaded(services, over)):
            # Another player at that table has the same name.
            assert [seat.name for seat in one.record.seats] == ["Ann 2", "Ann"]
            assert [line.name for line in one.chat.messages_for(one.record, None).lines] == ["Ann 2"]
            assert BAD not in one.journal().decode()
            assert not verify(loads(one.journal()), lambda _: over.game).faults
        assert (waits.record.seats[0].name, waits.record.host_name) == ("Ann", "Ann")
        assert BAD not in json.dumps(
            [row.detail for row in (await services.admin_commands.obey(ListAudit("op"))).audit]
        )
        assert ann.name == "Ann"

    serve(home, work)
    for table, column in (("guests", "name"), ("seats", "name"), ("chat", "name"), ("tables", "host_name")):
        assert home.rows(f"SELECT 1 FROM {table} WHERE {column} LIKE $1", f"%{BAD}%") == []


@pytest.mark.thorough
def test_an_operator_cannot_give_an_invalid_or_taken_name(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        desk = services.admin_commands
        ann, bob = await device(services, "Ann"), await device(services, "Bob")
        await with_passkey(services, ann.guest)
        for name, why in (("ANN", "belongs to an account"), ("\u200b", "visible characters"), ("Аnn", "two alphabets")):
            with pytest.raises(Refusal, match=why):
                await desk.obey(RenameGuest("op", bob.guest.id, name))
        with pytest.raises(Refusal, match="can't be an account name"):
            await desk.obey(RenameGuest("op", ann.guest.id, "guest"))
        for nobody in ("", "former", "x"):
            with pytest.raises(Refusal, match="There is no guest"):
                await desk.obey(RenameGuest("op", nobody, "Else"))
        # An account owns its new name, and its old name is free.
        said = (await desk.obey(RenameGuest("op", ann.guest.id))).said
        assert "is now called Guest " in said
        await desk.obey(RenameGuest("op", bob.guest.id, "Ann"))
        assert [row.what for row in (await desk.obey(ListAudit("op"))).audit] == ["rename", "rename"]

    serve(home, work)


@pytest.mark.slow
def test_a_renamed_account_keeps_its_mark_except_under_a_numbered_name(home: Home, coins: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann, zoe = await device(services, "Ann"), await device(services, "Zoe")
        await with_passkey(services, ann.guest)
        guest = await services.store.guest(ann.guest.id)
        assert guest is not None
        seats = [SeatWish("me"), SeatWish("open")]
        alone, both = [await services.registry.make(guest, NewTable(coins, seats)) for _ in range(2)]
        await services.registry.sit(both, zoe.guest, Sit())
        for table in (alone, both):
            await table.chat.say(table.record, guest, "Hello")
        await services.admin_commands.obey(RenameGuest("op", guest.id, "Zoe"))
        for table, name, account in ((alone, "Zoe", True), (both, "Zoe 2", False)):
            for one in (table, await reloaded(services, table)):
                seat = one.record.seats[0]
                assert (seat.name, seat.account) == (name, account)
                (line,) = one.chat.messages_for(one.record, None).lines
                assert (line.name, line.guest) == (name, not account)

    serve(home, work)


@pytest.mark.slow
def test_a_deleted_message_is_erased_everywhere_but_keeps_its_number(home: Home, coins: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        desk = services.admin_commands
        table, (ann, bob) = await seated(services, coins, "Ann", "Bob")
        for text in ("One", "Xyzzy"):
            await table.chat.say(table.record, bob, text)
        await desk.obey(DeleteLine("op", table.record.id, 2))
        for one in (table, await reloaded(services, table)):
            lines = one.chat.messages_for(one.record, ann).lines
            assert [(line.n, line.text, line.deleted) for line in lines] == [(1, "One", False), (2, "", True)]
            assert await one.chat.say(one.record, ann, "Next") == one.chat.number
        kept = b"".join([piece async for piece in services.own_data.pieces(bob, "")])
        assert [line["text"] for line in json.loads(kept)["tables"][0]["said"]] == ["One"]
        for where, number, why in (
            (table.record.id, 2, "already deleted"), (table.record.id, 99, "no message 99"), ("nowhere", 1, "no table"),
        ):  # fmt: skip
            with pytest.raises(Refusal, match=why):
                await desk.obey(DeleteLine("op", where, number))
        audit = (await desk.obey(ListAudit("op"))).audit
        assert [(row.what, row.subject, row.detail) for row in audit] == [("delete-line", f"{table.record.id}/2", "")]

    serve(home, work)
    assert home.rows("SELECT 1 FROM chat WHERE text = 'Xyzzy'") == []


@pytest.mark.thorough
def test_moderation_commands_work_with_and_without_a_running_server(own_server: Server) -> None:
    ann, bob = own_server.guest("Ann"), own_server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    who = bob.get("/api/me")["id"]
    bob.post(f"/api/tables/{table}/chat", {"text": "Fools"}, 201)
    ann.post(f"/api/tables/{table}/report", {"line": 1, "reason": "Rude"}, 201)
    told = admin(own_server, "reports")
    assert f"Bob ({who}), message 1 at {table}: 'Fools'; reason: 'Rude'" in told
    (report,) = json.loads(admin(own_server, "reports", "--json"))
    with bob.live(table) as live:
        live.next("chat")
        admin(own_server, "delete-line", table, "1")
        assert live.next("chat")["lines"][0]["deleted"]
    assert "is banned until" in admin(own_server, "ban", who, "--days", "2", "--reason", "Rude.")
    assert bob.http.post(f"/api/tables/{table}/back").json()["code"] == "banned"
    assert ann.get(f"/api/tables/{table}")["table"]["seats"][1]["stand_in"]
    assert "at least one day" in admin(own_server, "ban", who, "--days", "0", status=2)
    assert "`days` must be at least 0." in admin(own_server, "ban", who, "--days", "-1", status=2)
    assert "name is too long" in admin(own_server, "rename", who, "x" * 41, status=2)
    own_server.kill()
    assert "banned until" in admin(own_server, "guests", "--banned")
    assert "is no longer banned" in admin(own_server, "unban", who)
    assert admin(own_server, "guests", "--banned") == ""
    assert "is now called Robert" in admin(own_server, "rename", who, "Robert")
    assert "was resolved" in admin(own_server, "resolve", str(report["id"]))
    assert "already resolved" in admin(own_server, "resolve", str(report["id"]), status=2)
    assert admin(own_server, "reports") == ""
    assert "copy deleted" in admin(own_server, "reports", "--which", "closed")
    done = [row["what"] for row in json.loads(admin(own_server, "audit", "--json"))]
    assert done == ["resolve", "rename", "unban", "ban", "delete-line"]
    own_server.start()
    assert ann.get(f"/api/tables/{table}")["table"]["seats"][1]["name"] == "Robert"
    assert bob.get("/api/me")["name"] == "Robert"
