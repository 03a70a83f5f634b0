"""Investigations, and the cards that end them: acquittals and settlements.

Source: CASH "Investigation cards", "Acquittal cards", "How do I get rid of an Investigation card?"; RULINGS B2.2,
B2.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description
from cashbox.engine.phrases import listed, player
from cashbox.engine.state import note
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import clear_probe, dump_cash
from cashbox.games.cash.rules.effect import Effect
from cashbox.games.cash.rules.needs import suspects
from cashbox.games.cash.state import CLEAR, TARGET, State, Step
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import crime, investigation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance

INVESTIGATED: Final = event_kind(
    lambda e: f"{e.name} investigates {e.names[e[0]]} for {crime(e.content, e[1])}.",
    lambda e: f"{e.name} investigates you for {crime(e.content, e[1])}." if e[0] == e.viewer else "",
    headline=True,
)
"""Target, face."""
KEPT: Final = event_kind(lambda e: f"{e.name} keeps the {investigation(e.content, e[0])}.")
"""Face of the investigation that stays."""

# -- the cards -------------------------------------------------------------------------------------------------------


class Investigate(Effect):
    """Source: CASH "Investigation cards". If there is more than one possible target, the player chooses."""

    word = v.INVESTIGATE
    names_card = True

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        step = Step(TARGET, self.word, face)
        step.card = card
        s.steps.append(step)

    def describe(self, s: State, seat: int, face: int) -> str:
        return f"against {listed([player(other) for other in suspects(s, seat)], 'or')}"

    def targets(self, s: State, seat: int) -> list[int]:
        return suspects(s, seat)

    def aim(self, s: State, seat: int, face: int, card: int, target: int) -> None:
        s.players[target].probe = card
        note(s, INVESTIGATED, seat, target, face)

    def count_aim(self, s: State, face: int, target: int, tally: Tally) -> None:
        tally.add("investigation", 1, target)


class Settle(Effect):
    """Source: CASH "How do I get rid of an Investigation card?", RULINGS B2.5."""

    word = v.SETTLE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        dump_cash(s, seat, s.players[seat].cash[0])
        clear_probe(s, seat)

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.dump_cash(s.players[seat].cash[0])
        tally.end_investigation()

    def describe(self, s: State, seat: int, face: int) -> str:
        lowest = s.content.names[s.content.face[s.players[seat].cash[0]]]
        return f"costs you your {lowest} and ends the investigation"


class Clear(Effect):
    """The player may end any investigation. Source: CASH "Dividend Yield", "Premium Earnings"."""

    word = v.CLEAR

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        if s.players[seat].probe >= 0:
            s.steps.append(Step(CLEAR, self.word, face))

    def describe(self, s: State, seat: int, face: int) -> str:
        return "you may end the investigation" if s.players[seat].probe >= 0 else ""


class Acquit(Clear):
    """The player may end an investigation for one crime. Source: CASH "Acquittal cards"."""

    word = v.ACQUIT


EFFECTS: Final = (Investigate(), Settle(), Clear(), Acquit())

# -- ending it or not ------------------------------------------------------------------------------------------------


class EndIt(Verb[State, Content]):
    """End the investigation of one's own license."""

    kind = "clear"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        clear_probe(s, seat)
        del s.steps[0]
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        tally.end_investigation()
        return Description(f"End the {investigation(s.content, s.content.face[s.players[seat].probe])}", tally.facts())


class Keep(Verb[State, Content]):
    """Keep the investigation."""

    kind = "keep"
    otherwise = "There is no investigation to decide on right now."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        note(s, KEPT, seat, s.content.face[s.players[seat].probe])
        del s.steps[0]
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Keep the investigation")


class Clearing(Phase[State, Content]):
    """End the investigation, or keep it."""

    number = CLEAR
    heading = "How do I get rid of an Investigation card?"
    verbs = (EndIt(), Keep())
    otherwise = "To end an investigation, play or discard a card that ends it."

    def legal(self, s: State, seat: int) -> list[int]:
        return [act.CLEAR, act.KEEP]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "You may end the investigation against you."
