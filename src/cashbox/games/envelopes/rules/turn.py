"""What all actions of a turn have in common, and the small decisions inside one.

Source: V10 "Playing Out the Month"; RULINGS A5.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import NoChance
from cashbox.engine.facts import Change, Facts
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
_LATELY: Final = Recent[Facts](1 << 10)


def not_asked(s: State, seat: int) -> str:
    """Why a seat is not asked while others are."""
    if not choosing_together(s):
        return NOT_YOUR_TURN
    if s.phase == FINAL and not s.players[seat].choice:
        return "You have no bucks for a final campaign."
    return "You have already chosen."


class Together(Phase[State, Content]):
    """What may be asked of all at the same time."""

    def not_asked(self, s: State, seat: int) -> str:
        return not_asked(s, seat)


def unfinished(s: State) -> str:
    """What is said of anything else while a small decision is going on."""
    assert s.step is not None
    return f"Finish {DOING[s.step.kind]} first."


class InTurn(Verb[State, Content]):
    """An action of a turn."""

    otherwise = "You can only do that when you play out the month, after cards and dice."

    def elsewhere(self, s: State, seat: int, k: int) -> str:
        """Whose turn it is comes first, then what the turn is waiting for."""
        if not has(s.due, seat):
            return not_asked(s, seat)
        if s.phase != MONTH:
            return ""
        return "You can't choose that right now." if s.step is None else unfinished(s)


class OnMat(InTurn):
    """An action that concerns the mat of its seat. What happens is written once, see `mats`, and its facts follow."""

    def happens(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        """What the action does on a mat; the small decision that is to be made next, None where there is none."""
        raise NotImplementedError

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        """See `Verb.do`."""
        s.step = self.happens(s, s.players[seat], k, chance)

    def answers(self, s: State) -> Sequence[Chance]:
        """Chance with each answer that makes a difference."""
        return _CERTAIN

    def follows(self, s: State, p: Player, k: int) -> Hashable | None:
        """All that the facts follow from, with any content; None where that is too much to name."""
        return None

    def facts(self, s: State, seat: int, k: int) -> Facts:
        """What happens on copies of the mat, by each answer of chance, and what that means for others. Facts that
        follow from the same are worked out once."""
        p = s.players[seat]
        about = self.follows(s, p, k)
        if about is None:
            return self._tried(s, p, k)
        return _LATELY.find((self, about)) or _LATELY.keep((self, about), self._tried(s, p, k))

    def _tried(self, s: State, p: Player, k: int) -> Facts:
        tried = []
        for chance in self.answers(s):
            mat = copy_of(p)
            self.happens(s, mat, k, chance)
            tried.append(mat)
        return Facts(differences(p, tried) + self.beyond(s, p, tried[0], k), self.known(s, p, k))

    def beyond(self, s: State, p: Player, mat: Player, k: int) -> tuple[Change, ...]:
        """What changes beside the mat, once it is as tried."""
        return ()

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Other numbers that people decide by."""
        return {}


# -- small decisions ---------------------------------------------------------------------------------------------------


class Small(Phase[State, Content]):
    """A small decision inside a turn: a phase of its own, numbered from `phases.FIRST_STEP` on."""

    waiting = WAITING


class AnyHeld(Small):
    """Which envelope: of any colour that the player has."""

    def legal(self, s: State, seat: int) -> list[int]:
        """See `Phase.legal`."""
        return any_held(s.players[seat])


class Envelope(OnMat):
    """Name the colour of an envelope: to give, to send, to pay or to keep, as the step asks."""

    kind = "colour"
    says = "Pay"

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """colour: of the envelope."""
        return {"colour": k}

    def label(self, s: State, seat: int, k: int) -> str:
        """What is left of the colour is said, too."""
        return f"{self.says} 1 {v.COLOURS[k]} ({s.players[seat].env[k] - 1} left)"

    def why(self, s: State, seat: int, k: int) -> str:
        """See `Verb.why`."""
        return f"You have no {v.COLOURS[k]} envelopes."


class Enough(OnMat):
    """Go no further in a small decision that may go on."""

    kind = "done"

    def why(self, s: State, seat: int, k: int) -> str:
        """See `Verb.why`."""
        return unfinished(s)


def any_held(p: Player) -> list[int]:
    """An envelope of any colour that a player has."""
    env = p.env
    return [act.COLOUR + c for c in range(6) if env[c]]
