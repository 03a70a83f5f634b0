"""Test journals of live games: their file, their chain, and each fraud that `verify` finds."""

from __future__ import annotations

import hashlib
import hmac
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashbox.engine.chain import Chain, last_head, seal
from cashbox.engine.journal import Journal, JournalError, dumps, loads, withdrawn_name
from cashbox.engine.live_chance import LiveChance
from cashbox.engine.match import Match
from cashbox.engine.verify import verify
from tests.engine.coins import Tiny
from tests.engine.live_journals import live, play_out
from tests.engine.test_journal import resum

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET = bytes(range(32))
NONCES = ["lucky", "", "Tür 3"]
NAMES = ["Ann", "Bö", "Cy\n"]


@cache
def finished() -> bytes:
    return dumps(play_out(live(Tiny(), SECRET, NONCES, NAMES), SECRET))


def journal() -> Journal:
    return loads(finished())


LINES = finished().splitlines()[:-1]


def edited(number: int, **fields: Any) -> bytes:
    """The file with fields of one line changed (... to drop), and a sum that fits."""
    lines = list(LINES)
    record = {key: value for key, value in (json.loads(lines[number - 1]) | fields).items() if value is not ...}
    lines[number - 1] = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
    return resum(lines)


def headed(**fields: Any) -> Journal:
    found = journal()
    found.header = msgspec.structs.replace(found.header, **fields)
    return found


def faults(found: Journal, *heads: str) -> str:
    return " ".join(verify(found, Tiny.of, heads).faults)


def test_an_honest_journal_says_what_it_proves() -> None:
    report = verify(journal(), Tiny.of)
    assert report.faults == ()
    told = " ".join(report.guarantees)
    assert "and the nonces of seats 1 and 3." in told
    assert "Not part of the key, because they gave no nonce: seat 2." in told
    assert "The chain covers every entry" in told
    assert "Only a head that someone kept" in told


def test_a_sealed_journal_survives_byte_for_byte() -> None:
    assert dumps(journal()) == finished()
    assert Match.replay(Tiny(), journal()).journal == journal()
    assert any(entry.undo for entry in journal().entries)
    plain = Match.start(Tiny(), {}, 2, LiveChance(SECRET, []), players=["Ann", "Bo"]).journal
    assert loads(dumps(plain)) == plain
    assert "didn't commit to a secret" in faults(
        play_out(Match.resume(Tiny(), plain, LiveChance(SECRET, [], plain.drawn)), b"")
    )


def test_the_chain_covers_the_lines_as_written() -> None:
    """As docs/chance-format.md tells it, without any code of the engine."""
    key = hmac.digest(SECRET, b"chain", "sha256")
    head = hashlib.sha256(LINES[0]).digest()
    heads = [head.hex()]
    for n, line in enumerate(LINES[3:-1]):
        head = hashlib.sha256(head + hmac.digest(key, str(n).encode(), "sha256") + line).digest()
        heads.append(head.hex())
    assert heads == Chain(journal().header, SECRET).heads(journal().entries)
    assert json.loads(LINES[-1])["head"] == heads[-1]


def test_an_extended_chain_equals_the_chain_of_the_whole() -> None:
    found = journal()
    chain = Chain(found.header, SECRET)
    whole = Chain(found.header, SECRET).heads(found.entries)
    for n in (0, 3, 3, 1, len(found.entries) - 1, 2):
        assert chain.after(found.entries[: max(n, 0) + 1], n) == whole[n + 1]


def test_recorded_chain_heads_are_checked() -> None:
    heads = Chain(journal().header, SECRET).heads(journal().entries)
    report = verify(journal(), Tiny.of, [heads[0], heads[5]])
    assert report.ok
    assert f"The head {heads[5]} is on the chain." in report.guarantees
    assert "belongs to a different game from the one in this journal" in faults(journal(), heads[5], "0" * 64)


def test_a_rebuilt_chain_is_detected_by_a_recorded_head() -> None:
    kept = Chain(journal().header, SECRET).heads(journal().entries)[-1]
    other = play_out(live(Tiny(), SECRET, NONCES, NAMES), SECRET, seed="another")
    assert faults(other) == ""
    assert "belongs to a different game" in faults(other, kept)


def without_salt(seat: int) -> Journal:
    header = journal().header
    players, salts = list(header.players), list(header.salts)
    players[seat], salts[seat] = withdrawn_name(seat), ""
    return loads(dumps(headed(players=tuple(players), salts=tuple(salts))))


def test_a_name_can_be_removed() -> None:
    report = verify(without_salt(1), Tiny.of)
    assert report.faults == ()
    assert "Seat 2: name withdrawn." in report.guarantees
    assert b"B\xc3\xb6" not in dumps(without_salt(1))


def test_the_wording_of_a_result_can_change() -> None:
    class Reworded(Tiny):
        def outcome(self, state: Any) -> Any:
            outcome = super().outcome(state)
            return outcome and msgspec.structs.replace(outcome, text="It is over.")

    assert verify(journal(), lambda _: Reworded()).ok


FRAUDS: list[tuple[Callable[[], Journal], str]] = [
    (
        lambda: headed(players=("Eve", "Bö", "Cy\n")),
        "The name of seat 1 doesn't match the name used during the game",
    ),
    (lambda: headed(players=("Bö", "Ann", "Cy\n")), "The name of seat 2"),
    (lambda: headed(nonces=("other", "", "Tür 3")), "The nonce of seat 1 doesn't match the hash"),
    (lambda: headed(nonces=("", "", "Tür 3")), "Entry 0, draw 0: the journal has"),
    (lambda: headed(nonces=("", "", "Tür 3")), "doesn't lead to its final head"),
    (lambda: headed(seals=(seal("lucky"), seal("x"), seal("Tür 3"))), "doesn't lead to its final head"),
    (lambda: headed(edition=2), "doesn't lead to its final head"),
    (lambda: headed(commitment="0" * 64), "secret doesn't match the commitment"),
]


@pytest.mark.parametrize(("make", "sentence"), FRAUDS)
def test_frauds_in_the_header_are_found(make: Callable[[], Journal], sentence: str) -> None:
    assert sentence in faults(loads(dumps(make())))


def test_a_seat_that_withheld_its_nonce_is_named() -> None:
    match = live(Tiny(), SECRET, ["lucky", "", ""], NAMES)
    found = match.journal
    found.header = msgspec.structs.replace(found.header, seals=(seal("lucky"), "", seal("never shown")))
    play_out(match, SECRET)
    report = verify(loads(dumps(found)), Tiny.of)
    assert report.ok
    assert "didn't reveal their nonce in time: seat 3." in " ".join(report.guarantees)


NAMED = LINES[0].replace(b'"seats":3,', b'"seats":3,"players":["a","b","c"],')


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (resum([NAMED, *LINES[1:]]), "Line 1: players, salts, and comment do not belong on this line"),
        (edited(1, format=2), "Line 1: format 2 is not supported, only format 1"),
        (edited(1, seals=[""]), "Line 1: there are 1 seals, not 3"),
        (edited(1, nonces=...), "Line 1: there are 0 nonces, not 3"),
        (edited(1, commitment=...), "Line 1: there are 3 seals, not 0"),
        (edited(1, seals=["x", "", seal("Tür 3")]), "Line 1: a seal is not a SHA-256 hash in hex"),
        (edited(1, names=["", "", ""]), "Line 1: the hash of a name is not"),
        (edited(1, nonces=["lucky", "new", "Tür 3"]), "Line 1: a seat has a nonce but no seal"),
        (edited(3, players=["a"]), "Line 3: there are 1 names for 3 seats"),
        (edited(3, players=["a"], salts=["", "", ""]), "Line 3: there are 1 names for 3 seats"),
        (edited(3, salts=...), "Line 3: there are 0 salts for 3 hashes of names"),
        (edited(3, salts=["", "0" * 32, "0" * 32]), r"Line 3: a name has no salt, .*\(.Seat 1.\)"),
        (edited(3, salts=["0", "0" * 32, "0" * 32]), "Line 3: a salt is not 16 bytes in hex"),
        (resum([LINES[0], LINES[1], LINES[3]]), "Line 3: this should be the players"),
        (b"".join(line + b"\n" for line in LINES[:2]), "ends after line 2, before the players"),
        (edited(len(LINES), head="0"), "the head of the chain is not a SHA-256"),
        (edited(len(LINES), scores=[1]), "there are 1 scores for 3 seats"),
        (edited(len(LINES), winners=[7]), "a winner is not one of the seats"),
        (edited(len(LINES), secret="x"), "the secret is not hex"),
    ],
)  # fmt: skip
def test_damage_is_named(data: bytes, sentence: str) -> None:
    with pytest.raises(JournalError, match=sentence):
        loads(data)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=400)
def test_any_changed_byte_with_a_correct_checksum_is_found(data: st.DataObject) -> None:
    """All but the comment, which no one vouches for, and the content, which has a hash of its own."""
    body = b"\n".join(LINES)
    at = data.draw(st.integers(0, len(body) - 1))
    changed = body[:at] + bytes([data.draw(st.integers(0, 255))]) + body[at + 1 :]
    if changed == body:
        return
    try:
        found = loads(resum(changed.split(b"\n")))
    except JournalError:
        return
    assert faults(found)


def test_the_chain_covers_the_end() -> None:
    found = journal()
    assert found.end is not None
    for changed in ({"winners": ()}, {"scores": (0, 0, 0)}, {"others": {"Bank": 1}}, {"head": "0" * 64}):
        found.end = msgspec.structs.replace(journal().end, **changed)  # type: ignore[type-var]
        assert faults(found)
    assert last_head(journal(), SECRET) == journal().end.head  # type: ignore[union-attr]
