"""Test the deck (RULINGS B1), and that the text of each card matches its effect."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cashbox.engine.data import ContentError
from cashbox.games.cash.about import ABOUT
from cashbox.games.cash.content import Content
from cashbox.games.cash.text.phrases import BREAKS
from tests.games.cash.positions import CARDS, CASH, CRIMES, FILLERS, IDS, Which, data, face, game

COPIES: dict[Which, int] = {
    "license": 20, "stop": 10, 5_000: 12, 10_000: 12, 25_000: 18, 50_000: 8, 75_000: 4, 150_000: 2,
    "economy": 6, "basic": 4, "total": 2, **dict.fromkeys(CRIMES, 6), **{f"not {crime}": 10 for crime in CRIMES},
    "settlement": 8, "dividend": 10, "premium": 2, "venture": 4, "takeover": 4, "crash": 8, "recession": 6,
    "bankruptcy": 2, "broker": 5, "banker": 4, "taxman": 1,
}  # fmt: skip
"""RULINGS B1."""

ENTRIES: list[dict[str, Any]] = data()["cards"]["card"]
BY_NAME = dict(zip(CARDS, ENTRIES, strict=True))


WORDS = ("when", "needs", "does", "option")


def figures(which: Which) -> dict[str, Any]:
    """The figures of a card's effect."""
    return {word: what for word, what in BY_NAME[which]["effect"].items() if word not in WORDS}


def amounts(text: str) -> set[int]:
    """The dollars that a text speaks of."""
    return {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+", text)}


def test_thirty_faces_and_216_cards() -> None:
    assert len(ENTRIES) == 30
    assert sum(entry["copies"] for entry in ENTRIES) == 216
    assert game().tables.size == 216


@pytest.mark.parametrize("which", list(CARDS))
def test_each_card_has_its_number_of_copies(which: str | int) -> None:
    assert BY_NAME[which]["copies"] == COPIES[which]
    face = IDS.index(CARDS[which])
    assert game().tables.face.count(face) == COPIES[which]


def test_card_ids_are_the_names_in_wire_forms() -> None:
    assert [entry["id"] for entry in ENTRIES] == IDS


def test_names_and_texts_differ_except_for_investigations() -> None:
    assert len({entry["name"] for entry in ENTRIES}) == 30
    for entry in ENTRIES:
        assert entry["text"].endswith(".")
        assert not entry["text"].startswith(" ")


@pytest.mark.parametrize("value", CASH)
def test_the_text_of_cash_names_its_value(value: int) -> None:
    entry = BY_NAME[value]
    assert figures(value) == {"value": value}
    assert amounts(entry["text"]) == {value} == amounts(entry["name"])


@pytest.mark.parametrize(("which", "limit"), [("economy", 25_000), ("basic", 50_000), ("total", 75_000)])
def test_the_text_of_insurance_names_its_limit(which: str, limit: int) -> None:
    assert figures(which) == {"limit": limit}
    assert amounts(BY_NAME[which]["text"]) == {limit}
    assert "Cover" in BY_NAME[which]["name"]


CRIME = {
    "corruption": "Corruption & Bribery", "insider": "Insider Trading", "laundering": "Money Laundering",
    "organised": "Organized Crime",
}  # fmt: skip


@pytest.mark.parametrize("crime", CRIMES)
def test_each_crime_has_an_investigation_and_an_acquittal_of_its_name(crime: str) -> None:
    for which, kind in ((crime, "Investigation"), (f"not {crime}", "Acquittal")):
        entry = BY_NAME[which]
        assert figures(which) == {"crime": crime}
        assert entry["name"] == f"{CRIME[crime]}: {kind}"
    assert CRIME[crime] in BY_NAME[f"not {crime}"]["text"]


@pytest.mark.parametrize(
    ("which", "lose", "passed", "held", "dump"),
    [
        ("crash", 1, 1, 25_000, "lowest"),
        ("recession", 1, 2, 50_000, "highest"),
        ("bankruptcy", 2, 0, 150_000, ""),
    ],
)
def test_the_text_of_bear_cards_names_their_cost(which: str, lose: int, passed: int, held: int, dump: str) -> None:
    entry = BY_NAME[which]
    discarded = {"pass": passed, "dump": dump} if passed else {}
    assert figures(which) == {"lose": lose, "held": held, **discarded}
    settable = next(option for option in ABOUT.options if option.name == "recession").choices
    assert amounts(entry["text"]) == ({int(choice) for choice in settable} if which == "recession" else {held})
    assert dump in entry["text"]
    assert ("2 turns" in entry["text"]) == (lose == 2)
    if passed:
        assert f"passes {passed} card" in entry["text"]
    assert re.search(rf"costs you {held:,}\b.* at the end of the round", entry["text"])


@pytest.mark.parametrize(("which", "value", "lose"), [("broker", 25_000, 1), ("banker", 50_000, 2)])
def test_the_text_of_commission_cards_names_what_they_take(which: str, value: int, lose: int) -> None:
    entry = BY_NAME[which]
    assert figures(which) == {"take": "exactly", "value": value, "fine": lose}
    assert amounts(entry["text"]) == {value}
    assert {1: "lose 1 turn", 2: "lose 2 turns"}[lose] in entry["text"]
    assert "no effect while you are under investigation" in entry["text"]


def test_the_text_of_the_taxman_names_a_tenth() -> None:
    assert figures("taxman") == {"percent": 10}
    assert "10%" in BY_NAME["taxman"]["text"]


@pytest.mark.parametrize(("which", "take"), [("dividend", "lowest"), ("premium", "highest")])
def test_the_text_of_bull_cards_names_what_they_take(which: str, take: str) -> None:
    entry = BY_NAME[which]
    assert figures(which) == {"take": take, "extra": 1}
    assert entry["effect"]["does"] == ["take", "clear", "extra"]
    for word in (take, "may", "investigation", "another turn"):
        assert word in entry["text"]


@pytest.mark.parametrize("which", ["venture", "takeover"])
def test_the_text_of_bull_cards_names_their_cost(which: str) -> None:
    assert figures(which) == {"fee": 25_000}
    assert amounts(BY_NAME[which]["text"]) == {25_000}


@pytest.mark.parametrize("which", list(CARDS))
def test_each_text_says_whether_the_card_is_played_or_discarded(which: str | int) -> None:
    discarded = {"dividend", "premium", "takeover", "crash", "recession", "bankruptcy", "broker", "banker"}
    discarded |= {f"not {crime}" for crime in CRIMES}
    start = "Discard it" if which in discarded else "Play it"
    assert BY_NAME[which]["text"].startswith(start)


def test_cards_without_figures_show_none() -> None:
    for which in ("license", "stop", "settlement"):
        assert not figures(which)
        assert amounts(BY_NAME[which]["text"]) == set()


def test_the_rules_use_the_figures_in_the_file() -> None:
    """A deck that says otherwise plays otherwise."""
    changed = data()
    changed["cards"]["card"][IDS.index("broker")]["effect"]["value"] = 10_000
    changed["cards"]["card"][IDS.index("market-crash")]["effect"]["held"] = 30_000
    tables = Content(changed)
    assert tables.value[face("broker")] == 10_000
    assert tables.held[face("crash")] == 30_000
    assert tables.hash != game().content_hash


TABLED: dict[str, object] = {"when": "played", "needs": ["license", "no-investigation"], "does": ["cash"]}
FAULTS: list[tuple[str, object, str]] = [
    ("id", "stop-trading", "id"), ("type", "pear", "type"), ("name", "", "name"), ("text", 5, "text"),
    ("copies", 0, "copies"),
    ("copies", True, "copies"), ("effect", {**TABLED, "value": -5}, "effect.value"),
    ("effect", {**TABLED, "value": "5"}, "effect.value"),
    ("effect", {}, "effect"), ("effect", {**TABLED, "value": 5, "lose": 1}, "effect.lose"), ("effect", [], "effect"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value", "named"), FAULTS)
def test_an_error_names_file_entry_and_field(field: str, value: object, named: str) -> None:
    changed = data()
    changed["cards"]["card"][2][field] = value
    with pytest.raises(ContentError, match=rf"cards\.toml card 3\.{named}"):
        Content(changed)


def test_effects_use_only_the_vocabulary() -> None:
    for which, word, wrong in (
        ("crash", "dump", "middle"),
        ("crash", "dump", "exactly"),
        ("dividend", "take", "all"),
        ("insider", "crime", ""),
        ("broker", "when", "kept"),
        ("broker", "needs", ["luck"]),
        ("broker", "does", ["vanish"]),
        ("recession", "option", "mode"),
    ):
        changed = data()
        changed["cards"]["card"][IDS.index(CARDS[which])]["effect"][word] = wrong
        with pytest.raises(ContentError, match=rf"effect\.{word}"):
            Content(changed)


def test_a_card_has_one_place_only_if_it_is_played() -> None:
    for which, word, wrong in (("takeover", "does", ["double"]), (5_000, "does", ["cash", "tax"])):
        changed = data()
        changed["cards"]["card"][IDS.index(CARDS[which])]["effect"][word] = wrong
        with pytest.raises(ContentError, match=r"effect\.does"):
            Content(changed)


@pytest.mark.parametrize("word", ["cash", "license"])
def test_a_deck_needs_cash_and_licenses(word: str) -> None:
    changed = data()
    cards = changed["cards"]["card"]
    changed["cards"]["card"] = [card for card in cards if word not in card["effect"]["does"]]
    with pytest.raises(ContentError, match=rf"no card does {word!r}"):
        Content(changed)


def test_filler_cards_do_not_score() -> None:
    assert not any(figures(which).keys() & {"value", "held"} for which in FILLERS)


def test_long_words_in_titles_can_be_hyphenated() -> None:
    words = {word for entry in ENTRIES for word in re.findall(r"[^\W\d_]+", entry["name"])}
    known = {word.replace("-", "") for word in BREAKS.split()}
    assert {word for word in words if len(word) > 7} <= known
    assert known <= words
