"""Charts, as SVG with the page's colors. Each has its numbers as text next to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from cashbox.engine.phrases import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.social.wire import Bar, SeatWins

_WIDTH: Final = 420
_HEIGHT: Final = 170
_FOOT: Final = 24
_HEAD: Final = 20
_ROW: Final = 26
_LEFT: Final = 112
_MARGIN: Final = 44
"""The width left of a line for its scale."""
_DOT: Final = 4
_LETTER: Final = 8
"""The width of a label's character."""


def spread(bars: Sequence[Bar], what: str) -> Markup:
    """Draw vertical bars. what: the description for screen readers."""
    most = max((bar.many for bar in bars), default=0) or 1
    wide = _WIDTH / max(6, len(bars))
    every = 2 if len(bars) > 8 else 1
    parts = []
    for place, bar in enumerate(bars):
        high = (_HEIGHT - _FOOT - _HEAD) * bar.many / most
        left, top = place * wide, _HEIGHT - _FOOT - high
        middle = left + wide / 2
        parts.append(_box(left + 2, top, wide - 4, high))
        if bar.many:
            parts.append(_text(middle, top - 5, str(bar.many), "middle"))
        if place % every == 0:
            label = f"{_short(bar.least)}{'+' if bar.most is None else ''}"
            half = len(label) * _LETTER / 2
            within = min(max(middle, half), _WIDTH - half)
            parts.append(_text(within, _HEIGHT - 7, label, "middle", soft=True))
    parts.append(Markup('<path class="axis" d="M0 {0}H{1}"/>').format(_HEIGHT - _FOOT + 0.5, _WIDTH))
    return _picture(_HEIGHT, what, parts)


def shares(rows: Sequence[SeatWins], what: str) -> Markup:
    """Draw horizontal bars: how often each seat has won, with a line for equal shares."""
    parts = []
    room = _WIDTH - _LEFT - 48
    most = max((row.won / row.games for row in rows), default=0) or 1
    for place, row in enumerate(rows):
        share, top = row.won / row.games, place * _ROW
        parts.append(_text(0, top + 17, f"{row.players} players, seat {row.seat + 1}"))
        parts.append(_box(_LEFT, top + 4, room * share / most, _ROW - 8))
        parts.append(_text(_LEFT + room * share / most + 6, top + 17, f"{100 * share:.0f}%"))
        level = _LEFT + room * min(1, 1 / row.players / most)
        parts.append(Markup('<path class="axis" d="M{0:.1f} {1}v{2}"/>').format(level, top + 1, _ROW - 2))
    return _picture(max(_ROW, len(rows) * _ROW), what, parts)


def trend(values: Sequence[float], first: str, last: str, what: str) -> Markup:
    """Draw chances as a line from left to right, in points of 100. first, last: what stands below its ends."""
    most = max(0.01, *values)
    foot, room = _HEIGHT - _FOOT, _HEIGHT - _FOOT - _HEAD
    step = (_WIDTH - _MARGIN - _DOT) / max(1, len(values) - 1)
    places = [(_MARGIN + step * k, foot - room * value / most) for k, value in enumerate(values)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return _picture(
        _HEIGHT,
        what,
        [
            Markup('<path class="axis" d="M{0} {1}H{2}M{0} {3}H{2}"/>').format(
                _MARGIN, foot + 0.5, _WIDTH, _HEAD + 0.5
            ),
            _text(_MARGIN - 6, foot + 4, "0", "end", soft=True),
            _text(_MARGIN - 6, _HEAD + 4, points(most), "end", soft=True),
            Markup('<polyline class="trend" points="{0}"/>').format(line),
            *(Markup('<circle class="bar" cx="{0:.1f}" cy="{1:.1f}" r="{2}"/>').format(x, y, _DOT) for x, y in places),
            _text(_MARGIN, _HEIGHT - 7, first, soft=True),
            *([_text(_WIDTH, _HEIGHT - 7, last, "end", soft=True)] if last != first else []),
        ],
    )


def points(chance: float) -> str:
    """Write a chance in points of 100: "1.25"."""
    return f"{100 * chance:.2f}"


def bar_label(bar: Bar) -> str:
    """Describe a bar."""
    if bar.most is None:
        return f"{number(bar.least)}+"
    return number(bar.least) if bar.most == bar.least else f"{number(bar.least)} to {number(bar.most)}"


def number(value: float) -> str:
    """Format a number for people, without a fraction: "−320,000"."""
    return amount(round(value))


def _short(value: int) -> str:
    """Format a number to fit below a bar: "−320k"."""
    return f"{number(value // 1000)}k" if abs(value) >= 10_000 and value % 1000 == 0 else number(value)


def _picture(height: int, what: str, parts: Sequence[Markup]) -> Markup:
    head = Markup('<svg viewBox="0 0 {0} {1}" role="img" aria-label="{2}">').format(_WIDTH, height, what)
    return head + Markup("").join(parts) + Markup("</svg>")


def _box(left: float, top: float, width: float, height: float) -> Markup:
    shape = '<rect class="bar" x="{0:.1f}" y="{1:.1f}" width="{2:.1f}" height="{3:.1f}" rx="2"/>'
    return Markup(shape).format(left, top, max(0, width), height)


def _text(left: float, top: float, text: str, anchor: str = "start", *, soft: bool = False) -> Markup:
    kind = Markup(' class="soft"') if soft else Markup("")
    shape = '<text x="{0:.1f}" y="{1:.1f}" text-anchor="{2}"{3}>{4}</text>'
    return Markup(shape).format(left, top, anchor, kind, escape(text))
