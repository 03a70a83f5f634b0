"""Cards played onto a player's own firm: license, cash, insurance, Venture Capital, The Taxman; and Stop Trading.

Source: CASH "Trading License", "Stop Trading", "Cash cards", "Insurance cards", "Venture Capital", "The Taxman",
"Investigation cards"; RULINGS B2.3, B2.8-10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.phrases import amount
from cashbox.engine.seats import only
from cashbox.engine.state import note, without
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.actions import DONE, INSURE
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import cash_of, dump_cash, table_cash
from cashbox.games.cash.rules.effect import Effect
from cashbox.games.cash.state import INSURE as INSURING
from cashbox.games.cash.state import STOPPED, State, Step
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player

INSURED: Final = event_kind(
    lambda e: f"{e.name} insures {cards(e.content, e.what[1:])} with {e.content.names[e[0]]}.", headline=True
)
"""Face of the insurance, covered faces."""

# -- the cards -------------------------------------------------------------------------------------------------------


class License(Effect):
    """Source: CASH "Trading License"."""

    word = v.LIE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        s.players[seat].license = card

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.add("license", 1)

    def describe(self, s: State, seat: int, face: int) -> str:
        return "your other cards can now take effect"


class Stop(Effect):
    """Source: CASH "Stop Trading"."""

    word = v.STOP

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        s.ended = STOPPED

    def describe(self, s: State, seat: int, face: int) -> str:
        return "the trading round ends"


class Cash(Effect):
    """Source: CASH "Cash cards"."""

    word = v.CASH

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        table_cash(s, s.players[seat], card)

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.add("open", s.content.value[face])

    def describe(self, s: State, seat: int, face: int) -> str:
        return f"adds {amount(s.content.value[face])} in uninsured cash to your firm"


class Insurance(Effect):
    """Source: CASH "Insurance cards"."""

    word = v.INSURE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        p = s.players[seat]
        p.policies = [*p.policies, [card]]
        step = Step(INSURING, self.word, face)
        step.left = s.content.limit[face]
        s.steps.append(step)

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.add("insurance", 1)
        tally.known["room"] = s.content.limit[face]

    def describe(self, s: State, seat: int, face: int) -> str:
        return f"insures up to {amount(s.content.limit[face])} in cash"


class Double(Effect):
    """Source: CASH "Venture Capital", RULINGS B2.8."""

    word = v.DOUBLE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        p = s.players[seat]
        dump_cash(s, seat, cash_of(s, p, s.content.fee[face]))
        p.ventures = [*p.ventures, card]

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.dump_cash(cash_of(s, s.players[seat], s.content.fee[face]))
        tally.add("ventures", 1)

    def describe(self, s: State, seat: int, face: int) -> str:
        p = s.players[seat]
        fee = amount(s.content.fee[face])
        if p.ventures:
            return f"costs {fee}{_relief(s, p)}, but the cash on your firm already counts double"
        return f"costs {fee}, and the cash on your firm counts double"

    def sign(self, s: State, face: int) -> str:
        return "× 2"


def _relief(s: State, p: Player) -> str:
    """Describe the additional gain when the last Venture Capital leaves a hand with bear cards."""
    faces = [s.content.face[card] for card in p.hand]
    bears = any(s.content.held[face] for face in faces)
    last = sum([s.content.doubles[face] for face in faces]) == 1
    return ", and bear cards in your hand no longer cost double" if bears and last else ""


class Tax(Effect):
    """Source: CASH "The Taxman", RULINGS B2.7; `score.py` computes its value."""

    word = v.TAX

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        s.players[seat].taxman = card

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.add("taxman", 1)

    def describe(self, s: State, seat: int, face: int) -> str:
        return f"you get {s.content.percent[face]}% of each opponent's result for the round, profit or loss"

    def sign(self, s: State, face: int) -> str:
        return f"{s.content.percent[face]}%"


EFFECTS: Final = (License(), Stop(), Cash(), Insurance(), Double(), Tax())

# -- placing an insurance --------------------------------------------------------------------------------------------


def insurable(s: State, p: Player, step: Step) -> list[int]:
    """Return the cash cards that still fit under the insurance just played, one of each value."""
    found: list[int] = []
    for card in p.cash:
        value = s.worth(card)
        if value <= step.left and (not found or s.worth(found[-1]) != value):
            found.append(card)
    return found


def cover(s: State, seat: int, card: int) -> None:
    """Insure one uninsured cash card. The insurance is finished when nothing more fits."""
    p, step = s.players[seat], s.steps[0]
    p.cash = without(p.cash, card)
    p.policies = [*p.policies[:-1], [*p.policies[-1], card]]
    step.left -= s.worth(card)
    if not insurable(s, p, step):
        place(s, seat)


def place(s: State, seat: int) -> None:
    """Finish placing the insurance. The rest of its limit is lost."""
    policy = s.players[seat].policies[-1]
    note(s, INSURED, seat, *[s.content.face[card] for card in policy])
    del s.steps[0]
    s.due = 0


def ask(s: State) -> None:
    """Ask which cash to insure, or insure it if there is no choice."""
    p = s.players[s.active]
    fitting = insurable(s, p, s.steps[0])
    if len(fitting) == 1 and len(p.policies[-1]) == 1:
        cover(s, s.active, fitting[0])
        if not s.steps or s.steps[0].kind != INSURING:
            return
    s.phase = INSURING
    s.due = only(s.active)


class Insure(Verb[State, Content]):
    """Insure one more cash card with the card just played."""

    kind = "insure"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        cover(s, seat, cash_of(s, s.players[seat], s.content.values[k]))

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally = Tally(s, seat)
        value = s.content.values[k]
        tally.add("open", -value)
        tally.add("insured", value)
        tally.known["room"] = s.steps[0].left - value
        return Description(f"Insure {amount(value)}", tally.facts())

    def explain(self, s: State, seat: int, k: int) -> str:
        value = s.content.values[k]
        if cash_of(s, s.players[seat], value) < 0:
            return f"You have no uninsured {amount(value)}."
        return f"Only {amount(s.steps[0].left)} of the limit is left, and limits can't be combined."


class Done(Verb[State, Content]):
    """Stop insuring; the rest of the limit is lost."""

    kind = "done"
    otherwise = "You are not placing an insurance card right now."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        place(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        room = s.steps[0].left
        return Description(f"Stop here and lose {amount(room)} of the limit", Facts(known={"room": room}))

    def explain(self, s: State, seat: int, k: int) -> str:
        return "Insurance has to cover at least one cash card."


class Insuring(Phase[State, Content]):
    """Choose uninsured cash for the insurance just played."""

    number = INSURING
    heading = "Insurance cards"
    verbs = (Insure(), Done())
    otherwise = "To insure cash, play an insurance card."

    def legal(self, s: State, seat: int) -> list[int]:
        """List the cash to insure. After the first card, the player may stop."""
        p, values = s.players[seat], s.content.values
        found = [INSURE + values.index(s.worth(card)) for card in insurable(s, p, s.steps[0])]
        if len(p.policies[-1]) > 1:
            found.append(DONE)
        return found

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Choose up to {amount(s.steps[0].left)} in cash to insure."
