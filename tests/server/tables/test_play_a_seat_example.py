"""Test that the example client plays a whole game, even with strict rate limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from examples.play_a_seat import post
from tests.server.conftest import Guest, running

if TYPE_CHECKING:
    from tests.data_folders import Home

EXAMPLE = Path(__file__).parents[3] / "examples" / "play_a_seat.py"


@pytest.mark.slow
@pytest.mark.sqlite
def test_the_example_waits_as_long_as_the_server_asks(home: Home) -> None:
    """Bots act at once, so the example could act more than twice a second."""
    with running(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_PLAY="2/second,-", CASHBOX_REVEAL="0") as server:
        table = Guest(server, "Ann").table("open", "steady")
        command = [sys.executable, str(EXAMPLE), f"{server.url}/t/{table}"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Too many actions" in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("Scores by seat:")


def test_the_example_repeats_a_request_that_was_rate_limited() -> None:
    answers = iter(
        [
            httpx.Response(429, headers={"Retry-After": "0"}, json={"message": "Wait."}),
            httpx.Response(201, json={"id": "ann"}),
        ]
    )
    with httpx.Client(base_url="http://test", transport=httpx.MockTransport(lambda _: next(answers))) as http:
        assert post(http, "/api/guests", {}) == {"id": "ann"}
    assert next(answers, None) is None
