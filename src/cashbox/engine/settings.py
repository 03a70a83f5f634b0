"""Ways to set up a game for tests: modes, numbers of players, and pairs of options."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cashbox.engine.game import Game, Option

    Setting = tuple[str, Any]


def tables(game: Game[Any], options: Mapping[str, Any] | None = None) -> list[tuple[dict[str, Any], int]]:
    """List the options and the number of seats for each mode (or the one in options) and each number of players that it
    allows.

    For random play, `About.brief` limits the length unless options say otherwise.
    """
    about = game.about
    given = {**about.brief, **(options or {})}
    if about.modes and "mode" not in given:
        return [table for mode in about.modes for table in tables(game, {"mode": mode.id, **given})]
    return [
        (given, seats) for seats in range(about.least_players, about.most_players + 1) if can_create(game, given, seats)
    ]


def can_create(game: Game[Any], options: Mapping[str, Any], seats: int) -> bool:
    """Check whether a table can be created with these options."""
    try:
        game.check_options(options, seats)
    except GameError:
        return False
    return True


def pairwise(game: Game[Any], options: Mapping[str, Any], seats: int) -> Iterator[dict[str, Any]]:
    """Find a small number of sets of options, each added to those given, that together contain every valid pair of
    values.

    For a number, the least, the greatest, and the default value are used.
    """
    settings = [
        (option.name, value) for option in game.about.options if option.name not in options for value in values(option)
    ]
    pairs = [pair for pair in combinations(settings, 2) if pair[0][0] != pair[1][0]]
    open_pairs = {pair for pair in pairs if can_create(game, {**options, **dict(pair)}, seats)}
    for pair in pairs:
        if pair in open_pairs:
            chosen = _widen(game, {**options, **dict(pair)}, seats, settings, open_pairs)
            open_pairs -= _held(chosen, open_pairs)
            yield chosen


def values(option: Option) -> list[Any]:
    """List the values of an option that are worth trying."""
    if option.kind == "switch":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    return list(dict.fromkeys((option.least, option.default, option.most)))


def _widen(
    game: Game[Any],
    chosen: dict[str, Any],
    seats: int,
    settings: list[Setting],
    wanted: set[tuple[Setting, Setting]],
) -> dict[str, Any]:
    """Add one setting at a time, the one that adds the most pairs, as long as any does."""
    while True:
        best, gain = chosen, 0
        for name, value in settings:
            if name not in chosen:
                more = {**chosen, name: value}
                added = len(_held(more, wanted)) - len(_held(chosen, wanted))
                if added > gain and can_create(game, more, seats):
                    best, gain = more, added
        if not gain:
            return chosen
        chosen = best


def _held(options: Mapping[str, Any], pairs: set[tuple[Setting, Setting]]) -> set[tuple[Setting, Setting]]:
    held = set(options.items())
    return {pair for pair in pairs if pair[0] in held and pair[1] in held}
