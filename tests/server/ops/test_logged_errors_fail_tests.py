"""A test fails if a server logs an error meanwhile, be it in a process of its own or in that of the test."""

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
    """What fails a test that does something."""
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


def test_each_kind_of_error_in_the_log_of_a_process_counts_once(tmp_path: Path) -> None:
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


def test_an_error_of_a_server_inside_the_test_counts() -> None:
    log = logging.getLogger("cashbox.server")
    assert during(lambda: log.warning("no fault")) == []
    assert during(lambda: log.error("a fault")) == ["ERROR cashbox.server: a fault"]
    assert during(lambda: log.error("a fault"), "logs_errors") == []
