"""What all actions of a turn have in common, and the small decisions within a turn.

Source: V10 "Playing Out the Month"; RULINGS A5.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from cashbox.engine.chance import NoChance
from cashbox.engine.facts import Change, Description, Facts
from cashbox.engine.recent import Recent
from cashbox.engine.seats import has
from cashbox.engine.verbs import NOT_YOUR_TURN, Phase, Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import DOING, FINAL, MONTH
from cashbox.games.envelopes.rules.mats import copy_of, differences
from cashbox.games.envelopes.state import Player, State, Step, choosing_together

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from cashbox.engine.chance import Chance

WAITING: Final = "to play out the month"
_CERTAIN: Final = (NoChance(),)
_RECENT: Final = Recent[Facts](1 << 10)


def why_not_asked(s: State, seat: int) -> str:
    """Explain why a seat need not decide while others must."""
    if not choosing_together(s):
        return NOT_YOUR_TURN
    if s.phase == FINAL and not s.players[seat].choice:
        return "You have no bucks for a final campaign."
    return "You have already chosen."


class Together(Phase[State, Content]):
    """A base for verbs of simultaneous choices."""

    def explain_waiting(self, s: State, seat: int) -> str:
        return why_not_asked(s, seat)


def why_unfinished(s: State) -> str:
    """Explain why nothing else is possible during a small decision."""
    assert s.step is not None
    return f"First, finish {DOING[s.step.kind]}."


class InTurn(Verb[State, Content]):
    """An action of a turn."""

    otherwise = "You can only do that when you play out the month, after cards and dice."

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        """Explain whose turn it is or, in the seat's own turn, what it must finish first."""
        if not has(s.due, seat):
            return why_not_asked(s, seat)
        if s.phase != MONTH:
            return ""
        return "You can't choose that right now." if s.step is None else why_unfinished(s)


class OnMat(InTurn):
    """An action on its seat's mat. Its rule is written once, in `apply`: the facts are its effects on copies of the
    mat, see `mats`.

    alike: whether the key is the same for every k.
    """

    alike: ClassVar[bool] = False

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        """Apply the action to a mat. Returns the small decision to make next, None if there is none."""
        raise NotImplementedError

    def label(self, s: State, seat: int, k: int) -> str:
        """Write the label of the action."""
        raise NotImplementedError

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return other numbers for the decision, see `Facts.known`."""
        return {}

    def key(self, s: State, p: Player, k: int) -> Hashable | None:
        """Return everything that the facts (for any content) and the label (for this content) depend on; None if that
        is too much."""
        return None

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        """See `Verb.do`."""
        s.step = self.apply(s, s.players[seat], k, chance)

    def describe(self, s: State, seat: int, k: int) -> Description:
        """See `Verb.describe`. Facts with the same key are computed once."""
        p = s.players[seat]
        key = self.key(s, p, k)
        if key is None:
            facts = self._facts(s, p, k)
        else:
            facts = _RECENT.find((self, key)) or _RECENT.store((self, key), self._facts(s, p, k))
        return Description(self.label(s, seat, k), facts)

    def cache_keys(self, s: State, seat: int, ks: Sequence[int]) -> Sequence[Hashable | None]:
        """See `Verb.cache_keys`."""
        p = s.players[seat]
        return [self.key(s, p, ks[0])] * len(ks) if self.alike else [self.key(s, p, k) for k in ks]

    def _facts(self, s: State, p: Player, k: int) -> Facts:
        tried = []
        for chance in self.outcomes(s):
            mat = copy_of(p)
            self.apply(s, mat, k, chance)
            tried.append(mat)
        return Facts(differences(p, tried) + self.side_effects(s, p, tried[0]), self.known(s, p, k))

    def outcomes(self, s: State) -> Sequence[Chance]:
        """List sources of chance, one for each draw that makes a difference."""
        return _CERTAIN

    def side_effects(self, s: State, p: Player, mat: Player) -> tuple[Change, ...]:
        """List the changes outside the mat. mat: a copy to which the action was applied."""
        return ()


# -- small decisions ---------------------------------------------------------------------------------------------------


class Small(Phase[State, Content]):
    """A small decision within a turn: a separate phase, numbered from `phases.FIRST_STEP` on."""

    task = WAITING


class AnyHeld(Small):
    """Choose an envelope of any color that the player has."""

    def legal(self, s: State, seat: int) -> list[int]:
        """See `Phase.legal`."""
        return any_held(s.players[seat])


class Envelope(OnMat):
    """Choose the color of an envelope to give, to send, to pay, or to keep, depending on the step."""

    kind = "colour"
    says = "Pay"

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. colour: of the envelope."""
        return {"colour": k}

    def label(self, s: State, seat: int, k: int) -> str:
        """Label the envelope, with the remaining number of its color."""
        return f"{self.says} 1 {v.COLOURS[k]} ({s.players[seat].env[k] - 1} left)"

    def explain(self, s: State, seat: int, k: int) -> str:
        """See `Verb.why`."""
        return f"You have no {v.COLOURS[k]} envelopes."


class Enough(OnMat):
    """Finish an optional small decision."""

    kind = "done"

    def explain(self, s: State, seat: int, k: int) -> str:
        """See `Verb.why`."""
        return why_unfinished(s)


def any_held(p: Player) -> list[int]:
    """List an envelope of each color that a player has."""
    env = p.env
    return [act.COLOUR + c for c in range(6) if env[c]]
