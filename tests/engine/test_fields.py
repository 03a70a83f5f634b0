"""Test that the declared fields of a state decide what a copy gets and what a fingerprint covers."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, cast

import pytest

from cashbox.compiled.written_out import Declared, write_out
from cashbox.engine.fields import UNTOLD, Fields, cached, copied, dropped, each, given, lists, own, shared, whole
from cashbox.engine.phased import PhasedGame
from cashbox.engine.state import BaseState

SOURCE = Path(__file__).resolve().parents[2] / "src" / "cashbox"


class Purse(Fields):
    coins: int = given()
    notes: list[int] = copied()


class Table(BaseState):
    owner: Purse = given("own")
    guests: list[Purse] = each()
    piles: list[list[int]] = lists()
    spare: Purse | None = own()
    map: list[int] = shared(factory=lambda: [1, 2])
    hint: list[int] = cached(factory=list)
    heard: list[int] = dropped(factory=list)
    tide: int = whole(default=7)


def table() -> Table:
    t = Table(2, Purse(3))
    t.guests, t.piles, t.spare = [Purse(1), Purse(2)], [[1], [2]], Purse(4)
    t.hint, t.heard = [5], [6]
    return t


def test_a_copy_is_equal_and_independent() -> None:
    t = table()
    copy = t.clone()
    assert copy.plain() == t.plain()
    copy.owner.notes.append(1)
    copy.guests[0].coins = 9
    copy.piles[0].append(9)
    assert copy.spare is not None
    copy.spare.coins = 0
    copy.tide = 0
    assert t.plain() == table().plain()
    assert copy.plain() != t.plain()


def test_a_fingerprint_covers_the_whole_state() -> None:
    def fingerprint(t: Table) -> bytes:
        return PhasedGame.fingerprint(cast("Any", None), t)

    t = table()
    assert fingerprint(t) == fingerprint(t.clone())
    t.hint, t.heard, t.events = [], [], []
    assert fingerprint(t) == fingerprint(table())
    told = [name for name, field in Table.FIELDS.items() if field.way not in UNTOLD]
    assert set(told) == table().plain().keys()
    for name in told:
        changed = table()
        setattr(changed, name, "other")
        assert fingerprint(changed) != fingerprint(t), name
    t.guests[1].notes.append(1)
    assert fingerprint(t) != fingerprint(table())


def test_shared_fields_stay_and_dropped_fields_restart() -> None:
    t = table()
    copy = t.clone()
    assert copy.map is t.map
    assert copy.hint is t.hint
    assert (copy.heard, copy.events, copy.opening) == ([], None, [])
    assert copy.opening is not t.clone().opening


def test_caches_and_listeners_are_not_part_of_a_state() -> None:
    told = table().plain()
    assert not {"hint", "heard", "events", "opening"} & set(told)
    assert list(told)[:4] == ["seats", "phase", "due", "window"]
    assert told["guests"] == [{"coins": 1, "notes": []}, {"coins": 2, "notes": []}]


def test_a_field_without_a_way_to_copy_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"Broken\.count does not say how a copy gets it"):

        class Broken(Fields):
            count: int = 3


def test_objects_have_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        table().guest = 1  # type: ignore[attr-defined]


STATES = sorted(path for path in SOURCE.glob("games/*/*.py") if "cashbox.engine.fields" in path.read_text("utf-8"))


@pytest.mark.few(7, usual=7)
@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("path", STATES, ids=lambda path: path.parent.name + "/" + path.name)
def test_methods_written_for_the_compiler_do_the_same(path: Path, closed: bool) -> None:
    """The methods written out assign the same fields in the same way as those made at import."""
    known: dict[str, list[Declared]] = {}
    write_out((SOURCE / "engine" / "state.py").read_text("utf-8"), known)
    tree = ast.parse(write_out(path.read_text("utf-8"), known, closed=closed))
    names: dict[str, Any] = {}
    exec(compile(ast.parse(path.read_text("utf-8")), str(path), "exec"), names)
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name not in known:
            continue
        fields = names[node.name].FIELDS
        declared = {one.name: one for one in known[node.name]}
        assert list(declared) == list(fields)
        assert {name: one.way for name, one in declared.items()} == {name: one.way for name, one in fields.items()}
        assert {name for name, one in declared.items() if one.given} == {
            name for name, one in fields.items() if one.init
        }
        copies = [(f"self.{name}", one.copy.replace("self.", "original.")) for name, one in declared.items()]
        if not closed:
            copies = [(f"new.{name}", one.copy) for name, one in declared.items()]
        wanted = [f"{to} = {copy}" for to, copy in copies]
        written = [ast.unparse(one) for one in ast.walk(node) if isinstance(one, ast.Assign | ast.AnnAssign)]
        made = dict.fromkeys(re.sub(r"^(self\.\w+): .*? = ", r"\1 = ", line) for line in written)
        assert [line for line in made if line in set(wanted)] == wanted


def test_a_subclass_of_a_compiled_class_has_the_same_fields() -> None:
    """So it is with games from other folders where the engine is compiled: no metaclass sees them."""
    names: dict[str, Any] = {"__name__": "written"}
    exec(write_out((SOURCE / "engine" / "state.py").read_text("utf-8"), {}), names)
    base: Any = names["BaseState"]
    assert type(base) is type

    class Derived(base):  # type: ignore[misc]
        owner: Purse = given("own")
        guests: list[Purse] = each()
        heard: list[int] = dropped(factory=list)
        tide: int = whole(default=7)

    class Further(Derived):
        hint: list[int] = cached(factory=list)

    further: Any = Further(2, Purse(3))
    further.guests, further.hint, further.heard, further.events = [Purse(1)], [5], [6], []
    copy = further.clone()
    assert type(copy) is Further
    assert (copy.seats, copy.tide, copy.heard, copy.events) == (2, 7, [], None)
    assert copy.hint is further.hint
    assert copy.owner is not further.owner
    assert copy.plain() == further.plain()
    assert list(copy.plain()) == ["seats", "phase", "due", "window", "owner", "guests", "tide"]
    with pytest.raises(TypeError, match=r"Odd\.count does not say how a copy gets it"):

        class Odd(Derived):
            count: int = 3
