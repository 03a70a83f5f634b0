"""Small SVG files."""

from __future__ import annotations

import re
from typing import Final

_TAG: Final = re.compile(r"<[^<>]+>")
_LONG: Final = re.compile(r"\d+\.\d\d+")
_UNSEEN: Final = re.compile(
    r"""<!--.*?-->|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<g id="\w+"/>|(?<=<g)[ ]id="[\w.]+"
    |[ ]transform="rotate\(-0 [^"]*"|font-family:[^;"]*;[ ]|(?<=>)\s+(?=<)""",
    re.DOTALL | re.VERBOSE,
)
_FONT: Final = "text{font-family:DejaVu Sans,Verdana,sans-serif}</style>"


def light(svg: str) -> str:
    """Shrink an SVG picture without visible change: no comments, empty groups, blanks, or hundredths of a point, and
    each letter's shape only once."""
    bare = _UNSEEN.sub("", svg).replace("</style>", _FONT, 1)
    return _TAG.sub(lambda tag: _LONG.sub(_rounded, " ".join(tag[0].split())), bare) + "\n"


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")
