"""Test that an error logged by a server fails the test, in the test's own process or another one."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests import logged_errors as faults

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    "2026-11-28T05:00:00.000Z ERROR cashbox.server: a background task failed | ValueError: 3",
    '{"time":"2026-11-28T05:00:00.000Z","level":"CRITICAL","logger":"cashbox.server","message":"it ends"}',
    "Traceback (most recent call last):",
]
HARMLESS = [
    "2026-11-28T05:00:00.000Z WARNING cashbox.bots: the ERROR bot didn't answer",
    "Open http://localhost:8000 in a browser.",
]


def during(work: Any, *marks: str) -> list[str]:
    """Return the errors that would fail a test that does this work."""
    node = SimpleNamespace(get_closest_marker=lambda name: name if name in marks else None)
    request: Any = SimpleNamespace(node=node)
    running = faults.no_errors(request)
    next(running)
    work()
    try:
        next(running, None)
    except pytest.fail.Exception as failed:
        return str(failed).splitlines()[1:]
    return []


def test_each_error_in_the_log_of_a_server_process_fails_one_test(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(LINES[0] + "\n")
    faults.watch(log)

    def wrote(*lines: str) -> None:
        with log.open("a") as file:
            file.writelines(f"{line}\n" for line in lines)

    assert during(lambda: None) == [], "that was before"
    assert during(lambda: wrote(*HARMLESS)) == []
    for line in LINES:
        assert during(lambda line=line: wrote(line)) == [line]
        assert during(lambda: None) == []
    assert during(lambda: wrote(*LINES), "logs_errors") == []

    def ended() -> None:
        wrote(LINES[0])
        faults.read(log)
        log.unlink()

    assert during(ended) == [LINES[0]]


def test_an_error_logged_in_the_tests_own_process_fails_the_test() -> None:
    log = logging.getLogger("cashbox.server")
    assert during(lambda: log.warning("no fault")) == []
    assert during(lambda: log.error("a fault")) == ["ERROR cashbox.server: a fault"]
    assert during(lambda: log.error("a fault"), "logs_errors") == []
