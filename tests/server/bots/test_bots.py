"""Test that slow, broken, and cheating bots don't affect people."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.server.conftest import Server

if TYPE_CHECKING:
    from tests.data_folders import Home


@pytest.mark.alone
def test_slow_bots_do_not_delay_other_tables(server: Server) -> None:
    slow = [server.guest(f"Slow {n}") for n in range(2)]
    for guest in slow:
        guest.table("me", "sleepy", "sleepy")
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    waits = []
    with ann.live(table) as a, bob.live(table) as b:
        states = [a.state(), b.state()]
        until = time.monotonic() + 90
        while not states[0]["outcome"]:
            assert time.monotonic() < until
            for n, live in enumerate((a, b)):
                if states[n]["legal"]:
                    start = time.perf_counter()
                    live.act(states[n], -1)
                    waits.append(time.perf_counter() - start)
                    states = [a.state(), b.state()]
    waits.sort()
    assert waits[len(waits) // 2] < 0.1
    other = server.guest("Cora")
    quick = other.table("me", "steady")
    start = time.monotonic()
    with other.live(quick) as live:
        live.act(live.state())
        live.owing()
    assert time.monotonic() - start < 1.9


@pytest.mark.alone
def test_a_person_can_act_and_undo_while_a_slow_bot_thinks(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "sleepy")
    start = time.monotonic()
    with ann.live(table) as live:
        mark = live.act(live.state())["mark"]
        assert live.ask(type="undo", at=mark, steps=1)["type"] == "ack"
        assert live.act(live.state())["type"] == "ack"
        assert time.monotonic() - start < 1.5
        assert live.state()["view"]["chosen"] == [True, False]
        assert live.state()["view"]["chosen"] == [True, True]


@pytest.mark.thorough
def test_a_broken_bot_moves_at_random(server: Server) -> None:
    ann = server.guest()
    for bot in ("broken", "cheat"):
        table = ann.table("me", bot)
        with ann.live(table) as live:
            state = live.owing()
            while not state["outcome"]:
                live.act(state)
                state = live.owing()
    log = server.log.read_text()
    assert "the broken bot didn't answer in a game of coins: RuntimeError" in log
    assert "the cheat bot didn't answer in a game of coins" in log
    assert "a secret that must not be logged" not in log


@pytest.mark.thorough
def test_bots_wait_for_the_configured_delay(home: Home) -> None:
    server = Server(home, CASHBOX_BOT_DELAY="400")
    server.start()
    ann = server.guest()
    table = ann.table("me", "steady", "steady")
    with ann.live(table) as live:
        live.state()
        live.state()
        start = time.monotonic()
        live.state()
        assert time.monotonic() - start > 0.3
    server.end()
