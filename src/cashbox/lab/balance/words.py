"""The wording of balance reports: tables, numbers with their intervals, and the names of tables and groups."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.lab.balance.judge import Verdict
    from cashbox.lab.balance.measure import Kept
    from cashbox.lab.balance.stats import Interval


def title(kept: Kept) -> str:
    """Return a table's title: "standard, 3 × steady"."""
    setting = kept.setting
    who = f"{setting.seats} × {setting.bot}" if setting.seats > 1 else setting.bot
    return ", ".join(part for part in (setting.mode, who, "at random" if setting.by_lot else "") if part)


def group_name(verdict: Verdict) -> str:
    """Return the name of a group of seats: "start circle", "moves 1st"."""
    return verdict.name if " " in verdict.name else f"{verdict.of} {verdict.name}"


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write a Markdown table. The first row is its head."""
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return [head, "|" + " --- |" * len(rows[0]), *rest]


def image(images: Mapping[str, str], key: str, text: str) -> list[str]:
    """Return the lines of an image, none if there is none."""
    return [f"![{text}]({images[key]})", ""] if key in images else []


def percent(interval: Interval) -> str:
    """Format a share."""
    return f"{interval.value:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def fine(interval: Interval) -> str:
    """Format a small share."""
    return f"{interval.value:.2%} ({max(0.0, interval.low):.2%} to {interval.high:.2%})"


def at_most(verdict: Verdict) -> str:
    """Format the limit of a rare event."""
    return f"at most {verdict.most:.2%}"


def ratio(interval: Interval) -> str:
    """Format odds."""
    if math.isnan(interval.value):
        return "unknown"
    return f"{interval.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"


def mean(interval: Interval) -> str:
    """Format a mean."""
    digits = 1 if abs(interval.value) >= 10 else 2
    return f"{interval.value:.{digits}f} ({interval.low:.{digits}f} to {interval.high:.{digits}f})"
