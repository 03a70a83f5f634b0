"""Combine hundreds of data cases into one test that names each case that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def for_each(name: str, entries: Iterable[Any], label: Callable[[Any], str] = str) -> Decorator:
    """Calls a test for each entry, which it gets as its argument `name`. label: what an entry is called."""
    return partial(_once_each, name=name, entries=list(entries), label=label)


def _once_each(
    test: Callable[..., None], name: str, entries: list[Any], label: Callable[[Any], str]
) -> Callable[..., None]:
    assert entries, f"there is no {name} to test"

    def every(**others: Any) -> None:
        for entry in entries:
            try:
                test(**others, **{name: entry})
            except BaseException as error:
                error.add_note(f"{name}: {label(entry)}")
                raise

    asked = inspect.signature(test).parameters.values()
    every.__dict__.update(test.__dict__)
    every.__name__, every.__doc__, every.__module__ = test.__name__, test.__doc__, test.__module__
    every.__signature__ = inspect.Signature([one for one in asked if one.name != name])  # type: ignore[attr-defined]
    return every
