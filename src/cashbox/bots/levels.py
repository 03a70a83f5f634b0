"""The bot levels that people choose from at a table, each with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cashbox import games
from cashbox.bots import names
from cashbox.bots.random import RandomBot

if TYPE_CHECKING:
    from cashbox.engine.game import About


class Level(msgspec.Struct, frozen=True):
    """A bot level that players can choose. name: the bot's name; text: one sentence on how it plays and how long it
    thinks; seconds: how long it thinks about a decision, 0 if it decides immediately."""

    name: str
    text: str
    seconds: float = 0.0


GENTLE: Final = Level("gentle", "Plays like a beginner who misses things. Moves instantly.")
CASUAL: Final = Level("casual", "Sometimes plans ahead, and otherwise plays like a beginner. Moves instantly.")
STEADY: Final = Level("steady", "Plays well by fixed rules, without looking ahead. Moves instantly.")
SHARP: Final = Level("sharp", "Tests its best ideas before each decision. Thinks for a third of a second.", 0.3)
EXPERT: Final = Level("expert", "Tests its best ideas before each decision. Thinks for a second and a half.", 1.5)

LEVELS: Final = (GENTLE, CASUAL, STEADY, SHARP, EXPERT)
"""From the easiest to the hardest."""

_GIVEN_NAMES: Final = {
    GENTLE.name: ("Daisy", "Felix", "Molly", "Oscar", "Penny", "Toby", "Wendy", "Basil"),
    CASUAL.name: ("Archie", "Betty", "Cora", "Dennis", "Flora", "Gus", "Hazel", "Leo"),
    STEADY.name: ("Agnes", "Bruno", "Edith", "Harold", "Irma", "Karl", "Nora", "Walter"),
    SHARP.name: ("Anton", "Bianca", "Dexter", "Greta", "Hugo", "Ivy", "Lola", "Victor"),
    EXPERT.name: ("Boris", "Marge", "Otto", "Selma", "Conrad", "Judith", "Magnus", "Thelma"),
}
_OTHER_NAMES: Final = ("Alfie", "Clara", "Doug", "Elsie", "Frank", "Gladys", "Ned", "Ruth")


def given_names(bot: str, seat: int) -> tuple[str, ...]:
    """Return the possible names of a bot in that seat, best first.

    A name belongs to one level and one seat, so that frequent players recognize their opponents.
    """
    some = _GIVEN_NAMES.get(bot, _OTHER_NAMES)
    first = seat % len(some)
    return (*some[first:], *some[:first])


def levels(game_id: str) -> tuple[Level, ...]:
    """List the bots that people choose from in a game: the levels, then the game's own others. Bots only for
    simulations are not included (`About.sparring`, random). GameError("unknown-game")."""
    about, there = games.about_game(game_id), names(game_id)
    known = {
        level.name: msgspec.structs.replace(level, text=about.bot_texts.get(level.name, level.text)) for level in LEVELS
    }
    others = [_own(about, name) for name in there if name not in {*known, RandomBot.name, *about.sparring}]
    return (*(known[level.name] for level in LEVELS if level.name in there), *others)


def seconds(name: str) -> float:
    """Return how long the bot with this name thinks about a choice at a table, 0 if it decides immediately."""
    return next((level.seconds for level in LEVELS if level.name == name), 0.0)


def _own(about: About, name: str) -> Level:
    return Level(name, about.bot_texts.get(name, "A bot made for this game. Moves instantly."))
