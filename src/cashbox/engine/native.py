"""What the sources tell the compiler. `@mypyc_attr(allow_interpreted_subclasses=True)` marks a class from which classes
that are not compiled may derive, and whose objects may be made without `__init__`; uncompiled it does nothing. See
`cashbox.compiled`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_):
        """Return a decorator that leaves its class as it is."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]
