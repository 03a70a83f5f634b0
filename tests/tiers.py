"""Choose the tests of each command: `make check`, `make test`, or `make everything`.

A test is quick unless a mark says otherwise:

    slow               left to `make test`: takes more than a tenth of a second, or starts a program
    thorough           left to `make everything`: another size, seed, or case of something that `make test` covers
    journey            a test with a browser that `make test` runs, one way through each feature; others are thorough
    alone              measures time, so `make everything` runs it with the machine to itself
    few(n, usual=m)    n of its cases are quick and m are run by `make test`; all are run by `make everything`
    databases          runs on both databases in `make test`; other tests of stored data do so in `make everything`

`CASHBOX_TESTS` names the command. A run that names a file runs everything in it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pytest

SETTING: Final = "CASHBOX_TESTS"
SEED: Final = "CASHBOX_SEED"
CHECK, TEST, EVERYTHING = "check", "test", "everything"

ON_POSTGRES: Final = 30
"""One in this many tests of stored data runs on PostgreSQL in `make test`, besides those marked `databases`."""

LOOKS: Final = ((1440, 900), (390, 844))
"""The window sizes of `make test`, in pixels."""

COMPILES: Final = "fast"
"""The fixture that compiles rules and bots, which takes two minutes."""

STARTS_PROGRAMS: Final = {"server", "own_server", "browser", "cluster"}
"""Fixtures that start a program beside the process of the test."""


def settle(config: pytest.Config) -> None:
    """Run everything in files that the command line names."""
    if any(Path(argument.partition("::")[0]).suffix == ".py" for argument in config.args):
        os.environ.setdefault(SETTING, EVERYTHING)


def tier() -> str:
    """Return which command's tests to run."""
    return os.environ.get(SETTING, TEST)


def everything() -> bool:
    """Return whether nothing is left out."""
    return tier() == EVERYTHING


def looks(sizes: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the window sizes to look at: a laptop and a phone, or all of them in `make everything`."""
    found = list(sizes)
    return found if everything() else [size for size in found if size in LOOKS] or found[:1]


def left_out(items: Sequence[pytest.Item], on_postgres: Callable[[pytest.Item], bool]) -> set[pytest.Item]:
    """Return the tests that the command leaves to a longer one."""
    chosen = tier()
    if chosen == EVERYTHING:
        return set()
    slow = {item for item in items if is_slow(item) or on_postgres(item)}
    thorough = {item for item in items if is_thorough(item)}
    for cases in _grouped([item for item in items if _marked(item, "few")], _function_of):
        mark = cases[0].get_closest_marker("few")
        assert mark
        usual = spread(cases, mark.kwargs.get("usual", len(cases)))
        thorough |= set(cases) - set(usual)
        slow |= set(cases) - set(spread(usual, mark.args[0]))
    doubled = [item for item in items if on_postgres(item) and not _marked(item, "databases") and item not in thorough]
    thorough |= set(doubled) - set(doubled[::ON_POSTGRES])
    return slow | thorough if chosen == CHECK else thorough


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test is left to `make test` by its marks or by a program that it starts."""
    marked = _marked(item, "slow") or is_thorough(item)
    return marked or not STARTS_PROGRAMS.isdisjoint(getattr(item, "fixturenames", ()))


def is_thorough(item: pytest.Item) -> bool:
    """Return whether a test is left to `make everything`, whatever its cases."""
    fixtures = getattr(item, "fixturenames", ())
    in_browser = "browser" in fixtures and not _marked(item, "journey")
    return in_browser or COMPILES in fixtures or _marked(item, "thorough") or _marked(item, "alone")


def seed(name: str) -> str:
    """Return the seed of a random game. `make everything` plays other games each time; `CASHBOX_SEED` repeats them."""
    return f"{name} {os.environ[SEED]}" if os.environ.get(SEED) else name


def spread(cases: Sequence[pytest.Item], many: int) -> list[pytest.Item]:
    """Return `many` cases, taken evenly from the list."""
    return [cases[len(cases) * k // many] for k in range(min(many, len(cases)))]


def _marked(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def _function_of(item: pytest.Item) -> str:
    """Return what the cases of one test share; those on PostgreSQL are counted apart."""
    name, _, case = item.nodeid.partition("[")
    return f"{name}[postgres]" if "postgres" in case else name


def _grouped(items: Iterable[pytest.Item], key: Callable[[pytest.Item], object]) -> Iterable[list[pytest.Item]]:
    """Return items with the same key together, in their order."""
    found: defaultdict[object, list[pytest.Item]] = defaultdict(list)
    for item in items:
        found[key(item)].append(item)
    return found.values()
