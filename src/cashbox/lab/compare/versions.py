"""The versions of a game that a comparison plays."""

from __future__ import annotations

from pathlib import Path
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
EDITION: Final = "edition="
_SEATS: Final = 3


class Version(msgspec.Struct, frozen=True):
    """One version. text: what names it. bot: in all seats, "" for that of the comparison. options: besides those of the
    comparison. content: of a variant. edition: of the rules, None for the newest."""

    text: str
    bot: str
    options: dict[str, Any]
    content: dict[str, Any] | None = None
    edition: int | None = None


def read(run: Run, text: str) -> Version:
    """Read a version as the command line gives it.

    Raises:
        GameError: `bad-version`, or what `read_options` and `read_variant` raise.
    """
    about = all_games.about_game(run.game)
    bot, options = "", []
    content, edition = None, None
    for part in filter(None, (one.strip() for one in text.split(","))):
        if part.startswith(BOT):
            bot = part.removeprefix(BOT)
        elif part.startswith(EDITION) and part.removeprefix(EDITION).isdecimal():
            edition = int(part.removeprefix(EDITION))
        elif part.endswith(".toml") or Path(part).is_dir():
            content = all_games.read_variant(run.game, Path(part)).content
        elif "=" in part:
            options.append(part)
        elif part != CURRENT:
            known = f"`{CURRENT}`, a content file, bot=NAME, edition=N, or an option as name=value"
            raise GameError("bad-version", f"{part!r} isn't a version of {about.name}. Use {known}.")
    all_games.load(run.game, content, edition)
    return Version(text, bot, read_options(about, options), content, edition)


def usual_seats(game_id: str, mode: str) -> int:
    """Return the usual number of seats of a mode. mode: "" for the first one."""
    about = all_games.about_game(game_id)
    found = next((one for one in about.modes if mode in ("", one.id)), None)
    least = (found.least if found else 0) or about.least_players
    most = (found.most if found else 0) or about.most_players
    return min(max(_SEATS, least), most)


def tables(run: Run) -> list[int]:
    """Return the numbers of seats at which the versions are played."""
    return list(run.seats) or [usual_seats(run.game, run.mode)]


def pairs(run: Run) -> list[tuple[lab.Plan, lab.Plan]]:
    """Return the games of both versions at every table.

    Raises:
        GameError: what `read` and `plan` raise.
    """
    a, b = read(run, run.a), read(run, run.b)
    return [(plan(run, a, seats), plan(run, b, seats)) for seats in tables(run)]


def plan(run: Run, version: Version, seats: int) -> lab.Plan:
    """Return the games of a version at one table, observed.

    Raises:
        GameError: what `lab.plan` raises.
    """
    about = all_games.about_game(run.game)
    common = read_options(about, (f"mode={run.mode}",) * bool(run.mode) + run.option)
    usual = measure.settings(run.game)
    bot = version.bot or run.bot or usual[0].bot
    options = {**common, **version.options}
    found = lab.plan(run.game, 1, [bot] * seats, run.seed, options, run.workers, version.content)
    return msgspec.structs.replace(found, observed=True, menus=True, by_lot=_lots(run, usual), edition=version.edition)


def _lots(run: Run, usual: Sequence[Setting]) -> int:
    lots = max(setting.by_lot for setting in usual)
    if run.by_lot and not lots:
        name = all_games.about_game(run.game).name
        raise GameError("bad-option", f"{name} has no choices that chance can make. Leave out --by-lot.")
    return lots if run.by_lot else 0
