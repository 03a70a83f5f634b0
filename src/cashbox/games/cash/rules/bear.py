"""Discarded bear market cards: Market Crash, Global Recession, Bankruptcy.

Source: CASH "Bear market cards", "Market Crash", "Global Recession", "Bankruptcy"; RULINGS B2.11, B2.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import TABLE
from cashbox.engine.hidden_cards.knowledge import EVERYBODY, OPEN
from cashbox.engine.phrases import listed, plural
from cashbox.engine.state import note
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules.counting import Tally, uninsured
from cashbox.games.cash.rules.drawing import DUMPED, clear_probe, draw, dump_cash, lose_turns
from cashbox.games.cash.rules.effect import Effect
from cashbox.games.cash.state import NO_CARDS, NONE, PASS, State, Step
from cashbox.games.cash.text.phrases import each

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player


class Lose(Effect):
    """The player loses turns."""

    word = v.LOSE

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        lose_turns(s, seat, s.content.lose[face])

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        tally.add("lost", s.content.lose[face])

    def describe(self, s: State, seat: int, face: int) -> str:
        if v.RUIN in s.content.does[face]:
            return ""
        return f"you lose {plural(s.content.lose[face], 'turn')}"


class Dump(Effect):
    """The player loses uninsured cash, if there is any. Source: CASH "Market Crash", "Global Recession"."""

    word = v.DUMP

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        if s.players[seat].cash:
            dump_cash(s, seat, self._gone(s, seat, face))

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        if s.players[seat].cash:
            tally.dump_cash(self._gone(s, seat, face))

    def describe(self, s: State, seat: int, face: int) -> str:
        if not s.players[seat].cash:
            return ""
        return f"you lose your {s.content.names[s.content.face[self._gone(s, seat, face)]]}"

    def _gone(self, s: State, seat: int, face: int) -> int:
        return s.players[seat].cash[0 if s.content.dump[face] == v.LOWEST else -1]


class Pass(Effect):
    """Everyone passes cards to the right, see `passing.py`."""

    word = v.PASS

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        step = Step(PASS, self.word, face)
        step.left = s.content.passes[face]
        s.steps.append(step)

    def describe(self, s: State, seat: int, face: int) -> str:
        passed = s.content.passes[face]
        few = any(len(p.hand) - (other == seat) < passed for other, p in enumerate(s.players))
        return f"everyone passes {plural(passed, 'card')} to the right{' (or all they have)' if few else ''}"


class Ruin(Effect):
    """The player loses the license (with an investigation), Taxman, Venture Capital, uninsured cash, and hand. Source:
    CASH "Bankruptcy", RULINGS B2.12."""

    word = v.RUIN

    def do(self, s: State, seat: int, face: int, card: int, chance: Chance) -> None:
        p = s.players[seat]
        if p.probe >= 0:
            clear_probe(s, seat)
        s.unseen.move([(one, seat, OPEN, EVERYBODY) for one in p.hand])
        gone = [p.license, *_assets(p), *p.hand]
        for one in gone:
            note(s, DUMPED, seat, s.content.face[one])
        s.dump += gone
        p.license = p.taxman = NONE
        p.ventures, p.cash, p.hand = [], [], []
        if not draw(s, seat, HAND, chance):
            s.ended = NO_CARDS

    def count(self, s: State, seat: int, face: int, tally: Tally) -> None:
        p = s.players[seat]
        held = len(p.hand) - 1
        if p.probe >= 0:
            tally.end_investigation()
        tally.add("dumped", 1 + len(_assets(p)) + held, TABLE)
        for what, by in (("license", 1), ("taxman", int(p.taxman >= 0)), ("ventures", len(p.ventures))):
            tally.add(what, -by)
        tally.add("open", -uninsured(s, p))
        tally.add("hand", -held)
        tally.draw(HAND)

    def describe(self, s: State, seat: int, face: int) -> str:
        p = s.players[seat]
        assets = [s.content.face[card] for card in _assets(p)]
        gone = ["your license", *(["the investigation"] if p.probe >= 0 else []), *each(s.content, assets)]
        gone += ["the rest of your hand"] if len(p.hand) > 1 else []
        stays = " but keep insured cash" if p.policies else ""
        lose = s.content.lose[face]
        wait = f" and lose {plural(lose, 'turn')}" if lose else ""
        return f"you lose {listed(gone)}{stays}, then draw {plural(HAND, 'card')}{wait}"


def _assets(p: Player) -> list[int]:
    """Return the cards on a firm other than its license, insured cash, and insurance."""
    return [*([p.taxman] if p.taxman >= 0 else []), *p.ventures, *p.cash]


EFFECTS: Final = (Lose(), Dump(), Pass(), Ruin())
