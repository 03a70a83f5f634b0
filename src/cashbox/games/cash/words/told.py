"""One sentence for each kind of event: teller(content, event, viewer, names), None where the viewer is not told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed, plural
from cashbox.games.cash import events as ev
from cashbox.games.cash.words.phrases import cards, dollars, face_down

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.game import Event
    from cashbox.games.cash.content import Content

    Names = Sequence[str]
    Teller = Callable[[Content, Event, int, Names], str | None]


def _drew(c: Content, event: Event, viewer: int, names: Names) -> str:
    faces = event[2:]
    if viewer == event[1]:
        return f"You draw {cards(c, faces)}."
    return f"{names[event[1]]} draws {plural(len(faces), 'card')}."


def _passed(c: Content, event: Event, viewer: int, names: Names) -> str:
    giver, taker, faces = event[1], event[2], event[3:]
    told = cards(c, faces) if viewer in (giver, taker) and faces else plural(len(faces), "card")
    return f"{names[giver]} passes {told} to {names[taker]}."


def _insured(c: Content, event: Event, viewer: int, names: Names) -> str:
    return f"{names[event[1]]} covers {cards(c, event[3:])} with {c.names[event[2]]}."


def _discarded(c: Content, event: Event, viewer: int, names: Names) -> str:
    return f"{names[event[1]]} discards {c.names[event[2]]}{'' if event[3] else ', without effect'}."


def _offered(c: Content, event: Event, viewer: int, names: Names) -> str:
    maker, partner = event[1], event[2]
    lists, rest = unpack(event[3:], 4)
    give_firm, ask_firm, give_named, ask_named = lists
    give, ask = [], []
    if give_firm:
        give.append(f"{cards(c, give_firm)} of the firm")
    if ask_firm:
        ask.append(f"{cards(c, ask_firm)} of {names[partner]}'s firm")
    if viewer in (maker, partner):
        give += [f"{cards(c, give_named)} from the hand"] if give_named else []
        give += [face_down(rest[0])] if rest[0] else []
        ask += [f"{cards(c, ask_named)} from the hand"] if ask_named else []
        ask += [face_down(rest[1])] if rest[1] else []
    else:
        perhaps = "perhaps cards of the hand"
        give, ask = [[*side, perhaps] if side else [] for side in (give, ask)]
    what = f"{listed(give) if give else 'cards of the hand'} for {listed(ask) if ask else 'cards of the hand'}"
    if event[0] == ev.COUNTERED:
        return f"{names[maker]} answers {names[partner]} with an offer: {what}."
    return f"{names[maker]} offers {names[partner]} {what}."


def _swapped(c: Content, event: Event, viewer: int, names: Names) -> str:
    maker, partner = event[1], event[2]
    give_firm, ask_firm, given, taken = unpack(event[3:], 4)[0]
    party = viewer in (maker, partner)

    def side(firm: Sequence[int], hand: Sequence[int]) -> str:
        parts = [f"{cards(c, firm)} of the firm"] if firm else []
        if hand:
            parts.append(cards(c, hand) if party else f"{plural(len(hand), 'card')} of the hand")
        return listed(parts)

    deal = f"{names[maker]} gives {side(give_firm, given)}, {names[partner]} gives {side(ask_firm, taken)}"
    return f"A deal: {deal}."


def unpack(flat: Sequence[int], count: int) -> tuple[list[Sequence[int]], Sequence[int]]:
    """So many lists, each written as its length and its ints, and what follows them."""
    lists, at = [], 0
    for _ in range(count):
        end = at + 1 + flat[at]
        lists.append(flat[at + 1 : end])
        at = end
    return lists, flat[at:]


def _taxed(c: Content, event: Event, viewer: int, names: Names) -> str:
    amount = event[2]
    return f"The Taxman {'brings' if amount > 0 else 'costs'} {names[event[1]]} {dollars(abs(amount))}."


def _loses(c: Content, event: Event, viewer: int, names: Names) -> str:
    return f"{names[event[1]]} is to lose {plural(event[2], 'turn')}."


TELLERS: Final[dict[int, Teller]] = {
    ev.ROUND: lambda c, e, viewer, names: f"Trading round {e[2]}: {names[e[1]]} plays first.",
    ev.TURN: lambda c, e, viewer, names: f"{names[e[1]]} takes another turn." if e[2] else None,
    ev.LOST_TURN: lambda c, e, viewer, names: f"{names[e[1]]} loses this turn.",
    ev.DREW: _drew,
    ev.REFILLED: lambda c, e, viewer, names: f"The dumped deals are shuffled: a new deck of {plural(e[2], 'card')}.",
    ev.PLAYED: lambda c, e, viewer, names: f"{names[e[1]]} plays {c.names[e[2]]}.",
    ev.INSURED: _insured,
    ev.INVESTIGATED: lambda c, e, viewer, names: f"{names[e[1]]} puts {c.names[e[3]]} onto {names[e[2]]}'s license.",
    ev.DISCARDED: _discarded,
    ev.DUMPED: lambda c, e, viewer, names: f"{names[e[1]]}'s {c.names[e[2]]} goes to the dumped deals.",
    ev.TOOK: lambda c, e, viewer, names: f"{names[e[1]]} takes {c.names[e[3]]} from {names[e[2]]}.",
    ev.LOSES: _loses,
    ev.LEFT: lambda c, e, viewer, names: f"{names[e[1]]} takes nothing by {c.names[e[2]]}.",
    ev.CLEARED: lambda c, e, viewer, names: f"{c.names[e[2]]} against {names[e[1]]} ends.",
    ev.KEPT: lambda c, e, viewer, names: f"{names[e[1]]} keeps {c.names[e[2]]}.",
    ev.PASSED: _passed,
    ev.OFFERED: _offered,
    ev.COUNTERED: _offered,
    ev.DECLINED: lambda c, e, viewer, names: f"{names[e[1]]} declines {names[e[2]]}'s offer.",
    ev.SWAPPED: _swapped,
    ev.STOPPED: lambda c, e, viewer, names: f"{names[e[1]]} stops trading.",
    ev.ROUND_OVER: lambda c, e, viewer, names: (
        "No cards are left: the trading round ends." if e[2] == 1 else "The trading round has had all its turns."
    ),
    ev.SCORED: lambda c, e, viewer, names: f"{names[e[1]]} makes {dollars(e[2])}: capital {dollars(e[3])}.",
    ev.TAXED: _taxed,
    ev.REST: lambda c, e, viewer, names: f"{names[e[1]]} lets a gained turn go.",
    ev.EXTRA: lambda c, e, viewer, names: f"{names[e[1]]} gains a turn.",
    ev.EXTRA_LOST: lambda c, e, viewer, names: f"{names[e[1]]} gives a gained turn for a lost one.",
    ev.PASS_CHOSEN: lambda c, e, viewer, names: f"{names[e[1]]} has chosen.",
    ev.WINS: lambda c, e, viewer, names: f"{names[e[1]]} wins with {dollars(e[2])}.",
    ev.GAME_TIED: lambda c, e, viewer, names: f"Level at {dollars(e[2])}: trading goes on.",
}


def narrate(content: Content, event: Event, viewer: int, names: Sequence[str]) -> str | None:
    """One sentence for one event; None where this viewer is not told."""
    return TELLERS[event[0]](content, event, viewer, names)
