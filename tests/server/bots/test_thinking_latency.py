"""Test the short form of `python -m bench.thinking`: four thinking experts hardly delay people's actions."""

from __future__ import annotations

import asyncio

import pytest

from bench.thinking import ENOUGH, TIMES, measure

TRIES = 3
"""Another program may have kept the machine busy while the experts thought."""


@pytest.mark.thorough
@pytest.mark.alone
def test_four_experts_hardly_delay_an_acknowledgement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASHBOX_BOT_DELAY", "0")
    found = []
    for _ in range(TRIES):
        quiet, busy = asyncio.run(measure("consultants", experts=4, rounds=1, seconds=4.0, tables=10))
        found.append((quiet, busy))
        if busy <= max(TIMES * quiet, ENOUGH):
            return
    pytest.fail(f"the 99th percentiles without and with thinking, in seconds: {found}")
