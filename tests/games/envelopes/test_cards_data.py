"""Test the data of the deck and the head coaches: RULINGS A3 and A6, and the promises of docs/cards.md.

The files are read with tomllib alone, so that these tests don't depend on the loader.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.text.phrases import BREAKS
from tests.cases import for_each

DATA = Path(v.__file__).parent / "data"
Entry = dict[str, Any]
CARDS: list[Entry] = tomllib.loads((DATA / "cards.toml").read_text("utf-8"))["card"]
COACHES: list[Entry] = tomllib.loads((DATA / "coaches.toml").read_text("utf-8"))["coach"]

REGION_NAMES = dict(
    zip(v.COLOURS, ("Northwest", "Southwest & Pacific", "Texas", "South", "Northeast", "Midwest"), strict=True)
)
RESOURCES = {"stars", "bucks", "any", "moves", *v.COLOURS}
FORM_FIELDS = {
    "do", "on", "mod", "n", "colour", "position", "group", "region", "kind", "border", "least", "most", "first", "once",
    "get", "pay", "per", "each", "max", "if", "to",
}  # fmt: skip
SIGN_FILTERS = {"position", "group", "region", "border", "least", "most", "first"}
MASKED = {"wild_cards": "colour", "wild_recruits": "colour", "double_position": "position"}
FILTERS = {"sign": SIGN_FILTERS, "put": {"kind", "region", "least"}, "campaign": {"least"}}


def of_kind(kind: str) -> list[Entry]:
    return [card for card in CARDS if card["kind"] == kind]


def of_use(use: str) -> list[Entry]:
    return [card for card in CARDS if card["use"] == use]


def label(entry: Entry) -> str:
    return f"{entry.get('number', entry.get('id'))} {entry['name']}"


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)


every_card = for_each("card", CARDS, label)
every_entry = for_each("entry", CARDS + COACHES, label)


# -- the deck as a whole ---------------------------------------------------------------------------------------------


def test_120_cards_in_the_order_of_their_numbers() -> None:
    assert [card["number"] for card in CARDS] == list(range(1, 121))


def test_cards_are_split_evenly_by_kind_and_region() -> None:
    assert Counter(card["kind"] for card in CARDS) == {"culture": 42, "pf": 42, "fund": 36}
    assert Counter(card["region"] for card in of_kind("fund")) == dict.fromkeys(v.COLOURS, 6)
    assert not [card["name"] for card in CARDS if card["kind"] != "fund" and "region" in card]


def test_cards_have_the_right_number_of_each_usage() -> None:
    assert 55 <= len(of_use("monthly")) <= 62
    assert 36 <= len(of_use("upgrade")) <= 42
    assert 20 <= len(of_use("end")) <= 26
    assert len(of_use("monthly")) + len(of_use("upgrade")) + len(of_use("end")) == 120


def test_card_stars_are_distributed_as_documented() -> None:
    stars = [card["stars"] for card in CARDS]
    assert set(stars) == {1, 2, 3, 4, 5, 6}
    assert 1.9 <= mean(stars) <= 2.5
    for kind in ("culture", "pf", "fund"):
        assert 1.8 <= mean([card["stars"] for card in of_kind(kind)]) <= 2.5


def test_twelve_played_cards_give_12_to_30_stars() -> None:
    stars = sorted(card["stars"] for card in CARDS)
    assert sum(stars[:12]) >= 12
    assert 12 * mean(stars) <= 30
    # Twelve from the best third, which is a keener choice than any draft of one from a few allows.
    assert 12 * mean(stars[80:]) <= 42


def test_card_costs_are_distributed_as_documented() -> None:
    sizes = Counter(len(card["cost"]) for card in CARDS)
    assert set(sizes) == {1, 2, 3, 4}
    assert min(sizes.values()) >= 10
    assert 2.0 <= mean([len(card["cost"]) for card in CARDS]) <= 2.6


def test_cards_with_more_stars_cost_more() -> None:
    assert all(card["stars"] <= len(card["cost"]) + 2 for card in CARDS)


@pytest.mark.parametrize("kind", ["culture", "pf", "fund", None])
def test_costs_use_every_color_about_equally_often(kind: str | None) -> None:
    """Over the deck within 1 envelope of each other, inside a kind within 2, over the fundraising cards exactly."""
    wanted = Counter(c for card in CARDS if kind in (None, card["kind"]) for c in card["cost"])
    assert set(wanted) == set(v.COLOURS)
    assert max(wanted.values()) - min(wanted.values()) <= {None: 1, "fund": 0}.get(kind, 2)


def test_names_are_unique() -> None:
    names = [entry["name"].casefold() for entry in CARDS + COACHES]
    assert [name for name, n in Counter(names).items() if n > 1] == []
    texts = [card["text"] for card in CARDS]
    assert [text for text, n in Counter(texts).items() if n > 1] == []


def test_no_two_cards_do_the_same() -> None:
    """Same use and effect; "the same in another region's colour counts as different for Fundraising cards only"."""
    effects = Counter((card["use"], json.dumps(card["effect"], sort_keys=True)) for card in CARDS)
    assert [effect for effect, n in effects.items() if n > 1] == []
    plain = Counter(
        (card["use"], re.sub("|".join(v.COLOURS), "colour", json.dumps(card["effect"], sort_keys=True)))
        for card in CARDS
        if card["kind"] != "fund"
    )
    assert [effect for effect, n in plain.items() if n > 1] == []


# -- every card and coach --------------------------------------------------------------------------------------------


@every_card
def test_every_card_has_the_required_fields(card: Entry) -> None:
    wanted = {"number", "name", "kind", "cost", "stars", "use", "text", "effect"}
    assert set(card) == (wanted | {"region"} if card["kind"] == "fund" else wanted)
    assert 1 <= len(card["cost"]) <= 4
    assert set(card["cost"]) <= set(v.COLOURS)
    assert card["cost"] == sorted(card["cost"], key=v.COLOURS.index) or card["kind"] == "fund" or card["number"] == 88
    assert 1 <= card["stars"] <= 6
    assert card["use"] in v.USES


@every_entry
def test_every_text_has_one_or_two_sentences(entry: Entry) -> None:
    text = entry["text"]
    assert re.fullmatch(r"[A-Z][^.!?;:]*\.( [A-Z0-9][^.!?;:]*\.)?", text), text
    assert 12 <= len(text) <= 140
    assert text == " ".join(text.split())
    assert 4 <= len(entry["name"]) <= 40


@every_entry
def test_effects_use_only_the_vocabulary(entry: Entry) -> None:
    effect, use = entry["effect"], entry["use"]
    assert set(effect) <= FORM_FIELDS
    assert effect.get("do", "get") in v.DO
    assert effect.get("per", "one") in v.COUNT
    assert set(effect.get("get", {})) <= RESOURCES
    assert set(effect.get("pay", {})) <= RESOURCES - {"stars", "moves"}
    most = 16 if use == "end" else 7
    assert all(1 <= n <= most for side in ("get", "pay") for n in effect.get(side, {}).values())
    if "if" in effect:
        assert effect["if"]["count"] in v.COUNT
        assert len(effect["if"]) == 2
        assert set(effect["if"]) <= {"count", "least", "most"}
    assert ("on" in effect or "mod" in effect) == (use == "upgrade")
    assert not ("on" in effect and "mod" in effect)
    assert "pay" not in effect or use == "monthly"
    if use == "end":
        assert set(effect.get("get", {"stars": 1})) == {"stars"}
    if effect.get("do") == "fly":
        assert effect["to"] in v.FLY


@every_entry
def test_triggers_use_only_their_own_filters(entry: Entry) -> None:
    effect = entry["effect"]
    if "mod" in effect:
        assert effect["mod"] in v.MOD
        assert set(effect) == {"mod", MASKED.get(effect["mod"], "n")}
        assert effect.get("colour", "red") in v.COLOURS
        assert effect.get("position", "QB") in v.POSITIONS
    if "on" in effect:
        assert effect["on"] in v.ON[1:]
        allowed = FILTERS.get(effect["on"], set()) | {"on", "get", "per", "each", "max", "if", "once"}
        assert set(effect) <= allowed


@every_entry
def test_every_text_names_what_the_effect_gives_and_costs(entry: Entry) -> None:
    """Numbers, resources and colors of the effect stand in the text, and no others do."""
    effect, text = entry["effect"], entry["text"]
    words = {"stars": "star", "bucks": "buck", "any": "envelope", "moves": "free move"}
    numbers = Counter(int(n) for n in re.findall(r"\d+", text))
    for side in ("get", "pay"):
        for resource, n in effect.get(side, {}).items():
            assert words.get(resource, f"{resource} envelope") in text
            assert numbers[n] >= 1, text
            if resource == "any":
                assert "of any color" in text
    if "max" in effect:
        assert numbers[effect["max"] * max(effect["get"].values())] >= 1
    named = {c for c in v.COLOURS if re.search(rf"\b{c}\b", text)}
    paid_or_given = {*effect.get("get", {}), *effect.get("pay", {})}
    discounted = effect.get("mod", "").removeprefix("discount_")
    assert named == (paid_or_given | {effect.get("colour"), discounted}) & set(v.COLOURS)
    for c in v.COLOURS:
        if f":{c}" in json.dumps(effect) or c in (effect.get("region"), effect.get("to"), discounted):
            assert REGION_NAMES[c] in text
    if "once" not in effect and effect.get("on") not in ("trade", "runner"):
        assert "once a month" not in text


@every_entry
def test_no_use_of_a_card_pays_too_much(entry: Entry) -> None:
    """No use of a card yields more than three envelopes, bucks and stars over what it costs."""
    effect = entry["effect"]
    if entry["use"] == "monthly":
        assert sum(effect.get("get", {}).values()) - sum(effect.get("pay", {}).values()) <= 3


# -- loops -----------------------------------------------------------------------------------------------------------


def test_no_repeatable_effect_pays_envelopes_or_bucks() -> None:
    """RULINGS A5.15: a trade, a runner and a bet give stars at most, and those once a month."""
    for entry in CARDS + COACHES:
        effect = entry["effect"]
        if effect.get("on") in ("trade", "runner", "win"):
            assert set(effect["get"]) == {"stars"}, label(entry)
            assert effect.get("once") or effect["on"] in ("trade", "runner"), label(entry)


# -- families (RULINGS A3) -------------------------------------------------------------------------------------------


def has(**wanted: Any) -> bool:
    return any(all(card["effect"].get(field) == value for field, value in wanted.items()) for card in CARDS)


def signing(**wanted: Any) -> list[Entry]:
    return [
        card["effect"]
        for card in CARDS
        if card["effect"].get("on") == "sign" and all(card["effect"].get(f) == x for f, x in wanted.items())
    ]


def test_every_card_family_is_present() -> None:
    for mod in (
        "trade_rate", "trade_free", "double_use", "moves", "leftover_bucks", "discount_culture", "discount_pf",
        "discount_fund", "wild_cards", "wild_recruits", "bucks_pay",
    ):  # fmt: skip
        assert has(mod=mod), mod
    assert has(on="trade")
    assert has(pay={"any": 1}, get={"bucks": 2}), "envelopes into bucks"
    given = {resource for effect in signing() for resource in effect["get"]}
    assert {"stars", "bucks", "any"} <= given
    assert [effect for effect in signing() if set(effect) == {"on", "get"}], "any recruit"
    assert [effect for effect in signing() if "group" in effect or "position" in effect], "a position"
    assert [effect for effect in signing() if "region" in effect], "a region"
    assert signing(border=True), "a border state"
    assert len([card for card in CARDS if "pay" in card["effect"]]) >= 6, "effects that cost a resource"
    assert len([card for card in of_use("end") if "per" in card["effect"]]) >= 10, "set collection"


# -- fundraising -----------------------------------------------------------------------------------------------------

BORDERS = [
    {"yellow", "red"}, {"yellow", "gray"}, {"yellow", "green"}, {"green", "gray"}, {"green", "blue"}, {"blue", "red"},
    {"blue", "magenta"}, {"magenta", "red"},
]  # fmt: skip
HOMES = ("yellow", "red", "blue", "green")


def fund_set(region: str) -> list[Entry]:
    return [card for card in of_kind("fund") if card["region"] == region]


@pytest.mark.parametrize("region", v.COLOURS)
def test_fundraising_cards_cost_their_own_and_neighboring_colors(region: str) -> None:
    near = {region}.union(*[pair for pair in BORDERS if region in pair])
    for card in fund_set(region):
        assert region in card["cost"]
        assert set(card["cost"]) <= near


def test_all_fundraising_sets_have_the_same_structure() -> None:
    """Uses and costs are the same in all six, stars differ by one at most: no start is favoured by its home's cards."""
    sets = [fund_set(region) for region in v.COLOURS]
    assert len({tuple(card["use"] for card in cards) for cards in sets}) == 1
    assert len({tuple(len(card["cost"]) for card in cards) for cards in sets}) == 1
    totals = [sum(card["stars"] for card in cards) for cards in sets]
    assert max(totals) - min(totals) <= 1
    own = {region: sum(card["cost"].count(region) for card in fund_set(region)) for region in HOMES}
    assert len(set(own.values())) == 1
    assert len({sum(card["stars"] for card in fund_set(region)) for region in HOMES}) == 1


def test_five_of_each_six_fundraising_cards_are_parallel() -> None:
    def shapes(region: str) -> set[str]:
        return {json.dumps(card["effect"], sort_keys=True).replace(region, "own") for card in fund_set(region)}

    assert len(set.intersection(*map(shapes, HOMES))) == 5


def test_cards_that_favor_a_region_do_not_help_its_home_player() -> None:
    by_texas_cards = [card for card in CARDS if card["effect"].get("per") == "fund:yellow"]
    assert by_texas_cards
    assert not [card for card in by_texas_cards if "yellow" in card["cost"]]
    lent = {card["effect"]["colour"] for card in CARDS if "colour" in card["effect"]}
    assert lent
    assert not lent & set(HOMES)


# -- head coaches ----------------------------------------------------------------------------------------------------


def test_coaches_match_the_rulings() -> None:
    assert 8 <= len(COACHES) <= 12
    ids = [coach["id"] for coach in COACHES]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in ids)
    effects = [json.dumps(coach["effect"], sort_keys=True) for coach in COACHES]
    assert len(set(effects)) == len(effects)
    assert all(set(coach) == {"id", "name", "text", "use", "effect"} for coach in COACHES)
    assert any(coach["effect"].get("mod") == "moves" for coach in COACHES)


def test_every_card_shows_a_picture_that_was_drawn_for_its_name() -> None:
    art = (DATA.parent / "board" / "art.js").read_text("utf-8")
    drawn = set(re.findall(r"^  (\w+):$", art[art.index("const NAMED") : art.index("const MOTIFS")], re.MULTILINE))
    table = art[art.index("const PICTURES") : art.index("const COIN")]
    pictures = dict(re.findall(r"""^  ["']?([^"\n]+?)["']?: "(\w+)",$""", table, re.MULTILINE))
    assert set(pictures) == {card["name"] for card in CARDS if card["kind"] != "fund"}
    assert set(pictures.values()) | {"football", "hall"} == drawn, "two serve cards of older tables"


def test_long_words_in_names_can_be_hyphenated() -> None:
    words = {word for entry in (*CARDS, *COACHES) for word in re.findall(r"[^\W\d_]+", entry["name"])}
    known = {word.replace("-", "") for word in BREAKS.split()}
    assert {word for word in words if len(word) > 7} <= known
    assert known <= words
