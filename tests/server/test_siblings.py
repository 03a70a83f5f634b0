"""To which process of a machine a table belongs, while processes come, go and die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.server.cluster.siblings import Siblings

if TYPE_CHECKING:
    import socket
    from pathlib import Path

TABLES = [f"table-{number}" for number in range(300)]


def entered(folder: Path, process: str, places: int = 2) -> tuple[Siblings, socket.socket]:
    one = Siblings(folder, process, places)
    opened = one.enter()
    assert opened is not None
    return one, opened


def whose(one: Siblings, own: str) -> list[str]:
    """Whose each table is, as one process sees it."""
    return [own if (sibling := one.whose(table)) is None else sibling.process for table in TABLES]


def test_all_agree_whose_a_table_is_and_each_has_its_share(tmp_path: Path) -> None:
    names = ["a", "b", "c"]
    there = [entered(tmp_path, name, 3) for name in names]
    assert all(one.take_place() for one, _ in there)
    seen = [whose(one, name) for (one, _), name in zip(there, names, strict=True)]
    assert seen[0] == seen[1] == seen[2]
    assert all(60 < seen[0].count(name) < 140 for name in names)
    # Without the third only its tables change hands.
    there[2][0].leave()
    after = whose(there[0][0], "a")
    assert "c" not in after
    assert all(new == old for new, old in zip(after, seen[0], strict=True) if old != "c")


def test_who_waits_has_the_tables_of_the_one_that_leaves(tmp_path: Path) -> None:
    (old, _first), (other, _second) = (entered(tmp_path, name) for name in "ab")
    assert old.take_place()
    assert other.take_place()
    before = whose(other, "b")
    new, _opened = entered(tmp_path, "c")
    assert not new.take_place()
    # It has no tables yet, and knows whose they are.
    assert whose(new, "c") == before
    old.leave()
    assert new.take_place()
    assert whose(other, "b") == whose(new, "c") == ["c" if one == "a" else one for one in before]
    assert old.whose(TABLES[0]) is None
    assert sorted(path.name for path in tmp_path.glob("*.sock")) == ["0-c.sock", "1-b.sock"]


def test_the_next_has_the_place_of_one_that_was_killed(tmp_path: Path) -> None:
    (killed, opened), (other, _second) = (entered(tmp_path, name) for name in "ab")
    assert killed.take_place()
    assert other.take_place()
    before = whose(other, "b")
    # What a kill leaves: a socket at which nobody listens.
    opened.close()
    new, _opened = entered(tmp_path, "c")
    assert new.take_place()
    assert whose(other, "b") == ["c" if one == "a" else one for one in before]


def test_one_alone_has_all(tmp_path: Path) -> None:
    assert Siblings(None, "a", 1).enter() is None
    assert whose(Siblings(None, "a", 1), "a") == ["a"] * len(TABLES)
    alone, _opened = entered(tmp_path, "a")
    assert alone.take_place()
    assert whose(alone, "a") == ["a"] * len(TABLES)
