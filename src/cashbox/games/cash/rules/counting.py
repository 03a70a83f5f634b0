"""Count what facts can name of a firm and of the table, and tally the changes of an action.

Of a seat: hand, chosen (cards; those picked to pass), open, insured, capital (dollars; uninsured and insured cash),
license, investigation, taxman (0 or 1), insurance, ventures (cards on the firm), lost, extra (turns), offers (made to
it in this turn). Of the table: deck, dumped (cards).

Other numbers in facts: room (dollars left of an insurance limit), over (cards still to discard), short (cards that
cannot be drawn because there are no more), final (1 if the action cannot be undone).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.facts import ACTOR, TABLE, Change, Facts

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def measures(s: State, seat: int) -> dict[str, int]:
    """See `Rules.measures`."""
    if seat < 0:
        return {"deck": len(s.deck), "dumped": len(s.dump)}
    p = s.players[seat]
    return {
        "hand": len(p.hand),
        "chosen": len(p.chosen),
        "open": uninsured(s, p),
        "insured": insured(s, p),
        "capital": p.capital,
        "license": int(p.license >= 0),
        "investigation": int(p.probe >= 0),
        "taxman": int(p.taxman >= 0),
        "insurance": len(p.policies),
        "ventures": len(p.ventures),
        "lost": p.lost,
        "extra": p.extra,
        "offers": s.players[s.active].offers[seat],
    }


def uninsured(s: State, p: Player) -> int:
    """Return the dollars of uninsured cash on a firm."""
    value, face = s.content.value, s.content.face
    return sum([value[face[card]] for card in p.cash])


def insured(s: State, p: Player) -> int:
    """Return the dollars of insured cash on a firm."""
    value, face = s.content.value, s.content.face
    dollars = 0
    for policy in p.policies:
        for card in policy[1:]:
            dollars += value[face[card]]
    return dollars


class Tally:
    """Collects the changes of a seat's action, one after the other."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.known: dict[str, int] = {}
        self._by: dict[tuple[int, str], int] = {}

    def add(self, what: str, by: int, seat: int = ACTOR) -> None:
        """Change a number of the acting seat, of another seat, or of the table."""
        key = (ACTOR if seat == self.seat else seat, what)
        self._by[key] = self._by.get(key, 0) + by

    def dump_cash(self, card: int) -> None:
        """Move uninsured cash of the acting seat to the dumped deals."""
        self.add("open", -self.s.worth(card))
        self.add("dumped", 1, TABLE)

    def end_investigation(self) -> None:
        """End the acting seat's investigation."""
        self.add("investigation", -1)
        self.add("dumped", 1, TABLE)

    def draw(self, count: int) -> int:
        """Draw cards for the acting seat, or all that are left. The dumped deals become the deck when it runs out.
        Returns the number drawn."""
        deck, dumped = self.table("deck"), self.table("dumped")
        drawn = min(count, deck + dumped)
        self.add("hand", drawn)
        if drawn > deck:
            self.add("dumped", -dumped, TABLE)
            self.add("deck", dumped, TABLE)
        self.add("deck", -drawn, TABLE)
        return drawn

    def table(self, what: str) -> int:
        """Return the resulting size of the deck or of the dumped deals."""
        now = self.s.deck if what == "deck" else self.s.dump
        return len(now) + self._by.get((TABLE, what), 0)

    def facts(self) -> Facts:
        """Return the facts so far."""
        before = measures(self.s, self.seat)
        changes = []
        for (seat, what), by in self._by.items():
            if by:
                now = before if seat == ACTOR else measures(self.s, seat)
                changes.append(Change(what, by, left=now[what] + by, seat=seat))
        return Facts(tuple(changes), self.known)
