"""What happened at one table, in order, for good; and its text file.

The file is JSON lines, UTF-8, each line ended by a newline:

    {"type":"header", ...}     which game, options, players, hash of the content, commitment of chance (`Header`)
    {"type":"content", ...}    the cards, maps and boards that the game was dealt with (`Content`)
    {"type":"entry","n":0,...} the start: nothing but what chance answered (`Entry`)
    {"type":"entry","n":1,...} and so on, without a gap
    {"type":"end", ...}        only once the game is over: how it ended, and the secret behind its chance (`End`)
    {"type":"sum", ...}        SHA-256 of everything before this line, so that damage shows (`Sum`)

Every line is written in one way only (no spaces, fields in the order of the classes below, defaults left out), so
that a file that loads is written again byte for byte. The sum tells of damage, not of fraud: `verify` does that.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, TypeVar

import msgspec

from cashbox.engine.game import GameError, Outcome

FORMAT: Final = 1
"""The format that this version writes, and the only one that it reads."""

MOST_SEATS: Final = 64


class JournalError(GameError):
    """A journal is damaged or does not fit its game; one sentence that says where. `line` counts from 1, 0 where the
    fault is in no line of a file."""

    def __init__(self, message: str, line: int = 0, code: str = "bad-journal") -> None:
        super().__init__(code, message)
        self.line = line


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="header"):
    """What stands before the first entry.

    edition: of the rules that the game is played by; where a header has none it is the first. options: complete, as
    `Game.check_options` returns them. players: names by seat. content_hash: see `content_hash`. commitment: SHA-256
    (hex) of the secret behind the chance of a live game, else empty. nonces: what the seats mixed into it. comment: a
    remark for people, e.g. what a fuzzer found.
    """

    format: int
    game: str
    options: dict[str, bool | int | str]
    seats: int
    players: tuple[str, ...]
    content_hash: str
    commitment: str = ""
    nonces: tuple[str, ...] = ()
    comment: str = ""
    edition: int = 1


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="content"):
    """The line that keeps a game's content, as plain JSON values."""

    content: dict[str, Any]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="entry"):
    """One thing that happened. Entry 0 has no seat: it is the start.

    n: its number. do: the action of `seat` in its typed JSON form. undo: or how many of its own last decisions that
    seat takes back. chance: what was drawn meanwhile, as (n, answer) pairs: answer is one of 0..n-1.
    """

    n: int
    seat: int = -1
    do: dict[str, Any] | None = None
    undo: int = 0
    chance: tuple[tuple[int, int], ...] = ()


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """How a finished game ended. secret: hex of what the commitment was made of, empty where there is none."""

    outcome: Outcome
    secret: str


class Sum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sum"):
    """SHA-256 (hex) of all bytes before this line."""

    sha256: str


class Journal(msgspec.Struct):
    """A header, the content that it names, the entries so far, and the end once there is one."""

    header: Header
    content: dict[str, Any]
    entries: list[Entry]
    end: End | None = None

    @property
    def drawn(self) -> int:
        """How many draws from chance were made in all: where a live source continues."""
        return sum(len(entry.chance) for entry in self.entries)


def content_hash(content: dict[str, Any]) -> str:
    """SHA-256 (hex) of a content as canonical JSON: UTF-8, no spaces, keys sorted, nothing escaped that need not be."""
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def dumps(journal: Journal) -> bytes:
    """The text file of a journal."""
    lines: list[msgspec.Struct] = [journal.header, Content(journal.content), *journal.entries]
    if journal.end is not None:
        lines.append(journal.end)
    body = _encoder.encode_lines(lines)
    return body + _encoder.encode_lines([Sum(hashlib.sha256(body).hexdigest())])


def loads(data: bytes, *, summed: bool = True) -> Journal:
    """The journal of a text file; JournalError in one sentence that names the line for anything else.

    summed: False to read a file whose sum does not fit (it still has one), say, to find out what was altered.
    """
    lines = _lines(data)
    header = _record(lines[0], 1, Header, "the header")
    _check_header(header)
    if len(lines) < 2:
        raise JournalError("The journal breaks off after line 1: the content is missing.", 2)
    content = _record(lines[1], 2, Content, "the content").content
    if content_hash(content) != header.content_hash:
        raise JournalError("Line 2: the content does not have the hash that the header gives.", 2)
    entries, end, total = _rest(lines, header.seats)
    if summed and total.sha256 != hashlib.sha256(data[: data.rindex(b"\n", 0, -1) + 1]).hexdigest():
        raise JournalError(
            f"Line {len(lines)}: the sum does not fit the lines before it; the file was altered or damaged.",
            len(lines),
            "bad-sum",
        )
    return Journal(header, content, entries, end)


_Line = Header | Content | Entry | End | Sum
_T = TypeVar("_T", Header, Content)
_SHA256 = re.compile("[0-9a-f]{64}")
_HEX = re.compile("([0-9a-f]{2})*")
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)
_anything = msgspec.json.Decoder(dict[str, Any])


def _lines(data: bytes) -> list[bytes]:
    """The lines of a file without their newlines, at least one."""
    if not data:
        raise JournalError("Line 1: the journal is empty.", 1)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise JournalError(f"Line {line}: this is not UTF-8 text.", line) from None
    lines = data.split(b"\n")
    if lines.pop():
        raise JournalError(f"Line {len(lines) + 1}: the line is not complete; the journal was cut off.", len(lines) + 1)
    return lines


def _parse(line: bytes, number: int) -> _Line:
    try:
        record = _decoder.decode(line)
        written = _encoder.encode(record)
    except RecursionError:
        raise JournalError(f"Line {number}: nested too deeply.", number) from None
    except ValueError as error:
        if number == 1:
            _check_format(line)
        raise JournalError(f"Line {number}: {_plain(error)}.", number) from None
    if written != line:
        raise JournalError(f"Line {number}: not written the way a journal is written (spaces, order, numbers).", number)
    return record


def _plain(error: ValueError) -> str:
    """A decoder's complaint, in lower case, without its full stop."""
    text = str(error).rstrip(".")
    return text[:1].lower() + text[1:]


def _record(line: bytes, number: int, kind: type[_T], name: str) -> _T:
    record = _parse(line, number)
    if not isinstance(record, kind):
        raise JournalError(f"Line {number}: this should be {name}.", number)
    return record


def _check_format(line: bytes) -> None:
    """A header of another format may differ in anything else, so the format is checked first."""
    try:
        found = _anything.decode(line).get("format")
    except (ValueError, RecursionError):
        return
    if isinstance(found, int) and found != FORMAT:
        raise JournalError(f"Line 1: format {found} is not known here, only format {FORMAT}.", 1)


def _check_header(header: Header) -> None:
    fault = ""
    if header.format != FORMAT:
        fault = f"format {header.format} is not known here, only format {FORMAT}"
    elif not 1 <= header.seats <= MOST_SEATS:
        fault = f"{header.seats} is not a number of seats"
    elif header.edition < 1:
        fault = f"{header.edition} is not the number of an edition of the rules"
    elif len(header.players) != header.seats:
        fault = f"{len(header.players)} players are named for {header.seats} seats"
    elif not _SHA256.fullmatch(header.content_hash):
        fault = "the hash of the content is not a SHA-256 in hex"
    elif header.commitment and not _SHA256.fullmatch(header.commitment):
        fault = "the commitment is not a SHA-256 in hex"
    if fault:
        raise JournalError(f"Line 1: {fault}.", 1)


def _rest(lines: list[bytes], seats: int) -> tuple[list[Entry], End | None, Sum]:
    """Everything after the content."""
    entries: list[Entry] = []
    end: End | None = None
    for number, line in enumerate(lines[2:], 3):
        record = _parse(line, number)
        if isinstance(record, Sum):
            if number < len(lines):
                raise JournalError(f"Line {number + 1}: something follows the sum, which is the last line.", number + 1)
            if not entries:
                raise JournalError(f"Line {number}: entry 0, the start, is missing.", number)
            return entries, end, record
        fault = ""
        if end is not None:
            fault = "something stands between the end and the sum"
        elif isinstance(record, Entry):
            fault = _entry_fault(record, len(entries), seats)
            entries.append(record)
        elif isinstance(record, End):
            fault = _end_fault(record, seats) if entries else "entry 0, the start, is missing"
            end = record
        else:
            fault = "a second header or content"
        if fault:
            raise JournalError(f"Line {number}: {fault}.", number)
    raise JournalError(f"The journal breaks off after line {len(lines)}: the sum is missing.", len(lines) + 1)


def _entry_fault(entry: Entry, expected: int, seats: int) -> str:
    """What is wrong with an entry in itself; empty if nothing is."""
    if entry.n != expected:
        return f"entry {entry.n} stands where entry {expected} should"
    if any(not 0 <= answer < n <= 2**64 for n, answer in entry.chance):
        return "a draw from chance has an impossible answer"
    if expected == 0:
        return "the start has a seat or an action" if entry.seat != -1 or entry.do is not None or entry.undo else ""
    if not 0 <= entry.seat < seats:
        return f"there is no seat {entry.seat}"
    if (entry.do is None) == (entry.undo == 0) or entry.undo < 0:
        return "an entry either does something or takes something back"
    return "taking back draws nothing from chance" if entry.undo and entry.chance else ""


def _end_fault(end: End, seats: int) -> str:
    """What is wrong with an end in itself; empty if nothing is."""
    if len(end.outcome.scores) != seats:
        return f"{len(end.outcome.scores)} scores for {seats} seats"
    if any(not 0 <= seat < seats for seat in end.outcome.winners):
        return "a winner is at no seat"
    return "" if _HEX.fullmatch(end.secret) else "the secret is not hex"
