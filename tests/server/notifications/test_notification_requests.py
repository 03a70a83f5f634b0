"""Test the notification settings over HTTP, with valid and invalid requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.server.conftest import Guest, running

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Server


def test_notification_settings_need_a_guest(server: Server) -> None:
    for method, path in (
        ("GET", "/api/me/notices"), ("POST", "/api/me/notices/mail"), ("POST", "/api/me/notices/push"),
        ("POST", "/api/me/notices/webhook"), ("POST", "/api/me/notices/test"),
    ):  # fmt: skip
        body: Any = None if method == "GET" else {"kinds": [], "url": "", "channel": "", "endpoint": ""}
        answer = httpx.request(method, f"{server.url}{path}", json=body)
        assert answer.status_code in (400, 401), path


def test_a_guest_sees_why_email_and_webhooks_are_unavailable(server: Server) -> None:
    ann = server.guest()
    found = ann.get("/api/me/notices")
    assert len(found["key"]) == 87
    assert found["no_mail"] == "This server doesn't send email."
    assert found["no_webhook"].startswith("You need an account")
    assert found["channels"] == []
    refused = ann.post("/api/me/notices/webhook", {"url": "https://example.org/", "kinds": ["turn"]}, 409)
    assert refused["code"] == "no-account"


def hosted(server: Server) -> tuple[Guest, Guest, str]:
    ann, bob = server.guest(), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    return ann, bob, f"/api/tables/{table}/webhook"


def test_only_the_host_can_see_and_set_a_tables_webhook(server: Server) -> None:
    ann, bob, path = hosted(server)
    url = "https://hooks.example.org/secret"
    assert bob.post(path, {"url": url, "kinds": ["turn"]}, 403)["code"] == "not-the-host"
    made = ann.post(path, {"url": url, "kinds": ["turn", "end"]})
    assert made["webhook"]["address"] == url
    assert bob.get(path) == {"there": True, "webhook": None}
    assert bob.post(f"{path}/test", status=403)["code"] == "not-the-host"
    assert ann.post(path, {"url": "", "kinds": []}) == {"there": False, "webhook": None}
    assert ann.post(f"{path}/test", status=404)["code"] == "no-such-channel"


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "http://127.0.0.1:8000/", "kinds": ["turn"]}, "bad-target"),
        ({"url": "https://[::ffff:7f00:1]/", "kinds": ["turn"]}, "bad-target"),
        ({"url": "gopher://example.org/", "kinds": ["turn"]}, "bad-target"),
        ({"url": "https://example.org/\r\nX: y", "kinds": ["turn"]}, "bad-target"),
        ({"url": "https://example.org/", "kinds": ["chat"]}, "bad-kinds"),
        ({"url": "https://example.org/", "kinds": ["everything"]}, "malformed"),
        ({"url": "https://example.org/", "kinds": ["turn"] * 7}, "malformed"),
        ({"url": "https://example.org/" + "x" * 2000, "kinds": []}, "malformed"),
        ({"url": 7, "kinds": []}, "malformed"),
        ({"kinds": []}, "malformed"),
        ({"url": "", "kinds": [], "more": 1}, "malformed"),
    ],
)
def test_an_invalid_webhook_request_is_refused_with_a_reason(server: Server, body: Any, code: str) -> None:
    ann, _, path = hosted(server)
    answer = ann.post(path, body, 400)
    assert answer["code"] == code
    assert answer["message"].endswith(".")


@pytest.mark.thorough
def test_too_many_test_notifications_are_refused(home: Home) -> None:
    with running(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_MAIL="2/hour,2/hour") as server:
        ann = Guest(server, "Ann")
        for status in (404, 404, 429):
            ann.post("/api/me/notices/test", {"channel": "none"}, status)


@pytest.mark.thorough
def test_push_addresses_are_exported_but_never_logged(own_server: Server) -> None:
    ann = own_server.guest()
    point = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
    secret = "tBHItJI5svbpez7KI4CCXg"
    body = {"endpoint": "https://push.example.org/secret-endpoint", "p256dh": point, "auth": secret, "kinds": ["turn"]}
    (made,) = ann.post("/api/me/notices/push", body)["channels"]
    assert (made["kind"], made["here"], made["kinds"], made["address"]) == ("push", True, ["turn"], "")
    told = ann.get("/api/me/export")["notices"]
    assert [(one["kind"], one["address"], one["kinds"]) for one in told["told"]] == [
        ("push", "https://push.example.org/secret-endpoint", ["turn"])
    ]
    assert told["waiting"] == []
    text = ann.http.get("/api/me/export").text
    assert secret not in text
    assert point not in text
    ann.post("/api/me/notices/push/off", {"endpoint": body["endpoint"]})
    assert ann.get("/api/me/notices")["channels"] == []
    assert "secret-endpoint" not in own_server.log.read_text()
