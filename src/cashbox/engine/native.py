"""Declarations for the compiler, and their pure-Python equivalents. `@mypyc_attr(allow_interpreted_subclasses=True)`
marks a class that may have interpreted subclasses and whose objects may be created without `__init__`; uncompiled, it
does nothing. i64, i32, and u8 are machine integers, and `vec[i32]` is a list of unboxed ones; uncompiled, it is an
array. See `cashbox.compiled`.
"""

from __future__ import annotations

from array import array
from functools import partial
from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i32, i64, mypyc_attr, u8
else:
    i64 = int

    i32 = index  # it returns an int unchanged, and faster than a function in Python

    def u8(n):
        """Return the number unchanged."""
        return n

    vec = {i32: partial(array, "i"), u8: partial(array, "B")}

    def mypyc_attr(**_):
        """Return a decorator that leaves its class unchanged."""
        return lambda cls: cls


__all__ = ["i32", "i64", "mypyc_attr", "u8", "vec"]
