"""Explain the sources of the points that one choice gains over another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.guide import RIVAL
from cashbox.engine.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NAMED: Final = 4
COVERED: Final = 0.95
"""How many sources of a difference are named at most, and from which part of the difference on no others are."""
COSTS: Final = ("on ", "lost to ", RIVAL)
"""The beginnings of the texts of sources that cost points."""


def differences(sources: Iterable[tuple[str, float]], unit: str) -> list[str]:
    """Write what each source changes, as in "4 more stars from positions" and "2 fewer from cards".

    Args:
        sources: Texts, and the points gained; only the first one repeats the unit.
        unit: The unit of points, in the singular.
    """
    parts: list[str] = []
    for text, by in sources:
        gain = (by > 0) != text.startswith(COSTS)
        if unit == "dollar":
            parts.append(f"{points_of(by, unit)} {'more' if gain else 'less'} {text}")
        else:
            word = "more" if gain else "fewer"
            parts.append(f"{round(abs(by)):,} {word} {text}" if parts else f"{points_of(by, unit, word)} {text}")
    return parts


def main_sources(sources: Mapping[str, float]) -> dict[str, float]:
    """Choose the sources of a difference to name: the biggest, until hardly anything of the difference is left.

    Args:
        sources: Points by source.

    Returns:
        The sources, the biggest first, without those that round to no point.
    """
    total = sum(abs(by) for by in sources.values())
    found: dict[str, float] = {}
    covered = 0.0
    for text, by in sorted(sources.items(), key=lambda one: -abs(one[1])):
        if len(found) == NAMED or not round(by) or covered >= COVERED * total:
            break
        found[text] = by
        covered += abs(by)
    return found


def points_of(number: float, unit: str, word: str = "") -> str:
    """Write an amount of points without a sign: "$12", "4 more stars". Large amounts have two digits before zeros."""
    n = round(abs(number))
    n = round(n, 2 - len(str(n))) if n >= 1000 else n
    return f"${n:,}" if unit == "dollar" else f"{n:,} {word}{' ' if word else ''}{unit if n == 1 else unit + 's'}"


def gain_explained(sources: Mapping[str, float], margin: float | None, unit: str, whose: str = "your") -> str:
    """Describe what a better choice gains, and then what it gives up.

    For example: "About 4 more stars from positions, but 2 fewer from cards."

    Args:
        sources: Points by source, the biggest difference first.
        margin: All points gained, None if unknown.
        unit: What points are, one of it.
        whose: "your" in a sentence addressed to the player who decided, or "their".

    Returns:
        A sentence, or "" if nothing explains the gain.
    """
    known = main_sources(sources).items()
    gains = [one for one in known if one[1] > 0]
    losses = [one for one in known if one[1] < 0]
    if not gains:
        more = "more " if unit == "dollar" else ""
        amount = points_of(margin or 0.0, unit, "" if more else "more")
        return f"About {amount} {more}in the end." if margin is not None and margin >= 1 else ""
    parts = differences([*gains, *losses], unit)
    found = [listed(some) for some in (parts[: len(gains)], parts[len(gains) :]) if some]
    return f"About {', but '.join(found)}.".replace(" your ", f" {whose} ")
