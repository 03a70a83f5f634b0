"""What speaks for an action, in one sentence that is made of its facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.engine.facts import ACTOR, TABLE
from cashbox.engine.phrases import listed, player
from cashbox.engine.sentences import fill, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.engine.facts import Change, Facts


class Reasons(NamedTuple):
    """How a game speaks of its facts. counts: one and several of what a number counts, by the name of the change, as in
    ("card", "cards"); what is not named goes unsaid. promises: what another fact means, by its name, as in "pays
    {round_end dollar} at the end of the round"; it is said where the fact is not 0."""

    counts: Mapping[str, tuple[str, str]] = {}
    promises: Mapping[str, str] = {}

    def of(self, facts: Facts) -> str:
        """Say what an action changes at once, empty where that is nothing; {0}, {1}.. stand for the players' names."""
        seats = sorted({one.seat for one in facts.changes if one.seat != TABLE})
        parts = [part for seat in seats for part in self._for(facts, seat)]
        parts += [fill(text, facts.known) for name, text in self.promises.items() if facts.known.get(name)]
        return f"It {listed(parts)}." if parts else ""

    def _for(self, facts: Facts, seat: int) -> list[str]:
        """What it gives to a seat, and what it takes from it."""
        who = "you" if seat == ACTOR else player(seat)
        mine = [one for one in facts.changes if one.seat == seat and one.what in self.counts]
        given = [self._said(one) for one in mine if one.greatest > 0]
        taken = [self._said(one) for one in mine if one.greatest <= 0]
        gives = [f"gives {who} {listed(given)}"] if given else []
        return gives + ([f"takes {listed(taken)} from {who}"] if taken else [])

    def _said(self, change: Change) -> str:
        """As in "3 stars", "1 to 4 stars", "up to 1 principal"."""
        least, most = sorted((abs(change.by), abs(change.greatest)))
        one, several = self.counts[change.what]
        thing = one if most == 1 else several
        if least == most:
            return f"{number(most)} {thing}"
        return f"up to {number(most)} {thing}" if least == 0 else f"{number(least)} to {number(most)} {thing}"


NO_REASONS: Final = Reasons()
"""Of a game that says nothing."""
