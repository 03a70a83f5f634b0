"""The command `games`: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.cli.terminal import print_json

if TYPE_CHECKING:
    from cashbox.engine.game import About, Option


def list_games(*, as_json: bool) -> None:
    """Print every game with its players, bots, modes, and options."""
    found = all_games.about()
    if as_json:
        print_json(found)
        return
    print("\n\n".join(_describe(about) for about in found))


def _describe(about: About) -> str:
    lines = [
        f"{about.id}: {about.name}",
        f"  {about.tagline}",
        f"  players: {about.least_players} to {about.most_players}",
        f"  length: {about.minutes}",
        f"  bots: {', '.join(all_bots.names(about.id))}",
    ]
    lines += [f"  mode {mode.id}: {mode.name}. {mode.text}" for mode in about.modes]
    lines += [f"  option {o.name}={_allowed(o)} (default {_shown(o.default)}): {o.text}" for o in about.options]
    return "\n".join(lines)


def _allowed(option: Option) -> str:
    if option.kind == "switch":
        return "true|false"
    if option.kind == "number":
        return f"{option.least}..{option.most}"
    return "|".join(option.choices)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
