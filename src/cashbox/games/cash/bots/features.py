"""Features for the learned judge: what a seat knows about a table as rows of numbers, each about 0 to 1.

There is a row for each rival: `OWN` numbers of the seat itself, `RIVAL` of that rival, the number of players beyond
two, and `REST` of the other rivals, which are 0 if there are none.
"""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING, Final

from cashbox.games.cash.bots.known import IDS

if TYPE_CHECKING:
    from cashbox.games.cash.bots.known import Known, Side

OWN: Final = 101
RIVAL: Final = 36
MORE: Final = OWN + RIVAL
REST: Final = 10
WIDTH: Final = MORE + 1 + REST
_AT: Final = {name: face for face, name in enumerate(IDS)}


def _faces(*names: str) -> list[int]:
    return [_AT[name] for name in names]


LICENSE: Final = _AT["trading-license"]
STOP: Final = _AT["stop-trading"]
CASH: Final = _AT["cash-5000"]
VALUES: Final = 6
DOUBLER: Final = _AT["venture-capital"]
SETTLEMENT: Final = _AT["settlement"]
FREERS: Final = _faces("dividend-yield", "premium-earnings")
PROBES: Final = [face for name, face in _AT.items() if name.startswith("investigation")]
ACQUITTALS: Final = [face for name, face in _AT.items() if name.startswith("acquittal")]
BEARS: Final = _faces("market-crash", "global-recession", "bankruptcy")
EACH: Final = [face for face in range(len(IDS)) if face not in PROBES and face not in ACQUITTALS]
"""The cards with a feature of their own."""
COUNTED: Final = [
    (_AT["stop-trading"], 10.0), (_AT["dividend-yield"], 10.0), (_AT["premium-earnings"], 2.0), (_AT["broker"], 5.0),
    (_AT["banker"], 4.0), (DOUBLER, 4.0), (_AT["takeover"], 4.0), (_AT["bankruptcy"], 2.0),
]  # fmt: skip
"""The cards whose remaining copies matter, with their total number."""


def between(mine: int, theirs: list[int], target: int) -> list[list[float]]:
    """Build the rows between two trading rounds from the capitals of the seat and its rivals."""
    rows = []
    for one in theirs:
        row = [0.0] * WIDTH
        row[0] = row[1] = 1.0
        row[MORE] = _more_than_two(len(theirs) + 1)
        _capital(row, mine, mine, target)
        _rival_capital(row, one, mine, one, target)
        rows.append(row)
    if len(rows) > 1:
        _among_rivals(rows, mine, theirs, target)
    return rows


def _more_than_two(seats: int) -> float:
    return (seats - 2) / 6


def _capital(row: list[float], capital: float, prospect: float, target: float) -> None:
    row[2] = capital / target
    row[3] = prospect / target
    row[4] = 1.0 if prospect >= target else 0.0
    row[5] = max(0.0, min(1.0, 1 - prospect / target))
    row[6] = tanh(prospect / 150_000)


def _rival_capital(row: list[float], capital: float, mine: float, theirs: float, target: float) -> None:
    """Fill in a rival's capital. mine, theirs: the prospects of both."""
    ahead = mine - theirs
    row[OWN] = capital / target
    row[OWN + 1] = theirs / target
    row[OWN + 2] = 1.0 if theirs >= target else 0.0
    row[OWN + 3] = ahead / target
    row[OWN + 4] = tanh(ahead / 60_000)
    row[OWN + 5] = tanh(ahead / 200_000)


def during(known: Known) -> list[list[float]]:
    """Build a row for each rival from what a seat knows during a trading round."""
    own = [0.0] * WIDTH
    values = known.content.values
    mine = known.line()
    prospect = known.own.capital + mine
    own[0] = 1.0
    own[MORE] = _more_than_two(known.seats)
    _capital(own, known.own.capital, prospect, known.target)
    _own_firm(own, known, mine)
    _own_hand(own, known.own)
    _to_come(own, known)
    rows = [own, *[own[:] for _ in range(known.seats - 2)]]
    prospects: list[int] = []
    for row, rival in zip(rows, known.rivals, strict=True):
        worth = rival.worth(values)
        prospects.append(rival.capital + worth)
        _rival_capital(row, rival.capital, prospect, prospects[-1], known.target)
        _rival(row, OWN + 6, rival, worth, mine, known.costs)
    if len(rows) > 1:
        _among_rivals(rows, prospect, prospects, known.target)
        _rest(rows, known.rivals, values)
    return rows


def _own_firm(row: list[float], known: Known, mine: int) -> None:
    own = known.own
    hand = own.hand
    barred = not own.license or own.probe >= 0
    row[7] = 1.0 if own.license else 0.0
    if own.probe >= 0:
        row[8] = 1.0
        freed = hand[ACQUITTALS[PROBES.index(own.probe)]] or hand[FREERS[0]] or hand[FREERS[1]]
        row[9] = 1.0 if freed or (hand[SETTLEMENT] and own.lowest() >= 0) else 0.0
    _delays(row, 10, own)
    _cash(row, 14, own)
    worth = own.worth(known.content.values) / 200_000
    row[26] = own.insured / 100_000
    row[27] = worth
    row[28] = 1.0 if own.ventures else 0.0
    row[29] = 1.0 if own.taxman else 0.0
    row[30] = mine / 200_000
    row[31] = worth if barred else 0.0


def _delays(row: list[float], at: int, side: Side) -> None:
    if side.lost:
        row[at] = 1.0
        row[at + 1] = 1.0 if side.lost > 1 else 0.0
        row[at + 2] = side.lost / 3
    row[at + 3] = 1.0 if side.extra else 0.0


def _cash(row: list[float], at: int, side: Side) -> None:
    for count in side.cash:
        if count:
            row[at] = 1.0
            row[at + 1] = count / 3
        at += 2


def _own_hand(row: list[float], own: Side) -> None:
    hand = own.hand
    probes = acquittals = crimes = kinds = 0
    for face in PROBES:
        probes += hand[face]
        kinds += 1 if hand[face] else 0
    for face in ACQUITTALS:
        acquittals += hand[face]
        crimes += 1 if hand[face] else 0
    row[32] = 1.0 if probes else 0.0
    row[33] = probes / 3
    row[34] = crimes / 4
    row[35] = 1.0 if crimes else 0.0
    row[36] = acquittals / 4
    at = 37
    kinds += crimes
    for face in EACH:
        count = hand[face]
        if count:
            kinds += 1
            row[at] = 1.0
            row[at + 1] = count / 3
        at += 2
    held = bears = 0.0
    for k, value in enumerate((5_000, 10_000, 25_000, 50_000, 75_000, 150_000)):
        held += hand[CASH + k] * value
    for face, cost in zip(BEARS, (25_000, 50_000, 150_000), strict=True):
        bears += hand[face] * cost
    row[81] = held / 150_000
    row[82] = bears * (2 if hand[DOUBLER] else 1) / 150_000
    row[83] = held / 150_000 if own.ventures else 0.0
    row[84] = own.size / 7
    row[85] = kinds / 7


def _to_come(row: list[float], known: Known) -> None:
    left = known.unseen
    at = 86
    for face, all_ in COUNTED:
        row[at] = left[face] / all_
        at += 1
    probes = acquittals = 0
    for face in PROBES:
        probes += left[face]
    for face in ACQUITTALS:
        acquittals += left[face]
    row[94] = probes / 24
    row[95] = acquittals / 40
    row[96] = (left[BEARS[0]] + left[BEARS[1]]) / 14
    if known.own.probe >= 0:
        row[97] = left[ACQUITTALS[PROBES.index(known.own.probe)]] / 10
    row[98] = known.deck / 200
    row[99] = min(known.turn, 80) / 80
    row[100] = min(known.turn, 12) / 12


def _rival(row: list[float], at: int, rival: Side, worth: int, mine: int, costs: list[int]) -> None:
    """Fill in a rival's features. worth: of the rival's firm; mine: of the seat's."""
    barred = not rival.license or rival.probe >= 0
    row[at] = 1.0 if rival.license else 0.0
    row[at + 1] = 1.0 if rival.probe >= 0 else 0.0
    _delays(row, at + 2, rival)
    _cash(row, at + 6, rival)
    row[at + 18] = rival.insured / 100_000
    row[at + 19] = worth / 200_000
    row[at + 20] = 1.0 if rival.ventures else 0.0
    row[at + 21] = 1.0 if rival.taxman else 0.0
    row[at + 22] = rival.size / 7
    bears = cash = cards = 0
    for face, count in enumerate(rival.hand):
        if count:
            cards += count
            if CASH <= face < CASH + VALUES:
                cash += count * costs[face]
            else:
                bears += count * costs[face]
    row[at + 23] = bears / 100_000
    row[at + 24] = cash / 100_000
    row[at + 25] = cards / 7
    row[at + 26] = 1.0 if rival.hand[STOP] else 0.0
    row[at + 27] = (mine - worth) / 200_000
    row[at + 28] = tanh((mine - worth) / 60_000)
    row[at + 29] = 1.0 if barred else 0.0


# -- the other rivals ----------------------------------------------------------------------------------------------


def _among_rivals(rows: list[list[float]], mine: int, theirs: list[int], target: int) -> None:
    """Compare each of several rivals with the others. mine, theirs: the prospects of the seat and of its rivals."""
    last = len(rows) - 1
    for k, row in enumerate(rows):
        best = max(theirs[:k] + theirs[k + 1 :])
        ahead = mine - best
        row[MORE + 1] = 1.0 if k == 0 else 0.0
        row[MORE + 2] = 1.0 if k == last else 0.0
        row[MORE + 3] = ahead / target
        row[MORE + 4] = tanh(ahead / 60_000)
        row[MORE + 5] = tanh(ahead / 200_000)
        row[MORE + 6] = 1.0 if theirs[k] >= best else 0.0


def _rest(rows: list[list[float]], rivals: list[Side], values: list[int]) -> None:
    """Fill in what the other rivals can do, and what can be taken from them."""
    stops = [_may_stop(rival) for rival in rivals]
    least = [_prey(rival.lowest(), values) for rival in rivals]
    most = [_prey(rival.highest(), values) for rival in rivals]
    shown = [rival.hand[STOP] for rival in rivals]
    all_stops, all_least, all_most, all_shown = sum(stops), sum(least), sum(most), sum(shown)
    for k, row in enumerate(rows):
        row[MORE + 7] = (all_stops - stops[k]) / 3
        row[MORE + 8] = (all_least - least[k]) / 50_000
        row[MORE + 9] = (all_most - most[k]) / 150_000
        row[MORE + 10] = 1.0 if all_shown > shown[k] else 0.0


def _may_stop(rival: Side) -> int:
    return 1 if rival.license and rival.probe < 0 else 0


def _prey(place: int, values: list[int]) -> int:
    return values[place] if place >= 0 else 0
