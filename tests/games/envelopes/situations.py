"""Set up situations with a known count, and prove that an effect does what its data say.

All figures here come from the data form of an effect, as the card prints it, and from what a player holds before and
after; none comes from the numbers that the engine makes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.positions import Table, month, turn_begins

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.envelopes.game import Envelopes
    from tests.games.envelopes.decks import Form

Which = int | str
"""A card by its number, or a coach by his id."""

RICH = dict.fromkeys(v.COLOURS, 8)


def table(rules: Envelopes, which: Which | None = None, name: str = "May", seats: int = 4) -> Table:
    """A month in which seat 0 has the card in play, or lacks it."""
    t = month(seats, name, rules=rules)
    if which is not None:
        bring(t, which)
    return t


def bring(t: Table, which: Which) -> Table:
    return t.coach(0, which) if isinstance(which, str) else t.play_card(0, which)


def form_of(rules: Envelopes, which: Which) -> Form:
    """What the data say of a card or coach."""
    entries = rules.content["coaches"]["coach"] if isinstance(which, str) else rules.content["cards"]["card"]
    entry: Form = next(entry for entry in entries if which in (entry.get("id"), entry.get("number")))
    return entry


def back(t: Table) -> Table:
    """It is seat 0's turn of the month, whatever has just been going on."""
    s = t.state
    s.phase, s.current, s.due, s.step = ph.MONTH, 0, 1, None
    for p in s.players:
        s.deck = [*s.deck, *p.hand]
        p.hand = []
        p.gain_due = 0
    return t


# -- counting ----------------------------------------------------------------------------------------------------------

MOST = {
    "one": 1, "chain": 1, "crapped_out": 1, "trailing": 1, "bus:border": 1, "bus:start": 1, "rivals_here": 3,
    "quarter": 4, "month": 12, "envelope_colours": 6, "regions": 6, "fund_regions": 6, "positions": 8,
    "missing_positions": 8, "campaign_month": 4, "five_star": 6, "four_star": 6, "low_star": 6, "special": 5,
    "campaigns": 6, "expired": 6, "waiting": 3, "prepaid": 8, "runner_month": 4, "signed_month": 4, "put_month": 4,
    "most_of_position": 5, "region:gray": 8, "region:magenta": 8,
    **dict.fromkeys((f"bus:{colour}" for colour in v.COLOURS), 1),
    **dict.fromkeys(v.POSITIONS, 5),
}  # fmt: skip
"""As many of a word as `arrange` can or will lay out; ten of the others."""


def most(word: str) -> int:
    return MOST.get(word, 4 if word in v.COUNT[1:14] else 10)


def arrange(t: Table, word: str, n: int) -> None:
    """Let seat 0 have n of what the word counts, cards on the mat already included."""
    if word in v.COUNT[1:14] or word == "fund_regions":
        _cards(t, word, n)
    elif word in ("recruits", "regions") or v.COUNT.index("state_recruits") <= v.COUNT.index(word) <= v.COUNT.index(
        "low_star"
    ):
        _recruits(t, word, n)
    elif word == "most_of_position":
        slots = list(range(n + 1))
        _sign_as(t, slots[:n], "DB")
        _sign_as(t, slots[n:], "QB" if n else "DB", only=n > 1)
    elif word.startswith("bus:"):
        _bus(t, word[4:], n)
    else:
        _MONTH[word](t, n)


def _cards(t: Table, word: str, n: int) -> None:
    cards = t.game.content["cards"]["card"]
    mat = [cards[one.card] for one in t.mat(0).in_play if one.card < 120]
    wanted: dict[str, Callable[[Form], bool]] = {
        "cards": lambda card: True,
        "monthly": lambda card: card["use"] == "monthly",
        "upgrade": lambda card: card["use"] == "upgrade",
        "end": lambda card: card["use"] == "end",
    }
    if word == "fund_regions":
        have = {card["region"] for card in mat if card["kind"] == "fund"}
        for colour in [colour for colour in v.COLOURS if colour not in have][: n - len(have)]:
            fits = (card for card in cards if card.get("region") == colour and card["use"] == "monthly")
            t.show_card(0, next(fits)["number"])
        return
    kind, _, region = word.partition(":")

    def of_kind(card: Form) -> bool:
        return bool(card["kind"] == kind) and region in ("", card.get("region"))

    fits_word = wanted.get(word, of_kind)
    missing = n - sum(1 for card in mat if fits_word(card))
    assert missing >= 0
    harmless = [
        card["number"]
        for card in cards
        if fits_word(card) and card not in mat and (card["use"] == "monthly" or word in ("upgrade", "end"))
    ]
    # Upgrades are counted, not felt: those that would answer to what happens are left out.
    t.show_card(0, *[k for k in harmless if "on" not in cards[k - 1]["effect"]][:missing])


def _sign_as(t: Table, slots: list[int], position: str, *, only: bool = True) -> None:
    if only:
        for slot in slots:
            t.position(slot, position)
        t.signed(0, *slots)


def _recruits(t: Table, word: str, n: int) -> None:
    regions = t.tables.regions_of
    if word in v.POSITIONS or word in v.GROUPS:
        position = word if word in v.POSITIONS else {"offense": "RB", "special": "K/P", "defense": "LB"}[word]
        _sign_as(t, list(range(n)), position)
        _sign_as(t, [20], "QB" if position != "QB" and word != "offense" else "LB")
        return
    if word in ("positions", "missing_positions"):
        different = n if word == "positions" else 8 - n
        for k in range(different):
            _sign_as(t, [k], v.POSITIONS[k])
        if different:
            _sign_as(t, [9], v.POSITIONS[0])
        return
    states = list(range(24))
    borders = list(range(24, 40))
    if word == "regions":
        slots = [next(slot for slot in states if regions[slot] == 1 << c) for c in range(n)]
    elif word in ("recruits", "state_recruits"):
        slots = states[:n]
    elif word == "border_recruits":
        slots = borders[:n]
    elif word == "best_region":
        slots = [slot for slot in states + borders if regions[slot] & 1][:n]
    elif word.startswith("region:"):
        mask = 1 << v.COLOURS.index(word[7:])
        slots = [slot for slot in states + borders if regions[slot] & mask][:n]
    else:
        values = {"five_star": (5,), "four_star": (4,), "low_star": (1, 2)}[word]
        slots = [slot for slot in range(40) if t.view().values[slot] in values][:n]
    _sign_as(t, slots, "OL")


def _bus(t: Table, where: str, n: int) -> None:
    inside = {"border": "nevada-utah", "start": "start-midwest"}.get(where)
    if where in v.COLOURS:
        slot = next(k for k in range(24) if t.tables.regions_of[k] == 1 << v.COLOURS.index(where))
        inside = t.tables.space_ids[t.tables.space_of[slot]]
    t.at(0, str(inside) if n else "c-soo-locks")


def _colours(t: Table, n: int) -> None:
    for colour in v.COLOURS[:n]:
        t.give(0, **{colour: 1})


def _waiting(t: Table, n: int) -> None:
    s = t.state
    for k in range(n):
        t.waiting(0, _plain(t)[k], v.MONTHS[s.month - k])


def _plain(t: Table) -> list[int]:
    """End cards no one has: in play they do nothing before the end."""
    return [k + 1 for k in t.state.deck if t.tables.use[k] == v.END]


def _expired(t: Table, n: int) -> None:
    now, t.state.month = t.state.month, 5
    for k in range(n):
        t.waiting(0, _plain(t)[0], v.MONTHS[k]).end_month()
    back(t).state.month = now


def _crapped(t: Table, n: int) -> None:
    t.bet(0, "green", 6 if n else 1).roll(1, 1, 1, 1, 1, 1)
    back(t)


def _wins(t: Table, n: int) -> None:
    if n:
        t.bet(0, "green", 1, n)
    t.roll(1, 1, 1, 1, 1, 1)
    back(t)


def _signed_month(t: Table, n: int) -> None:
    for name in ("indiana", "illinois", "iowa", "wisconsin")[:n]:
        t.at(0, name).give(0, blue=t.view().values[t.slot(name)] - 1)
        t.do("sign", recruit=name, chance=[5] * (1 + (t.player(0).mods[v.MOD_DIE_BEST] > 0))).settle()


def _put_month(t: Table, n: int) -> None:
    for _ in range(n):
        number = _plain(t)[0]
        cost = t.tables.cost[number - 1]
        t.waiting(0, number).give(0, **{colour: cost[c] for c, colour in enumerate(v.COLOURS)})
        t.do("put", card=number).settle()


def _runner_month(t: Table, n: int) -> None:
    for name in ("indiana", "illinois", "iowa", "wisconsin")[:n]:
        t.give(0, blue=1).do("runner", recruit=name)
        if t.view().pending is not None:
            t.do("done")


def _campaign_month(t: Table, n: int) -> None:
    if n:
        t.bucks(0, 9).do("campaign", bucks=(0, 1, 3, 5, 8)[n]).settle()


def _campaigns(t: Table, n: int) -> None:
    for _ in range(n):
        t.give(0, bucks=1).do("campaign", bucks=1).finish_turn()
        turn_begins(t)


def _prepaid(t: Table, n: int) -> None:
    for slot in range(n):
        colour = v.COLOURS[t.tables.regions_of[slot].bit_length() - 1]
        t.prepaid(0, slot, **{colour: 1})


def _trailing(t: Table, n: int) -> None:
    for seat in range(1, t.state.seats):
        t.stars(seat, 9)
    t.stars(0, 9 if n else 10)


def _rivals(t: Table, n: int) -> None:
    for seat in range(1, t.state.seats):
        t.at(seat, "iowa" if seat <= n else "maine")
    t.at(0, "iowa")


def _set_month(t: Table, n: int) -> None:
    t.state.month = n - 1


def _set_quarter(t: Table, n: int) -> None:
    t.state.month = 3 * n - 2


def _set_chain(t: Table, n: int) -> None:
    t.state.chain = 0 if n else 1


_MONTH: dict[str, Callable[[Table, int], object]] = {
    "one": lambda t, n: None,
    "bucks": lambda t, n: t.bucks(0, n),
    "envelopes": lambda t, n: t.give(0, gray=n),
    "envelope_colours": _colours,
    "waiting": _waiting,
    "expired": _expired,
    "chain": _set_chain,
    "crapped_out": _crapped,
    "wins": _wins,
    "signed_month": _signed_month,
    "put_month": _put_month,
    "runner_month": _runner_month,
    "campaign_month": _campaign_month,
    "campaigns": _campaigns,
    "prepaid": _prepaid,
    "bets": lambda t, n: t.bet(0, "red", 3, n) if n else None,
    "trailing": _trailing,
    "rivals_here": _rivals,
    "month": _set_month,
    "quarter": _set_quarter,
}


def held(t: Table, word: str) -> int:
    """How many a word counts of what everyone holds at the start of `table`, before anything is arranged."""
    start = {
        "bucks": 7,
        "bus:start": 1,
        "one": 1,
        "missing_positions": 8,
        "trailing": 1,
        "chain": 1,
        "month": 5,
        "quarter": 1,
    }
    return start.get(word, 0)


# -- what an effect gives ----------------------------------------------------------------------------------------------


def fulfil(t: Table, effect: Form) -> int:
    """Arrange what the effect's condition and its count ask for; how many times it will give."""
    condition = effect.get("if")
    if condition is not None:
        arrange(t, condition["count"], condition.get("least", condition.get("most", 0)))
    if "per" not in effect:
        return 1
    word, each = effect["per"], effect.get("each", 1)
    cap = int(effect.get("max", 99))
    count = int(min(most(word), each * min(cap, 3) + each - 1))
    arrange(t, word, count)
    return min(cap, count // int(each))


def expected(effect: Form, times: int) -> dict[str, int]:
    """What it changes: stars, bucks, moves, and envelopes in all."""
    get, pay = effect.get("get", {}), effect.get("pay", {})
    change = {name: get.get(name, 0) * times - pay.get(name, 0) for name in ("stars", "bucks", "moves")}
    envelopes = ("any", *v.COLOURS)
    change["envelopes"] = sum(get.get(k, 0) for k in envelopes) * times - sum(pay.get(k, 0) for k in envelopes)
    return change


def change(t: Table, action: Callable[[], object]) -> dict[str, int]:
    """The same of an action, counted on the mat."""
    gained = t.gained(action)
    result = {name: gained.get(name, 0) for name in ("stars", "bucks", "moves")}
    result["envelopes"] = sum(gained.get(colour, 0) for colour in v.COLOURS)
    return result


def surplus(with_card: dict[str, int], without: dict[str, int]) -> dict[str, int]:
    return {name: with_card[name] - without[name] for name in with_card}
