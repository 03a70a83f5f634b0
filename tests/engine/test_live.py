"""Test verifiable chance: the documented scheme, fairness, and continuing where a table stood."""

from __future__ import annotations

import hmac
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashbox.engine.chain import Chain, hash_of_name, seal
from cashbox.engine.chance import ChanceError, RecordingChance, ScriptedChance, SeededChance
from cashbox.engine.journal import Close, dumps
from cashbox.engine.live_chance import LiveChance, commit, fits
from tests.engine.coins import Tiny
from tests.engine.live_journals import live, play_out

DOC = Path(__file__).parents[2] / "docs" / "chance-format.md"
SECRET = bytes(range(32))
NONCES = ["lucky", "seven", "Tür 3"]


def documented(name: str = "draw") -> Any:
    code = re.search(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code.group(1), names)
    return names[name]


def test_the_worked_example_of_draws_holds() -> None:
    text = DOC.read_text("utf-8")
    assert f"| commitment | `{commit(SECRET)}` |" in text
    rows = re.findall(r"^\| (\d+) \| (\d+) \| \d+ \| \d+ \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) == 4
    for k, n, answer in rows:
        assert LiveChance(SECRET, NONCES, int(k)).draw(int(n)) == int(answer)
        assert documented()(SECRET, NONCES, int(k), int(n)) == int(answer)


def test_the_worked_example_of_the_chain_holds() -> None:
    text = DOC.read_text("utf-8")
    key = hmac.digest(SECRET, b"chain", "sha256")
    assert f"| key of the salts | `{key.hex()}` |" in text
    for nonce in NONCES:
        assert f"| seal of `{nonce}` | `{seal(nonce)}` |" in text
    named = re.search(r"^\| hash of the name `Ann`, salt 00 01 ... 0f \| `(\w+)` \|$", text, re.MULTILINE)
    assert named is not None
    assert named[1] == hash_of_name(bytes(range(16)).hex(), "Ann")
    rows = re.findall(r"^\| `(\{.*\})` \| `?(\w+)`? \| `(\w+)` \|$", text, re.MULTILINE)
    lines = [line.encode() for line, _, _ in rows]
    assert len(lines) == 3
    assert [head for *_, head in rows] == documented("heads")(SECRET, lines[0], lines[1:])
    salts = [hmac.digest(key, str(n).encode(), "sha256").hex() for n in range(2)]
    assert [salt for _, salt, _ in rows] == ["none", *salts]


def test_the_chain_matches_the_documentation() -> None:
    journal = play_out(live(Tiny(), SECRET, NONCES, ["Ann", "Bo", "Cy"]), SECRET)
    header, _, _, *entries = dumps(journal).splitlines()[:-2]
    told = documented("heads")(SECRET, header, entries)
    assert told == Chain(journal.header, SECRET).heads(journal.entries)
    assert isinstance(journal.end, Close)
    assert told[-1] == journal.end.head


@pytest.mark.thorough
@given(
    st.binary(min_size=16, max_size=40),
    st.lists(st.text(), max_size=4),
    st.lists(st.integers(1, 2**64), min_size=1, max_size=8),
)
def test_draws_match_the_documentation(secret: bytes, nonces: list[str], sizes: list[int]) -> None:
    chance, draw = LiveChance(secret, nonces), documented()
    for k, n in enumerate(sizes):
        answer = chance.draw(n)
        assert 0 <= answer < n
        assert answer == draw(secret, nonces, k, n)
        again = LiveChance(secret, nonces, k)
        assert again.draw(n) == answer
        assert again.drawn == chance.drawn


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 6, 7, 40, 120])
def test_every_answer_is_equally_likely(n: int) -> None:
    chance, each = LiveChance(SECRET, NONCES), 400
    counts = Counter(chance.draw(n) for _ in range(n * each))
    assert set(counts) == set(range(n))
    assert sum((count - each) ** 2 / each for count in counts.values()) < n + 4 * (2 * n) ** 0.5


def test_values_that_would_bias_answers_are_skipped() -> None:
    chance, n = LiveChance(SECRET, NONCES), 3 * 2**62
    counts = Counter(chance.draw(n) // 2**62 for _ in range(3000))
    assert max(counts.values()) - min(counts.values()) < 200


def test_every_nonce_and_their_order_matter() -> None:
    def first(*nonces: str) -> int:
        return LiveChance(SECRET, nonces).draw(2**64)

    assert len({first(), first(""), first("a", "b"), first("b", "a"), first("ab"), first("a|b")}) == 6


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_impossible_draws_are_refused(n: int) -> None:
    with pytest.raises(ChanceError):
        LiveChance(SECRET, []).draw(n)


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(ChanceError, match="16 bytes"):
        LiveChance(b"short", [])


def test_recorded_draws_must_fit() -> None:
    assert fits(SECRET.hex(), commit(SECRET))
    assert fits("", "")
    assert not fits("", commit(SECRET))
    assert not fits(SECRET.hex(), "")
    assert not fits("not hex", commit(SECRET))


@pytest.mark.parametrize(
    "make",
    [
        lambda: LiveChance(SECRET, NONCES),
        lambda: SeededChance(5),
        lambda: ScriptedChance(range(30)),
        lambda: RecordingChance(SeededChance(6)),
    ],
)
def test_rewinding_to_a_mark_repeats_the_answers(make: Any) -> None:
    chance = make()
    before = [chance.draw(100) for _ in range(3)]
    mark = chance.mark()
    after = [chance.draw(100) for _ in range(5)]
    chance.reset(mark)
    assert [chance.draw(100) for _ in range(5)] == after
    if isinstance(chance, RecordingChance):
        assert [answer for _, answer in chance.drawn] == before + after
