"""The choices in paying for a card or recruit: what a discount leaves out, and which substitutes to use.

Source: V10 "Put a card (or cards) into play", "Sign Recruits"; RULINGS A5.12-13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.phases import FIRST_STEP, PAY
from cashbox.games.envelopes.rules import payment, put_card, sign
from cashbox.games.envelopes.rules.mats import step_on
from cashbox.games.envelopes.rules.turn import OnMat, Small
from cashbox.games.envelopes.text.phrases import amounts, recruit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.facts import Change
    from cashbox.games.envelopes.state import Player, State, Step


class Paying(OnMat):
    """One choice in paying; once everything is paid, the card comes into play, or the recruit signs. first: of its
    ints."""

    first: int

    def apply(self, s: State, p: Player, k: int, chance: Chance) -> Step | None:
        step = step_on(s, p)
        payment.choose(s, p, step, self.first + k)
        if not payment.settle(s, p, step):
            return step
        if step.recruit:
            sign.paid(s, p, step.of, chance)
        else:
            put_card.paid(s, p, step.of)
        return None

    def outcomes(self, s: State) -> Sequence[Chance]:
        """Return the outcomes of the die that is rolled once a recruit is paid."""
        return sign.outcomes(s) if s.step is not None and s.step.recruit else super().outcomes(s)

    def side_effects(self, s: State, p: Player, mat: Player) -> tuple[Change, ...]:
        """Return the changes for others when a recruit signs."""
        return sign.side_effects(s, p, mat)

    def explain(self, s: State, seat: int, k: int) -> str:
        return f"You can't pay the rest that way. You still owe {amounts(step_on(s, s.players[seat]).counts)}."


class AsPrinted(Paying):
    """Pay the rest as printed."""

    kind = "done"
    first = act.DONE

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Pay {amounts(step_on(s, s.players[seat]).counts)} (as printed)"


class LeaveOut(Paying):
    """Use a discount to leave out an envelope of this color."""

    kind = "leave"
    first = act.LEAVE

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. colour: of the envelope."""
        return {"colour": k}

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Leave out 1 {v.COLOURS[k]}"


class PayBuck(Paying):
    """Pay a buck instead of an envelope."""

    kind = "buck"
    first = act.BUCK

    def label(self, s: State, seat: int, k: int) -> str:
        return f"Pay 1 buck instead of 1 {v.COLOURS[k]} ({plural(s.players[seat].bucks - 1, 'buck')} left)"


class PayOther(Paying):
    """Pay with an envelope of one color instead of another."""

    kind = "wild"
    first = act.WILD

    def known(self, s: State, p: Player, k: int) -> dict[str, int]:
        """Return known numbers. colour: of the envelope to pay."""
        paid, _ = act.other_of(k)
        return {"colour": paid}

    def label(self, s: State, seat: int, k: int) -> str:
        paid, owed = act.other_of(k)
        return f"Pay 1 {v.COLOURS[paid]} instead of 1 {v.COLOURS[owed]}"


class Pay(Small):
    """Choose how to pay for a card or recruit."""

    number = FIRST_STEP + PAY
    verbs = (AsPrinted(), LeaveOut(), PayBuck(), PayOther())

    def rule(self, s: State) -> str:
        return "Sign Recruits" if s.step is not None and s.step.recruit else "Put a card into play"

    def legal(self, s: State, seat: int) -> list[int]:
        assert s.step is not None
        return payment.legal(s.players[seat], s.step)

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        p = s.players[seat]
        step = step_on(s, p)
        what = f"the {recruit(s, step.of)}" if step.recruit else s.content.names[step.of]
        if step.left:
            return f"You pay {plural(step.left, 'envelope')} less for {what}. Choose what to leave out."
        as_printed = act.DONE in payment.legal(p, step)
        how = "Pay as printed or choose a substitute." if as_printed else "Choose a substitute for what you don't have."
        return f"You still owe {amounts(step.counts)} for {what}. {how}"
