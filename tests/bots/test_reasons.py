"""Test the sentences about where the points of a better choice come from."""

from __future__ import annotations

import pytest

from cashbox.bots.reasons import gain_explained, main_sources


@pytest.mark.parametrize(
    ("sources", "margin", "unit", "said"),
    [
        (
            {"from projects": 15_000.0, "on penalties": 4_000.0, "from events": -1_260.0, "from cards": 900.0},
            20_000.0,
            "dollar",
            "About $15,000 more from projects and $4,000 less on penalties, but $1,300 less from events.",
        ),
        ({"from play": 4.2, "from cards": -1.6}, None, "star", "About 4 more stars from play, but 2 fewer from cards."),
        ({"from cards": -3.0}, 1.2, "star", "About 1 more star in the end."),
        ({}, 3_160.0, "dollar", "About $3,200 more in the end."),
        ({"from cards": 0.3}, 0.4, "star", ""),
        ({}, None, "star", ""),
    ],
)  # fmt: skip
def test_a_gain_is_explained(sources: dict[str, float], margin: float | None, unit: str, said: str) -> None:
    assert gain_explained(sources, margin, unit) == said


@pytest.mark.parametrize(
    ("sources", "named"),
    [
        ({"a": 1.0, "b": -30.0, "c": 10.0}, ["b", "c"]),
        ({"a": 5.0, "b": 5.0, "c": 4.0, "d": -4.0, "e": 3.0}, ["a", "b", "c", "d"]),
        ({"a": 0.4, "b": 0.3}, []),
        ({"a": 2.0, "b": 0.4, "c": 1.0}, ["a", "c"]),
        ({}, []),
    ],
)
def test_the_main_sources_make_up_nearly_all_of_a_difference(sources: dict[str, float], named: list[str]) -> None:
    assert list(main_sources(sources)) == named
