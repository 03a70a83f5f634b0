"""Test bad input: each request gets one clear sentence and a code, changes nothing, and logs no traceback or secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.conftest import channel

if TYPE_CHECKING:
    from tests.server.conftest import Guest, Server

ROOT = Path(__file__).parents[3]
SEATS = [{"kind": "me"}, {"kind": "open"}]
COINS: dict[str, Any] = {"game": "coins", "seats": SEATS}


def problem(answer: httpx.Response, status: int, code: str) -> str:
    """Check an error's status, code, and form, and return its message."""
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert set(found) == {"code", "message"}
    assert found["code"] == code
    message: str = found["message"]
    assert message[0].isupper() or message[0].islower()
    assert "\n" not in message
    assert "Traceback" not in message
    return message


@pytest.fixture(scope="module")
def ann(server: Server) -> Guest:
    return server.guest("Ann")


@pytest.fixture(scope="module")
def playing(ann: Guest) -> str:
    """Create a table where Ann owes a bid, and Bob never bids."""
    table = ann.table("me", "open")
    ann.server.guest("Bob").sit(table)
    return table


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        (COINS | {"game": "chess"}, "unknown-game"),
        (COINS | {"mode": "tiny"}, "unknown-mode"),
        (COINS | {"options": {"speed": 1}}, "unknown-option"),
        (COINS | {"options": {"rounds": 9}}, "bad-option"),
        (COINS | {"options": {"rounds": "many"}}, "bad-option"),
        (COINS | {"options": {"rounds": [1]}}, "malformed"),
        (COINS | {"seats": []}, "malformed"),
        (COINS | {"seats": [{"kind": "me"}]}, "bad-seats"),
        (COINS | {"seats": [{"kind": "me"}] * 2}, "bad-seats"),
        (COINS | {"seats": [{"kind": "open"}] * 9}, "bad-seats"),
        (COINS | {"seats": [{"kind": "open"}] * 99}, "malformed"),
        (COINS | {"seats": [{"kind": "throne"}]}, "malformed"),
        (COINS | {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}, "unknown-bot"),
        (COINS | {"colour": "red"}, "malformed"),
        (COINS | {"name": "x" * 61}, "malformed"),
        (COINS | {"nonce": "x" * 65}, "malformed"),
        ({"seats": SEATS}, "malformed"),
        ([], "malformed"),
        (None, "malformed"),
        ("coins", "malformed"),
    ],
)
def test_an_invalid_request_for_a_table_is_refused(ann: Guest, body: Any, code: str) -> None:
    before = len(ann.get("/api/tables?which=mine")["tables"])
    problem(ann.http.post("/api/tables", json=body), 400, code)
    assert len(ann.get("/api/tables?which=mine")["tables"]) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"name": "x"} trailing',
        b"\xff\xfe",
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": 1}',
        b'{"name": null}',
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b'{"name": 1e999}',
        b"NaN",
    ],
)
def test_an_unreadable_body_is_refused(ann: Guest, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    problem(ann.http.patch("/api/me", content=body, headers=headers), 400, "malformed")


def test_deeply_nested_json_is_refused(ann: Guest, playing: str) -> None:
    deep = b'{"at": 0, "actions": [{"type": "bid", "high": ' + b"[" * 30_000 + b"]" * 30_000 + b"}]}"
    headers = {"Content-Type": "application/json"}
    problem(ann.http.post(f"/api/tables/{playing}/act", content=deep, headers=headers), 400, "malformed")
    with ann.live(playing) as live:
        live.channel.send(b'{"type":"act","id":1,"at":0,"actions":[{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}]}")
        assert live.next("refused")["code"] == "malformed"


def test_a_body_that_is_not_json_is_refused(ann: Guest) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = ann.http.post("/api/tables", content=json.dumps(COINS), headers={"Content-Type": kind})
        problem(answer, 415, "not-json")


def test_a_body_that_is_too_large_is_refused(ann: Guest, playing: str) -> None:
    headers = {"Content-Type": "application/json"}
    large = json.dumps({"name": "x" * 70_000}).encode()
    problem(ann.http.post("/api/tables", content=large, headers=headers), 413, "too-large")
    in_pieces = ann.http.post(
        "/api/tables", content=(large[n : n + 1000] for n in range(0, 70_000, 1000)), headers=headers
    )
    problem(in_pieces, 413, "too-large")
    with ann.live(playing) as live:
        live.state()
        live.channel.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            live.next("nothing of the kind")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    ("action", "code", "status"),
    [
        ({"type": "fly"}, "unknown-action", 400),
        ({}, "unknown-action", 400),
        ({"type": ["bid"]}, "unknown-action", 400),
        ({"type": "bid", "high": 3.5}, "unknown-action", 400),
        ({"type": "draw"}, "not-legal", 409),
    ],
)
def test_an_unknown_or_illegal_action_is_refused(ann: Guest, playing: str, action: Any, code: str, status: int) -> None:
    before = ann.get(f"/api/tables/{playing}/state")
    problem(ann.http.post(f"/api/tables/{playing}/act", json={"actions": [action]}), status, code)
    with ann.live(playing) as live:
        live.state()
        refused = live.ask(type="act", actions=[action])
        assert (refused["type"], refused["code"]) == ("refused", code)
    assert ann.get(f"/api/tables/{playing}/state") == before


def test_long_values_are_shortened_in_error_messages(ann: Guest) -> None:
    for options in ({"rounds": "x" * 40_000}, {"x" * 40_000: 1}, {"rounds": 10**4000}):
        answer = ann.http.post("/api/tables", json={"game": "coins", "seats": SEATS, "options": options})
        assert answer.status_code == 400
        assert len(answer.content) < 1000


def test_a_name_that_is_too_long_is_refused_with_the_limit(server: Server) -> None:
    guest = server.guest()
    for method, path, name, most in (
        ("PATCH", "/api/me", "A" * 41, 40),
        ("POST", "/api/guests", "A" * 41, 40),
        ("POST", "/api/groups", "A" * 61, 60),
    ):
        answer = guest.http.request(method, path, json={"name": name})
        told = f"That name is too long. Use up to {most} characters."
        assert (answer.status_code, answer.json()["message"]) == (400, told)
    assert guest.http.patch("/api/me", json={"name": "A" * 40}).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/api/guests", {"name": 1}, "That name must be a string, not a whole number."),
        ("/api/tables", {"game": "coins"}, "The field `seats` is missing."),
        ("/api/tables", {"game": 1, "seats": SEATS}, "The field `game` must be a string, not a whole number."),
        ("/api/tables", {"game": "coins", "seats": [{"kind": "cat"}]}, "The field `seats[0].kind` can't be 'cat'."),
        (
            "/api/tables",
            {"game": "coins", "seats": SEATS, "lapse": "x"},
            "The field `lapse` must be a whole number or null",
        ),
        ("/api/tables", [], "The request must be an object, not a list."),
    ],
)
def test_a_body_of_the_wrong_shape_is_refused_in_plain_english(ann: Guest, path: str, body: Any, told: str) -> None:
    message = ann.http.post(path, json=body).json()["message"]
    assert message.startswith(told), message
    assert "Expected" not in message


def test_repeated_and_outdated_actions_are_refused(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    bid = [{"type": "bid", "high": True}]
    marks = [guest.get(f"/api/tables/{table}/state")["mark"] for guest in (ann, bob)]
    for guest, mark in zip((ann, bob), marks, strict=True):
        body = {"at": mark, "actions": bid}
        guest.post(f"/api/tables/{table}/act", body)
        problem(guest.http.post(f"/api/tables/{table}/act", json=body), 409, "stale")
    problem(ann.http.post(f"/api/tables/{table}/undo", json={"at": marks[0], "steps": 1}), 409, "stale")
    state = ann.get(f"/api/tables/{table}/state")
    for mark in (marks[1], bob.get(f"/api/tables/{table}/state")["mark"], state["mark"][:-4], "", "x" * 32):
        problem(ann.http.post(f"/api/tables/{table}/act", json={"at": mark, "actions": bid}), 409, "stale")
    problem(ann.http.post(f"/api/tables/{table}/act", json={"at": "x" * 65, "actions": bid}), 400, "malformed")
    problem(ann.http.post(f"/api/tables/{table}/act", json={"at": 1.5, "actions": bid}), 400, "malformed")
    problem(ann.http.post(f"/api/tables/{table}/act", json={"at": 3, "actions": bid}), 400, "malformed")
    problem(ann.http.post(f"/api/tables/{table}/act", json={"at": state["mark"], "actions": []}), 400, "malformed")
    problem(ann.http.post(f"/api/tables/{table}/undo", json={"at": state["mark"], "steps": 0}), 400, "malformed")
    problem(ann.http.post(f"/api/tables/{table}/undo", json={"at": state["mark"]}), 409, "nothing-to-undo")
    assert ann.get(f"/api/tables/{table}/state") == state


@pytest.mark.thorough
def test_requests_with_no_token_or_a_wrong_one_are_refused(server: Server, ann: Guest, playing: str) -> None:
    body = {"actions": [{"type": "bid", "high": True}]}
    address = f"{server.url}/api/tables/{playing}"
    problem(httpx.post(f"{address}/act", json=body), 401, "no-guest")
    problem(httpx.get(f"{server.url}/api/me"), 401, "no-guest")
    for wrong in ("Bearer nonsense", "Bearer", "Basic abc", ""):
        problem(httpx.post(f"{address}/act", json=body, headers={"Authorization": wrong}), 401, "unknown-token")
    problem(httpx.post(f"{address}/act", json=body, cookies={"cashbox": "stale"}), 401, "no-guest")
    other = server.guest("Cora")
    problem(other.http.post(f"{address}/act", json=body), 403, "not-your-seat")
    problem(other.http.post(f"{address}/undo", json={}), 403, "not-your-seat")
    problem(other.http.post(f"{address}/explain", json={"action": {"type": "draw"}}), 403, "not-your-seat")
    with other.live(playing) as live:
        assert live.state()["seat"] is None
        assert live.ask(type="act", actions=[{"type": "draw"}])["code"] == "not-your-seat"
    with pytest.raises(InvalidStatus) as refused, channel(server, playing, {"Authorization": "Bearer nonsense"}):
        pass
    assert refused.value.response.status_code == 401
    assert json.loads(refused.value.response.body or b"")["code"] == "unknown-token"


def test_requests_from_a_foreign_origin_are_refused(server: Server, ann: Guest, playing: str) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://[", f"http://{'x' * 300}"):
        headers = {"Origin": origin, **ann.headers}
        problem(httpx.post(f"{server.url}/api/tables", json=COINS, headers=headers), 403, "foreign-origin")
        with pytest.raises(InvalidStatus) as refused, channel(server, playing, headers):
            pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"")["code"] == "foreign-origin"
    own = {"Origin": server.url, **ann.headers}
    assert httpx.post(f"{server.url}/api/tables", json=COINS, headers=own).status_code == 201
    with channel(server, playing, own) as live:
        live.state()


def test_requests_for_a_missing_table_are_refused(server: Server, ann: Guest) -> None:
    for path in ("", "/state", "/log", "/journal"):
        problem(ann.http.get(f"/api/tables/nowhere{path}"), 404, "no-such-table")
    problem(ann.http.post("/api/tables/nowhere/sit", json={}), 404, "no-such-table")
    with pytest.raises(InvalidStatus) as refused, ann.live("nowhere"):
        pass
    assert refused.value.response.status_code == 404


def test_requests_before_or_after_their_time_are_refused(server: Server, ann: Guest, playing: str) -> None:
    waiting = ann.table("me", "open")
    address = f"/api/tables/{waiting}"
    problem(ann.http.get(f"{address}/state"), 409, "not-started")
    problem(ann.http.post(f"{address}/act", json={"actions": [{"type": "draw"}]}), 409, "not-started")
    problem(ann.http.get(f"/api/tables/{playing}/journal"), 409, "not-over")
    problem(ann.http.post(f"/api/tables/{playing}/remove", json={"seat": 1}), 409, "already-playing")
    problem(ann.http.post(f"/api/tables/{playing}/sit", json={}), 409, "already-seated")
    cora = server.guest("Cora")
    problem(cora.http.post(f"/api/tables/{playing}/sit", json={}), 409, "already-playing")
    problem(cora.http.post(f"{address}/sit", json={"seat": 0}), 409, "seat-taken")
    problem(cora.http.post(f"{address}/sit", json={"seat": 7}), 409, "no-such-seat")
    problem(cora.http.post(f"{address}/sit", json={"seat": -1}), 400, "malformed")
    problem(cora.http.post(f"{address}/leave"), 403, "not-your-seat")
    problem(cora.http.post(f"{address}/seat", json={"seat": 1, "kind": "bot"}), 403, "not-the-host")
    problem(ann.http.post(f"{address}/seat", json={"seat": 0, "kind": "bot"}), 409, "seat-taken")
    problem(ann.http.post(f"{address}/seat", json={"seat": 1, "kind": "bot", "bot": "deep"}), 400, "unknown-bot")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"act"}',
        '{"type":"dance","id":1}',
        '{"type":"ping","id":1}',
        b"\xff\xfe",
        '{"id":1}',
    ],
)
def test_an_unreadable_live_message_is_refused(ann: Guest, playing: str, message: str | bytes) -> None:
    with ann.live(playing) as live:
        live.channel.send(message)
        refused = live.next("refused")
        assert (refused["id"], refused["code"]) == (None, "malformed")
        live.send(type="ping")
        assert live.next("pong")["now"] > 1_700_000_000


def test_an_unknown_mark_gets_the_whole_log(ann: Guest, playing: str) -> None:
    everything = ann.get(f"/api/tables/{playing}/state")
    for since in ("many", str(10**20), everything["mark"][:-1], "é" * 32):
        assert ann.get(f"/api/tables/{playing}/state?since={since}") == everything
        with ann.live(playing, since) as live:
            assert live.state() == everything


def test_unknown_urls_and_methods_are_refused(server: Server) -> None:
    problem(httpx.get(f"{server.url}/api/nothing"), 404, "no-such-page")
    problem(httpx.put(f"{server.url}/api/me"), 405, "wrong-method")
    problem(httpx.get(f"{server.url}/api/games/chess/content/x"), 404, "unknown-game")
    problem(httpx.get(f"{server.url}/api/tables?which=all"), 400, "malformed")
    page = httpx.get(f"{server.url}/nothing")
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")


def test_the_log_has_no_secret_and_no_traceback(server: Server, ann: Guest, playing: str) -> None:
    log = server.log.read_text()
    assert "Traceback" not in log
    for secret in (ann.token, playing):
        assert secret not in log


def test_the_documentation_lists_every_code_under_its_status() -> None:
    """Codes of commands for operators are not included."""
    page = (ROOT / "docs" / "api-errors.md").read_text("utf-8")
    listed = {
        (status, code)
        for status, section in re.findall(r"^## (\d{3}): .*?$(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL)
        for cell in re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
        for code in re.findall(r"`([a-z-]+)`", cell)
    }
    rows = re.findall(r"^\| (\d{3}) \| (.*?) \|", page, re.MULTILINE)
    listed |= {(status, code) for status, cell in rows for code in re.findall(r"`([a-z-]+)`", cell)}
    server = ROOT / "src" / "cashbox" / "server"
    commands = {*(server / "ops").glob("*.py"), server / "moderation" / "commands.py"}
    sources = [path.read_text("utf-8") for path in server.rglob("*.py") if path not in commands]
    refused = {
        found
        for text in sources
        for found in re.findall(r"(?:Refusal|__init__|_refuse|_stop)\(\s*(\d{3}), \"([a-z-]+)\"", text)
    }
    assert len(refused) > 100
    assert refused - listed - {("409", "not-banned")} == set()
