"""What comes of sending a notice."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """What became of one notice.

    Args:
        why: Why it did not arrive; "" if it did.
        wait: Seconds to wait, as the other side asks; None if it does not ask.
        ended: The other side will never take anything.
        only_this: The other side refused this notice; others sent there may arrive.
        answered: The other side answered, whatever it said, so others that are told there may have more luck.
    """

    why: str = ""
    wait: float | None = None
    ended: bool = False
    only_this: bool = False
    answered: bool = True
