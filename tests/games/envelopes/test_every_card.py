"""Test each of the 120 cards and every head coach: played, and used, triggered, or scored.

The tests compare the figures in the card's data with what the player holds before and after.
"""

from __future__ import annotations

from collections import Counter

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import Form, card_data, coach_data, data, game
from tests.games.envelopes.effect_proofs import ON_PROOFS, PROOFS
from tests.games.envelopes.positions import Table, month, turn_begins
from tests.games.envelopes.situations import Which, arrange, change, expected, fulfil, surplus, table

CARDS = [entry["number"] for entry in data()["cards"]["card"]]
COACHES = [entry["id"] for entry in data()["coaches"]["coach"]]


def printed(which: Which) -> Form:
    return coach_data(which) if isinstance(which, str) else card_data(which)


def of_use(use: str) -> list[Which]:
    return [which for which in CARDS + COACHES if printed(which)["use"] == use]


def name(which: Which) -> str:
    return f"{which} {printed(which)['name']}"


@pytest.mark.few(65)
@pytest.mark.parametrize("number", CARDS, ids=name)
def test_every_card_costs_its_envelopes_and_scores_its_stars(number: int) -> None:
    """It costs the envelopes it prints, no more and no less, and scores the stars it prints."""
    cost: Counter[str] = Counter(card_data(number)["cost"])
    t = month(2, rules=game()).waiting(0, number).give(0, **dict.fromkeys(v.COLOURS, 5))
    before = t.mat(0).moves
    gained = t.gained(lambda: t.do("put", card=number))
    gained.pop("moves", None)
    assert gained == {"stars": card_data(number)["stars"], **{colour: -n for colour, n in cost.items()}}
    assert [one.card for one in t.mat(0).in_play] == [number - 1]
    assert t.sheet(0, "printed") == [(number - 1, card_data(number)["stars"])]
    assert t.mat(0).moves >= before
    for colour in cost:
        t = (
            month(2, rules=game())
            .waiting(0, number)
            .give(0, **{c: 5 if c != colour else cost[c] - 1 for c in v.COLOURS})
        )
        assert not t.can("put", card=number)


@pytest.mark.parametrize("which", COACHES)
def test_coaches_have_no_cost_stars_or_kind(which: str) -> None:
    assert set(printed(which)) == {"id", "name", "use", "text", "effect"}
    t = table(game(), which)
    assert t.mat(0).stars == 0


@pytest.mark.parametrize("which", of_use("monthly"), ids=name)
def test_every_monthly_card_has_its_effect_when_used(which: int) -> None:
    effect = printed(which)["effect"]
    do = effect.get("do", "get")
    if do == "bookie":
        t = month(2, "April", rules=game()).play_card(0, which).bet(0, "green", 6).roll(1, 1, 1, 1, 1, 1)
        assert t.gained(lambda: t.do("bookie", colour="green", up=False)) == {"bucks": 1, "green": 2}
        return
    t = table(game(), which)
    times = fulfil(t, effect)
    _provide(t, effect)
    if do == "fly":
        t.at(0, "c-soo-locks")
    gained = change(t, lambda: t.do("use", card=which).settle())
    if do == "get":
        assert times > 0
        assert gained == expected(effect, times)
        assert _coloured(t, effect)
    else:
        assert gained == expected({"pay": effect.get("pay", {})}, 1)
    if do == "fly":
        assert t.mat(0).space != t.space("c-soo-locks")
    if do == "later":
        put_on = {colour: n for month_ in v.MONTHS for colour, n in t.calendar(0, month_).items()}
        assert put_on == effect["get"]
    assert not t.can("use", card=which)
    assert "You have already used" in t.why("use", card=which)


def _provide(t: Table, effect: Form) -> None:
    """What using the card costs, on top of what the situation has."""
    for resource, n in effect.get("pay", {}).items():
        if resource != "bucks":
            t.give(0, **{"gray" if resource == "any" else resource: n})


def _coloured(t: Table, effect: Form) -> bool:
    """Envelopes of stated colors came in those colors."""
    return all(t.tally(0).get(colour, 0) for colour in effect.get("get", {}) if colour in v.COLOURS)


@pytest.mark.parametrize("which", [k for k in of_use("monthly") if "if" in printed(k)["effect"]], ids=name)
def test_no_card_can_be_used_without_its_condition(which: int) -> None:
    effect = printed(which)["effect"]
    condition = effect["if"]
    t = table(game(), which)
    _provide(t, effect)
    miss = condition["least"] - 1 if "least" in condition else condition["most"] + 1
    if (condition["count"], miss) not in (("month", 0), ("quarter", 0)):
        arrange(t, condition["count"], miss)
    assert not t.can("use", card=which)


@pytest.mark.parametrize("which", [k for k in of_use("upgrade") if "on" in printed(k)["effect"]], ids=name)
def test_every_trigger_has_its_effect(which: Which) -> None:
    effect = printed(which)["effect"]
    situation = _fitting(effect)
    changes = []
    for brought in (which, None):
        t = table(game(), brought, "July")
        times = fulfil(t, effect)
        changes.append(change(t, lambda: ON_PROOFS[effect["on"]](t, situation)))  # noqa: B023
    assert surplus(*changes) == expected(effect, times)
    assert any(expected(effect, times).values())


def _fitting(effect: Form) -> Form:
    """A happening that the filters of the effect let through."""
    situation: Form = {"kind": effect.get("kind", "culture")}
    if effect["on"] == "campaign":
        return {"bucks": (1, 1, 3, 5)[effect.get("least", 1)]}
    if effect["on"] == "put":
        return situation | {key: effect[key] for key in ("region",) if key in effect}
    tables = game().tables
    for slot in range(39, -1, -1):
        value = tables.value[slot]
        if (
            effect.get("least", 0) <= value <= effect.get("most", 99)
            and (slot >= 24) == effect.get("border", slot >= 24)
            and ("region" not in effect or tables.regions_of[slot] >> v.COLOURS.index(effect["region"]) & 1)
            and (slot < 24 or slot % 2 == 0)
        ):
            situation["space"] = tables.space_ids[tables.space_of[slot]]
            break
    group = {"offense": "RB", "special": "K/P", "defense": "DL"}
    situation["position"] = effect.get("position", group.get(effect.get("group", ""), "OL"))
    return situation


@pytest.mark.parametrize("which", [k for k in of_use("upgrade") if "mod" in printed(k)["effect"]], ids=name)
def test_every_lasting_change_has_its_effect(which: Which) -> None:
    effect = printed(which)["effect"]
    PROOFS[effect["mod"]](game(), which, effect)


@pytest.mark.parametrize("which", of_use("end"), ids=name)
def test_every_end_card_scores_its_stars(which: Which) -> None:
    effect = printed(which)["effect"]
    t = table(game(), which, "February")
    for seat in range(4):
        t.bucks(seat, 0)
    if effect.get("do", "get") == "get":
        stars = fulfil(t, effect) * effect["get"]["stars"]
    else:
        assert effect["do"] == "extra_region"
        arrange(t, "best_region", 5)
        stars = 10 - 7
    assert stars > 0
    reference = which - 1 if isinstance(which, int) else 120 + t.tables.coach_ids.index(which)
    t.end_game()
    assert [entry for entry in t.sheet(0, "end_card") if entry[0] == reference] == [(reference, stars)]


def test_every_card_and_coach_is_tested_here() -> None:
    assert sorted(map(str, of_use("monthly") + of_use("upgrade") + of_use("end"))) == sorted(map(str, CARDS + COACHES))


def test_all_monthly_cards_can_be_used_in_one_month() -> None:
    """All of them together, each used once if it can be, in any order."""
    t = turn_begins(month(4, "July", rules=game()))
    t.give(0, **dict.fromkeys(v.COLOURS, 9)).play_card(0, *[k for k in CARDS if printed(k)["use"] == "monthly"])
    used = set()
    while t.forms("use"):
        number = t.forms("use")[0]["card"]
        t.do("use", card=number).settle()
        assert number not in used
        used.add(number)
    assert len(used) > 25
