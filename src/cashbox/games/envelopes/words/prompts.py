"""What a seat is asked now, or for whom and what it waits: one sentence, or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed, plural
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import BUBBAS, BY_CARDS, BY_DIE, SHARED
from cashbox.games.envelopes.rules import auction, draft, end_turn, payment
from cashbox.games.envelopes.words.phrases import amounts, ending, keeping, placing, recruit, wagered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.envelopes.state import Player, State


def prompt(s: State, seat: int, names: Sequence[str]) -> str:
    """What this seat is to do now, or for whom and what it waits."""
    if s.phase == st.OVER:
        return "The game is over."
    if seat < 0 or not s.due >> seat & 1:
        who = [names[k] for k in range(s.seats) if s.due >> k & 1]
        return f"Waiting for {listed(who)} {_waiting(s)}."
    if s.phase == st.MONTH:
        return _month(s, s.players[seat])
    if s.phase == st.STASH and s.rules.open_stash:
        number = len(s.players[seat].stash) + 1
        rest = "is passed on" if number < s.rules.kept else "goes to the pool"
        return f"Take card {number} of {s.rules.kept} for your stash; the rest of the pack {rest}."
    if s.phase == st.STASH:
        left = len(s.players[seat].stash) - s.rules.kept
        return f"Choose {plural(left, 'card')} to reject; the others are your Secret Stash."
    if s.phase == st.DRAFT:
        return _draft(s, s.players[seat])
    if s.phase == st.AUCTION:
        return _auction(s)
    if s.phase == st.FINAL:
        return _FINAL[s.rules.ties]
    if s.phase == st.DICE:
        return _dice(s, s.players[seat])
    if s.phase == st.BOOKIE:
        again = " once more" if s.check != s.dice else ""
        return f"Your bookie may shift one die by 1{again} for your bets, or leave the dice as they are."
    if s.phase == st.HOMES:
        return f"Choose your home: where your bus starts, and the colour of your {_of_home(s)}."
    return "Choose your head coach."


def _of_home(s: State) -> str:
    return "first envelopes" if s.rules.seeded else "region"


def _waiting(s: State) -> str:
    if s.phase == st.STASH and s.rules.open_stash:
        return "to take a card for the stash"
    return _WAITING[s.phase]


_WAITING = {
    st.COACHES: "to choose a head coach",
    st.HOMES: "to choose a home",
    st.STASH: "to choose a Secret Stash",
    st.DRAFT: "to draft a card",
    st.BOOKIE: "to ask the bookie or leave the dice",
    st.DICE: "to choose dice",
    st.MONTH: "to play out the month",
    st.FINAL: "to decide on a final campaign",
    st.AUCTION: "to bid for the chain, or to sell it",
}

_KEEP = "Run one final campaign with your left-over bucks, or keep them: they break ties."
_FINAL = {
    BY_CARDS: _KEEP,
    BY_DIE: _KEEP,
    SHARED: "Run one final campaign with your left-over bucks; what is kept is worth nothing.",
    BUBBAS: "Run one final campaign with your left-over bucks; what is kept is worth nothing.",
}


def _auction(s: State) -> str:
    bidder = auction.high(s)
    if auction.deciding(s):
        return f"Sell the chain for {plural(auction.price(s), 'buck')}, or keep it for {keeping(s)}."
    if bidder < 0:
        return "Bid for the chain, or pass; a pass is final."
    return f"The best bid for the chain is {plural(s.bids[bidder], 'buck')}: bid more, or pass and be out."


def _draft(s: State, p: Player) -> str:
    sources = ("your hand", p.hand), ("the pool", s.pool), ("your stash", p.stash)
    asked = f"Draft a card for {v.MONTHS[s.month]} from {listed([name for name, cards in sources if cards], 'or')}"
    if not s.rules.pool:
        every = plural(draft.bubba_scores(s, p, -1), "star")
        stash = f", {every} if you draft from your stash" if p.stash else ""
        return f"{asked}; Bubba scores the stars of the dealt cards that you leave{stash}."
    if not draft.may_pass(s, p):
        return f"{asked}."
    then = "choose again" if s.seats == 1 else "pass"
    return f"{asked}, or discard one of your hand and {then}."


def _dice(s: State, p: Player) -> str:
    if len(p.choice) % 3 == 1:
        colour = p.choice[-1]
        return f"Put the {v.COLOURS[colour]} {s.dice[colour]} on your calendar: {placing(s, p, colour)}."
    return "Choose your first die." if not p.choice else "Choose your second die, of another colour."


def _month(s: State, p: Player) -> str:
    if s.step == st.NO_STEP:
        return f"Play out {v.MONTHS[s.month]}: any actions in any order, then end your turn."
    if s.step == st.PAY:
        return _pay(s, p)
    if s.step == st.SAVE:
        return _save(s, p)
    return _step(s)


def _pay(s: State, p: Player) -> str:
    what = recruit(s, s.a) if s.b else s.content.names[s.a]
    if s.n:
        return f"You pay {plural(s.n, 'envelope')} less for {what}: choose which to leave out."
    as_printed = act.DONE in payment.legal(s, p)
    how = "Pay as printed, or choose a substitute." if as_printed else "Choose what to pay instead of what you lack."
    return f"Still to pay for {what}: {amounts(s.owed)}. {how}"


def _save(s: State, p: Player) -> str:
    keep = end_turn.kept(s, p)
    if act.DONE in end_turn.legal_save(p):
        may = f"You may still keep up to {plural(keep, 'envelope')} for next month"
        return f"{may}; if you keep no more, {ending(p, 0)}."
    return f"Choose {plural(keep, 'envelope')} to keep for next month; {ending(p, keep)}."


def _step(s: State) -> str:
    c = s.content
    if s.step == st.GAIN:
        return f"Take {plural(s.n, 'envelope')} of any colour."
    if s.step == st.GIVE:
        return f"Give {plural(s.n, 'more envelope')} for 1 {v.COLOURS[s.a]}."
    if s.step == st.SEND:
        return f"Send envelopes to the {recruit(s, s.a)}" + (
            "; the runner leaves when you say so, or when he can take no more." if s.n else "."
        )
    if s.step == st.COST:
        return f"Pay {plural(s.n, 'envelope')} of any colour for using {c.names[s.a]}."
    if s.step == st.FARE:
        return f"Choose an envelope to pay for the drive to {c.space_names[s.a]}."
    if s.step == st.STAKE:
        return f"Choose an envelope to stake on {v.COLOURS[s.a // 6]} {s.a % 6 + 1}{wagered(s)}."
    if s.step == st.FLY_TO:
        return "Choose where your bus goes."
    return f"Choose a month for {amounts(c.effect[s.a].env)}."
