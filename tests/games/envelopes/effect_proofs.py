"""Prove effects of cards: trigger each event, and show each lasting change of the rules.

A proof takes the rules, a card or coach with the effect, and the effect's data form. It plays the same position with
and without the card and asserts the difference in figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.options import EDITION
from tests.games.envelopes.positions import Table, month, turn_begins
from tests.games.envelopes.situations import RICH, Which, back, bring, table

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.envelopes.game import Envelopes
    from tests.games.envelopes.decks import Form

STATE_OF = {
    "green": "montana", "gray": "hawaii", "yellow": "north-texas", "red": "louisiana", "magenta": "new-england",
    "blue": "iowa",
}  # fmt: skip
"""The four-star state of each region: its recruit costs 3."""


# -- happenings --------------------------------------------------------------------------------------------------------


def sign(t: Table, situation: Form) -> None:
    """Sign the recruit of a space, who plays a position; one of position `before` was signed earlier."""
    slot = t.slot(situation.get("space", "iowa"))
    t.position(slot, situation.get("position", "OL"))
    if "before" in situation:
        earlier = t.slot("maine")
        t.position(earlier, situation["before"]).signed(0, earlier)
    t.at(0, situation.get("space", "iowa")).give(0, **RICH).do("sign", recruit=slot, die=situation.get("die", 0))
    t.settle()


def put(t: Table, situation: Form) -> None:
    """Put a card of this kind, region and cost into play; one that does nothing now."""
    for entry in t.game.content["cards"]["card"]:
        if (
            entry["kind"] == situation.get("kind", "culture")
            and situation.get("region") in (None, entry.get("region"))
            and situation.get("cost") in (None, len(entry["cost"]))
            and entry["use"] == ("monthly" if entry["kind"] == "fund" else "end")
            and entry["number"] - 1 in t.state.deck
        ):
            t.waiting(0, entry["number"]).give(0, **RICH).do("put", card=entry["number"]).settle()
            return
    raise AssertionError(f"no card fits {situation}")


def campaign(t: Table, situation: Form) -> None:
    t.do("campaign", bucks=situation.get("bucks", 1)).settle()


def trade(t: Table, situation: Form) -> None:
    t.give(0, gray=3).do("trade", colour="gray").settle()


def win(t: Table, situation: Form) -> None:
    t.bet(0, "red", 2).roll(1, 1, 1, 2, 1, 1)
    _to_the_turn(t)


def crap(t: Table, situation: Form) -> None:
    t.bet(0, "red", 3).roll(1, 1, 1, 2, 1, 1)
    _to_the_turn(t)


def _to_the_turn(t: Table) -> None:
    owed = t.player(0).gain_due
    back(t)
    t.player(0).gain_due = owed
    turn_begins(t).settle()


def runner(t: Table, situation: Form) -> None:
    t.give(0, magenta=1, bucks=1).do("runner", recruit=next(iter(_wanting(t, "magenta")))).settle()


def _wanting(t: Table, colour: str) -> list[int]:
    return [form["recruit"] for form in t.forms("runner") if t.tables.recruit_cost[form["recruit"]][4]]


def expire(t: Table, situation: Form) -> None:
    t.state.month = 5
    number = next(k + 1 for k in t.state.deck if t.tables.use[k] == v.END)
    t.waiting(0, number, "March").end_month()


def begin(t: Table, situation: Form) -> None:
    turn_begins(t).settle()


ON_PROOFS: dict[str, Callable[[Table, Form], None]] = {
    "sign": sign, "put": put, "campaign": campaign, "trade": trade, "win": win, "crap": crap, "runner": runner,
    "expire": expire, "month": begin,
}  # fmt: skip


# -- lasting changes ---------------------------------------------------------------------------------------------------


def paid(t: Table, action: Callable[[], object]) -> int:
    """Envelopes and bucks that an action costs."""
    gained = t.gained(action)
    return -sum(gained.get(name, 0) for name in (*v.COLOURS, "bucks"))


def discount_cards(rules: Envelopes, which: Which, effect: Form) -> None:
    """Every card of the kind costs n less (at least nothing), cards of other kinds as much as printed."""
    kind = effect["mod"].removeprefix("discount_")
    for other in ("culture", "pf", "fund"):
        numbers = [
            entry["number"]
            for entry in rules.content["cards"]["card"]
            if entry["kind"] == other and entry["use"] == "end" and entry["number"] != which
        ]
        for number in numbers[:3]:
            cost = sum(rules.tables.cost[number - 1])
            t = table(rules, which).waiting(0, number).give(0, **RICH)
            less = effect["n"] if other == kind else 0
            assert paid(t, lambda: t.do("put", card=number).settle()) == max(0, cost - less)  # noqa: B023


def discount_region(rules: Envelopes, which: Which, effect: Form) -> None:
    """The states of the region cost n less, other states and the region's borders what is printed."""
    region = effect["mod"].removeprefix("discount_")
    for colour, space in STATE_OF.items():
        t = table(rules, which).at(0, space).give(0, **RICH)
        less = effect["n"] if colour == region else 0
        assert paid(t, lambda: t.do("sign", recruit=space, die=0).settle()) == 3 - less  # noqa: B023
    for slot in range(24, 40):
        t = table(rules, which).at(0, rules.tables.space_ids[rules.tables.space_of[slot]]).give(0, **RICH)
        assert paid(t, lambda: t.do("sign", recruit=slot, die=0).settle()) == 4  # noqa: B023


def discount_border(rules: Envelopes, which: Which, effect: Form) -> None:
    for slot in range(24, 40):
        t = table(rules, which).at(0, rules.tables.space_ids[rules.tables.space_of[slot]]).give(0, **RICH)
        assert paid(t, lambda: t.do("sign", recruit=slot, chance=[]).settle()) == 4 - effect["n"]  # noqa: B023
    t = table(rules, which).at(0, "iowa").give(0, **RICH)
    assert paid(t, lambda: t.do("sign", recruit="iowa", die=0)) == 3


def trade_rate(rules: Envelopes, which: Which, effect: Form) -> None:
    """One envelope less, never fewer than two; the buck stays."""
    t = table(rules, which).give(0, gray=2)
    assert t.gained(lambda: t.do("trade", colour="red")) == {"gray": -2, "red": 1, "bucks": -1}
    assert not table(rules, which).give(0, gray=1).can("trade", colour="red")
    assert not table(rules).give(0, gray=2).can("trade", colour="red")


def trade_free(rules: Envelopes, which: Which, effect: Form) -> None:
    t = table(rules, which).give(0, gray=3).bucks(0, 0)
    assert t.gained(lambda: t.do("trade", colour="red")) == {"gray": -3, "red": 1}
    assert not table(rules).give(0, gray=3).bucks(0, 0).can("trade", colour="red")
    # Where trades cost no bucks, it gives one for the first trade of a month instead (RULINGS A5.15).
    t = table(rules, which).give(0, gray=3)
    t.state.rules = type(t.state.rules)(t.state.rules.given, EDITION)
    t.state.rules.trade_bucks = 0
    assert t.gained(lambda: t.do("trade", colour="red")) == {"gray": -3, "red": 1, "bucks": 1}
    t.give(0, gray=3)
    assert "bucks" not in t.gained(lambda: t.do("trade", colour="gray").settle())


def wild_cards(rules: Envelopes, which: Which, effect: Form) -> None:
    """Envelopes of the color pay the whole cost of any card, and of no recruit of another color."""
    colour = effect["colour"]
    for number in (9, 38, 65, 88, 91):
        if number == which:
            continue
        cost = sum(rules.tables.cost[number - 1])
        t = table(rules, which).waiting(0, number).give(0, **{colour: cost})
        assert paid(t, lambda: t.do("put", card=number).settle()) == cost  # noqa: B023
        t = table(rules, which).waiting(0, number).give(0, **{colour: cost - 1})
        assert not t.can("put", card=number)
    other = next(name for name in STATE_OF if name != colour)
    assert not table(rules, which).at(0, STATE_OF[other]).give(0, **{colour: 9}).forms("sign")


def wild_recruits(rules: Envelopes, which: Which, effect: Form) -> None:
    """Envelopes of the color pay for any recruit, and for no card that wants another color."""
    colour = effect["colour"]
    for space in STATE_OF.values():
        t = table(rules, which).at(0, space).give(0, **{colour: 3})
        assert t.gained(lambda: t.do("sign", recruit=space, die=0)) == {colour: -3, "stars": 4}  # noqa: B023
        assert not table(rules, which).at(0, space).give(0, **{colour: 2}).forms("sign")
    assert not table(rules, which).waiting(0, 88).give(0, **{colour: 9}).can("put", card=88)


def bucks_pay(rules: Envelopes, which: Which, effect: Form) -> None:
    t = table(rules, which).waiting(0, 88)
    assert t.gained(lambda: t.do("put", card=88).settle()) == {"bucks": -3, "stars": 1}
    t = table(rules, which).at(0, "iowa").bucks(0, 3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"bucks": -3, "stars": 4}
    assert not table(rules, which).at(0, "iowa").bucks(0, 2).forms("sign")
    t = table(rules, which)
    assert not t.forms("bet") + t.forms("trade") + t.forms("runner") + t.forms("move")


def double_position(rules: Envelopes, which: Which, effect: Form) -> None:
    for position in v.POSITIONS:
        for die in (-2, 0, 2):
            t = table(rules, which).at(0, "iowa").give(0, blue=3)
            t.position(t.slot("iowa"), position)
            stars = (4 + die) * (2 if position == effect["position"] else 1)
            assert t.gained(lambda: t.do("sign", recruit="iowa", die=die))["stars"] == stars  # noqa: B023


def _worth(rules: Envelopes, which: Which, die: int) -> int:
    t = table(rules, which).at(0, "iowa").give(0, blue=3)
    return t.gained(lambda: t.do("sign", recruit="iowa", die=die))["stars"]


def die_no_loss(rules: Envelopes, which: Which, effect: Form) -> None:
    assert [_worth(rules, which, die) for die in (-2, -1, 0, 1, 2)] == [4, 4, 4, 5, 6]


def die_plus(rules: Envelopes, which: Which, effect: Form) -> None:
    assert [_worth(rules, which, die) - effect["n"] for die in (-2, -1, 0, 1, 2)] == [2, 3, 4, 5, 6]


def die_best(rules: Envelopes, which: Which, effect: Form) -> None:
    """Two rolls, the better counts: 0 is a -2, 1 a -1, 5 a 0, 8 a +1, 11 a +2."""
    for first, second, stars in ((0, 11, 6), (11, 0, 6), (0, 0, 2), (5, 1, 4), (1, 8, 5)):
        t = table(rules, which).at(0, "iowa").give(0, blue=3)
        gained = t.gained(lambda: t.do("sign", recruit="iowa", chance=[first, second]))  # noqa: B023
        assert gained["stars"] == stars


def moves(rules: Envelopes, which: Which, effect: Form) -> None:
    for name, free in (("May", 3), ("July", 2), ("November", 1), ("January", 0)):
        assert turn_begins(table(rules, which, name)).mat(0).moves == free + effect["n"]


def double_use(rules: Envelopes, which: Which, effect: Form) -> None:
    """So many monthly cards may be used a second time, none a third time."""
    monthly = [
        entry["number"]
        for entry in rules.content["cards"]["card"]
        if entry["use"] == "monthly" and set(entry["effect"]) == {"get"} and entry["number"] != which
    ]
    t = table(rules, which).play_card(0, *monthly[:4])
    again = 0
    for number in monthly[:4]:
        t.do("use", card=number).settle()
        if t.can("use", card=number):
            t.do("use", card=number).settle()
            again += 1
            assert not t.can("use", card=number)
    assert again == min(4, effect["n"])


def runner_free(rules: Envelopes, which: Which, effect: Form) -> None:
    """The first n runners of a month want no buck, the next one does."""
    t = table(rules, which)
    costs = []
    slots = [slot for slot in range(24) if t.view().values[slot] > 2][: min(effect["n"] + 1, 12)]
    for slot in slots:
        colour = v.COLOURS[t.tables.regions_of[slot].bit_length() - 1]
        t.give(0, **{colour: 1}).bucks(0, 1).do("runner", recruit=slot)
        if t.view().pending is not None:
            t.do("done")
        costs.append(1 - t.mat(0).bucks)
    assert costs[: effect["n"]] == [0] * min(effect["n"], len(costs))
    assert costs[effect["n"] :] == [1] * (len(costs) - min(effect["n"], len(costs)))


def runner_safe(rules: Envelopes, which: Which, effect: Form) -> None:
    """Seat 0 has paid ahead for Iowa; seat 1 signs him before or after seat 0's turn."""
    for chain, seen_in in ((1, "supply"), (0, "calendar")):
        t = month(4, "May", rules=rules, chain=chain, seat=1)
        bring(t, which).prepaid(0, t.slot("iowa"), blue=2).at(1, "iowa").give(1, blue=3)
        t.do("sign", recruit="iowa", die=0)
        assert t.mat(0).prepaid == []
        assert t.tally(0).get("blue", 0) == (2 if seen_in == "supply" else 0)
        assert t.calendar(0, "June").get("blue", 0) == (2 if seen_in == "calendar" else 0)


def half_up(rules: Envelopes, which: Which, effect: Form) -> None:
    for pips, half in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        t = table(rules, which).roll(pips, 1, 1, 1, 1, 1).do("die", 0, colour="green")
        t.do("place", 0, month="June", half=True)
        mine = t.view(0).mine
        assert mine is not None
        assert mine.dice[0].count == half


def full_anywhere(rules: Envelopes, which: Which, effect: Form) -> None:
    """n dice a month at full value in any of six months."""
    t = table(rules, which).roll(5, 4, 1, 1, 1, 1).do("die", 0, colour="green")
    months = {form["month"] for form in t.forms("place", 0) if not form["half"]}
    assert months == {"May", "June", "July", "August", "September", "October"}
    t.do("place", 0, month="May", half=False).do("die", 0, colour="gray")
    months = {form["month"] for form in t.forms("place", 0) if not form["half"]}
    assert months == ({"August"} if effect["n"] == 1 else {"May", "June", "July", "August", "September", "October"})
    # The month that the pips name costs nothing of it.
    t = table(rules, which).roll(5, 4, 1, 1, 1, 1).do("die", 0, colour="green")
    t.do("place", 0, month="September", half=False).do("die", 0, colour="gray")
    assert len({form["month"] for form in t.forms("place", 0) if not form["half"]}) == 6


def deal(rules: Envelopes, which: Which, effect: Form) -> None:
    assert [mat.hand for mat in table(rules, which).deal().view().players] == [3 + effect["n"], 2, 2, 2]


def save(rules: Envelopes, which: Which, effect: Form) -> None:
    t = table(rules, which).give(0, gray=9, red=3).do("end")
    while t.view().pending is not None:
        t.do("colour", colour="red" if t.tally(0).get("red") else "gray")
    assert sum(t.calendar(0, "June").values()) == effect["n"]
    assert t.envelopes() == 0


def campaign_cut(rules: Envelopes, which: Which, effect: Form) -> None:
    for bucks, stars in ((1, 1), (3, 2), (5, 3), (8, 4)):
        t = table(rules, which).bucks(0, 9)
        cost = max(1, bucks - effect["n"])
        assert t.gained(lambda: t.do("campaign", bucks=bucks)) == {"bucks": -cost, "stars": stars}  # noqa: B023
        assert t.bucks(0, 0).forms("campaign") == []
    t = table(rules, which).bucks(0, 9)
    gained = t.gained(lambda: t.end_game(campaigns={0: 5}))
    paid = max(1, 5 - effect["n"])
    assert (gained["bucks"], t.sheet(0, "final_campaign")) == (-paid, [(paid, 3)])


def leftover_bucks(rules: Envelopes, which: Which, effect: Form) -> None:
    for left in range(8):
        t = table(rules, which).give(0, gray=left)
        assert t.gained(lambda: t.do("end")).get("bucks", 0) == min(effect["n"], left // 2)  # noqa: B023


def marketing_max(rules: Envelopes, which: Which, effect: Form) -> None:
    t = table(rules, which).bucks(0, 12)
    assert t.gained(lambda: t.do("campaign", bucks=12)) == {"bucks": -12, "stars": 5}
    assert not table(rules).bucks(0, 12).can("campaign", bucks=9)


PROOFS: dict[str, Callable[[Envelopes, Which, Form], None]] = {
    **dict.fromkeys(("discount_culture", "discount_pf", "discount_fund"), discount_cards),
    **dict.fromkeys((f"discount_{colour}" for colour in v.COLOURS), discount_region),
    "discount_border": discount_border, "trade_rate": trade_rate, "trade_free": trade_free, "wild_cards": wild_cards,
    "wild_recruits": wild_recruits, "bucks_pay": bucks_pay, "double_position": double_position,
    "die_no_loss": die_no_loss, "die_plus": die_plus, "die_best": die_best, "moves": moves, "double_use": double_use,
    "runner_free": runner_free, "runner_safe": runner_safe, "half_up": half_up, "full_anywhere": full_anywhere,
    "deal": deal, "save": save, "campaign_cut": campaign_cut, "leftover_bucks": leftover_bucks,
    "marketing_max": marketing_max,
}  # fmt: skip
