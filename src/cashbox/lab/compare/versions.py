"""The versions of a game that a comparison plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab
from cashbox.lab.balance import measure
from cashbox.lab.simulate.options import read_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.measure import Setting
    from cashbox.lab.compare.run import Run

CURRENT: Final = "current"
BOT: Final = "bot="
_SEATS: Final = 3


class Version(msgspec.Struct, frozen=True):
    """One version. text: what names it. bot: in all seats, "" for that of the comparison. options: besides those of the
    comparison."""

    text: str
    bot: str
    options: dict[str, Any]


def read(run: Run, text: str) -> Version:
    """Read a version as the command line gives it.

    Raises:
        GameError: `bad-version`, or what `read_options` raises.
    """
    about = all_games.about_game(run.game)
    bot, options = "", []
    for part in filter(None, (one.strip() for one in text.split(","))):
        if part.startswith(BOT):
            bot = part.removeprefix(BOT)
        elif "=" in part:
            options.append(part)
        elif part != CURRENT:
            known = f"`{CURRENT}`, bot=NAME, or an option as name=value, separated by commas"
            raise GameError("bad-version", f"{part!r} isn't a version of {about.name}. Use {known}.")
    return Version(text, bot, read_options(about, options))


def tables(run: Run) -> list[int]:
    """Return at how many seats the versions are played."""
    about = all_games.about_game(run.game)
    mode = next((one for one in about.modes if run.mode in ("", one.id)), None)
    least = (mode.least if mode else 0) or about.least_players
    most = (mode.most if mode else 0) or about.most_players
    return list(run.seats) or [min(max(_SEATS, least), most)]


def plan(run: Run, version: Version, seats: int) -> lab.Plan:
    """Return the games of a version at one table, observed.

    Raises:
        GameError: what `lab.plan` raises.
    """
    about = all_games.about_game(run.game)
    common = read_options(about, (f"mode={run.mode}",) * bool(run.mode) + run.option)
    usual = measure.settings(run.game)
    bot = version.bot or run.bot or usual[0].bot
    found = lab.plan(run.game, 1, [bot] * seats, run.seed, {**common, **version.options}, run.workers)
    return msgspec.structs.replace(found, observed=True, menus=True, by_lot=_lots(run, usual))


def _lots(run: Run, usual: Sequence[Setting]) -> int:
    lots = max(setting.by_lot for setting in usual)
    if run.by_lot and not lots:
        name = all_games.about_game(run.game).name
        raise GameError("bad-option", f"{name} doesn't say what chance could choose. Leave out --by-lot.")
    return lots if run.by_lot else 0
