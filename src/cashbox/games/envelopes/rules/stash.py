"""The Secret Stash: dealt and chosen in secret, dealt and kept completely, or drafted openly.

Source: V10 "The Secret Stash", "Secrets about the Stash"; FAM "Setting up a family rules version of Envelopes of Cash";
RULINGS A4, A5.3, A5.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.phrases import plural
from cashbox.engine.state import note, without
from cashbox.engine.verbs import Verb
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.phases import DEAL, STASH
from cashbox.games.envelopes.rules import deck, idle
from cashbox.games.envelopes.rules.draft import OTHERWISE
from cashbox.games.envelopes.rules.turn import Together
from cashbox.games.envelopes.state import State
from cashbox.games.envelopes.text.events import cards, event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.envelopes.state import Player

STASH_DEALT: Final = event_kind(lambda e: f"You are dealt {cards(e, e.what)}." if e.own else None)
REJECTED: Final = event_kind(lambda e: f"You reject {e.content.names[e[0]]}." if e.own else None)
STASH_CHOSEN: Final = event_kind(lambda e: f"{e.name} has chosen a stash.")
STASH_TAKEN: Final = event_kind(lambda e: f"{e.name} takes {e.content.names[e[0]]} for the stash.", headline=True)


def begin(s: State, chance: Chance) -> None:
    """Deal the cards of the stash, and the first pool; ask for choices if there are any."""
    rules = s.rules
    s.phase = DEAL
    for _ in range(rules.dealt_stash):
        for p in s.players:
            card = deck.draw(s, chance)
            if rules.stash_draft:
                p.hand = [*p.hand, card]
            else:
                p.stash = [*p.stash, card]
    for seat, p in enumerate(s.players):
        if rules.dealt_stash:
            note(s, STASH_DEALT, seat, *p.hand, *p.stash)
    for _ in range(rules.first_pool * s.seats):
        deck.deal_to_pool(s, chance)
    if rules.dealt_stash > rules.kept:
        s.phase = STASH
        s.due = (1 << s.seats) - 1


class Reject(Verb[State, Content]):
    """Put a card dealt for the stash into the pool instead, once all have chosen."""

    kind = "reject"
    otherwise = "You reject cards during setup, when you choose your Secret Stash."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        p = s.players[seat]
        p.stash = without(p.stash, k)
        p.choice = [*p.choice, k]
        note(s, REJECTED, seat, k)
        if len(p.stash) == s.rules.kept:
            _chosen(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(
            f"Reject {s.content.names[k]}{idle.idle_mark(s, k)}", Facts(change("stash", len(s.players[seat].stash), -1))
        )

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        rules = s.rules
        if rules.stash_draft:
            return "You don't reject cards at this table because players draft the stash openly."
        if rules.dealt_stash > rules.kept:
            return ""
        if rules.kept:
            return "You don't reject cards at this table. You keep every card dealt for your stash."
        return "You don't reject cards at this table because there is no stash."

    def explain(self, s: State, seat: int, k: int) -> str:
        if s.rules.stash_draft:
            return "In an open stash draft, you take a card from the pack and don't reject any."
        chosen = k in s.players[seat].choice
        return "You have already rejected that card." if chosen else "That card wasn't dealt to you."


class TakeOfPack(Verb[State, Content]):
    """In an open draft, take a card from the pack in hand for the stash, once all have chosen."""

    kind = "draft"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.players[seat].choice = [k]
        _chosen(s, seat)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(f"Take {s.content.names[k]}{idle.idle_mark(s, k)}")

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "" if s.rules.stash_draft else OTHERWISE

    def explain(self, s: State, seat: int, k: int) -> str:
        return "That card isn't in your pack." if s.rules.stash_draft else OTHERWISE


def to_reject(s: State, p: Player) -> int:
    """Count the cards that a player still has to reject from those dealt for the stash."""
    return 0 if s.rules.stash_draft else len(p.stash) - s.rules.kept


def passes_to(s: State, seat: int) -> int:
    """Return the seat that gets the rest of a seat's pack in an open draft: counterclockwise; -1 for the pool."""
    return (seat - 1) % s.seats if len(s.players[seat].stash) + 1 < s.rules.kept else -1


def _chosen(s: State, seat: int) -> None:
    s.due &= ~(1 << seat)
    note(s, STASH_CHOSEN, seat)


class Stash(Together):
    """Choose the stash: reject some of the dealt cards or, in an open draft, take one from the pack in hand."""

    number = STASH
    heading = "The Secret Stash"
    verbs = (Reject(), TakeOfPack())
    task = "to choose a Secret Stash"

    def legal(self, s: State, seat: int) -> list[int]:
        p = s.players[seat]
        if s.rules.stash_draft:
            return [act.DRAFT + card for card in p.hand]
        return [act.REJECT + card for card in p.stash]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        p = s.players[seat]
        if s.rules.stash_draft:
            rest = "is passed on" if passes_to(s, seat) >= 0 else "goes to the pool"
            return f"Take card {len(p.stash) + 1} of {s.rules.kept} for your stash. The rest of the pack {rest}."
        goes = "start the pool for everyone" if s.rules.pool else "leave the game"
        rejected = f"Choose {plural(to_reject(s, p), 'card')} to reject. Rejected cards {goes}."
        use = "In any month, you can draft one of them"
        return f"{rejected} The {s.rules.kept} that you keep are your Secret Stash. {use}."

    def task_now(self, s: State) -> str:
        return "to take a card for the stash" if s.rules.stash_draft else self.task


# -- after all have chosen
# ----------------------------------------------------------------------------------------------


def all_chosen(s: State, chance: Chance) -> None:
    """Open the pool with the rejected cards, or pass the packs on."""
    s.window += 1
    if s.rules.stash_draft:
        _pass_on(s)
    else:
        _put_away(s)


def _put_away(s: State) -> None:
    for seat, p in enumerate(s.players):
        for card in p.choice:
            deck.put_away(s, seat, card)
        p.choice = []
    s.phase = DEAL


def _pass_on(s: State) -> None:
    """Reveal everyone's choice, then pass the packs counterclockwise; the last two cards of each open the pool."""
    for seat, p in enumerate(s.players):
        card = p.choice[0]
        p.choice = []
        p.hand = without(p.hand, card)
        p.stash = [*p.stash, card]
        note(s, STASH_TAKEN, seat, card)
    if len(s.players[0].stash) == s.rules.kept:
        for p in s.players:
            p.choice, p.hand = p.hand, []
        _put_away(s)
        return
    packs = [p.hand for p in s.players]
    s.due = (1 << s.seats) - 1
    for seat, p in enumerate(s.players):
        p.hand = packs[(seat + 1) % s.seats]
        note(s, STASH_DEALT, seat, *p.hand)
