"""Load the endings of stored games for the tests of each game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from cashbox import games
from cashbox.engine.journal import loads
from cashbox.engine.replay import Replay

if TYPE_CHECKING:
    from cashbox.engine.ending import GameEnding
    from cashbox.engine.tale import TaleSheet

JOURNALS: Final = Path(__file__).parent / "fixtures" / "journals"
NAMES: Final = ["Ann", "Bob", "Cid", "Dee"]


def ending_of(fixture: str) -> GameEnding:
    """Of a game by the newest edition of its rules at that time."""
    journal = loads((JOURNALS / f"{fixture}.jsonl").read_bytes())
    found = Replay(games.load_for(journal), journal, NAMES[: journal.header.seats]).ending()
    assert found is not None
    return found


def awards_of(ending: GameEnding) -> dict[str, str]:
    """What is said of each award."""
    return {award.title: award.text for award in ending.awards}


def sheet_of(ending: GameEnding, name: str) -> TaleSheet:
    """A player's."""
    return next(sheet for sheet in ending.sheets if sheet.name == name)
