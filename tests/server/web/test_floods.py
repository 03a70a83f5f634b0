"""Test that a flood of simple requests is refused early."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.data_folders import Home
from tests.server.conftest import Server, channel

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.thorough
def test_a_flood_of_requests_is_refused_before_any_work(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """This holds for every kind of request. Refusals are counted, and others are not affected."""
    token = "a-token-of-the-operators"
    small = {"CASHBOX_QUOTAS": "on", "CASHBOX_QUOTA_LOOK": "-,17/hour"}
    flooded = Server(Home(tmp_path), CASHBOX_PROXIES="127.0.0.1", CASHBOX_METRICS_TOKEN=token, **small)
    request.addfinalizer(flooded.end)
    flooded.start()
    with httpx.Client(base_url=flooded.url, headers={"X-Forwarded-For": "203.0.113.9"}) as one:
        ann = one.post("/api/guests", json={"token": True}).json()["token"]
        wish = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = one.post("/api/tables", json=wish, headers={"Authorization": f"Bearer {ann}"}).json()["table"]["id"]
        where = {"X-Forwarded-For": "203.0.113.9"}
        for _ in range(2):
            with channel(flooded, table, where) as live:
                live.next("table")
        with pytest.raises(InvalidStatus) as third, channel(flooded, table, where):
            pass
        assert third.value.response.status_code == 429
        assert b"Too many requests from your network" in (third.value.response.body or b"")
        assert int(third.value.response.headers["retry-after"]) > 200
        one.get("/api/games", headers={"Host": "evil.example"})
        answers = [one.get("/static/css/docs.css") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 429, 429]
        assert "Too many requests from your network" in answers[-1].text
        assert int(answers[-1].headers["retry-after"]) > 30
        last = one.get("/api/games")
        assert (last.status_code, last.json()["code"]) == (429, "too-fast")
    with httpx.Client(base_url=flooded.url, headers={"X-Forwarded-For": "203.0.113.10"}) as other:
        answers = [other.get(f"/api/tables/no-such-table-{number}") for number in range(3)]
        assert [answer.status_code for answer in answers] == [404, 404, 429]
        assert "Too many requests" in answers[-1].json()["message"]
        with (
            pytest.raises(InvalidStatus) as late,
            channel(flooded, "no-such-table", {"X-Forwarded-For": "203.0.113.10"}),
        ):
            pass
        assert late.value.response.status_code == 429
        assert other.get(f"/api/tables/{table}").status_code == 200
    seen = httpx.get(f"{flooded.url}/metrics", headers={"Authorization": f"Bearer {token}"}).text
    assert 'cashbox_refusals_total{code="too-fast"} 6.0' in seen
    assert 'cashbox_refusals_total{code="unknown-host"} 1.0' in seen
