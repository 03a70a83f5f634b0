"""One sentence for each kind of event: teller(content, name, own, rest) where rest follows kind and seat in the
event.

own: whether the viewer is the one who acted. None where the viewer is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.words.phrases import amounts, the_region

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.games.envelopes.content import Content


def _cards(c: Content, cards: Sequence[int]) -> str:
    return ", ".join(c.names[card] for card in cards)


def _place(c: Content, slot: int) -> str:
    return c.space_names[c.space_of[slot]]


def _dealt(c: Content, name: str, own: bool, rest: Sequence[int]) -> str | None:
    if own:
        return f"You are dealt {_cards(c, rest)}."
    return f"{name} is dealt {plural(len(rest), 'card')}."


def _drafted(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    source = ("from hand", "from the pool", "from the stash")[rest[1]]
    return f"{name} drafts {c.names[rest[0]]} {source}."


def _rolled(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    return "The dice show " + ", ".join(f"{v.COLOURS[k]} {pips}" for k, pips in enumerate(rest)) + "."


def _moved(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    price = f" for 1 {v.COLOURS[rest[1]]}" if rest[1] >= 0 else ""
    return f"{name} drives to {c.space_names[rest[0]]}{price}."


def _signed(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    die = "" if rest[1] == ev.NO_DIE else f"{rest[1]:+d} by the die, " if rest[1] else "0 by the die, "
    return f"{name} signs the {v.POSITIONS[rest[3]]} of {_place(c, rest[0])}: {die}{plural(rest[2], 'star')}."


def _scored(stars: int) -> str:
    return plural(stars, "star") if stars else "nothing"


def _positions(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    if not rest[0]:
        return f"{name} signed nobody: no stars for positions, and none for a region unless a card gives them."
    return f"{name} scores {plural(rest[1], 'star')} for {plural(rest[0], 'different position')}."


def _scored_board(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    board = ", ".join(v.POSITIONS[position] for position in c.boards[rest[0]])
    return f"{name}'s Recruiting Board ({board}) scores {_scored(rest[1])}."


def _bubbas_region(c: Content, name: str, own: bool, rest: Sequence[int]) -> str | None:
    if not rest[1]:
        return None
    region = c.region_names[rest[0]]
    return f"Bubba scores {plural(rest[2], 'star')} for {plural(rest[1], 'recruit')} of one region, {region}."


def _gained(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    source = f" by {c.names[rest[2]]}" if rest[2] >= 0 else ""
    return f"{name} takes {rest[1]} {v.COLOURS[rest[0]]}{source}."


def _paid(c: Content, name: str, own: bool, rest: Sequence[int]) -> str | None:
    envelopes, bucks = rest[:6], rest[6]
    parts = ([amounts(envelopes)] if any(envelopes) else []) + ([plural(bucks, "buck")] if bucks else [])
    return f"{name} pays {' and '.join(parts)}."


def _campaigned(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    return f"{name} spends {plural(rest[0], 'buck')} on a campaign: {plural(rest[1], 'star')}."


def _final(c: Content, name: str, own: bool, rest: Sequence[int]) -> str:
    if not rest[0]:
        return f"{name} runs no final campaign."
    return f"{name} puts {plural(rest[0], 'buck')} into a final campaign: {plural(rest[1], 'star')}."


def _region(c: Content, name: str, own: bool, rest: Sequence[int]) -> str | None:
    if not rest[1]:
        return None
    where = the_region(c, rest[0])
    return f"{name} scores {plural(rest[2], 'star')} for {plural(rest[1], 'recruit')} from {where}."


RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")

TELLERS: Final[dict[int, Callable[[Content, str, bool, Sequence[int]], str | None]]] = {
    ev.STARTED: lambda c, name, own, r: f"{name} is starting player.",
    ev.COACH_TAKEN: lambda c, name, own, r: f"{name} chooses {c.names[r[0]]} as head coach.",
    ev.STASH_DEALT: lambda c, name, own, r: f"You are dealt {_cards(c, r)}." if own else None,
    ev.REJECTED: lambda c, name, own, r: f"You reject {c.names[r[0]]}." if own else None,
    ev.STASH_CHOSEN: lambda c, name, own, r: f"{name} has chosen for the stash.",
    ev.POOLED: lambda c, name, own, r: f"{c.names[r[0]]} goes to the pool, from {name}.",
    ev.MONTH_BEGINS: lambda c, name, own, r: f"{v.MONTHS[r[0]]} begins.",
    ev.DEALT: _dealt,
    ev.DRAFTED: _drafted,
    ev.PASSED: lambda c, name, own, r: f"{name} discards {c.names[r[0]]} to the pool.",
    ev.ROLLED: _rolled,
    ev.SHIFTED: lambda c, name, own, r: (
        f"{name}'s bookie makes the {v.COLOURS[r[0]]} die a {r[1]} for the bets of {name}."
    ),
    ev.NOT_SHIFTED: lambda c, name, own, r: f"{name}'s bookie leaves the dice as they are.",
    ev.WON: lambda c, name, own, r: (
        f"{name} wins on {v.COLOURS[r[0]]} {r[1]}: {2 * r[2]} {v.COLOURS[r[0]]} and {plural(r[2], 'buck')}."
    ),
    ev.CRAPPED_OUT: lambda c, name, own, r: f"{name} craps out in Vegas.",
    ev.DIE_TAKEN: lambda c, name, own, r: f"{name} puts {r[2]} {v.COLOURS[r[0]]} on {v.MONTHS[r[1]]}.",
    ev.DICE_CHOSEN: lambda c, name, own, r: f"{name} has chosen dice.",
    ev.TURN_BEGINS: lambda c, name, own, r: f"{name} plays out {v.MONTHS[r[0]]}.",
    ev.PUT: lambda c, name, own, r: f"{name} puts {c.names[r[0]]} into play: {plural(r[1], 'star')}.",
    ev.USED: lambda c, name, own, r: f"{name} uses {c.names[r[0]]}.",
    ev.GAINED_STARS: lambda c, name, own, r: f"{name} scores {plural(r[1], 'star')} by {c.names[r[0]]}.",
    ev.GAINED_BUCKS: lambda c, name, own, r: f"{name} takes {plural(r[1], 'buck')} by {c.names[r[0]]}.",
    ev.GAINED_ENVELOPES: _gained,
    ev.GAINED_MOVES: lambda c, name, own, r: f"{name} may move {plural(r[1], 'space')} more by {c.names[r[0]]}.",
    ev.TRADED: lambda c, name, own, r: f"{name} trades {amounts(r[1:7])} for 1 {v.COLOURS[r[0]]}.",
    ev.MOVED: _moved,
    ev.FLEW: lambda c, name, own, r: f"{name}'s bus goes to {c.space_names[r[0]]} at once.",
    ev.SENT: lambda c, name, own, r: f"{name} sends a runner with {amounts(r[1:7])} to {_place(c, r[0])}.",
    ev.SIGNED: _signed,
    ev.LOST_PREPAID: lambda c, name, own, r: f"{name} loses {plural(r[1], 'envelope')} sent to {_place(c, r[0])}.",
    ev.RETURNED_PREPAID: lambda c, name, own, r: (
        f"{name} gets back {plural(r[1], 'envelope')} sent to {_place(c, r[0])}."
    ),
    ev.CAMPAIGNED: _campaigned,
    ev.BET: lambda c, name, own, r: f"{name} bets 1 {v.COLOURS[r[2]]} on {v.COLOURS[r[0]]} {r[1]}.",
    ev.PUT_LATER: lambda c, name, own, r: f"{name} puts {r[1]} {v.COLOURS[r[0]]} on {v.MONTHS[r[2]]}.",
    ev.SAVED: lambda c, name, own, r: f"{name} keeps 1 {v.COLOURS[r[0]]} for next month.",
    ev.DISCARDED: lambda c, name, own, r: f"{name} discards {plural(r[0], 'left-over envelope')}.",
    ev.LEFTOVER_BUCKS: lambda c, name, own, r: (
        f"{name} makes {plural(r[0], 'buck')} of {plural(r[1], 'left-over envelope')}."
    ),
    ev.TURN_OVER: lambda c, name, own, r: f"{name} ends the turn.",
    ev.CHAIN: lambda c, name, own, r: f"The Starting Player Chain passes to {name}.",
    ev.POOL_CLEARED: lambda c, name, own, r: (
        f"The pool is cleared: {plural(r[0], 'card')} {'leaves' if r[0] == 1 else 'leave'} the game."
    ),
    ev.POOL_CARD: lambda c, name, own, r: f"{c.names[r[0]]} is dealt to the pool.",
    ev.EXPIRED: lambda c, name, own, r: f"{c.names[r[0]]} leaves {name}'s calendar unplayed.",
    ev.RESHUFFLED: lambda c, name, own, r: (
        f"{plural(r[0], 'card')} that had left the game {'is' if r[0] == 1 else 'are'} shuffled to be dealt again."
    ),
    ev.SCORED_END: lambda c, name, own, r: f"{name} scores {_scored(r[1])} at the end by {c.names[r[0]]}.",
    ev.FINAL_CHOSEN: lambda c, name, own, r: f"{name} has decided on a final campaign.",
    ev.FINAL_CAMPAIGN: _final,
    ev.BUCKS_DISCARDED: lambda c, name, own, r: f"{name} discards {plural(r[0], 'left-over buck')}.",
    ev.SCORED_POSITIONS: _positions,
    ev.SCORED_REGION: _region,
    ev.CUT: lambda c, name, own, r: f"{name} cuts the {RANKS[r[0]]}.",
    ev.WINNER: lambda c, name, own, r: f"{name} wins with {plural(r[0], 'star')}.",
    ev.GAINS_ANY: lambda c, name, own, r: f"{c.names[r[0]]} gives {name} {plural(r[1], 'envelope')} of any colour.",
    ev.PAID: _paid,
    ev.COACH_DEALT: lambda c, name, own, r: f"{name}'s head coach is {c.names[r[0]]}.",
    ev.HOME_TAKEN: lambda c, name, own, r: (
        f"{name} takes the {v.SYMBOLS[r[0]]} and starts at {c.space_names[c.start_space[r[0]]]}."
    ),
    ev.BID: lambda c, name, own, r: f"{name} bids {plural(r[0], 'buck')}." if r[0] else f"{name} passes.",
    ev.AUCTION_OPENS: lambda c, name, own, r: f"{name} puts the Starting Player Chain up for auction.",
    ev.CHAIN_SOLD: lambda c, name, own, r: f"{name} buys the chain for {plural(r[0], 'buck')}.",
    ev.CHAIN_PAID: lambda c, name, own, r: f"{name} is paid {plural(r[0], 'buck')} for it.",
    ev.CHAIN_KEPT: lambda c, name, own, r: (
        f"{name} keeps the chain for {plural(r[0], 'buck')}." if r[0] else f"{name} has the chain for nothing."
    ),
    ev.BOARD_DEALT: lambda c, name, own, r: (
        f"Your Recruiting Board wants {', '.join(v.POSITIONS[k] for k in c.boards[r[0]])}." if own else None
    ),
    ev.SCORED_BOARD: _scored_board,
    ev.ROLLED_OFF: lambda c, name, own, r: f"{name} rolls a {r[0] + 1} to break the tie.",
    ev.STASH_TAKEN: lambda c, name, own, r: f"{name} takes {c.names[r[0]]} for the stash.",
    ev.LEFT_GAME: lambda c, name, own, r: f"{c.names[r[0]]} leaves the game.",
    ev.BUBBA_DISCARDS: lambda c, name, own, r: (
        f"Bubba scores {plural(r[0], 'star')} for what was discarded." if r[0] else None
    ),
    ev.BUBBA_SIGNED: lambda c, name, own, r: (
        f"Bubba takes the {v.POSITIONS[r[2]]} of {_place(c, r[0])}: {plural(r[1], 'star')}."
    ),
    ev.BUBBA_IDLE: lambda c, name, own, r: "Bubba finds nobody to recruit.",
    ev.BUBBA_POSITIONS: lambda c, name, own, r: _positions(c, "Bubba", own, r),
    ev.BUBBA_REGION: _bubbas_region,
    ev.BUBBA_WINS: lambda c, name, own, r: f"Bubba wins with {plural(r[0], 'star')}.",
}
