"""What a game provides for measuring its balance and its bots: which tables to play, and what to record at each.

A game's folder may have `balance.py` with `MEASURES`. Unlike a bot, an observer may look at the true state: it watches
a simulated game or a replayed finished one, never a live table, and changes nothing.
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
    """One kind of table for a report, with the same bot at every seat.

    mode: "" if the game has none. options: in addition to the mode. least: the games to play before the first check of
    the intervals; most: the largest number of games. bounds: by name of a number in `Facts`, the least and most that
    its mean may be. rare: by name of something in `Facts.happened`, the largest share of games in which it may happen.
    by_lot: how many of ten choices of an item the bots make at random, so that those who took the item and those who
    did not differ in nothing else. judged: what to judge: SHARES of wins, or ODDS of winning with and without an item.
    noted: groupings whose shares are reported but not judged, because they follow from the rules of the game.
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
    """A target for a bot: a share of the wins at one kind of table.

    name: of the target, in lower case. bots: by seat; the target is for the first one; they rotate through the seats.
    The caller sets how long "expert" and "sharp" think. wanted: share of the wins, from 0 to 1. mode: "" if the game
    has none. ahead: the required average lead in points over the bot `of` at the same tables and seats; 0 for none.
    """

    name: str
    bots: tuple[str, ...]
    wanted: float
    mode: str = ""
    ahead: float = 0.0
    of: str = ""


class Facts(msgspec.Struct, frozen=True):
    """What an observer recorded about one game.

    groups: by name of a grouping, each seat's group (where it started, when it moved), which should not affect its
    chance of winning. numbers: by name, whole numbers to count, usually one for each seat. offered, taken: by seat, the
    items (such as cards) that it could have taken and those that it took; used: those of them that it used. happened:
    the events under which this game counts. menus: by the set of legal types of actions, how often each type was taken;
    recorded by a run with `Plan.menus`, not by the observer.
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
        """Record that a seat is about to take an action. The state is the true one and must not be changed."""

    @abstractmethod
    def ended(self, state: Any) -> Facts:
        """Return the facts of a game that is over."""


class Measures(ABC):
    """How to measure one game. items: the name of the items in `Facts.offered`, in the plural; "" if there are none.
    spreads: numbers of `Facts` whose distribution the report shows. ladder: the mode in which bots are rated, "" for
    the game's first. lines: targets for its bots."""

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
        """Wrap a bot so that it makes `tenths` of ten choices of an item at random. Never called in a game without
        items."""
        raise NotImplementedError

    def item_name(self, game: Game[Any], item: int) -> str:
        """Return the display name of an item."""
        raise NotImplementedError
