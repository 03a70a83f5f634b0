"""Test verification of finished games: each kind of fraud with draws is found and named."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cashbox.engine.journal import Journal, dumps, loads
from cashbox.engine.verify import verify
from tests.engine.coins import Tiny
from tests.engine.test_journal import finished


def journal() -> Journal:
    return loads(finished())


def test_an_honest_game_verifies() -> None:
    report = verify(journal(), Tiny.of)
    assert report.ok
    assert report.entries == len(journal().entries) - 1
    assert report.draws == journal().drawn > 11


def altered(**header: Any) -> Journal:
    found = journal()
    found.header = msgspec.structs.replace(found.header, **header)
    return loads(dumps(found))


def with_end(**changes: Any) -> Journal:
    found = journal()
    assert found.end is not None
    found.end = msgspec.structs.replace(found.end, **changes)
    return found


def unfinished() -> Journal:
    found = journal()
    found.end = None
    return found


def uncommitted() -> Journal:
    found = with_end(secret="", head="")
    found.header = msgspec.structs.replace(found.header, commitment="", nonces=(), seals=(), names=(), salts=())
    return loads(dumps(found))


def loaded_draw() -> tuple[Journal, int]:
    """Someone changed what a player drew, and everything still is legal."""
    found = journal()
    at = next(n for n, entry in enumerate(found.entries) if n and entry.chance)
    n, answer = found.entries[at].chance[0]
    found.entries[at] = msgspec.structs.replace(found.entries[at], chance=((n, (answer + 1) % n),))
    return found, at


def test_a_changed_draw_is_named() -> None:
    found, at = loaded_draw()
    faults = verify(found, Tiny.of).faults
    assert faults[0].startswith(f"Entry {at}, draw 11: the journal has ")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (unfinished(), "is incomplete"),
        (unfinished(), "does not say how it ended"),
        (altered(commitment="0" * 64), "secret doesn't match the commitment"),
        (uncommitted(), "didn't commit to a secret"),
        (altered(nonces=("a", "b", "")), "Entry 0, draw 0: the journal has"),
        (altered(nonces=("a", "b", "")), "later draws are also wrong"),
        (with_end(secret=""), "secret doesn't match the commitment"),
        (with_end(scores=(9, 9)), "did not end the way"),
        (altered(options={"rounds": 1, "rich": False}), "is invalid: The game is over"),
    ],
)
def test_every_fraud_is_named(found: Journal, sentence: str) -> None:
    report = verify(found, Tiny.of)
    assert not report.ok
    assert any(sentence in fault for fault in report.faults), report.faults


def test_a_short_secret_is_no_secret() -> None:
    found = with_end(secret="00")
    found.header = msgspec.structs.replace(
        found.header, commitment="6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    )
    assert "too short" in verify(found, Tiny.of).faults[0]
