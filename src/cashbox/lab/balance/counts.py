"""What a balance report counts during games: only whole numbers, so that their order does not matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from cashbox.engine.measure import Facts
    from cashbox.lab.simulate import Played

WHOLE: Final = 840
"""The parts of a win, chosen so that a win shared by up to eight seats is a whole number of them."""

SEAT: Final = "seat"
SCORE: Final = "score"
LEVEL: Final = "level in front"
SHARED: Final = "shared wins"


class Counts(msgspec.Struct):
    """Sums over games.

    shares: by grouping and group, [seats of it, parts of wins]. numbers: by name, how often each number came. items:
    by item and seat, [seats that took it, their parts of wins, seats that could have and did not, their parts]. used:
    by item, how many seats put it to use. menus: see `Facts.menus`.
    """

    games: int = 0
    decisions: int = 0
    won: int = 0
    shares: dict[str, dict[str, list[int]]] = {}
    numbers: dict[str, dict[int, int]] = {}
    items: dict[int, dict[int, list[int]]] = {}
    happened: dict[str, int] = {}
    used: dict[int, int] = {}
    menus: dict[str, dict[str, int]] = {}

    def add(self, played: Played, facts: Facts) -> None:
        """Count one more game."""
        self.games += 1
        self.decisions += played.decisions
        self.won += bool(played.winners)
        seats = len(played.scores)
        part = WHOLE // len(played.winners) if played.winners else 0
        parts = [part if seat in played.winners else 0 for seat in range(seats)]
        groups = {SEAT: tuple(str(seat + 1) for seat in range(seats)), **facts.groups}
        for name, group_of in groups.items():
            found = self.shares.setdefault(name, {})
            for group, won in zip(group_of, parts, strict=True):
                cell = found.setdefault(group, [0, 0])
                cell[0] += 1
                cell[1] += won
        for name, numbers in {SCORE: played.scores, **facts.numbers}.items():
            times = self.numbers.setdefault(name, {})
            for number in numbers:
                times[number] = times.get(number, 0) + 1
        level = played.scores.count(max(played.scores)) > 1
        for what in (*[LEVEL] * level, *[SHARED] * (len(played.winners) > 1), *facts.happened):
            self.happened[what] = self.happened.get(what, 0) + 1
        for menu, taken in facts.menus.items():
            kinds = self.menus.setdefault(menu, {})
            for kind, n in taken.items():
                kinds[kind] = kinds.get(kind, 0) + n
        self._add_items(facts, parts)

    def _add_items(self, facts: Facts, parts: list[int]) -> None:
        for seat, offered in enumerate(facts.offered):
            taken = set(facts.taken[seat])
            for item in offered:
                cell = self.items.setdefault(item, {}).setdefault(seat, [0, 0, 0, 0])
                at = 0 if item in taken else 2
                cell[at] += 1
                cell[at + 1] += parts[seat]
        for used in facts.used:
            for item in used:
                self.used[item] = self.used.get(item, 0) + 1

    def plus(self, other: Counts, sign: int = 1) -> Counts:
        """Return the counts of both together; with sign -1, these without the other's, which they include."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Counts(*(_plus(one, two, sign) for one, two in pairs))


def _plus(one: Any, other: Any, sign: int) -> Any:
    if isinstance(one, dict):
        found = dict(one)
        for key, part in other.items():
            found[key] = _plus(found[key], part, sign) if key in found else part
        return found
    if isinstance(one, list):
        return [a + sign * b for a, b in zip(one, other, strict=True)]
    return one + sign * other
