"""Test cards as CSV: a written table can be read again with any usual separator, and bad rows are named."""

from __future__ import annotations

import csv
import io
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashbox import cli, games
from cashbox.engine.data import ContentError
from cashbox.lab import card_table
from tests.cases import for_each

if TYPE_CHECKING:
    from pathlib import Path

LISTS = [
    (game, key)
    for game in ("cash", "consultants", "envelopes")
    for key in card_table.lists_of(games.load(game).content)
]
CARDS = card_table.lists_of(games.load("cash").content)["card"]


def rows_of(entries: list[dict[str, Any]]) -> list[list[str]]:
    return list(csv.reader(io.StringIO(card_table.written(entries))))


def joined(rows: list[list[str]], separator: str = ",") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue().encode()


@for_each("which", LISTS, "/".join)
def test_a_written_table_can_be_read_again(which: tuple[str, str]) -> None:
    game, key = which
    entries = card_table.lists_of(games.load(game).content)[key]
    rows = rows_of(entries)
    for separator in card_table.SEPARATORS:
        for mark in (b"", b"\xef\xbb\xbf"):
            assert card_table.read(mark + joined(rows, separator), key, entries) == ""
    # An entry that the table lacks is removed.
    name = "number" if "number" in entries[0] else "id"
    other = {**entries[0], name: 999 if name == "number" else "other"}
    removed = tomllib.loads(card_table.read(joined(rows), key, [other, *entries]))
    assert removed == {key: [{name: other[name], "remove": True}]}


def test_changes_additions_and_removals_become_a_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, variant = tmp_path / "cards.csv", tmp_path / "mine.toml"
    assert cli.main(["cards", "cash", "--csv", str(table)]) == 0
    rows = list(csv.reader(io.StringIO(table.read_text("utf-8"))))
    copies, text, value = (rows[0].index(column) for column in ("copies", "text", "effect.value"))
    rows[3][copies] = "14"
    new = [*rows[3]]
    new[0], new[1], new[text], new[value] = "cash-7000", "7,000", "It's “7,000”.", "7000"
    table.write_bytes(joined([*rows[:2], *rows[3:], new], ";"))
    assert cli.main(["cards", "cash", "--read", str(table), "--to", str(variant)]) == 0
    found = games.read_variant("cash", variant)
    cards = {card["id"]: card for card in found.content["cards"]["card"]}
    assert found.name == "mine"
    assert "stop-trading" not in cards
    assert cards["cash-5000"] == {**CARDS[2], "copies": 14}
    assert cards["cash-7000"]["effect"] == {**CARDS[2]["effect"], "value": 7000}
    assert cards["cash-7000"]["text"] == "It's “7,000”."
    capsys.readouterr()
    assert cli.main(["cards", "cash", "--content", str(variant)]) == 0
    assert "cash-7000" in capsys.readouterr().out


def test_conflicting_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cards", "cash", "--read", str(tmp_path / "a.csv")]) == cli.FAULT
    assert "--read needs --to" in capsys.readouterr().err
    assert cli.main(["cards", "cash", "--list", "coach"]) == cli.FAULT
    assert "This game has no list 'coach'" in capsys.readouterr().err


BAD = {
    "": "The first row must name the columns: id,",
    "a;b\n1;2\n": "The first row must name the columns: id,",
    "id,name,copies,copies\n": "The column 'copies' appears twice.",
    "id,name,copys\n": "There is no column 'copys'. Did you mean 'copies'?",
    "id,name,copies\ncash-5000,5\n": "Row 2 has 2 cells, but the header has 3.",
    "id,copies\n\ncash-5000,many\n": "Row 3, column copies: 'many' should be a whole number.",
    "id,copies\ncash-5000,3.5\n": "Row 2, column copies: '3.5' should be a whole number.",
    "id,copies\na,1\na,2\n": "Row 3, column id: 'a' appears twice.",
    "id,copies\ncash-5000,2\n": "Row 2: 'cash-5000' needs a value for name, type, text, and effect, as in the",
    'id,copies\n"a"b,1\n': "The file isn't valid CSV: ',' expected after '\"'.",
}


@for_each("case", BAD.items(), lambda case: case[0])
def test_bad_rows_are_named(case: tuple[str, str]) -> None:
    with pytest.raises(ContentError) as caught:
        card_table.read(case[0].encode(), "card", CARDS)
    assert str(caught.value).startswith(case[1])


def test_another_encoding_is_named() -> None:
    with pytest.raises(ContentError, match=r"isn't UTF-8 text \(byte 3\)"):
        card_table.read("id,\xe4".encode("latin-1"), "card", CARDS)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)), st.integers(0, 40))
def test_any_file_is_read_or_refused_with_a_sentence(data: bytes, row: int) -> None:
    rows = joined(rows_of(CARDS)).split(b"\r\n")
    rows[row % len(rows)] = data
    for one in (data, b"\r\n".join(rows)):
        try:
            tomllib.loads(card_table.read(one, "card", CARDS))
        except ContentError as error:
            assert str(error).endswith((".", "?"))  # noqa: PT017
