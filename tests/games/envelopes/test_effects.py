"""Test every word of `vocabulary.py`: DO, ON with each filter, MOD, and COUNT.

Source: V10 "Card Benefit", "Use a card that is already in play"; RULINGS A3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import Form, game_with, upgrade
from tests.games.envelopes.effect_proofs import ON_PROOFS, PROOFS
from tests.games.envelopes.positions import Table, month, turn_begins
from tests.games.envelopes.situations import RICH, arrange, change, expected, held, most, surplus, table

if TYPE_CHECKING:
    from cashbox.games.envelopes.game import Envelopes

CARD = 8


def with_effect(use: str, **effect: Any) -> Envelopes:
    """The game in which card 8 is a personnel card with this effect."""
    return game_with((CARD, {"kind": "pf", "use": use, "cost": ["red"], "stars": 1, "effect": effect}))


# -- COUNT -------------------------------------------------------------------------------------------------------------


def counts() -> list[tuple[str, int]]:
    return [(word, n) for word in v.COUNT for n in sorted({1, 2, most(word)}) if n <= most(word)]


@pytest.mark.few(24)
@pytest.mark.parametrize(("word", "n"), counts())
def test_every_count_scores_once_per_item(word: str, n: int) -> None:
    """A card that scores 1 star for each of them scores n."""
    t = table(with_effect("monthly", get={"stars": 1}, per=word), CARD)
    arrange(t, word, n)
    assert t.gained(lambda: t.do("use", card=CARD)) == {"stars": n}


ALWAYS_SOME = ("cards", "pf", "monthly", "one", "month", "quarter")
"""What there is always some of: the card itself, and a month."""


@pytest.mark.few(32)
@pytest.mark.parametrize("word", [word for word in v.COUNT if word not in ALWAYS_SOME])
def test_a_count_of_zero_gives_nothing(word: str) -> None:
    """What counts nothing gives nothing, and is not offered."""
    t = table(with_effect("monthly", get={"stars": 1}, per=word), CARD)
    if held(t, word):
        arrange(t, word, 0)
    assert not t.can("use", card=CARD)
    assert "nothing right now" in t.why("use", card=CARD)


def test_a_border_recruit_counts_in_one_region_per_tally() -> None:
    """RULINGS D5: for either of his regions, whichever the tally asks for, but never for both in one."""
    for word, n in (("region:yellow", 1), ("region:red", 1), ("regions", 1), ("best_region", 1)):
        t = table(with_effect("monthly", get={"stars": 1}, per=word), CARD)
        t.signed(0, t.slot("missouri-arkansas"))
        assert t.gained(lambda: t.do("use", card=CARD)) == {"stars": n}  # noqa: B023


def test_a_bus_on_a_border_stands_in_both_regions_and_on_the_border() -> None:
    for word in ("bus:yellow", "bus:red", "bus:border"):
        t = table(with_effect("monthly", get={"stars": 1}, per=word), CARD).at(0, "missouri-arkansas")
        assert t.can("use", card=CARD), word


@pytest.mark.slow
def test_counts_ignore_opponents() -> None:
    for word in ("recruits", "culture", "bets", "prepaid", "positions", "region:green"):
        t = table(with_effect("monthly", get={"stars": 1}, per=word), CARD)
        t.signed(1, 0, 30).show_card(1, 2, 3).bet(1, "red", 1).prepaid(1, 5, gray=1)
        assert not t.can("use", card=CARD), word


@pytest.mark.slow
def test_counts_respect_each_and_max() -> None:
    for n, stars in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (10, 2)):
        t = table(with_effect("monthly", get={"stars": 1}, per="recruits", each=2, max=2), CARD)
        arrange(t, "recruits", n)
        if stars:
            assert t.gained(lambda: t.do("use", card=CARD)) == {"stars": stars}  # noqa: B023
        else:
            assert not t.can("use", card=CARD)


@pytest.mark.slow
@pytest.mark.parametrize(("bounds", "works"), [
    ({"least": 2}, {2, 3, 4}), ({"most": 2}, {0, 1, 2}), ({"least": 1, "most": 2}, {1, 2}),
])  # fmt: skip
def test_an_effect_respects_its_condition(bounds: Form, works: set[int]) -> None:
    for n in range(5):
        t = table(with_effect("monthly", get={"stars": 1}, **{"if": {"count": "bucks", **bounds}}), CARD)
        t.bucks(0, n)
        assert t.can("use", card=CARD) == (n in works)


# -- DO ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("get", [{"stars": 2}, {"bucks": 3}, {"moves": 2}, {"any": 2}, {"green": 2, "blue": 1},
                                 {"stars": 1, "bucks": 1, "any": 1, "red": 1, "moves": 1}])  # fmt: skip
def test_do_get_gives_its_resources(get: Form) -> None:
    t = table(with_effect("monthly", get=get), CARD)
    assert change(t, lambda: t.do("use", card=CARD).settle()) == expected({"get": get}, 1)


def test_do_get_gives_resources_once_per_counted_item() -> None:
    effect = {"get": {"stars": 1, "bucks": 2, "any": 1, "moves": 1, "red": 1}, "per": "recruits"}
    t = table(with_effect("monthly", **effect), CARD)
    arrange(t, "recruits", 3)
    assert change(t, lambda: t.do("use", card=CARD).settle()) == expected(effect, 3)


@pytest.mark.parametrize("pay", [{"bucks": 2}, {"any": 2}, {"red": 1}, {"red": 1, "any": 1, "bucks": 1}])
def test_do_get_can_have_a_price(pay: Form) -> None:
    effect = {"get": {"stars": 1}, "pay": pay}
    t = table(with_effect("monthly", **effect), CARD).give(0, red=1, blue=2)
    assert change(t, lambda: t.do("use", card=CARD).settle()) == expected(effect, 1)


@pytest.mark.parametrize(("pay", "short"), [
    ({"bucks": 2}, {"bucks": -6}), ({"any": 2}, {"red": 1}), ({"red": 1}, {"blue": 3}),
    ({"red": 1, "any": 1}, {"red": 1}),
])  # fmt: skip
def test_do_get_needs_its_price(pay: Form, short: dict[str, int]) -> None:
    t = table(with_effect("monthly", get={"stars": 1}, pay=pay), CARD).give(0, **short)
    assert not t.can("use", card=CARD)


def test_do_bookie_shifts_a_die() -> None:
    t = month(2, "April", rules=with_effect("monthly", do="bookie")).play_card(0, CARD).bet(0, "green", 2)
    t.roll(1, 1, 1, 1, 1, 1)
    assert t.gained(lambda: t.do("bookie", colour="green", up=True)) == {"bucks": 1, "green": 2}


@pytest.mark.parametrize("to", v.FLY)
def test_do_fly_moves_the_bus(to: str) -> None:
    t = table(with_effect("monthly", do="fly", to=to), CARD).at(0, "c-soo-locks").do("use", card=CARD)
    found = {form["space"] for form in t.forms("fly")}
    tables = t.tables
    every = {
        "start": set(tables.space_ids[32:36]),
        "border": set(tables.space_ids[24:32]),
        "any": set(tables.space_ids) - {"c-soo-locks"},
    }
    if to in v.COLOURS:
        bit = 1 << v.COLOURS.index(to)
        wanted = {tables.space_ids[tables.space_of[slot]] for slot in range(40) if tables.regions_of[slot] & bit}
    else:
        wanted = every[to]
    assert found == wanted


@pytest.mark.parametrize("n", [1, 2, 3])
def test_do_later_puts_envelopes_on_later_months(n: int) -> None:
    t = table(with_effect("monthly", do="later", get={"green": 2, "red": 1}, n=n), CARD)
    t.do("use", card=CARD)
    if n > 1:
        assert [form["month"] for form in t.forms("month")] == ["June", "July", "August"][:n]
        t.do("month", month="June")
    assert t.calendar(0, "June") == {"green": 2, "red": 1}


@pytest.mark.parametrize(("have", "more"), [(0, 1), (2, 2), (7, 8), (8, 0)])
def test_do_extra_position_adds_a_position(have: int, more: int) -> None:
    t = table(with_effect("end", do="extra_position"), CARD)
    arrange(t, "positions", have)
    t.end_game()
    assert sum(stars for _, stars in t.sheet(0, "end_card")) == more


@pytest.mark.parametrize(("have", "more"), [(0, 1), (5, 3), (9, 7), (10, 0)])
def test_do_extra_region_adds_a_region(have: int, more: int) -> None:
    t = table(with_effect("end", do="extra_region"), CARD)
    arrange(t, "best_region", have)
    t.end_game()
    assert sum(stars for _, stars in t.sheet(0, "end_card")) == more


# -- ON ----------------------------------------------------------------------------------------------------------------


def fires(happening: str, get: Form, situation: Form, **filters: Any) -> dict[str, int]:
    """What an upgrade gives on a happening: the change with the card less the change without it."""
    rules = with_effect("upgrade", on=happening, get=get, **filters)
    changes = []
    for which in (CARD, None):
        t = table(rules, which, situation.get("month", "May"))
        changes.append(change(t, lambda: ON_PROOFS[happening](t, situation)))  # noqa: B023
    return surplus(*changes)


NOTHING = {"stars": 0, "bucks": 0, "moves": 0, "envelopes": 0}
GET = {"bucks": 2, "stars": 1}
GIVEN = {"stars": 1, "bucks": 2, "moves": 0, "envelopes": 0}

FILTERED: list[tuple[str, Form, Form, bool]] = [
    ("sign", {}, {"space": "iowa"}, True),
    ("sign", {"position": "QB"}, {"space": "iowa", "position": "QB"}, True),
    ("sign", {"position": "QB"}, {"space": "iowa", "position": "RB"}, False),
    *[("sign", {"group": "offense"}, {"space": "iowa", "position": p}, k < 4) for k, p in enumerate(v.POSITIONS)],
    *[("sign", {"group": "special"}, {"space": "iowa", "position": p}, k == 4) for k, p in enumerate(v.POSITIONS)],
    *[("sign", {"group": "defense"}, {"space": "iowa", "position": p}, k > 4) for k, p in enumerate(v.POSITIONS)],
    ("sign", {"region": "blue"}, {"space": "iowa"}, True),
    ("sign", {"region": "blue"}, {"space": "georgia"}, False),
    ("sign", {"region": "blue"}, {"space": "michigan-ohio"}, True),
    ("sign", {"region": "magenta"}, {"space": "michigan-ohio"}, True),
    ("sign", {"border": True}, {"space": "michigan-ohio"}, True),
    ("sign", {"border": True}, {"space": "iowa"}, False),
    ("sign", {"border": False}, {"space": "michigan-ohio"}, False),
    ("sign", {"border": False}, {"space": "iowa"}, True),
    ("sign", {"least": 4}, {"space": "iowa"}, True),
    ("sign", {"least": 5}, {"space": "iowa"}, False),
    ("sign", {"least": 4}, {"space": "illinois", "die": 2}, False),
    ("sign", {"most": 2}, {"space": "indiana", "die": 2}, True),
    ("sign", {"most": 2}, {"space": "illinois"}, False),
    ("sign", {"first": True}, {"space": "iowa", "position": "QB"}, True),
    ("sign", {"first": True}, {"space": "iowa", "position": "QB", "before": "QB"}, False),
    ("sign", {"first": True}, {"space": "iowa", "position": "QB", "before": "LB"}, True),
    ("put", {}, {"kind": "culture"}, True),
    ("put", {"kind": "culture"}, {"kind": "culture"}, True),
    ("put", {"kind": "culture"}, {"kind": "fund"}, False),
    ("put", {"kind": "fund"}, {"kind": "fund"}, True),
    ("put", {"kind": "pf"}, {"kind": "pf"}, True),
    ("put", {"kind": "pf"}, {"kind": "culture"}, False),
    ("put", {"region": "yellow"}, {"kind": "fund", "region": "yellow"}, True),
    ("put", {"region": "yellow"}, {"kind": "fund", "region": "red"}, False),
    ("put", {"region": "yellow"}, {"kind": "culture"}, False),
    ("put", {"least": 3}, {"kind": "culture", "cost": 3}, True),
    ("put", {"least": 3}, {"kind": "culture", "cost": 2}, False),
    ("campaign", {}, {"bucks": 1}, True),
    ("campaign", {"least": 2}, {"bucks": 3}, True),
    ("campaign", {"least": 2}, {"bucks": 2}, False),
    ("trade", {}, {}, True),
    ("win", {}, {}, True),
    ("crap", {}, {}, True),
    ("runner", {}, {}, True),
    ("expire", {}, {}, True),
    ("month", {}, {}, True),
]


@pytest.mark.few(28)
@pytest.mark.parametrize(("happening", "filters", "situation", "fits"), FILTERED)
def test_every_trigger_fires(happening: str, filters: Form, situation: Form, fits: bool) -> None:
    assert fires(happening, GET, situation, **filters) == (GIVEN if fits else NOTHING)


def test_every_trigger_is_tested() -> None:
    assert {entry[0] for entry in FILTERED} == set(v.ON[1:]) == set(ON_PROOFS)


@pytest.mark.parametrize("happening", ["sign", "put", "campaign", "trade", "runner", "month", "crap", "win"])
def test_envelopes_of_any_color_are_chosen_on_the_players_turn(happening: str) -> None:
    given = fires(happening, {"any": 2}, {"space": "iowa", "kind": "culture", "bucks": 1})
    assert given == {**NOTHING, "envelopes": 2}


def test_a_trigger_respects_its_condition_and_count() -> None:
    situation = {"space": "iowa"}
    assert fires("sign", GET, situation, **{"if": {"count": "recruits", "least": 2}}) == NOTHING
    assert fires("sign", GET, situation, **{"if": {"count": "recruits", "least": 1}}) == GIVEN
    assert fires("sign", {"stars": 1}, situation, per="bucks", each=2) == {**NOTHING, "stars": 3}


def test_on_win_pays_for_each_win_or_once() -> None:
    for once, times in ((False, 3), (True, 1)):
        rules = with_effect("upgrade", on="win", get={"stars": 1}, once=once)
        t = month(2, "April", rules=rules).play_card(0, CARD).bet(0, "green", 1, 2).bet(0, "red", 1)
        assert t.gained(lambda: t.roll(1, 1, 1, 1, 1, 1))["stars"] == times  # noqa: B023


@pytest.mark.parametrize("happening", ["trade", "runner"])
def test_repeatable_triggers_pay_once_a_month(happening: str) -> None:
    t = table(with_effect("upgrade", on=happening, get={"stars": 1}), CARD)
    for _ in range(2):
        ON_PROOFS[happening](t, {})
    assert t.mat(0).stars == 1
    t.finish_turn()
    ON_PROOFS[happening](turn_begins(t), {})
    assert t.mat(0).stars == 2


def test_on_put_does_not_fire_for_the_card_itself() -> None:
    t = table(with_effect("upgrade", on="put", get={"bucks": 2})).waiting(0, CARD).give(0, red=1)
    assert t.gained(lambda: t.do("put", card=CARD)) == {"red": -1, "stars": 1}


def test_on_campaign_does_not_fire_for_the_final_campaign() -> None:
    t = table(with_effect("upgrade", on="campaign", get={"stars": 3}), CARD).bucks(0, 1)
    assert t.gained(lambda: t.end_game(campaigns={0: 1})) == {"bucks": -1, "stars": 1}


def test_triggers_ignore_opponents() -> None:
    t = table(with_effect("upgrade", on="sign", get={"bucks": 2})).play_card(1, CARD)
    t.at(0, "iowa").give(0, blue=3)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0), 1) == {}


# -- MOD ---------------------------------------------------------------------------------------------------------------

MODS: list[Form] = [
    *[{"mod": mod, "n": n} for mod in v.MOD[:10] for n in (1, 2)],
    {"mod": "trade_rate", "n": 1},
    {"mod": "trade_rate", "n": 2},
    {"mod": "trade_free", "n": 1},
    *[{"mod": mod, "colour": colour} for mod in ("wild_cards", "wild_recruits") for colour in v.COLOURS],
    {"mod": "bucks_pay", "n": 1},
    *[{"mod": "double_position", "position": position} for position in v.POSITIONS],
    {"mod": "die_no_loss", "n": 1},
    {"mod": "die_plus", "n": 1},
    {"mod": "die_plus", "n": 2},
    {"mod": "die_best", "n": 1},
    {"mod": "moves", "n": 1},
    {"mod": "moves", "n": 3},
    {"mod": "double_use", "n": 1},
    {"mod": "double_use", "n": 2},
    {"mod": "runner_free", "n": 1},
    {"mod": "runner_free", "n": 2},
    {"mod": "runner_safe", "n": 1},
    {"mod": "half_up", "n": 1},
    {"mod": "full_anywhere", "n": 1},
    {"mod": "full_anywhere", "n": 2},
    {"mod": "deal", "n": 1},
    {"mod": "deal", "n": 2},
    {"mod": "save", "n": 1},
    {"mod": "save", "n": 3},
    {"mod": "campaign_cut", "n": 1},
    {"mod": "campaign_cut", "n": 2},
    {"mod": "leftover_bucks", "n": 1},
    {"mod": "leftover_bucks", "n": 2},
    {"mod": "marketing_max", "n": 1},
]


@pytest.mark.few(18)
@pytest.mark.parametrize("effect", MODS, ids=lambda effect: "-".join(map(str, effect.values())))
def test_every_modifier_works(effect: Form) -> None:
    PROOFS[effect["mod"]](with_effect("upgrade", **effect), CARD, effect)


def test_every_modifier_is_tested() -> None:
    assert {effect["mod"] for effect in MODS} == set(v.MOD) == set(PROOFS)


def test_modifiers_of_several_cards_add_up() -> None:
    rules = game_with((8, upgrade(mod="moves", n=1)), (10, upgrade(mod="moves", n=2)))
    t = turn_begins(month(2, "May", rules=rules).play_card(0, 8, 10))
    assert t.mat(0).moves == 3 + 3


def test_modifiers_apply_only_to_their_owner() -> None:
    rules = game_with((8, upgrade(mod="trade_rate", n=1)))
    t = month(2, rules=rules).play_card(1, 8).give(0, red=2)
    assert not t.can("trade", colour="blue")


def test_an_improved_die_is_never_below_one() -> None:
    t = rolled({"mod": "die_plus", "n": 1}, "indiana", -2)
    assert t.mat(0).stars == 1


def rolled(effect: Form, space: str, die: int) -> Table:
    t = table(with_effect("upgrade", **effect), CARD).at(0, space).give(0, **RICH)
    return t.do("sign", recruit=space, die=die)
