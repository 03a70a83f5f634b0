"""The log: a line for each record, as text or as JSON; repeated messages are counted instead of written."""

from __future__ import annotations

import logging
import re
import traceback
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.errors import place_of

if TYPE_CHECKING:
    from typing import TextIO

    from cashbox.server.clock import Clock
    from cashbox.server.settings import LogKind

    Key = tuple[str, int, str, str]

EVERY: Final = 10.0
"""Seconds during which similar messages are written once and otherwise counted."""

KEPT: Final = 1000
"""The most different messages to track at a time."""

_VARYING: Final = re.compile(r"0x[0-9a-fA-F]+|\d+")
"""The parts in which similar messages may differ: numbers and memory addresses."""


class Line(msgspec.Struct, omit_defaults=True):
    """A record as JSON. time: in UTC; more: the number of similar ones that were not written; traceback: of an internal
    error."""

    time: str
    level: str
    logger: str
    message: str
    more: int = 0
    traceback: str = ""


@dataclass
class _Held:
    """A suppressed message. until: when it may be written again; more: the number of suppressed records; last: the last
    of them."""

    until: float
    more: int = 0
    last: logging.LogRecord | None = None


class Log(logging.StreamHandler["TextIO"]):
    """Writes records to a stream. stream: by default, stderr."""

    def __init__(self, kind: LogKind, clock: Clock, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._kind = kind
        self._clock = clock
        self._held: dict[Key, _Held] = {}

    def emit(self, record: logging.LogRecord) -> None:
        now = self._clock.ticks()
        key = _key(record)
        held = self._held.get(key)
        if held is not None and now >= held.until:
            self._tell(key, now)
            held = self._held.get(key)
        if held is not None:
            held.more += 1
            held.last = record
            return
        if len(self._held) >= KEPT:
            oldest = next(iter(self._held))
            self._tell(oldest, now)
            self._held.pop(oldest, None)
        self._held[key] = _Held(now + EVERY)
        self._write(record, 0)

    def settle(self, *, everything: bool = False) -> None:
        """Write the counts of messages that have been suppressed for long enough."""
        self.acquire()
        try:
            now = self._clock.ticks()
            for key, held in list(self._held.items()):
                if everything or now >= held.until:
                    self._tell(key, now)
        finally:
            self.release()

    async def watch(self) -> None:
        """Call `settle` regularly, forever."""
        while True:
            await self._clock.sleep(EVERY)
            self.settle()

    def _tell(self, key: Key, now: float) -> None:
        """Write the last suppressed record, which starts a new period; forget a message without any."""
        held = self._held.pop(key)
        if held.last is not None:
            self._held[key] = _Held(now + EVERY)
            self._write(held.last, held.more - 1)

    def _write(self, record: logging.LogRecord, more: int) -> None:
        line = line_of(record, more)
        try:
            self.stream.write(f"{as_json(line) if self._kind == 'json' else as_text(line)}\n")
            self.flush()
        except Exception:  # noqa: BLE001 (a log that cannot be written must not stop what it tells of)
            self.handleError(record)


def set_up(kind: LogKind, clock: Clock) -> Log:
    """Configure logging."""
    log = Log(kind, clock)
    root = logging.getLogger()
    root.addHandler(log)
    root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_news)
    return log


def take_down(log: Log) -> None:
    """Write suppressed records and stop logging."""
    logging.getLogger().removeHandler(log)
    log.settle(everything=True)


def line_of(record: logging.LogRecord, more: int = 0) -> Line:
    """Convert a log record to a line."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = ""
    if record.exc_info and record.exc_info[1] is not None:
        told = "".join(traceback.format_exception(record.exc_info[1])).strip()
    message = record.getMessage().strip()
    return Line(at.replace("+00:00", "Z"), record.levelname, record.name, message, more, told)


def as_json(line: Line) -> str:
    """Format a line as JSON, on one line."""
    return msgspec.json.encode(line).decode()


def as_text(line: Line) -> str:
    """Format a line as text, on one line, with special characters escaped."""
    text = f"{line.time} {line.level} {line.logger}: {line.message}"
    if line.more:
        text += f" (and {line.more} more)"
    if line.traceback:
        text += " | " + " | ".join(part.strip() for part in line.traceback.splitlines())
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def _key(record: logging.LogRecord) -> Key:
    error = record.exc_info[1] if record.exc_info else None
    return record.name, record.levelno, _VARYING.sub("#", record.getMessage()), place_of(error, -1) if error else ""


def _news(record: logging.LogRecord) -> bool:
    """Drop uvicorn's messages about a handshake that ends with a refusal, and about a failed start, for which we print
    our own sentence."""
    said = record.getMessage()
    return "without completing handshake" not in said and "StartError: " not in said and "startup failed" not in said
