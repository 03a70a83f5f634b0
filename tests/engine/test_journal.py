"""Test journal files: they survive byte for byte, and every kind of damage gets one clear sentence."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashbox.engine.chain import hash_of_name, seal
from cashbox.engine.journal import (
    FORMAT,
    By,
    Close,
    Entry,
    Header,
    Journal,
    JournalError,
    Why,
    as_written,
    content_hash,
    dumps,
    loads,
    withdrawn_name,
)
from cashbox.engine.live_chance import commit
from cashbox.engine.match import Match
from tests.engine.coins import Tiny
from tests.engine.live_journals import live, play_out

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET = b"0123456789abcdef0123456789abcdef"


@cache
def finished() -> bytes:
    """The file of a whole game with some undo in it."""
    match = live(Tiny(), SECRET, ["a", "b", "ü"], ["Ann", "Bö", "Cy\n"])
    return dumps(play_out(match, SECRET))


def resum(lines: list[bytes]) -> bytes:
    """A file of these lines with a sum that fits."""
    body = b"".join(line + b"\n" for line in lines)
    return body + b'{"type":"sum","sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def edited(number: int, **fields: Any) -> bytes:
    """The finished game with fields of one line changed (None to drop), and a sum that fits."""
    lines = finished().splitlines()[:-1]
    record = json.loads(lines[number - 1]) | fields
    record = {key: value for key, value in record.items() if value is not ...}
    lines[number - 1] = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    return resum(lines)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
contents = st.dictionaries(st.text(), values, max_size=4)
draws = st.integers(1, 2**64).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1)))


@st.composite
def bound_headers(draw: st.DrawFn, header: Header) -> Header:
    """The same of a game that is live, where it has a commitment."""
    if not header.commitment:
        return header
    given = [draw(st.sampled_from(["", "shown", "withheld"])) for _ in range(header.seats)]
    nonces = tuple(draw(st.text(min_size=1)) if how == "shown" else "" for how in given)
    salts = tuple(draw(st.sampled_from(["", "0" * 32])) for _ in given)
    return msgspec.structs.replace(
        header,
        nonces=nonces,
        seals=tuple(seal(nonce) if how else "" for nonce, how in zip(nonces, given, strict=True)),
        names=tuple(hash_of_name(salt, name) for salt, name in zip(salts, header.players, strict=True)),
        salts=salts,
        players=tuple(name if salts[n] else withdrawn_name(n) for n, name in enumerate(header.players)),
    )


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    seats = draw(st.integers(1, 4))
    content = draw(contents)
    header = Header(
        format=FORMAT,
        game=draw(st.text()),
        options=draw(st.dictionaries(st.text(), st.booleans() | st.integers() | st.text(), max_size=3)),
        seats=seats,
        players=tuple(draw(st.lists(st.text(), min_size=seats, max_size=seats))),
        content_hash=content_hash(content),
        commitment=draw(st.sampled_from(["", commit(b"x")])),
        comment=draw(st.text()),
    )
    header = draw(bound_headers(header))
    chance = st.lists(draws, max_size=3).map(tuple)
    entries = [Entry(0, chance=draw(chance))]
    for n in range(1, draw(st.integers(1, 5))):
        seat = draw(st.integers(0, seats - 1))
        if draw(st.booleans()):
            by = draw(st.sampled_from(get_args(By)))
            why: Why = draw(st.sampled_from(get_args(Why))) if by == "stand-in" else ""
            entries.append(Entry(n, seat, do=draw(contents), chance=draw(chance), by=by, why=why))
        else:
            entries.append(Entry(n, seat, undo=draw(st.integers(1, 2**70))))
    end: Close | None = None
    if draw(st.booleans()):
        scores = tuple(draw(st.lists(st.integers(), min_size=seats, max_size=seats)))
        winners, secret = (draw(st.integers(0, seats - 1)),), draw(st.binary()).hex()
        end = Close(scores=scores, winners=winners, secret=secret, head="0" * 64 if header.commitment else "")
    return Journal(header, content, entries, end)


@pytest.mark.thorough
@given(journals())
def test_a_journal_survives_writing_and_reading(journal: Journal) -> None:
    data = dumps(journal)
    assert loads(data) == journal
    assert dumps(loads(data)) == data


def test_a_whole_game_survives_writing_and_reading() -> None:
    journal = loads(finished())
    assert dumps(journal) == finished()
    assert any(entry.undo for entry in journal.entries)
    assert Match.replay(Tiny(), journal).journal == journal


def fault(data: bytes) -> JournalError | None:
    """Why a file does not load, None when it does."""
    try:
        loads(data)
    except JournalError as error:
        return error
    return None


@pytest.mark.slow
@given(st.data())
@settings(max_examples=400)
def test_any_changed_byte_is_noticed(data: st.DataObject) -> None:
    good = finished()
    at = data.draw(st.integers(0, len(good) - 1))
    value = data.draw(st.integers(0, 255))
    changed = good[:at] + bytes([value]) + good[at + 1 :]
    error = fault(changed)
    if error is None:
        assert loads(changed) == loads(good)
    else:
        assert error.line >= 1
        assert f"Line {error.line}: " in str(error) or "ends after line" in str(error)


def test_any_truncation_is_noticed() -> None:
    good = finished()
    for length in range(len(good) - 1):
        with pytest.raises(JournalError):
            loads(good[:length])


@pytest.mark.slow
@given(st.data())
def test_any_change_with_a_correct_checksum_is_a_journal_or_an_error(data: st.DataObject) -> None:
    lines = finished().splitlines()[:-1]
    body = b"\n".join(lines)
    at = data.draw(st.integers(0, len(body) - 1))
    body = body[:at] + bytes([data.draw(st.integers(0, 255))]) + body[at + 1 :]
    changed = resum(body.split(b"\n"))
    if fault(changed) is None:
        journal = loads(changed)
        assert dumps(journal) == changed
        with suppress(JournalError):
            Match.replay(Tiny(), journal)


@pytest.mark.slow
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(JournalError):
        loads(data)


def swapped() -> bytes:
    lines = finished().splitlines()[:-1]
    lines[5], lines[6] = lines[6], lines[5]
    return resum(lines)


CHANGED_ON_ITS_WAY: dict[str, Callable[[bytes], bytes]] = {
    "CR LF": lambda data: data.replace(b"\n", b"\r\n"),
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "a mark and CR LF": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "blank lines": lambda data: b"\n" + data.replace(b"\n", b"\n \t\n\r\n"),
    "no last newline": lambda data: data[:-1],
    "CR LF and no last newline": lambda data: data.replace(b"\n", b"\r\n")[:-2],
    "more newlines": lambda data: data + b"\n\n",
    "a space": lambda data: data + b" ",
}


@pytest.mark.parametrize("how", CHANGED_ON_ITS_WAY)
def test_what_other_programs_do_to_a_text_file_changes_nothing(how: str) -> None:
    data = CHANGED_ON_ITS_WAY[how](finished())
    assert data != finished()
    assert as_written(data) == finished()
    assert loads(data) == loads(finished())


def test_a_truncated_file_stays_truncated() -> None:
    for end in range(1, 200):
        cut = finished()[: -1 - end]
        if not cut.endswith(b"\n"):
            assert as_written(cut) == cut


LINES = finished().splitlines()[:-1]
DEEP = b'{"type":"entry","n":1,"seat":0,"do":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}"
HUGE = b'{"type":"entry","n":' + b"9" * 10_000 + b"}"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "Line 1: the journal is empty"),
        (finished() + b"more\n", "Line {after}: the checksum must be the last line"),
        (finished()[:-2], "Line {last}: the line is incomplete"),
        (finished()[: finished().rindex(b"\n", 0, -1)], "incomplete, so the end of the journal is missing"),
        (finished().decode().encode("utf-16"), "Line 1: this is UTF-16 text. Save the file as UTF-8"),
        (finished().replace(b'":', b'": '), "Line 1: this is not in canonical form"),
        (b" \r\n\n", "Line 1: the journal is empty"),
        (b"\n".join(LINES[:6]) + b"\n", "ends after line 6"),
        (finished().replace("Bö".encode(), b"B\xff"), "Line 3: this is not UTF-8"),
        (finished().replace("Bö".encode(), b"Bo"), "Line {last}: the checksum does not match"),
        (finished().replace(b'"n":2', b'"n":2.5', 1), "Line 6: expected `int`, got `float`"),
        (resum([*LINES[:4], b"{"]), "Line 5: input data was truncated"),
        (resum([*LINES[:4], b"[]"]), "Line 5: expected `object`, got `array`"),
        (resum([*LINES[:4], DEEP]), "Line 5: this is nested too deeply"),
        (resum([*LINES[:4], HUGE]), "Line 5: integer value out of range"),
        (resum([*LINES[:4], LINES[0]]), "Line 5: a second header, content"),
        (resum([*LINES[:4], LINES[4].replace(b":", b": ")]), "Line 5: this is not in canonical form"),
        (resum([*LINES, LINES[4]]), "Line {last}: there is a line between the end and the checksum"),
        (resum(LINES[:3]), "Line 4: entry 0, the start, is missing"),
        (resum([*LINES[:3], LINES[-1]]), "Line 4: entry 0, the start, is missing"),
        (resum(LINES[1:]), "Line 1: this should be the header"),
        (resum([LINES[0], *LINES[2:]]), "Line 2: this should be the content"),
        (resum([]), "Line 1: this should be the header"),
        (LINES[0] + b"\n", "ends after line 1, before the content"),
        (swapped(), "Line 6: this is entry 3, not entry 2"),
        (edited(1, format=3), "Line 1: format 3 is not supported, only format 1"),
        (edited(1, format=3, shape="new"), "Line 1: format 3 is not supported"),
        (edited(1, surplus=1), "Line 1: object contains unknown field `surplus`"),
        (edited(1, seats=0), "Line 1: 0 is not a valid number of seats"),
        (edited(1, seats=10**30), "Line 1: 10+ is not a valid number of seats"),
        (edited(1, seats="3"), "Line 1: expected `int`, got `str`"),
        (edited(1, content_hash="00"), "Line 1: the hash of the content"),
        (edited(1, commitment="zz"), "Line 1: the commitment"),
        (edited(2, content={"coins": []}), "Line 2: the content does not match the hash"),
        (finished().replace(b'"n":0,', b'"n":0,"seat":0,'), "Line 4: the start can't have a seat"),
        (edited(4, chance=[[12, 12]]), "Line 4: a draw has an impossible result"),
        (edited(4, chance=[[12]]), "Line 4: expected `array` of length 2"),
        (edited(5, seat=3), "Line 5: there is no seat 3"),
        (edited(5, do=...), "Line 5: an entry must have either"),
        (edited(5, undo=1), "Line 5: an entry must have either"),
        (edited(5, do=..., undo=-1), "Line 5: an entry must have either"),
        (edited(5, do=..., undo=1, chance=[[2, 1]]), "Line 5: an undo can't have draws"),
        (edited(5, do=..., undo=1, by="stand-in"), "Line 5: an undo can't have draws, and a bot can't undo"),
        (edited(5, why="left"), "Line 5: only a stand-in bot's decision can have a reason"),
        (edited(5, by="lapse", why="time"), "Line 5: only a stand-in bot's decision"),
        (edited(5, by="stand-in", why="bored"), "Line 5: invalid enum value 'bored'"),
        (edited(4, why="left"), "Line 4: the start can't have a seat or an action"),
        (edited(5, by="ann"), "Line 5: invalid enum value 'ann'"),
        (edited(4, by="lapse"), "Line 4: the start can't have a seat or an action"),
        (edited(len(LINES), secret="x"), "Line {end}: the secret is not hex"),
        (edited(len(LINES), scores=[1]), "Line {end}: there are 1 scores for 3 seats"),
        (edited(len(LINES), winners=[3]), "Line {end}: a winner is not one of the seats"),
    ],
)
def test_damage_is_named(data: bytes, sentence: str) -> None:
    numbers = {"end": len(LINES), "last": len(LINES) + 1, "after": len(LINES) + 2}
    pattern = sentence.format(**numbers) if "{" in sentence else sentence
    with pytest.raises(JournalError, match=pattern) as caught:
        loads(data)
    assert caught.value.code in {"bad-journal", "bad-sum"}
    assert "\n" not in str(caught.value)


def test_a_file_with_a_wrong_checksum_can_be_read_on_request() -> None:
    altered = finished().replace("Bö".encode(), b"Bo")
    with pytest.raises(JournalError) as caught:
        loads(altered)
    assert caught.value.code == "bad-sum"
    assert loads(altered, summed=False).header.players[1] == "Bo"


def test_the_content_hash_is_that_of_sorted_json() -> None:
    content = {"b": [1, {"z": 0, "ä": "é"}], "a": None}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert content_hash(content) == hashlib.sha256(canonical).hexdigest()
    assert content_hash(msgspec.json.decode(canonical)) == content_hash(content)
