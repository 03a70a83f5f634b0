"""What the sources tell the compiler. `@mypyc_attr(allow_interpreted_subclasses=True)` marks a class from which classes
that are not compiled may derive, and whose objects may be made without `__init__`; uncompiled it does nothing. i64,
i32, u8 are ints as the machine has them, and `vec[i32]` is a list of such ints without an object for each; uncompiled,
it is an array. See `cashbox.compiled`.
"""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i32, i64, mypyc_attr, u8
else:
    i64 = int

    def i32(n):
        """Leave a number as it is."""
        return n

    def u8(n):
        """Leave a number as it is."""
        return n

    vec = {i32: partial(array, "i"), u8: partial(array, "B")}

    def mypyc_attr(**_):
        """Return a decorator that leaves its class as it is."""
        return lambda cls: cls


__all__ = ["i32", "i64", "mypyc_attr", "u8", "vec"]
