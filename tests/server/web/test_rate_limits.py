"""Test rate limits: high enough for a club, too low for an abusive program."""

from __future__ import annotations

import contextlib
import itertools
import re
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from cashbox.server.errors import Refusal
from cashbox.server.settings import ALLOWANCES, Allowance, Limit, StartError, read_quotas
from cashbox.server.web import quotas
from cashbox.server.web.quotas import (
    CHANNEL,
    CODE,
    EMAIL,
    JOURNAL,
    LIST,
    LOAD,
    SEAT,
    UNDO,
    Caller,
    Quotas,
    network,
)
from tests.server.conftest import WAIT, Guest, Server, channel, running
from tests.server.server_in_process import SetClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from tests.data_folders import Home

HOME = "192.0.2.7"
FILES = 100
"""More files than any page loads."""

PAGE = Path(__file__).parents[3] / "docs" / "settings.md"


def used_up(do: Callable[[], object], most: int = 100_000) -> tuple[int, Refusal]:
    """Do something until it is refused. Return the number of times and the refusal."""
    for times in range(most):
        try:
            do()
        except Refusal as refused:
            return times, refused
    raise AssertionError("it was never refused")


# -- counting -------------------------------------------------------------------------------------------------------


def test_a_rate_allows_its_number_at_once_and_again_over_its_time() -> None:
    clock = SetClock()
    held = Quotas({"acts": Allowance("actions", Limit(6, 60), None)}, clock)
    ann = Caller(HOME, "ann")
    times, refused = used_up(lambda: held.count("acts", ann))
    assert (times, refused.status, refused.code, refused.retry_after) == (6, 429, "too-fast", 10)
    assert str(refused) == "Too many actions from you. Try again in 10 seconds."
    clock.forward(9.9)
    assert used_up(lambda: held.count("acts", ann))[0] == 0
    clock.forward(0.1)
    assert used_up(lambda: held.count("acts", ann))[0] == 1
    clock.forward(1e6)
    assert used_up(lambda: held.count("acts", ann))[0] == 6
    held.count("acts", Caller(HOME, "bob"))


def test_a_burst_limits_how_many_are_allowed_at_once() -> None:
    clock = SetClock()
    held = Quotas(read_quotas({"CASHBOX_QUOTA_PLAY": "60/minute:5,-"}), clock)
    ann = Caller(HOME, "ann")
    times, refused = used_up(lambda: held.count("play", ann))
    assert (times, refused.retry_after) == (5, 1)
    done = 5
    for _ in range(120):
        clock.forward(0.5)
        done += used_up(lambda: held.count("play", ann))[0]
    assert done == 65
    clock.forward(60)
    assert used_up(lambda: held.count("play", ann))[0] == 5
    held.sweep()
    clock.forward(5)
    held.sweep()
    assert len(held) == 0
    requests = Quotas(ALLOWANCES, clock)
    assert used_up(lambda: requests.count("look", ann))[0] <= 4000


def test_a_caller_who_waits_as_told_is_accepted() -> None:
    for limit in (Limit(7, 60), Limit(120, 3600), Limit(1, 1)):
        clock = SetClock()
        held = Quotas({"acts": Allowance("actions", limit, None)}, clock)
        for _ in range(20):
            _, refused = used_up(lambda: held.count("acts", Caller("", "ann")))  # noqa: B023 (called at once)
            assert refused.retry_after is not None
            clock.forward(refused.retry_after)
            held.count("acts", Caller("", "ann"))


def test_each_item_counts_and_refused_requests_cost_nothing() -> None:
    held = Quotas({"acts": Allowance("actions", Limit(10, 10), Limit(15, 15))}, SetClock())
    held.count("acts", Caller(HOME, "ann"), 8)
    with pytest.raises(Refusal, match="from you"):
        held.count("acts", Caller(HOME, "ann"), 3)
    held.count("acts", Caller(HOME, "bob"), 7)
    with pytest.raises(Refusal, match="from your network"):
        held.count("acts", Caller(HOME, "cleo"), 1)
    held.count("acts", Caller("192.0.2.8", "cleo"), 64)


def test_lasting_use_counts_until_it_ends() -> None:
    held = Quotas({"sockets": Allowance("open connections", Limit(2), Limit(3))}, SetClock())
    for number in (1, 2):
        held.hold("sockets", Caller(HOME, "ann"), number)
    _, refused = used_up(lambda: held.hold("sockets", Caller(HOME, "ann"), 3))
    assert (refused.status, refused.code, refused.retry_after) == (429, "too-many", quotas.LATER)
    assert str(refused).startswith("You have 2 open connections, which is the limit.")
    held.hold("sockets", Caller(HOME, "bob"), 4)
    with pytest.raises(Refusal, match="Your network has 3"):
        held.hold("sockets", Caller(HOME), 5)
    held.release("sockets", 1)
    held.release("sockets", 1)
    held.hold("sockets", Caller(HOME, "ann"), 6)
    for number in (2, 4, 6):
        held.release("sockets", number)
    assert len(held) == 0


def test_remembered_callers_are_limited_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "KEPT", 50)
    clock = SetClock()
    held = Quotas(ALLOWANCES, clock)
    for number in range(1000):
        held.count("play", Caller(f"10.0.{number // 250}.{number % 250}", f"guest {number}"))
    assert len(held) == 50
    clock.forward(3600)
    held.sweep()
    assert len(held) == 0


def test_addresses_of_one_network_count_as_one() -> None:
    assert network("192.0.2.7") == network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::3") == network("2001:db8:1:2:ffff::4") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::3") != network("2001:db8:1:2::3")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("testclient") == "testclient"


def test_an_operator_can_change_or_lift_one_limit_or_lift_all() -> None:
    env = {"CASHBOX_QUOTA_PLAY": "7/second, -", "CASHBOX_QUOTA_SOCKETS": "-,3"}
    found = read_quotas(env)
    assert found["play"][1:3] == (Limit(7, 1), None)
    assert found["sockets"][1:3] == (None, Limit(3))
    assert found["mail"] == ALLOWANCES["mail"]
    held = Quotas(read_quotas(env | {"CASHBOX_QUOTAS": "off"}), SetClock())
    for number in range(10_000):
        held.count("play", Caller(HOME, "ann"))
        held.hold("sockets", Caller(HOME, "ann"), number)
    assert len(held) == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CASHBOX_QUOTA_PLAY", "7/second"),
        ("CASHBOX_QUOTA_PLAY", "7,8"),
        ("CASHBOX_QUOTA_PLAY", "00/second,8/second"),
        ("CASHBOX_QUOTA_PLAY", "off"),
        ("CASHBOX_QUOTA_PLAY", "-"),
        ("CASHBOX_QUOTA_PLAY", "0,0,0"),
        ("CASHBOX_QUOTA_SOCKETS", "0/second,0/second"),
        ("CASHBOX_QUOTA_PLAY", "7/fortnight,8/second"),
        ("CASHBOX_QUOTA_SOCKETS", "7/second,8/second"),
        ("CASHBOX_QUOTA_SOCKETS", "7,8,9"),
        ("CASHBOX_QUOTA_SOCKETS", "7:2,8"),
        ("CASHBOX_QUOTA_PLAY", "7/second:0,8/second"),
        ("CASHBOX_QUOTA_PLAY", "7:2,8/second"),
        ("CASHBOX_QUOTA_COFFEE", "7/second,8/second"),
        ("CASHBOX_QUOTAS", "no"),
    ],
)
def test_an_invalid_limit_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(StartError, match=name):
        read_quotas({name: text})


@pytest.mark.few(9, usual=9)
@pytest.mark.parametrize("kind", ALLOWANCES)
def test_a_limit_of_zero_switches_a_feature_off(kind: str) -> None:
    usual = ALLOWANCES[kind]
    texts = ["0", "0,0", "-,0", "0,-"] + ([] if usual.lasting else ["0/hour", "0/hour,0/day", "-,0/hour"])
    for text in texts:
        held = Quotas(read_quotas({f"CASHBOX_QUOTA_{kind.upper()}": text}), SetClock())
        do = partial(held.hold, holder=1) if usual.lasting else held.count
        with pytest.raises(Refusal) as caught:
            do(kind, Caller(HOME, "ann"))
        refusal = caught.value
        assert (refusal.status, refusal.code, refusal.headers) == (403, "switched-off", {})
        assert str(refusal) == f"This server doesn't allow {usual.what} right now."
        assert len(held) == 0


def test_a_zero_for_guests_does_not_affect_the_limit_for_addresses() -> None:
    held = Quotas(read_quotas({"CASHBOX_QUOTA_PLAY": "0,-", "CASHBOX_QUOTA_SOCKETS": "0,3"}), SetClock())
    held.count("play", Caller(HOME))
    held.hold("sockets", Caller(HOME), 1)
    with pytest.raises(Refusal, match="doesn't allow actions right now"):
        held.count("play", Caller(HOME, "ann"))
    with pytest.raises(Refusal, match="doesn't allow open connections right now"):
        held.hold("sockets", Caller(HOME, "ann"), 2)


def test_the_documentation_lists_the_default_limits() -> None:
    rows = re.findall(
        r"^\| `CASHBOX_QUOTA_(\w+)` \| [^|]+ \| `(\S+)` \| `(\S+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert {name.lower() for name, _, _ in rows} == set(ALLOWANCES)
    told = {f"CASHBOX_QUOTA_{name}": f"{guest},{address}" for name, guest, address in rows}
    assert read_quotas(told) == ALLOWANCES


# -- the defaults ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_club_of_forty_behind_one_address_never_has_to_wait() -> None:
    """All members arrive within a minute with empty caches, sit at several tables each, and play faster than people."""
    clock = SetClock()
    held = Quotas(ALLOWANCES, clock)
    club = [Caller(HOME, f"guest {number}") for number in range(40)]
    places = itertools.count()
    for member in club:
        held.count("guests", Caller(HOME))
        for _ in range(2 * FILES):
            held.count("look", Caller(HOME))
        for kind, many in (("profile", 2), ("create", 4), ("play", 6 * SEAT)):
            held.count(kind, member, many)
        for _ in range(6):
            held.hold("sockets", member, next(places))
            held.count("look", Caller(HOME), CHANNEL)
            held.count("look", member, LOAD)
        for _ in range(2):
            held.hold("bots", member, next(places))
        clock.forward(1.5)
    for second in range(600):
        for member in club:
            held.count("play", member, 2)
            if second % 3 == 0:
                held.count("play", member)
            if second % 5 == 0:
                held.count("play", member, 2 * UNDO)
                held.count("look", member, 2 * LIST)
            held.count("look", Caller(HOME), 4)
        clock.forward(1)


def test_one_abusive_client_is_stopped_by_every_limit() -> None:
    clock = SetClock()
    held = Quotas(ALLOWANCES, clock)
    costs = {"guests": 1, "create": 1, "play": 1, "look": 1, "mail": EMAIL, "sign_in": CODE, "heavy": JOURNAL}
    done = dict.fromkeys(costs, 0)
    for _ in range(250):
        for kind, cost in costs.items():
            for _ in range(540):
                try:
                    held.count(kind, Caller(HOME, "" if kind == "look" else "ann"), cost)
                except Refusal:
                    break
                done[kind] += 1
        clock.forward(0.1)
    assert done["guests"] <= 121
    assert done["create"] <= 61
    assert done["play"] < 600 + 25 * 10 + 1
    assert done["look"] < 4000 + 25 * 334 + 1
    assert done["mail"] == 6
    assert done["sign_in"] <= 121
    assert done["heavy"] <= 49


def test_a_request_with_another_cost_per_address_counts_fully_or_not_at_all() -> None:
    held = Quotas({"mail": Allowance("emails", Limit(4, 60), Limit(20, 60))}, SetClock())
    for network_of in "ab":
        for _ in range(2):
            held.count("mail", Caller(network_of, "to:x"), at_address=10)
        with pytest.raises(Refusal, match="from your network"):
            held.count("mail", Caller(network_of, "to:y"), at_address=10)
    with pytest.raises(Refusal, match=r"Too many emails from you\."):
        held.count("mail", Caller("c", "to:x"), at_address=10)
    with pytest.raises(Refusal, match=r"Too many emails\."):
        held.count("mail", Caller("c", "to:x", shared=True), at_address=10)
    assert used_up(lambda: held.count("mail", Caller("c"), at_address=10))[0] == 2


# -- over the wire --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(new_home: Callable[[], AbstractContextManager[Home]]) -> Iterator[Server]:
    """Start a server behind a local proxy, with some quotas small enough for a test to reach."""
    small = {
        "CASHBOX_QUOTAS": "on",
        "CASHBOX_QUOTA_CREATE": "5/hour,-",
        "CASHBOX_QUOTA_BOTS": "2,-",
        "CASHBOX_QUOTA_PLAY": "30/hour,-",
        "CASHBOX_QUOTA_PROFILE": "2/hour,-",
        "CASHBOX_QUOTA_SOCKETS": "2,3",
        "CASHBOX_QUOTA_LOOK": "20/hour,-",
        "CASHBOX_PROXIES": "127.0.0.1",
        "CASHBOX_BOT_DELAY": "60000",
    }
    with new_home() as home, running(home, **small) as server:
        yield server


def refused(answer: httpx.Response, code: str = "too-fast") -> int:
    """Check a refusal and return the seconds to wait."""
    assert answer.status_code == 429, answer.text
    found = answer.json()
    assert found["code"] == code
    assert len(found["message"].split()) > 5
    wait = answer.headers["retry-after"]
    assert wait.isdigit()
    return int(wait)


@pytest.mark.thorough
def test_one_address_can_create_a_limited_number_of_guests(strict: Server) -> None:
    with httpx.Client(base_url=strict.url, headers={"X-Forwarded-For": "203.0.113.9"}) as one:
        answers = [one.post("/api/guests", json={"token": True}) for _ in range(125)]
        assert sum(answer.status_code == 201 for answer in answers) in (120, 121)
        assert 0 < refused(answers[-1]) <= 30
        for forged in ("198.51.100.1, 203.0.113.9", "nonsense, 203.0.113.9"):
            refused(one.post("/api/guests", json={"token": True}, headers={"X-Forwarded-For": forged}))
        other = {"X-Forwarded-For": "203.0.113.9, 198.51.100.1"}
        assert one.post("/api/guests", json={"token": True}, headers=other).status_code == 201


@pytest.mark.thorough
def test_a_newcomer_counts_as_a_new_guest(strict: Server) -> None:
    with httpx.Client(base_url=strict.url, headers={"X-Forwarded-For": "203.0.113.10"}) as one:
        assert one.patch("/api/me", json={"name": "Ann"}).is_success
        for _ in range(121):
            one.cookies.clear()
            last = one.patch("/api/me", json={"name": "Ann"})
        refused(last)


@pytest.mark.slow
def test_each_kind_of_request_has_its_cost(strict: Server) -> None:
    body = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}
    calls: dict[str, tuple[int, Callable[[Guest, str], httpx.Response]]] = {
        "name": (2, lambda ann, _: ann.http.patch("/api/me", json={"name": "Anna"})),
        "seat": (30 // SEAT, lambda ann, at: ann.http.post(f"{at}/leave")),
        "table": (4, lambda ann, _: ann.http.post("/api/tables", json=body)),
        "undo": (30 // UNDO, lambda ann, at: ann.http.post(f"{at}/undo", json={})),
        "list": (20 // LIST, lambda ann, _: ann.http.get("/api/tables?which=mine")),
        "explanation": (30, lambda ann, at: ann.http.post(f"{at}/explain", json={"action": {"type": "draw"}})),
    }
    for what, (many, call) in calls.items():
        ann = strict.guest("Ann")
        at = f"/api/tables/{ann.table('me', 'open')}"
        answers = [call(ann, at) for _ in range(many + 1)]
        assert [answer.status_code == 429 for answer in answers] == [False] * many + [True], what
        refused(answers[-1])


def test_repeated_sign_outs_are_limited(strict: Server) -> None:
    """Each sign-out is written to disk."""
    ann = strict.guest("Ann")
    for _ in range(2):
        ann.http.headers["Authorization"] = f"Bearer {ann.post('/api/me/sign-out')['token']}"
    refused(ann.http.post("/api/me/sign-out"))


def test_each_action_of_a_request_counts(strict: Server) -> None:
    ann = strict.guest("Ann")
    table = ann.table("me", "steady")
    action: dict[str, Any] = {"type": "bid", "high": True}
    for _ in range(5):
        assert ann.http.post(f"/api/tables/{table}/act", json={"actions": [action] * 5}).status_code != 429
    refused(ann.http.post(f"/api/tables/{table}/act", json={"actions": [action] * 6}))
    assert ann.http.post(f"/api/tables/{table}/act", json={"actions": [action]}).status_code == 200


@pytest.mark.thorough
def test_refusals_on_the_live_channel_say_how_long_to_wait(strict: Server) -> None:
    ann = strict.guest("Ann")
    table = ann.table("me", "steady")
    with ann.live(table) as live:
        assert live.act(live.state())["type"] == "ack"
        assert live.ask(type="explain", action={"type": "draw"})["type"] == "because"
        answers = [live.ask(type="undo", steps=1) for _ in range(10)]
        assert answers[0]["type"] == "ack"
        assert "retry_after" not in answers[8]
        assert answers[9]["code"] == "too-fast"
        assert 0 < answers[9]["retry_after"] <= 1200
        answers = [live.ask(type="act", actions=[{"type": "draw"}]) for _ in range(2)]
        assert [answer["code"] == "too-fast" for answer in answers] == [False, True]
        assert live.ask(type="explain", action={"type": "draw"})["type"] == "refused"


@pytest.mark.slow
def test_the_number_of_open_connections_is_limited(strict: Server) -> None:
    ann, bob = strict.guest("Ann"), strict.guest("Bob")
    table = ann.table("me", "open")
    with ann.live(table), ann.live(table):
        with pytest.raises(InvalidStatus) as third, ann.live(table):
            pass
        assert third.value.response.status_code == 429
        assert third.value.response.headers["retry-after"] == str(quotas.LATER)
        with bob.live(table):
            with pytest.raises(InvalidStatus) as fourth, channel(strict, table, {}):
                pass
            assert b"Your network has 3" in (fourth.value.response.body or b"")
            elsewhere = {"X-Forwarded-For": "203.0.113.77"}
            with channel(strict, table, elsewhere) as other:
                other.next("table")
    # The server notices the ends of connections one by one.
    for _ in range(100):
        with contextlib.suppress(InvalidStatus), ann.live(table) as again:
            again.next("table")
            return
        time.sleep(0.05)
    pytest.fail("the connections were not released")


@pytest.mark.thorough
def test_the_number_of_running_tables_with_only_bots_is_limited(home: Home) -> None:
    strict = Server(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_BOTS="2,-", CASHBOX_BOT_DELAY="60000")
    strict.start()
    ann = strict.guest("Ann")
    body = {"game": "coins", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
    ann.table("steady", "steady")
    waiting = ann.table("open", "steady")
    seat = {"seat": 0, "kind": "bot", "bot": "steady"}
    ann.post(f"/api/tables/{waiting}/seat", seat)
    assert refused(ann.http.post("/api/tables", json=body), "too-many") == quotas.LATER
    third = ann.table("open", "steady")
    refused(ann.http.post(f"/api/tables/{third}/seat", json=seat), "too-many")
    assert strict.guest("Bob").table("steady", "steady")
    strict.stop()
    strict.settings["CASHBOX_BOT_DELAY"] = "0"
    strict.start()
    until = time.monotonic() + WAIT
    while ann.get(f"/api/tables/{waiting}")["table"]["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert ann.http.post("/api/tables", json=body).status_code == 201
    strict.end()


@pytest.mark.slow
def test_a_server_closed_to_new_guests_still_serves_known_guests(home: Home) -> None:
    with running(home) as server:
        ann = server.guest()
        table = ann.table("me", "open")
        server.stop()
        server.settings |= {"CASHBOX_QUOTAS": "on", "CASHBOX_QUOTA_GUESTS": "0"}
        server.start()
        with httpx.Client(base_url=server.url) as stranger:
            assert stranger.get("/").status_code == 200
            for path, body in (
                ("/api/guests", {"name": "Bob", "token": True}),
                ("/api/tables", {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}),
                (f"/api/tables/{table}/sit", {}),
            ):
                answer = stranger.post(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "switched-off")
                assert answer.json()["message"] == "This server doesn't allow new guests right now."
                assert "retry-after" not in answer.headers
                assert not stranger.cookies
        ann.table("me", "random")


@pytest.mark.slow
def test_an_account_can_sign_in_on_a_server_closed_to_new_guests(home: Home) -> None:
    with running(home) as server:
        ann = server.guest("Ann")
        table = ann.table("me", "open")
        paper = ann.post("/api/me/recovery", {}, 201)["codes"][0]
        code = ann.post("/api/me/code", {}, 201)["code"]
        server.stop()
        server.settings |= {"CASHBOX_QUOTAS": "on", "CASHBOX_QUOTA_GUESTS": "0"}
        server.start()
        for path, body in (("/api/sign-in/recovery", {"name": "Ann", "code": paper}), ("/api/devices", {"code": code})):
            with httpx.Client(base_url=server.url) as device:
                answer = device.post(path, json=body)
                assert answer.status_code in (200, 201), answer.text
                assert answer.json()["name"] == "Ann"
                assert device.get("/api/me").json()["id"] == answer.json()["id"]
                assert device.get(f"/api/tables/{table}").json()["you"]["seat"] == 0
                seats = [{"kind": "me"}, {"kind": "open"}]
                assert device.post("/api/tables", json={"game": "coins", "seats": seats}).status_code == 201
