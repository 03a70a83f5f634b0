"""Test departures over HTTP: valid requests, and the errors for invalid ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

if TYPE_CHECKING:
    from tests.server.conftest import Server

ROUTES = {
    "back": None,
    "stand-in": {"seat": 1},
    "call-off": {},
    "leave": {},
    "remove": {"seat": 1},
    "host": {"seat": 1},
    "hand-on": None,
}


@pytest.mark.thorough
def test_each_departure_request_needs_a_guest_a_table_and_a_valid_body(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", lapse=0)
    bob.sit(table)
    for what, body in ROUTES.items():
        nobody = httpx.post(f"{server.url}/api/tables/{table}/{what}", json=body)
        assert (nobody.status_code, nobody.json()["code"]) == (401, "no-guest")
        assert ann.post(f"/api/tables/nowhere/{what}", body, 404)["code"] == "no-such-table"
        if body is not None:
            assert ann.post(f"/api/tables/{table}/{what}", {"seat": "one"}, 400)["code"] == "malformed"
            assert ann.post(f"/api/tables/{table}/{what}", {**body, "by": 1}, 400)["code"] == "malformed"
        assert httpx.get(f"{server.url}/api/tables/{table}/{what}").status_code == 405
    for seat in (-1, 32, 10**9):
        assert ann.post(f"/api/tables/{table}/stand-in", {"seat": seat}, 400)["code"] == "malformed"
    assert ann.post(f"/api/tables/{table}/stand-in", {"seat": 5}, 409)["code"] == "no-such-seat"
    for code in ("", "x" * 128, "\u0000", "../../etc"):
        assert ann.post("/api/seats/look", {"code": code}, 404)["code"] == "unknown-code"
        assert ann.post("/api/seats/take", {"code": code}, 404)["code"] == "unknown-code"
    assert ann.post("/api/seats/take", {"code": "x" * 129}, 400)["code"] == "malformed"


def test_players_can_leave_return_and_transfer_a_seat_over_http(server: Server) -> None:
    ann, bob, cleo = (server.guest(name) for name in ("Ann", "Bob", "Cleo"))
    table = ann.table("me", "open", lapse=0)
    bob.sit(table)
    address = f"/api/tables/{table}"
    left = ann.post(f"{address}/leave")["table"]
    assert (left["seats"][0]["why"], left["host"]) == ("left", "Bob")
    assert ann.post(f"{address}/act", {"actions": [{"type": "bid", "high": True}]}, 409)["code"] == "stand-in"
    assert ann.post(f"{address}/back")["table"]["seats"][0]["why"] == ""
    given = ann.post(f"{address}/hand-on")
    page, _, code = given["link"].partition("#")
    assert page.endswith(f":{server.port}/seat")
    shown = cleo.http.get("/seat")
    assert shown.status_code == 200
    assert re.search(r"/seat(-\w+)?\.js", shown.text)
    assert cleo.post("/api/seats/look", {"code": code})["by"] == "Ann"
    taken = cleo.post("/api/seats/take", {"code": code})
    assert taken["you"]["seat"] == 0
    assert taken["table"]["seats"][0]["name"] == "Cleo"
    assert ann.get(address)["you"]["seat"] is None
    assert ann.get(f"{address}/state")["seat"] is None
    assert bob.post("/api/seats/take", {"code": code}, 410)["code"] == "used-code"
    closed = [who.post(f"{address}/call-off", {})["table"] for who in (bob, cleo)]
    assert [one["status"] for one in closed] == ["playing", "closed"]
    refused = bob.post(f"{address}/act", {"actions": [{"type": "bid", "high": True}]}, 409)
    assert refused["message"] == "Everyone at this table agreed to end the game without a result."
    assert code not in server.log.read_text()


@pytest.mark.parametrize("absence", [5, 10**9])
def test_an_absence_limit_out_of_range_is_refused(server: Server, absence: int) -> None:
    body = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}], "absence": absence}
    assert server.guest().post("/api/tables", body, 400)["code"] == "bad-absence"
