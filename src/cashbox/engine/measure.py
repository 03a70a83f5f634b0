"""What a game offers for measuring its balance, and its bots: which tables to play, and what to note at each.

A game's folder may have `balance.py` with `MEASURES`. Unlike a bot, an observer may look at the true state: it stands
beside a simulated game, or one that is over and played again, never at a live table, and changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

SHARES: Final = "shares"
ODDS: Final = "odds"


class Setting(msgspec.Struct, frozen=True):
    """One kind of table that a report plays: the same bot at every seat.

    mode: "" where the game has none. options: besides the mode. least: games played before the first look at the
    intervals; most: games after which no more are played. bounds: by the name of a number in `Facts`, the least and
    most that its mean may be. rare: by the name of what may have happened in a game, the share of the games in which it
    may at most. by_lot: of ten choices of an item, how many the bots leave to chance, so that those who
    took it and those who did not differ in nothing else. judged: what is held against the yardsticks: SHARES of wins,
    ODDS to win with an item and without. noted: groupings whose shares are reported but not judged, since the rules of
    the game make them what they are.
    """

    mode: str
    seats: int
    bot: str
    options: dict[str, bool | int | str] = {}
    least: int = 2_000
    most: int = 20_000
    bounds: dict[str, tuple[float, float]] = {}
    rare: dict[str, float] = {}
    by_lot: int = 0
    judged: tuple[str, ...] = (SHARES, ODDS)
    noted: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """What a bot is asked to reach: a share of the wins at one kind of table.

    name: of the line, in small letters. bots: by seat, the first one is asked; they rotate through the seats. "expert"
    and "sharp" think as long as whoever measures says. wanted: share of the wins, from 0 to 1. mode: "" where the game
    has none. ahead: so many points more, on average, than the bot `of` at the same tables in the same place; 0: not
    asked.
    """

    name: str
    bots: tuple[str, ...]
    wanted: float
    mode: str = ""
    ahead: float = 0.0
    of: str = ""


class Facts(msgspec.Struct, frozen=True):
    """What an observer noted of one game.

    groups: by name of a grouping, the group that each seat was in (where it started, when it moved), which should
    not help it to win. numbers: by name, whole numbers to count, usually one for each seat. offered, taken: by seat,
    the items (cards, say) that it could have taken and those that it took; used: those of them that it put to use.
    happened: what this game is counted under. menus: by the kinds of actions that were legal, how often each kind was
    taken; a run with `Plan.menus` notes them, not the observer.
    """

    groups: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, tuple[int, ...]] = {}
    offered: tuple[tuple[int, ...], ...] = ()
    taken: tuple[tuple[int, ...], ...] = ()
    used: tuple[tuple[int, ...], ...] = ()
    happened: tuple[str, ...] = ()
    menus: dict[str, dict[str, int]] = {}


class Observer(ABC):
    """Watches one game from its first action to its end."""

    @abstractmethod
    def before(self, state: Any, seat: int, action: int) -> None:
        """Note that a seat is about to take an action. The state is the true one and must not be changed."""

    @abstractmethod
    def ended(self, state: Any) -> Facts:
        """Return the facts of a game that is over."""


class Measures(ABC):
    """How one game is measured. items: what the items of `Facts.offered` are called, in the plural; "" where there are
    none. spreads: numbers of `Facts` of which the report shows how they are spread. ladder: the mode in which bots are
    rated, "" for the game's first. lines: what its bots are asked to reach."""

    items: str = "cards"
    spreads: tuple[str, ...] = ()
    ladder: str = ""
    lines: tuple[Line, ...] = ()

    @abstractmethod
    def settings(self) -> tuple[Setting, ...]:
        """List the tables of the whole report, in its order."""

    @abstractmethod
    def watch(self, game: Game[Any], seats: int) -> Observer:
        """Create the observer of a game that is about to start."""

    def by_lot(self, bot: Bot, tenths: int, chance: Chance) -> Bot:
        """Wrap a bot so that it makes `tenths` of ten choices of an item at random. Not used in a game
        without items."""
        raise NotImplementedError

    def item_name(self, game: Game[Any], item: int) -> str:
        """Return the name of an item for people."""
        raise NotImplementedError
