"""The permanent record of one game, in order, and its text file.

The file is JSON lines, UTF-8, each line ended by a newline:

    {"type":"header", ...}     which game and options, hash of the content, what chance is made of (`Header`)
    {"type":"content", ...}    the cards, maps and boards that the game was dealt with (`Content`)
    {"type":"people", ...}     the players' names, of which the header has only salted hashes (`People`)
    {"type":"entry","n":0,...} the start: only the draws (`Entry`)
    {"type":"entry","n":1,...} and so on, without a gap
    {"type":"close", ...}      only once the game is over: scores, winners, secret, head of the chain (`Close`)
    {"type":"sum", ...}        SHA-256 of everything before this line, so that damage shows (`Sum`)

Every line has only one valid encoding (no spaces, fields in the order of the classes below, defaults omitted), so a
file that loads is written again byte for byte, except for what `as_written` undoes. The sum reveals damage, not fraud:
for that, use `verify`.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from typing import Any, Final, Literal, TypeVar

import msgspec

from cashbox.engine.game import GameError, Outcome
from cashbox.engine.journal_faults import SHA256, anew_fault, origin_fault, people_fault, seats_fault, too_few

FORMAT: Final = 1
"""The format of journals. A change that this program could not read, or would read differently, needs the next
number."""

MOST_SEATS: Final = 64
By = Literal["", "stand-in", "lapse"]
"""Who decided for a seat: its player, a bot that stood in for the player, or the server when time was up."""
Why = Literal["", "time", "host", "vote", "left"]
"""Why a bot stands in for a player: the player ran out of time; was away, and the host ("host") or the other players
("vote") gave the seat to a bot; or has left the game."""


class JournalError(GameError):
    """A journal is damaged or does not fit its game; the message says where. `line` counts from 1; 0 if the error is
    not in a line of a file."""

    def __init__(self, message: str, line: int = 0, code: str = "bad-journal") -> None:
        super().__init__(code, message)
        self.line = line


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="header"):
    """The header, before the first entry.

    edition: of the rules that the game is played by; the first if a header has none. options: complete, as
    `Game.check_options` returns them. players: names by seat. content_hash: see `content_hash`. commitment: SHA-256
    (hex) of the secret behind a live game's draws, otherwise empty. nonces: the seats' contributions to the draws.
    comment: a note for people, such as what a fuzzer found.

    In a live game, by seat: seals, the SHA-256 (hex) of the nonce that the seat committed to when it joined, "" for
    none; nonces, "" if it was not revealed in time; names, see `chain.hash_of_name`; salts, "" if the name was
    withdrawn. Without a commitment, there are none of these.

    In a game that continues from another one (`going_on`): taken_over, the number of entries from there, whose draws do
    not depend on this secret; origin, the SHA-256 (hex) that identifies the other game up to there.
    """

    format: int
    game: str
    options: dict[str, bool | int | str]
    seats: int
    players: tuple[str, ...] = ()
    content_hash: str
    commitment: str = ""
    nonces: tuple[str, ...] = ()
    comment: str = ""
    edition: int = 1
    seals: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()
    taken_over: int = 0
    origin: str = ""

    @property
    def shares(self) -> tuple[str, ...]:
        """The nonces that the draws depend on."""
        return tuple(nonce for nonce in self.nonces if nonce)

    @property
    def bound(self) -> Header:
        """The part that cannot change once play has started: everything except the plaintext names and the comment."""
        return msgspec.structs.replace(self, players=(), salts=(), comment="")


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="content"):
    """The line with a game's content, as plain JSON values."""

    content: dict[str, Any]


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="people"):
    """The line with what may be withdrawn or added later; fields as in `Header`."""

    players: tuple[str, ...]
    salts: tuple[str, ...] = ()
    comment: str = ""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="entry"):
    """One event of the game. Entry 0 has no seat: it is the start.

    n: its number. do: the action of `seat` in its typed JSON form. undo: or the number of its own last decisions that
    the seat undoes. chance: the draws, as (n, answer) pairs: answer is one of 0..n-1. by: who decided, see `By`. anew:
    instead of an action, everything that these seats (mask) couldn't know is redealt. dealt: the deal, as in
    `RecordedDeal`. why: the reason why a bot stood in.
    """

    n: int
    seat: int = -1
    do: dict[str, Any] | None = None
    undo: int = 0
    chance: tuple[tuple[int, int], ...] = ()
    by: By = ""
    anew: int = 0
    dealt: tuple[int, ...] = ()
    why: Why = ""


class Close(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="close"):
    """How a finished game ended. scores, winners, others: as in `Outcome`, whose sentence is not recorded. secret: hex
    of the committed secret; head: of the chain after the last entry (hex); both empty without a commitment."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    others: dict[str, int] = {}
    secret: str = ""
    head: str = ""

    def tells(self, outcome: Outcome) -> bool:
        """Check whether this matches a game's outcome, regardless of its sentence."""
        return outcome == Outcome(self.scores, self.winners, outcome.text, self.others)


class Sum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sum"):
    """SHA-256 (hex) of all bytes before this line."""

    sha256: str


class Journal(msgspec.Struct):
    """A header, its content, the entries so far, and the end, if there is one."""

    header: Header
    content: dict[str, Any]
    entries: list[Entry]
    end: Close | None = None

    def _repr_html_(self) -> str:
        """Show the journal in a notebook."""
        from cashbox.engine.notebook import of_journal

        return of_journal(self)

    @property
    def drawn(self) -> int:
        """The total number of draws at this table: where a live source continues."""
        return sum(len(entry.chance) for entry in self.entries[self.header.taken_over :])


def content_hash(content: dict[str, Any]) -> str:
    """SHA-256 (hex) of a content as canonical JSON: UTF-8, no spaces, keys sorted, only necessary escapes."""
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()


def withdrawn_name(seat: int) -> str:
    """Return the replacement for a withdrawn name."""
    return f"Seat {seat + 1}"


def line_of(record: Header | Entry) -> bytes:
    """Encode a line of the file, without its newline; the chain covers these lines."""
    return _encoder.encode(record.bound if isinstance(record, Header) else record)


def dumps(journal: Journal) -> bytes:
    """Write a journal as a text file."""
    header = journal.header
    people = People(header.players, header.salts, header.comment)
    lines: list[msgspec.Struct] = [header.bound, Content(journal.content), people, *journal.entries]
    if journal.end is not None:
        lines.append(journal.end)
    body = _encoder.encode_lines(lines)
    return body + _encoder.encode_lines([Sum(hashlib.sha256(body).hexdigest())])


def loads(data: bytes, *, summed: bool = True) -> Journal:
    """Read the journal in a text file.

    Args:
        data: The file.
        summed: False to read a file whose checksum does not match, for example to find out what was altered.

    Raises:
        JournalError: The file is not a journal; the message names the line.
    """
    data = as_written(data)
    lines = _lines(data)
    header = _record(lines, 1, Header, "the header")
    _check_header(header)
    content = _record(lines, 2, Content, "the content").content
    if content_hash(content) != header.content_hash:
        raise JournalError("Line 2: the content does not match the hash in the header.", 2)
    header = _with_people(header, _record(lines, 3, People, "the players"))
    entries, end, total = _rest(lines, header)
    if summed and total.sha256 != hashlib.sha256(data[: data.rindex(b"\n", 0, -1) + 1]).hexdigest():
        raise JournalError(
            f"Line {len(lines)}: the checksum does not match the lines before it, so the file was changed or damaged.",
            len(lines),
            "bad-sum",
        )
    return Journal(header, content, entries, end)


def as_written(data: bytes) -> bytes:
    """Undo harmless changes that mail programs, editors, and version control make to a text file.

    These are a byte order mark, CR LF, blank lines, and a missing newline after the sum. Anything else stays for
    `loads` to report. A file as `dumps` wrote it is returned unchanged.
    """
    lines = data.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").split(b"\n")
    complete = not lines[-1].strip() or _SUM.fullmatch(lines[-1])
    data = b"\n".join(line for line in lines if line.strip())
    return data + b"\n" if data and complete else data


_SUM = re.compile(rb'\{"type":"sum","sha256":"[0-9a-f]{64}"\}')
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_Line = Header | Content | People | Entry | Close | Sum
_T = TypeVar("_T", Header, Content, People)
_NOTHING = re.compile("")
_HEX = re.compile("([0-9a-f]{2})*")
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)
_anything = msgspec.json.Decoder(dict[str, Any])


def _lines(data: bytes) -> list[bytes]:
    """Split a file into its lines, at least one, without newlines."""
    if not data:
        raise JournalError("Line 1: the journal is empty.", 1)
    if data.startswith(_UTF16):
        raise JournalError("Line 1: this is UTF-16 text. Save the file as UTF-8.", 1)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise JournalError(f"Line {line}: this is not UTF-8 text.", line) from None
    lines = data.split(b"\n")
    if lines.pop():
        raise JournalError(
            f"Line {len(lines) + 1}: the line is incomplete, so the end of the journal is missing.", len(lines) + 1
        )
    return lines


def _parse(line: bytes, number: int) -> _Line:
    try:
        record = _decoder.decode(line)
        written = _encoder.encode(record)
    except RecursionError:
        raise JournalError(f"Line {number}: this is nested too deeply.", number) from None
    except ValueError as error:
        if number == 1:
            _check_format(line)
        raise JournalError(f"Line {number}: {_plain(error)}.", number) from None
    if written != line:
        raise JournalError(f"Line {number}: this is not in canonical form (spaces, order, numbers).", number)
    return record


def _plain(error: ValueError) -> str:
    """Return a decoder's message in lower case, without its period."""
    text = str(error).rstrip(".")
    return text if text.startswith("JSON") else text[:1].lower() + text[1:]


def _record(lines: list[bytes], number: int, kind: type[_T], name: str) -> _T:
    if len(lines) < number:
        raise JournalError(f"The journal ends after line {number - 1}, before {name}.", number)
    record = _parse(lines[number - 1], number)
    if not isinstance(record, kind):
        raise JournalError(f"Line {number}: this should be {name}.", number)
    return record


def _check_format(line: bytes) -> None:
    """Check the format first, because a header of another format may differ in anything else."""
    try:
        found = _anything.decode(line).get("format")
    except (ValueError, RecursionError):
        return
    if isinstance(found, int) and found != FORMAT:
        raise JournalError(f"Line 1: {_unknown(found)}.", 1)


def _unknown(found: int) -> str:
    return f"format {found} is not supported, only format {FORMAT}"


def _check_header(header: Header) -> None:
    fault = ""
    if header.format != FORMAT:
        fault = _unknown(header.format)
    elif not 1 <= header.seats <= MOST_SEATS:
        fault = f"{header.seats} is not a valid number of seats"
    elif header.edition < 1:
        fault = f"{header.edition} is not an edition of the rules"
    elif not SHA256.fullmatch(header.content_hash):
        fault = "the hash of the content is not a SHA-256 hash in hex"
    elif header.commitment and not SHA256.fullmatch(header.commitment):
        fault = "the commitment is not a SHA-256 hash in hex"
    else:
        fault = _bound_fault(header)
    if fault:
        raise JournalError(f"Line 1: {fault}.", 1)


def _bound_fault(header: Header) -> str:
    """Describe what is wrong with a header's bound fields, "" if nothing is."""
    if header.bound != header:
        return "players, salts, and comment do not belong on this line"
    seats = header.seats if header.commitment else 0
    fault = seats_fault(seats, header.seals, header.nonces, header.names)
    return fault or origin_fault(header.taken_over, header.origin)


def _with_people(header: Header, people: People) -> Header:
    """Add the people's line to a header."""
    gone = [withdrawn_name(seat) for seat in range(header.seats)]
    fault = people_fault(people.players, people.salts, header.names, gone)
    if fault:
        raise JournalError(f"Line 3: {fault}.", 3)
    return msgspec.structs.replace(header, players=people.players, salts=people.salts, comment=people.comment)


def _rest(lines: list[bytes], header: Header) -> tuple[list[Entry], Close | None, Sum]:
    """Read the entries and what follows them."""
    entries: list[Entry] = []
    end: Close | None = None
    first = 4
    for number, line in enumerate(lines[first - 1 :], first):
        record = _parse(line, number)
        if isinstance(record, Sum):
            if number < len(lines):
                raise JournalError(f"Line {number + 1}: the checksum must be the last line.", number + 1)
            if fault := too_few(len(entries), header.taken_over):
                raise JournalError(f"Line {number}: {fault}.", number)
            return entries, end, record
        fault = ""
        if end is not None:
            fault = "there is a line between the end and the checksum"
        elif isinstance(record, Entry):
            fault = _entry_fault(record, len(entries), header)
            entries.append(record)
        elif isinstance(record, Close):
            fault = _end_fault(record, header) if entries else "entry 0, the start, is missing"
            end = record
        else:
            fault = "a second header, content, or list of players"
        if fault:
            raise JournalError(f"Line {number}: {fault}.", number)
    raise JournalError(f"The journal ends after line {len(lines)}: the checksum is missing.", len(lines) + 1)


def _entry_fault(entry: Entry, expected: int, header: Header) -> str:
    """Describe what is wrong with an entry by itself, "" if nothing is."""
    if entry.n != expected:
        return f"this is entry {entry.n}, not entry {expected}"
    if any(not 0 <= answer < n <= 2**64 for n, answer in entry.chance):
        return "a draw has an impossible result"
    if expected == 0:
        return "the start can't have a seat or an action" if entry != Entry(0, chance=entry.chance) else ""
    if entry.anew:
        alone = entry == Entry(entry.n, chance=entry.chance, anew=entry.anew, dealt=entry.dealt)
        fault = anew_fault(entry.n, entry.anew, header.seats, header.taken_over)
        return fault if alone else "a redeal can't have a seat"
    if not 0 <= entry.seat < header.seats:
        return f"there is no seat {entry.seat}"
    if entry.dealt:
        return "only a redeal can say how cards were dealt"
    if (entry.do is None) == (entry.undo == 0) or entry.undo < 0:
        return "an entry must have either an action or an undo"
    if entry.why and entry.by != "stand-in":
        return "only a stand-in bot's decision can have a reason"
    return "an undo can't have draws, and a bot can't undo" if entry.undo and (entry.chance or entry.by) else ""


def _end_fault(end: Close, header: Header) -> str:
    """Describe what is wrong with a `close` line by itself, "" if nothing is."""
    if len(end.scores) != header.seats:
        return f"there are {len(end.scores)} scores for {header.seats} seats"
    if any(not 0 <= seat < header.seats for seat in end.winners):
        return "a winner is not one of the seats"
    if not (SHA256 if header.commitment else _NOTHING).fullmatch(end.head):
        return "the head of the chain is not a SHA-256 hash in hex, or there is no chain"
    return "" if _HEX.fullmatch(end.secret) else "the secret is not hex"
