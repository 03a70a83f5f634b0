"""Describe what an action changes, in sentences made from its facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.engine.facts import ACTOR, TABLE, Change
from cashbox.engine.phrases import listed, player
from cashbox.engine.sentences import fill, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.engine.facts import Facts


class Count(NamedTuple):
    """The wording for one of a game's numbers.

    one, several: What is counted, with {} for the number, as in "{} card" and "{} cards". more, less: The verb for when
    the number rises or falls.
    """

    one: str
    several: str
    more: str = "gain"
    less: str = "lose"

    def amount(self, change: Change) -> str:
        """Format an amount, as in "3 stars", "1 to 4 stars", "up to 1 principal"."""
        least, most = sorted((abs(change.by), abs(change.greatest)))
        thing = self.one if most == 1 else self.several
        if least == most:
            return thing.format(number(most))
        if least == 0:
            return f"up to {thing.format(number(most))}"
        return thing.format(f"{number(least)} to {number(most)}")


class Reasons(NamedTuple):
    """How a game words the facts of an action.

    counts: By the name of the change; other changes are not mentioned. promises: By the name of another fact, the
    sentence to say if the fact is not 0.
    """

    counts: Mapping[str, Count] = {}
    promises: Mapping[str, str] = {}

    def of(self, facts: Facts) -> str:
        """Describe what an action changes right away, empty if nothing; {0}, {1}.. stand for the players' names."""
        seats = sorted({one.seat for one in facts.changes if one.seat != TABLE})
        found = [sentence for seat in seats if (sentence := self._for(facts, seat))]
        found += [fill(text, facts.known) for name, text in self.promises.items() if facts.known.get(name)]
        return " ".join(found)

    def _for(self, facts: Facts, seat: int) -> str:
        """Describe what changes for one seat, as in "You gain 3 stars and lose 2 bucks."."""
        mine = [one for one in facts.changes if one.seat == seat and one.what in self.counts]
        if facts.all_or_nothing:
            mine = [Change(one.what, one.by or one.greatest, seat=seat) for one in mine]
        done: dict[str, list[str]] = {}
        for one in sorted(mine, key=lambda change: change.greatest <= 0):
            count = self.counts[one.what]
            done.setdefault(count.more if one.greatest > 0 else count.less, []).append(count.amount(one))
        clauses = [f"{verb if seat == ACTOR else _third_person(verb)} {listed(what)}" for verb, what in done.items()]
        if not clauses:
            return ""
        who = ("you" if facts.all_or_nothing else "You") if seat == ACTOR else player(seat)
        said = f"{who} {_joined(clauses)}"
        return f"Either {said}, or nothing changes." if facts.all_or_nothing else f"{said}."


def _third_person(verb: str) -> str:
    """Return the form of a verb after a name: "miss" is "misses", "take back" is "takes back"."""
    first, space, rest = verb.partition(" ")
    return f"{first}{'es' if first.endswith(('s', 'sh', 'ch')) else 's'}{space}{rest}"


def _joined(clauses: Sequence[str]) -> str:
    """Join a player's clauses, so that a list in one clause does not run into the next."""
    if len(clauses) == 2 and not any(" and " in clause for clause in clauses):
        return " and ".join(clauses)
    return ", and ".join([", ".join(clauses[:-1]), clauses[-1]]) if len(clauses) > 1 else clauses[0]


NO_REASONS: Final = Reasons()
"""For a game without wordings."""
