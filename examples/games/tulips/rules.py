"""The rules of Tulips, in the order of help.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import shuffled
from cashbox.engine.facts import Change, Description, Facts, change
from cashbox.engine.forms import Forms
from cashbox.engine.game import Outcome
from cashbox.engine.phrases import listed, plural
from cashbox.engine.seats import has
from cashbox.engine.state import note
from cashbox.engine.verbs import Phase, Play, Verb

from .content import Content
from .state import BIDDING, DECIDING, OVER, State, event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance

MOST: Final = 150
"""The highest bid: the largest purse is 30, and 12 bulbs bring at most 10 each."""
KEEP: Final = MOST + 1
SELL: Final = MOST + 2
FORMS: Final = Forms("Tulips", {"bid": (0, [("florins", range(MOST + 1))]), "keep": (KEEP, []), "sell": (SELL, [])})
"""The types of actions, each with its first int and its fields: the ints 0 to 150 are bids."""
NAMES: Final[dict[str, dict[Any, str]]] = {
    "type": {"bid": "bid", "keep": "keep the bulb", "sell": "sell the bulb"},
    "florins": {florins: plural(florins, "florin") for florins in range(MOST + 1)},
}
"""Names of values in texts, as in "bid 3 florins"."""


# -- before the first lot ----------------------------------------------------------------------------------------------

FAVORITE: Final = event_kind(lambda e: f"Your favorite is the {e.content.names[e[0]]}." if e.own else None)
LOT: Final = event_kind(lambda e: f"The {e.content.names[e[0]]} is up for auction.")


def set_up(content: Content, seats: int, lots: int, purse: int, chance: Chance) -> State:
    """Deal favorites, shuffle the deck, draw the seat that wins ties, and turn up the first bulb."""
    s = State(seats, content, lots)
    s.events = s.opening
    s.purses = [purse] * seats
    s.kept = [[0] * len(content.names) for _ in range(seats)]
    s.favorites = shuffled(list(range(len(content.names))), chance)
    s.deck = shuffled([sort for sort, copies in enumerate(content.copies) for _ in range(copies)], chance)
    s.first = chance.draw(seats)
    for seat in range(seats):
        note(s, FAVORITE, seat, s.favorites[seat])
    turn_up(s)
    return s


def turn_up(s: State) -> None:
    """Turn up the next bulb and ask everyone for a bid."""
    s.window += 1
    s.phase = BIDDING
    s.buyer = -1
    s.bids = [-1] * s.seats
    s.bulb = s.deck.pop()
    s.due = (1 << s.seats) - 1
    note(s, LOT, -1, s.bulb)


# -- the auction -------------------------------------------------------------------------------------------------------

SEALED: Final = event_kind(lambda e: f"You bid {plural(e[0], 'florin')}." if e.own else f"{e.name} seals a bid.")
OPENED: Final = event_kind(lambda e: f"{e.name} bid {plural(e[0], 'florin')}.")
BOUGHT: Final = event_kind(lambda e: f"{e.name} buys the {e.content.names[e[0]]} for {plural(e[1], 'florin')}.")
UNSOLD: Final = event_kind(lambda e: f"No one buys the {e.content.names[e[0]]}.")


class Bid(Verb[State, Content]):
    """Seal a bid."""

    kind = "bid"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.bids[seat] = k
        s.due &= ~(1 << seat)
        note(s, SEALED, seat, k)

    def describe(self, s: State, seat: int, k: int) -> Description:
        left = s.purses[seat] - k
        return Description(f"Bid {k}, keep {left}", Facts(known={"left": left}))

    def explain(self, s: State, seat: int, k: int) -> str:
        return f"You have {plural(s.purses[seat], 'florin')}."


class Bidding(Phase[State, Content]):
    """Everyone seals a bid of up to all the florins in their purse."""

    number = BIDDING
    verbs = (Bid(),)
    task = "to bid"
    otherwise = "Bidding is over."

    def legal(self, s: State, seat: int) -> list[int]:
        return list(range(s.purses[seat] + 1))

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"Bid for the {s.content.names[s.bulb]}."

    def explain_waiting(self, s: State, seat: int) -> str:
        return "Your bid is sealed."


def open_bids(s: State) -> None:
    """Show all bids. The highest bidder pays; the first one clockwise from `first` wins ties."""
    s.window += 1
    for seat, bid in enumerate(s.bids):
        note(s, OPENED, seat, bid)
    best = max(s.bids)
    if not best:
        note(s, UNSOLD, -1, s.bulb)
        return
    level = [seat for seat in range(s.seats) if s.bids[seat] == best]
    s.buyer = min(level, key=lambda seat: (seat - s.first) % s.seats)
    s.purses[s.buyer] -= best
    s.phase = DECIDING
    s.due = 1 << s.buyer
    note(s, BOUGHT, s.buyer, s.bulb, best)


# -- keep or sell ------------------------------------------------------------------------------------------------------

KEPT: Final = event_kind(lambda e: f"{e.name} keeps the {e.content.names[e[0]]}.")
SOLD: Final = event_kind(
    lambda e: f"{e.name} sells the {e.content.names[e[0]]} to the crowd for {plural(e[1], 'florin')}."
)


class Deciding(Verb[State, Content]):
    """What the buyer can do with the bulb."""

    otherwise = "No one has bought the bulb yet."


class Keep(Deciding):
    """Keep the bulb for the end."""

    kind = "keep"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.kept[seat][s.bulb] += 1
        note(s, KEPT, seat, s.bulb)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        owned = s.kept[seat][s.bulb]
        more = s.content.worth[owned + 1] - s.content.worth[owned]
        twice = s.favorites[seat] == s.bulb
        worth = 2 * more if twice else more
        facts = Facts(change("kept", sum(s.kept[seat]), 1), {"worth": worth})
        return Description(f"Keep it: worth {worth} at the end", facts)


class Sell(Deciding):
    """Sell the bulb to the crowd at a random price."""

    kind = "sell"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        price = s.content.prices[chance.draw(len(s.content.prices))]
        s.purses[seat] += price
        note(s, SOLD, seat, s.bulb, price)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        least, most = min(s.content.prices), max(s.content.prices)
        return Description(f"Sell it for {least} to {most} florins", Facts((Change("florins", least, most),)))


class Decision(Phase[State, Content]):
    """The buyer keeps or sells the bulb."""

    number = DECIDING
    verbs = (Keep(), Sell())
    task = "to keep or sell the bulb"

    def legal(self, s: State, seat: int) -> list[int]:
        return [KEEP, SELL]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return f"The {s.content.names[s.bulb]} is yours. Keep it, or sell it to the crowd."

    def explain_waiting(self, s: State, seat: int) -> str:
        return "Only the buyer can keep or sell the bulb."


# -- one lot after the other -------------------------------------------------------------------------------------------


class Flow(Play[State, Content]):
    """The phases, and what happens between them."""

    def __init__(self, content: Content) -> None:
        super().__init__(content, FORMS, (Bidding(), Decision()), NAMES)

    def advance(self, s: State, chance: Chance) -> None:
        """Open the bids; after each lot, turn up the next bulb or end the game."""
        if s.phase == BIDDING:
            open_bids(s)
        if s.due:
            return
        s.first = (s.first + 1) % s.seats
        s.lots -= 1
        if s.lots:
            turn_up(s)
        else:
            s.phase = OVER
            s.window += 1


def measures(s: State, seat: int) -> dict[str, int]:
    """Count what facts may change."""
    return {} if seat < 0 else {"florins": s.purses[seat], "kept": sum(s.kept[seat])}


# -- the end -----------------------------------------------------------------------------------------------------------


def score(s: State, seat: int) -> int:
    """Add up florins and bulbs; bulbs of the favorite sort count double."""
    worth = [s.content.worth[n] for n in s.kept[seat]]
    return s.purses[seat] + sum(worth) + worth[s.favorites[seat]]


def outcome(s: State) -> Outcome:
    """Return the result, with {0}, {1}... for the players' names."""
    scores = tuple(score(s, seat) for seat in range(s.seats))
    winners = tuple(seat for seat, one in enumerate(scores) if one == max(scores))
    who = listed([f"{{{seat}}}" for seat in winners])
    text = f"{who} {'wins' if len(winners) == 1 else 'share the win'} with {plural(max(scores), 'florin')}."
    return Outcome(scores, winners, text)


# -- what a seat does not know -----------------------------------------------------------------------------------------


def sample(s: State, seats: int, chance: Chance) -> State:
    """Redeal the deck, favorites, and sealed bids, except those of some seats (mask; 0: a spectator)."""
    new = s.clone()
    new.deck = shuffled(s.deck, chance)
    if not s.due:
        return new  # the game is over, and all favorites are shown
    rest = shuffled([sort for seat, sort in enumerate(s.favorites) if not has(seats, seat)], chance)
    new.favorites = [sort if has(seats, seat) else rest.pop() for seat, sort in enumerate(s.favorites)]
    for seat, bid in enumerate(s.bids):
        if s.buyer < 0 and bid >= 0 and not has(seats, seat):
            new.bids[seat] = chance.draw(s.purses[seat] + 1)
    return new
