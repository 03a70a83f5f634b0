"""Test the data of projects, decks, and events: RULINGS C1 and C3.4 hold, and errors name file, entry, and field."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import games
from cashbox.engine.data import ContentError
from cashbox.engine.game import GameError
from cashbox.games.consultants.content import Content
from tests.games.consultants.positions import data

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECTS = data()["projects"]
EVENTS = data()["events"]["event"]
COLOURS = {"red", "yellow", "green", "blue", "violet"}


def test_six_regular_projects() -> None:
    assert len(PROJECTS["regular"]) == 6


def test_there_are_enough_international_projects_for_every_number_of_players() -> None:
    for seats in ("2", "3", "4"):
        assert 1 <= PROJECTS["internationals"][seats] <= len(PROJECTS["international"])


@pytest.mark.parametrize("project", PROJECTS["regular"] + PROJECTS["international"], ids=lambda p: p["id"])
def test_every_last_desk_needs_a_principal(project: dict[str, Any]) -> None:
    assert project["desks"][-1].endswith("*")
    assert {desk.rstrip("*") for desk in project["desks"]} <= COLOURS


def test_a_four_desk_project_pays_6_4_2_1() -> None:
    assert PROJECTS["silver"]["4"] == [6, 4, 2, 1]


@pytest.mark.parametrize("track", ["silver", "gold"])
def test_desks_further_right_pay_more(track: str) -> None:
    for desks, pay in PROJECTS[track].items():
        assert len(pay) == int(desks)
        assert pay == sorted(pay, reverse=True)
        assert len(set(pay)) == len(pay)


def test_gold_is_worth_more_than_silver() -> None:
    assert all(gold > silver for gold, silver in zip(PROJECTS["gold"]["4"], PROJECTS["silver"]["4"], strict=True))


def test_no_desk_of_the_innovation_project_needs_a_principal() -> None:
    innovation = PROJECTS["innovation"]
    assert set(innovation["desks"]) <= COLOURS
    assert innovation["2"] <= innovation["3"] <= innovation["4"] <= len(innovation["desks"])


def test_ids_and_names_are_used_once() -> None:
    for entries in (PROJECTS["regular"] + PROJECTS["international"], EVENTS):
        for field in ("id", "name"):
            assert len({entry[field] for entry in entries}) == len(entries)


def test_at_least_sixteen_events_each_different() -> None:
    assert len(EVENTS) >= 16
    for field in ("text", "effect"):
        assert len({str(event[field]) for event in EVENTS}) == len(EVENTS)


def test_every_event_is_one_or_two_sentences() -> None:
    for event in EVENTS:
        assert event["text"][0].isupper()
        assert event["text"].endswith(".")


def test_the_text_of_an_event_contains_its_figures() -> None:
    words = {
        0: ("No one",),
        1: ("1", "one"),
        -1: ("$1 less", "No one"),
        3: ("3", "three"),
        4: ("4", "four"),
    }
    for event in EVENTS:
        n = event["effect"].get("n")
        if n is not None:
            assert any(word in event["text"] for word in words.get(n, (str(n),))), event["id"]


def test_no_event_allows_an_endless_free_action() -> None:
    """What can be repeated within a round costs something."""
    for event in EVENTS:
        if event["effect"].get("what") in ("train", "promote", "recruit"):
            assert event["effect"]["n"] != 0, event["id"]


def test_there_are_enough_consultants_to_deal() -> None:
    """Four hands of the start, and two rounds."""
    deck, start = PROJECTS["deck"], PROJECTS["start"]
    assert 4 * (start["seniors"] + 4) <= 5 * deck["seniors"]
    assert 4 * start["principals"] <= 5 * deck["principals"]


# -- damaged data --


def broken(change: Callable[[dict[str, Any]], object]) -> str:
    """The sentence about data after a change."""
    found = copy.deepcopy(data())
    change(found)
    with pytest.raises(ContentError) as caught:
        Content(found)
    with pytest.raises(GameError) as refused:
        games.load("consultants", found)
    assert refused.value.code == "bad-content"
    assert str(caught.value) in str(refused.value)
    return str(caught.value)


BROKEN: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (lambda d: d.pop("projects"), "projects.toml", "missing"),
    (lambda d: d.pop("events"), "events.toml", "missing"),
    (lambda d: d.update(projects=[]), "projects.toml", "missing"),
    (lambda d: d.update(events=3), "events.toml", "missing"),
    (lambda d: d["projects"].update(colours=["red"]), "projects.toml colours", "red, yellow"),
    (lambda d: d["projects"].pop("deck"), "projects.toml deck", "missing"),
    (lambda d: d["projects"]["deck"].update(seniors=0), "deck.seniors", "0"),
    (lambda d: d["projects"]["deck"].update(principals="4"), "deck.principals", "'4'"),
    (lambda d: d["projects"]["start"].update(money=-1), "start.money", "-1"),
    (lambda d: d["projects"]["start"].update(money=True), "start.money", "True"),
    (lambda d: d["projects"]["start"].pop("seniors"), "start.seniors", "None"),
    (lambda d: d["projects"].pop("start"), "projects.toml start", "missing"),
    (
        lambda d: d["projects"].update(regular=[]),
        "projects.toml",
        "has 0 [[regular]] entries, but should have at least 1",
    ),
    (lambda d: d["projects"]["regular"].append(3), "projects.toml", "[[regular]]"),
    (lambda d: d["projects"].pop("international"), "projects.toml", "[[international]]"),
    (lambda d: d["projects"]["regular"][2].pop("id"), "projects.toml regular 3.id", "text"),
    (lambda d: d["projects"]["regular"][2].update(name=""), "projects.toml regular 3.name", "text"),
    (lambda d: d["projects"]["regular"][0].pop("desks"), "projects.toml regular 1.desks", "colors"),
    (lambda d: d["projects"]["regular"][0].update(desks=[]), "projects.toml regular 1.desks", "principal"),
    (
        lambda d: d["projects"]["regular"][0].update(desks=["red"] * 4),
        "regular 1.desks",
        "the last one must need a principal",
    ),
    (lambda d: d["projects"]["regular"][0].update(desks=[1, 2]), "regular 1.desks", "colors"),
    (lambda d: d["projects"]["regular"][0].update(desks=["pink", "red*"]), "regular 1.desks", "'pink'"),
    (lambda d: d["projects"]["regular"][0].update(desks=["red"] * 8 + ["red*"]), "regular 1.desks", "1 to 8"),
    (lambda d: d["projects"]["regular"][0].update(desks=["red", "red*"]), "projects.toml silver.2", "2 desks"),
    (lambda d: d["projects"].pop("silver"), "projects.toml silver", "missing"),
    (lambda d: d["projects"]["gold"].update({"5": [1, 2]}), "projects.toml gold.5", "5 desks"),
    (lambda d: d["projects"]["gold"].update({"5": [1, 2, 3, 4, "x"]}), "projects.toml gold.5", "'x'"),
    (lambda d: d["projects"]["internationals"].update({"3": 99}), "projects.toml internationals.3", "99"),
    (lambda d: d["projects"]["internationals"].pop("2"), "projects.toml internationals.2", "None"),
    (lambda d: d["projects"]["innovation"].update(desks=[]), "projects.toml innovation.desks", "colors"),
    (lambda d: d["projects"]["innovation"].update(desks=["pink"]), "projects.toml innovation.desks", "'pink'"),
    (lambda d: d["projects"]["innovation"].update({"4": 7}), "projects.toml innovation.4", "7"),
    (
        lambda d: d["events"].update(event=[]),
        "events.toml",
        "has 0 [[event]] entries, but should have at least 1",
    ),
    (lambda d: d["events"]["event"][0].pop("text"), "events.toml event 1.text", "text"),
    (lambda d: d["events"]["event"][1].pop("effect"), "events.toml event 2.effect", "do"),
    (lambda d: d["events"]["event"][1].update(effect={"do": "dance"}), "events.toml event 2.effect.do", "'dance'"),
    (lambda d: d["events"]["event"][1].update(effect={"do": "gain", "by": 2}), "events.toml event 2.effect", "do"),
    (lambda d: d["events"]["event"][1]["effect"].update(n=100), "events.toml event 2.effect.n", "100"),
    (lambda d: d["events"]["event"][1]["effect"].update(who="me"), "events.toml event 2.effect.who", "'me'"),
    (lambda d: d["events"]["event"][6]["effect"].update(what="tea"), "events.toml event 7.effect.what", "'tea'"),
]


@pytest.mark.parametrize(("change", "where", "what"), BROKEN)
def test_damaged_data_is_refused(change: Callable[[dict[str, Any]], object], where: str, what: str) -> None:
    sentence = broken(change)
    assert where in sentence
    assert what in sentence


def test_the_packaged_data_is_valid_and_stored_completely() -> None:
    assert Content(data()).data == data()
