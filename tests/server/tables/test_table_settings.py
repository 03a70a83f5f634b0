"""Test that a table's settings survive storage, responses, and rematches, and are declared once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from cashbox.server.continuing.wire import GoOn
from cashbox.server.db import queries
from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.db.schema import TABLES
from cashbox.server.rematch.service import rematch
from cashbox.server.tables.feed import Moment, show_table
from cashbox.server.tables.settings import CommonSettings, GameClock, RequestedSettings, TableSettings
from cashbox.server.wire import NewTable, Table


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return any value of a type, as msgspec describes it, so that a new setting needs no change here."""
    match kind:
        case inspect.Metadata():
            return values_of(kind.type)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.IntType():
            return st.integers(kind.ge if kind.ge is not None else -(2**31), kind.le if kind.le is not None else 2**31)
        case inspect.StrType():
            letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
            return st.text(letters, max_size=min(kind.max_length or 20, 20))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.UnionType():
            return st.one_of(*map(values_of, kind.types))
        case inspect.DictType():
            return st.dictionaries(values_of(kind.key_type), values_of(kind.value_type), max_size=4)
        case inspect.StructType():
            return st.builds(kind.cls, **{field.name: values_of(field.type) for field in kind.fields})
    raise AssertionError(kind)


SETTINGS = values_of(inspect.type_info(TableSettings))


def record_with(settings: TableSettings, seats: int = 3) -> TableRecord:
    someone = SeatRecord("guest", "a", "Ann")
    return TableRecord("t", "coins", "c", settings, "over", "a", "Ann", b"s", 1, 2, (someone,) * seats)


@given(SETTINGS)
def test_settings_survive_a_database_row_and_a_response(settings: TableSettings) -> None:
    row = SimpleNamespace(**queries.settings_row(settings))
    assert {*vars(row)} <= {*TABLES.columns.keys()}
    stored = queries.settings_of(row)
    assert stored == settings
    answer = msgspec.json.encode(show_table(record_with(stored), "Coins", "", Moment(0, 2)))
    assert TableSettings.of(msgspec.json.decode(answer, type=Table)) == settings


@given(SETTINGS, st.integers(1, 5))
def test_a_rematch_requests_the_same_settings(settings: TableSettings, seats: int) -> None:
    body = msgspec.json.encode(rematch(record_with(settings, seats)))
    wish = msgspec.json.decode(body, type=NewTable)
    assert (wish.game, len(wish.seats)) == ("coins", seats)
    assert TableSettings.of(wish) == settings


def test_a_row_stores_each_setting_once() -> None:
    row = queries.settings_row(TableSettings(name="Ours", clock=GameClock("soft")))
    document = msgspec.json.decode(row["settings"])
    assert sorted([*document, *queries.COLUMNS]) == sorted(TableSettings.__struct_fields__)
    assert row["clocked"]
    assert not queries.settings_row(TableSettings())["clocked"]


def test_a_setting_missing_from_a_row_has_its_default() -> None:
    row = SimpleNamespace(**queries.settings_row(TableSettings(rated=True)) | {"settings": '{"mode":"quick"}'})
    assert queries.settings_of(row) == TableSettings(mode="quick")


def test_stored_settings_beyond_the_limits_of_requests_can_be_read() -> None:
    """The limits for requests can become stricter without making older tables unreadable."""
    settings = TableSettings(name="x" * 99, lapse=-1, absence=2**40, mode="m" * 99, clock=GameClock("days", step=-5))
    assert queries.settings_of(SimpleNamespace(**queries.settings_row(settings))) == settings


def test_stored_settings_of_a_wrong_type_are_refused() -> None:
    row = SimpleNamespace(**queries.settings_row(TableSettings()) | {"settings": '{"lapse":"soon"}'})
    with pytest.raises(ValueError, match="lapse"):
        queries.settings_of(row)


def test_requests_and_responses_declare_no_settings_of_their_own() -> None:
    """`continuing.wire.GoOn` only says whether two settings stay the same."""
    for shape, base in ((Table, TableSettings), (NewTable, RequestedSettings), (GoOn, CommonSettings)):
        assert issubclass(shape, base)
        own = set(vars(shape)["__annotations__"]) & set(TableSettings.__struct_fields__)
        assert own == ({"watching", "open_hands"} if shape is GoOn else set())
