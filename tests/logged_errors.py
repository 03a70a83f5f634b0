"""Fail a test during which a server logs an error: the server may still answer, so the error could go unnoticed.

A test that provokes one has the mark `logs_errors`, which names the error.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ERROR: Final = re.compile(r'^\S+ (ERROR|CRITICAL) |^\{.*"level":"(ERROR|CRITICAL)"|^Traceback ')
"""What a line of a log begins with that tells of a fault, as text, as JSON, or from Python itself."""

_read: Final[dict[Path, int]] = {}
"""How far each log of a server in a process of its own was read."""

_found: Final[list[str]] = []
"""Errors since the last test ended."""


def watch(log: Path) -> None:
    """Read the log of a server from now on."""
    _read.setdefault(log, log.stat().st_size if log.exists() else 0)


def read(log: Path) -> None:
    """Read what a server has logged, at the latest before its folder is deleted."""
    if log.exists():
        with log.open("rb") as file:
            file.seek(_read.get(log, 0))
            lines = file.read().decode("utf-8", "replace").splitlines()
            _read[log] = file.tell()
        _found.extend(line for line in lines if _ERROR.match(line))


class _Handler(logging.Handler):
    """Notes errors of servers inside the test's own process."""

    def emit(self, record: logging.LogRecord) -> None:
        _found.append(f"{record.levelname} {record.name}: {record.getMessage()}")


def no_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test if a server logs an error meanwhile; a fixture."""
    handler = _Handler(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        for log in list(_read):
            read(log)
            if not log.exists():
                del _read[log]
        found = list(dict.fromkeys(_found))
        _found.clear()
    if found and request.node.get_closest_marker("logs_errors") is None:
        pytest.fail("a server logged errors:\n" + "\n".join(found), pytrace=False)
