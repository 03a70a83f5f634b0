"""Puts the tests' own games among the games of a server under test, in every process that it starts."""

from __future__ import annotations

from pathlib import Path

from cashbox import games

games.__path__.append(str(Path(__file__).parents[2] / "extra_games"))
