"""Test that text has enough contrast with its background in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[3] / "src" / "cashbox" / "web" / "static" / "css" / "tokens.css"
COLOURS = ("green", "gray", "yellow", "red", "magenta", "blue", "purple", "orange", "teal")
PAPERS = ("paper", "paper-raised", "paper-sunk")
PAIRS = [
    *((text, paper) for text in ("ink", "ink-soft", "bad", "good", "act", "act-strong") for paper in PAPERS),
    ("ink", "table"),
    ("ink-soft", "table"),
    ("on-act", "act"),
    ("on-act", "act-strong"),
    *(("ink", ground) for ground in ("glow-soft", "act-soft", "bad-soft")),
    *((f"env-{c}-ink", f"env-{c}") for c in COLOURS),
    *((f"env-{c}-text", paper) for c in COLOURS for paper in PAPERS),
    *(("ink", f"env-{c}-soft") for c in COLOURS),
]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_readable(theme: str) -> None:
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", TOKENS.read_text(encoding="utf-8"))
    colours = {name: dark if theme == "dark" else light for name, light, dark in found}
    low = {
        f"{text} on {ground}": round(contrast(colours[text], colours[ground]), 2)
        for text, ground in PAIRS
        if contrast(colours[text], colours[ground]) < 4.5
    }
    assert not low
