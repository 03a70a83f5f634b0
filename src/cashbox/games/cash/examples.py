"""The worked examples on the help page: short positions that the rules play when the page is built.

Source: CASH "The score", "Insurance cards", "The Broker".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import SeededChance
from cashbox.engine.examples import ExampleBuilder, playable
from cashbox.engine.phrases import amount, listed, plural
from cashbox.games.cash import actions as act
from cashbox.games.cash.rules import score
from cashbox.games.cash.rules.counting import insured, uninsured
from cashbox.games.cash.rules.flow import Flow
from cashbox.games.cash.state import ACT, STOPPED, new_state
from cashbox.games.cash.text.phrases import cards

if TYPE_CHECKING:
    from cashbox.engine.examples import Example
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.options import Rules
    from cashbox.games.cash.state import Player, State

NAMES: Final = ("Ann", "Bob", "Cem")
FINE: Final = "–"
"""The text for an empty list."""


def examples(content: Content, rules: Rules) -> list[Example]:
    """Build the examples of a table with these rules."""
    return playable(partial(one, content, rules) for one in (_score, _insurance, _broker))


# -- positions ---------------------------------------------------------------------------------------------------------


class Position:
    """A position: each firm has a license, and it is the first player's turn to play a card."""

    def __init__(self, content: Content, rules: Rules, seats: int) -> None:
        self.content = content
        self.flow = Flow(content)
        self.chance = SeededChance("examples")
        self.s: State = new_state(content, rules, seats)
        self._used: set[int] = set()
        for p in self.s.players:
            p.license = self.card("trading-license")
            p.hand = self.cards("trading-license", "stop-trading")
        self.s.deck = self.cards(*["acquittal-corruption"] * 6)
        self.s.phase = self.s.stage = ACT
        self.s.due = 1

    def card(self, name: str) -> int:
        """Return an unused card of this face."""
        face = self.content.number[name]
        found = next(card for card, one in enumerate(self.content.face) if one == face and card not in self._used)
        self._used.add(found)
        return found

    def cards(self, *names: str) -> list[int]:
        """Return unused cards of these faces."""
        return [self.card(name) for name in names]

    def do(self, action: int) -> None:
        """Take an action for the first player, which must be legal."""
        if action not in self.flow.legal(self.s, 0):
            raise ValueError(self.flow.explain(self.s, 0, action))
        self.flow.play(self.s, 0, action, self.chance)

    def play(self, name: str) -> None:
        """Play a card for the first player."""
        self.do(act.PLAY + self.content.number[name])

    def discard(self, name: str) -> None:
        """Discard a card for the first player."""
        self.do(act.DISCARD + self.content.number[name])

    def hand_text(self, p: Player) -> str:
        """List a player's hand."""
        return cards(self.content, [self.content.face[card] for card in p.hand])


# -- the examples ------------------------------------------------------------------------------------------------------


def _score(content: Content, rules: Rules) -> Example:
    """Show a trading round of two firms."""
    t = Position(content, rules, 2)
    ann, bob = t.s.players
    ann.cash = t.cards("cash-25000", "cash-50000")
    ann.policies = [t.cards("total-cover", "cash-75000")]
    ann.ventures = t.cards("venture-capital")
    ann.hand = t.cards("cash-10000", "market-crash")
    bob.cash = t.cards("cash-150000")
    bob.hand = t.cards("bankruptcy", "global-recession")
    bob.taxman = t.card("taxman")
    first, second = score.sheet(t.s, STOPPED, 0).lines
    held = [t.hand_text(p) for p in t.s.players]
    example = ExampleBuilder("The score", "one round, two firms")
    so_far = [0, 0]
    for text, one, two in (
        ("Cash on a firm counts, insured or not.", first.tabled, second.tabled),
        ("Ann has Venture Capital on her firm, so her cash counts double.", first.doubled, second.doubled),
        (f"Cash in hand counts against a firm. Ann holds {held[0]}.", first.held, second.held),
        (f"Bear market cards in hand cost money, too. Bob holds {held[1]}.", first.bears, second.bears),
        ("Bob has The Taxman on his firm, so he gets a share of Ann's result.", first.taxed, second.taxed),
    ):
        so_far = [so_far[0] + one, so_far[1] + two]
        example.step(text, {"Ann": _change(one), "Bob": _change(two), "Ann so far": so_far[0], "Bob so far": so_far[1]})
    text = "Each firm adds its result to its capital."
    example.step(text, {"Ann": first.total, "Bob": second.total})
    return example.build()


def _insurance(content: Content, rules: Rules) -> Example:
    """Show that insurance covers what fits under its limit."""
    t = Position(content, rules, 2)
    ann = t.s.players[0]
    ann.cash = sorted(t.cards("cash-5000", "cash-10000", "cash-25000", "cash-50000"), key=t.s.worth)
    ann.hand += t.cards("basic-cover")
    limit = content.limit[content.number["basic-cover"]]

    def shown() -> dict[str, int | str]:
        left = t.s.steps[0].left if t.s.steps else 0
        return {"Uninsured": uninsured(t.s, ann), "Insured": insured(t.s, ann), "Limit left": left}

    example = ExampleBuilder("Insurance cards", "how much one card covers")
    own = listed([amount(t.s.worth(card)) for card in ann.cash])
    example.step(f"Ann has {own} on her firm, all uninsured.", {"Uninsured": uninsured(t.s, ann), "Insured": 0})
    t.play("basic-cover")
    name = content.names[content.number["basic-cover"]]
    example.step(f"She plays {name}, which covers up to {amount(limit)}.", shown())
    for value in (25_000, 10_000, 5_000):
        t.do(act.INSURE + content.values.index(value))
        example.step(f"She covers {amount(value)}.", shown())
    rest = amount(limit - insured(t.s, ann))
    text = f"Nothing else fits. The remaining {rest} of the limit is lost."
    example.step(text, shown())
    return example.build()


def _broker(content: Content, rules: Rules) -> Example:
    """Show that players with the cash give it, and the others lose turns."""
    t = Position(content, rules, 3)
    ann, bob, cem = t.s.players
    face = content.number["broker"]
    value = f"cash-{content.value[face]}"
    ann.hand += t.cards("broker")
    bob.cash = sorted(t.cards(value, value, "cash-50000"), key=t.s.worth)
    cem.cash = t.cards("cash-50000")
    cem.policies = [t.cards("basic-cover", value)]

    def shown() -> dict[str, int | str]:
        return {NAMES[seat]: _firm(t.s, p) for seat, p in enumerate(t.s.players)}

    example = ExampleBuilder("The Broker", "one opponent can pay, one can't")
    example.step("Here is the cash on each firm. Cem's smaller card is insured.", shown())
    t.discard("broker")
    prize = amount(content.value[face])
    text = (
        f"Ann discards The Broker. She can take an uninsured {prize} from every opponent who has one, or from no one."
    )
    example.step(text, shown())
    t.do(act.TAKE)
    lost = plural(content.fine[face], "turn")
    text = (
        f"She takes it. Bob has two and gives up one {prize}. Cem has no uninsured {prize}, so he loses {lost} instead."
    )
    example.step(text, shown())
    return example.build()


def _firm(s: State, p: Player) -> str:
    """List the cards on a firm."""
    parts = [amount(uninsured(s, p)) if p.cash else "0"]
    if p.policies:
        parts.append(f"{amount(insured(s, p))} insured")
    if p.lost:
        parts.append(f"loses {plural(p.lost, 'turn')}")
    return ", ".join(parts)


def _change(n: int) -> str:
    """Format a change as +5,000 or −5,000."""
    return f"+{amount(n)}" if n > 0 else amount(n) if n else FINE
