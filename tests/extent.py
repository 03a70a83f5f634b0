"""How much a run has. `make check`: what is quick. `make test`: of tests with many cases some, and of those that run on
both databases some on PostgreSQL. `make everything`, or a run that names a file: all cases of all tests."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")

NAME, ALL = "CASHBOX_TESTS", "all"
"""What the environment says where a run has everything."""

ON_POSTGRES: Final = 8
"""Of so many tests of a file that run on both databases, one has PostgreSQL in every run. Statements are the same for
both; tests of what is not are marked `databases` and always have both."""


def settle(config: pytest.Config) -> None:
    """Whoever names a file wants all that is in it."""
    if any(Path(argument.partition("::")[0]).suffix == ".py" for argument in config.args):
        os.environ.setdefault(NAME, ALL)


def short() -> bool:
    """Whether a run leaves out the rest."""
    return os.environ.get(NAME) != ALL


def some(sizes: Sequence[T]) -> Sequence[T]:
    """Of the sizes that windows have, every second one in a short run."""
    return sizes[1::2] if short() else sizes


def rest(items: Sequence[pytest.Item], on_postgres: Callable[[pytest.Item], bool]) -> set[pytest.Item]:
    """What a short run leaves out. Of a test marked `few`, all but so many cases are marked slow, too."""
    left: set[pytest.Item] = set()
    marked = [item for item in items if item.get_closest_marker("few")]
    for cases in grouped(marked, lambda item: (item.nodeid.partition("[")[0], on_postgres(item))):
        marker = cases[0].get_closest_marker("few")
        assert marker
        usual = spread(cases, marker.kwargs.get("usual", len(cases)))
        for case in set(cases) - set(spread(usual, marker.args[0])):
            case.add_marker(pytest.mark.slow)
        left.update(set(cases) - set(usual))
    doubled = [
        item for item in items if on_postgres(item) and not item.get_closest_marker("databases") and item not in left
    ]
    for cases in grouped(doubled, lambda item: item.path):
        left.update(set(cases) - set(spread(cases, -(-len(cases) // ON_POSTGRES))))
    return left


def grouped(items: Iterable[pytest.Item], key: Callable[[pytest.Item], object]) -> Iterable[list[pytest.Item]]:
    """Items with the same key together, in their order."""
    found: defaultdict[object, list[pytest.Item]] = defaultdict(list)
    for item in items:
        found[key(item)].append(item)
    return found.values()


def spread(cases: Sequence[pytest.Item], many: int) -> list[pytest.Item]:
    """So many of them, from all over the list."""
    return [cases[len(cases) * k // many] for k in range(many)]
