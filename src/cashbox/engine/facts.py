"""Describe what an action does: its label, and its facts as numbers. The rules compute both.

A fact says only what the seat that acts may know: a range where chance or hidden cards decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLE: Final = -1
"""In `Change.seat`: the table itself, for decks and other things that belong to no seat."""
ACTOR: Final = -2
"""In `Change.seat`: the seat that acts."""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of one number. what: its name, one of `Game.measures`. by: the change, or the smallest possible one;
    most: the largest possible one, if it is not certain. left: the number afterward, if it is certain. seat: whose
    number it is."""

    what: str
    by: int
    most: int | None = None
    left: int | None = None
    seat: int = ACTOR

    def perhaps(self) -> Change:
        """Return the same change as an uncertain one."""
        return Change(self.what, min(self.by, 0), max(self.greatest, 0), None, self.seat)

    @property
    def greatest(self) -> int:
        """The largest possible change."""
        return self.by if self.most is None else self.most

    @property
    def to(self) -> str:
        """The other end of a range, as text."""
        return "" if self.most is None else f" to {self.most}"

    def allows(self, change: int) -> bool:
        """Check whether an actual change is within what was stated."""
        return self.by <= change <= self.greatest


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one action changes, as numbers. changes: the numbers that change right away, each once per seat, without
    what follows automatically (the next turn, the end of a round). known: other numbers that matter for the decision,
    by names that the game's rules define, such as what a space would pay or what something is worth. all_or_nothing:
    the changes, each a range from or to 0, either all happen or none does."""

    changes: tuple[Change, ...] = ()
    known: dict[str, int] = {}
    all_or_nothing: bool = False

    @classmethod
    def perhaps(cls, changes: tuple[Change, ...], known: dict[str, int]) -> Facts:
        """State that the changes happen together or not at all."""
        return cls(tuple([one.perhaps() for one in changes]), known, all_or_nothing=True)

    def by(self, what: str) -> int:
        """Return the (least) change of one of the acting seat's numbers, 0 if it does not change."""
        return next((one.by for one in self.changes if one.what == what and one.seat == ACTOR), 0)

    def left(self, what: str) -> int:
        """Return what the acting seat has left of something. KeyError if the facts do not state it."""
        for one in self.changes:
            if one.what == what and one.seat == ACTOR and one.left is not None:
                return one.left
        raise KeyError(what)


NOTHING: Final = Facts()
"""The facts of an action that changes no number."""


class Description(msgspec.Struct, frozen=True):
    """What people read about one legal action before they take it.

    label: The text of its button; {0}, {1}.. stand for the players' names.
    facts: What it changes right away, as numbers.
    does: The part of the label that says what the action does, for a board that shows it next to the thing that the
    label names. Empty if the label alone is enough.
    """

    label: str
    facts: Facts = NOTHING
    does: str = ""


def change(what: str, before: int, by: int, seat: int = ACTOR) -> tuple[Change, ...]:
    """Return a certain change with the resulting number, or nothing if nothing changes."""
    return (Change(what, by, left=before + by, seat=seat),) if by else ()


def contradictions(
    said: Facts, actor: int, before: Mapping[int, Mapping[str, int]], after: Mapping[int, Mapping[str, int]]
) -> Iterator[str]:
    """List where facts and what happened differ, a clause each.

    Args:
        said: The facts of an action.
        actor: The seat that takes it.
        before: `Game.measures` before the action, by owner, a seat or TABLE.
        after: The same after it.
    """
    told = {(actor if one.seat == ACTOR else one.seat, one.what): one for one in said.changes}
    if len(told) < len(said.changes):
        yield "the facts list the same number twice for one seat"
    for (owner, what), one in told.items():
        if what not in before.get(owner, {}):
            yield f"the facts speak of {what!r}, which `measures` does not count"
        elif one.left is not None and one.left != after[owner][what]:
            yield f"the facts leave {_owned(owner, what)} at {one.left}, but playing it leaves {after[owner][what]}"
    for owner, numbers in before.items():
        for what, number in numbers.items():
            by = after[owner][what] - number
            one = told.get((owner, what), Change(what, 0))
            if not one.allows(by):
                yield f"the facts change {_owned(owner, what)} by {one.by}{one.to}, but playing it changes it by {by}"


def _owned(owner: int, what: str) -> str:
    return f"{what!r} of {'the table' if owner == TABLE else f'seat {owner}'}"
