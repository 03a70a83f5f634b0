"""Sum up a person's skill: errors by game over time, and by kind of decision."""

from __future__ import annotations

from collections import defaultdict
from math import fsum
from typing import TYPE_CHECKING

from cashbox.analysis.sentences import PERCENT, error_per_decision
from cashbox.analysis.summary import GRADED, grade_of
from cashbox.engine.phrases import plural
from cashbox.server.social.wire import DecisionKind, GameErrors, Skill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cashbox.server.social.skill_store import JudgedDecision, JudgedGame


def skills(games: Iterable[JudgedGame], name: Callable[[str], str]) -> list[Skill]:
    """Sum up a person's analyzed games, for each game.

    Args:
        games: Newest first.
        name: Gives a game's name.
    """
    by_game: dict[str, list[JudgedGame]] = defaultdict(list)
    for one in games:
        if one.decisions:
            by_game[one.game].append(one)
    return sorted((_skill(game, name(game), some) for game, some in by_game.items()), key=lambda one: one.game_name)


def _skill(game: str, name: str, games: list[JudgedGame]) -> Skill:
    decisions = [one for each in games for one in each.decisions]
    kinds: dict[str, list[JudgedDecision]] = defaultdict(list)
    for one in decisions:
        if one.kind:
            kinds[one.kind].append(one)
    error = _mean(one.error for one in decisions)
    newest = games[0]
    lost = 100 * error if newest.unit == PERCENT else _mean(one.margin for one in decisions)
    count = f"{plural(len(decisions), 'decision')} in {plural(len(games), 'analyzed game')}"
    return Skill(
        game=game,
        game_name=name,
        grade=grade_of(lost, newest.grades) if len(decisions) >= GRADED else "",
        text=f"{error_per_decision(error, lost, newest.unit)} Based on {count}.",
        games=[
            GameErrors(one.table, one.at, len(one.decisions), _mean(each.error for each in one.decisions))
            for one in reversed(games)
        ],
        kinds=sorted(
            (DecisionKind(kind, len(some), _mean(one.error for one in some)) for kind, some in kinds.items()),
            key=lambda one: (-one.decisions * one.error, one.kind),
        ),
    )


def _mean(errors: Iterable[float]) -> float:
    """Return the mean error, at least 0: noise can make single errors negative."""
    some = list(errors)
    return round(max(0.0, fsum(some) / len(some)), 5)
