"""Compare the facts of actions with what they change, under every event, in random games and in rare situations."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.facts import ACTOR, TABLE, Change, contradictions
from cashbox.games.consultants import state as st
from cashbox.games.consultants.actions import FORMS
from cashbox.games.consultants.content import WHAT
from cashbox.games.consultants.game import load
from cashbox.games.consultants.rules import desks, event
from tests.games.consultants.positions import KINDS, Table, real_game, work
from tests.games.consultants.random_players import pick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.facts import Facts
    from cashbox.games.consultants.state import State

EVENTS = [card.id for card in real_game().tables.events]
OPTIONS = [
    {"deadlines": deadlines, "innovation": innovation} for deadlines, innovation in product((True, False), repeat=2)
]
"""Both switches, on and off."""
A_FEW = 8
"""Actions that are compared of each decision of a random game."""


def faults(t: Table, seat: int, action: int) -> list[str]:
    """Where what is said of a legal action and what it changes differ."""
    owners = (TABLE, *range(t.state.seats))
    before = {owner: t.game.measures(t.state, owner) for owner in owners}
    said = t.game.describe(t.state, seat, action).facts
    after = t.game.clone(t.state)
    t.game.do(after, seat, action, SeededChance(action))
    changes = contradictions(said, seat, before, {owner: t.game.measures(after, owner) for owner in owners})
    return [*changes, *misknown(t, seat, action, said, after)]


def misknown(t: Table, seat: int, action: int, said: Facts, after: State) -> Iterator[str]:
    """Which of the other numbers that are said are not so."""
    form, had, has = t.game.encode(action), t.state.players[seat], after.players[seat]
    so: dict[str, int] = {}
    match form["type"]:
        case "assign" | "seat":
            if after.completed[seat] > t.state.completed[seat]:
                so["completing"] = has.worth() - had.worth()
            else:
                so["round_end"] = dict(desks.pay(after, after.places[form["place"]]))[form["desk"]]
            if form["type"] == "assign":
                so["consultant"] = t.view().places[form["place"]].desks[form["desk"]].colour * 2 + (
                    form["rank"] == "principal"
                )
        case "train" | "recruit" | "promote" if has.money != had.money or not t.state.costs[WHAT.index(form["type"])]:
            so = {"price": had.money - has.money, "rest": has.money}
        case "train" | "recruit" | "promote":  # shown in vain: the price where it succeeds
            price = t.state.costs[WHAT.index(form["type"])]
            so = {"price": price, "rest": had.money - price}
        case "lift":
            so = {"moves": had.moves - 1}
        case "take":
            deck = t.deck(("seniors", "principals")[t.state.taking])
            so["there"] = sum(1 for name in deck if name.rstrip("*") == form["colour"])
        case "pass":
            legal = [one for one in t.forms(seat) if one["type"] == "assign"]
            so = {"paid": has.worth() - had.worth(), "desks": len({(one["place"], one["desk"]) for one in legal})}
    if form["type"] == "promote" and sorted(had.hand) == sorted(has.hand) and had.money != has.money:
        so["same"] = 1
    if said.known != so:
        yield f"known are {said.known}, but {so} is so"


def check(t: Table, actions: list[int]) -> set[str]:
    """Compare actions of whoever is to act; their types."""
    (seat,) = t.due
    for action in actions:
        found = faults(t, seat, action)
        assert not found, f"{t.game.text(action)}: {'; '.join(found)}"
    return {t.game.encode(action)["type"] for action in actions}


def check_all(t: Table) -> set[str]:
    """Compare every action of whoever is to act, and after each that is half done, what may follow it; the types."""
    (seat,) = t.due
    legal = t.game.legal(t.state, seat)
    types = check(t, legal)
    for action in legal:
        if t.game.encode(action)["type"] in ("lift", "train", "recruit"):
            then = t.copy()
            then.game.play(then.state, seat, action, then.chance)
            types |= check(then, then.game.legal(then.state, seat))
    return types


def under(t: Table, card: str) -> Table:
    """The table with this event on, as far as it lasts for the round or asks; it is asked of seat 0."""
    s = t.state
    s.event = EVENTS.index(card)
    event.happen(s, t.chance)
    for p in s.players:
        p.moves = s.costs[WHAT.index("moves")]
    if card in ("homesick", "returned-badges"):
        s.phase, s.active, s.asked = st.EVENT, 0, True
    return t


# -- random games ------------------------------------------------------------------------------------------------------


@pytest.mark.few(3, usual=11)
@pytest.mark.parametrize("card", EVENTS)
def test_facts_are_true_in_random_games(card: str) -> None:
    """A game in which this event comes again and again."""
    number = EVENTS.index(card)
    t = Table(2 + number % 3, OPTIONS[number % 4], seed=number, rules=load())
    chance = SeededChance(f"facts {card}")
    types: set[str] = set()
    for _ in range(200):
        if not t.due:
            break
        t.state.events_left = [number] * min(len(t.state.events_left), 6)
        (seat,) = t.due
        legal = t.game.legal(t.state, seat)
        types |= check(t, legal if len(legal) <= A_FEW else [legal[chance.draw(len(legal))] for _ in range(A_FEW)])
        t.game.play(t.state, seat, pick(t.state, seat, chance), t.chance)
    assert {"assign", "pass", "starter"} <= types


# -- situations that seldom come ---------------------------------------------------------------------------------------


def crowded(options: dict[str, Any], field: int, stock: int) -> Table:
    """Three bosses, two of them in debt. A regular project and an international one lack only their last consultants, a
    third project has none yet, and nothing lies in the fourth place. Seat 0 holds two of each kind and has consultants
    on two projects; the markers lie on this field, and so many projects are to come."""
    t = work(3, **options).stock(stock).money(40, 2, 0).debt(1, 3).debt(2, 30)
    t.abroad(1).nothing(3)
    t.row(0, 0, 1, 0).row(1, 2, 0, 1, 2)
    if options["innovation"]:
        t.row(len(t.state.places) - 1, 1)
    for place in range(3):
        t.field(place, field if options["deadlines"] else 0)
    return t.hand(0, *KINDS, *KINDS)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("card", EVENTS)
def test_facts_are_true_when_projects_are_about_to_be_completed(card: str) -> None:
    types: set[str] = set()
    for options, field, stock in product(OPTIONS, (1, 2, 3, 4, 5), (0, 1, 3)):
        if options["deadlines"] or field == 1:
            types |= check_all(under(crowded(options, field, stock), card))
    asked = {"homesick": {"recall", "stay"}, "returned-badges": {"give", "stay"}}
    barred = {"lift-broken": {"lift", "seat"}, "hiring-freeze": {"recruit"}}
    every = {"assign", "lift", "seat", "train", "promote", "recruit", "take", "pass"}
    assert types == asked.get(card, every - barred.get(card, set()))


def test_every_verb_is_checked() -> None:
    """What the events ask and what everyone may do in a round, and the choice that begins one."""
    named = {"assign", "lift", "seat", "train", "promote", "recruit", "take", "pass", "recall", "give", "stay"}
    assert set(FORMS.types) == named | {"starter"}
    assert check_all(work(4).money(3, 1, 2, 9).end_round()) == {"starter"}


@pytest.mark.few(2, usual=12)
@pytest.mark.parametrize("card", EVENTS)
@pytest.mark.parametrize("gone", ["seniors", "principals"])
def test_facts_are_true_when_a_deck_runs_out(card: str, gone: str) -> None:
    """The consultant given for another is the only one left."""
    for left, options in product((0, 1), OPTIONS):
        check_all(under(crowded(options, 2, 1).keep(gone, left), card))


def test_facts_are_true_when_no_principal_of_a_color_is_left() -> None:
    """ITS "Promote": a principal is shown in vain; a seat that shows a principal of its own knows better."""
    t = work(2).hand(0, "red", "blue", "blue*").without("red*").without("blue*")
    check_all(t)
    (seat,) = t.due
    t.promote("red")
    assert t.due == [seat]
    assert not t.can("promote", colour="red", rank="senior")
    check_all(t)


def test_facts_are_true_for_the_first_and_the_last_to_pass() -> None:
    for passed in ((), (1,), (1, 2)):
        t = under(work(3).passed(*passed).debt(0, 2), "early-weekend")
        assert "pass" in check_all(t)


# -- read in a few -----------------------------------------------------------------------------------------------------


def facts(t: Table, kind: str, **fields: Any) -> Facts:
    """What is said of a legal action."""
    assert t.can(kind, **fields)
    return t.game.describe(t.state, t.due[0], t.game.decode({"type": kind, **fields})).facts


def test_completing_pays_every_consultant_and_first_an_old_debt() -> None:
    t = work(3, deadlines=True).field(0, 2).row(0, 1, 1, 0).hand(0, "blue*").debt(1, 5)
    found = facts(t, "assign", rank="principal", place=0, desk=3)
    mine = {one.what: (one.by, one.left) for one in found.changes if one.seat == ACTOR}
    # the desks pay 6, 4, 2 and 1 from the right, each with a bonus of 3
    assert mine == {"principals": (-1, 0), "completed": (1, 1), "dollars": (9 + 7, 26), "desks": (-1, 0)}
    assert {one for one in found.changes if one.seat == 1} == {
        Change("debt", -5, left=0, seat=1), Change("dollars", 4, left=14, seat=1), Change("desks", -2, left=0, seat=1),
    }  # fmt: skip
    assert {one.what: one.by for one in found.changes if one.seat == TABLE} == {
        "seniors": 3, "principals": 1, "stock": -1,
    }  # fmt: skip
    assert found.known == {"consultant": KINDS.index("blue*"), "completing": 16}


def test_facts_never_complete_the_innovation_project() -> None:
    t = work(2, innovation=True)
    last = len(t.state.places) - 1
    colours = t.desk_names(last)
    t.row(last, *[1] * (len(colours) - 1)).hand(0, colours[-1])
    found = facts(t, "assign", rank="senior", place=last, desk=len(colours) - 1)
    assert found.known == {"consultant": KINDS.index(colours[-1]), "round_end": 1}


def test_a_promotion_can_fail_unless_a_principal_is_shown() -> None:
    t = work(2).hand(0, "red", "red*")
    of_senior = facts(t, "promote", colour="red", rank="senior")
    assert [(one.by, one.most) for one in of_senior.changes if one.what == "dollars"] == [(-2, 0)]
    assert facts(t, "promote", colour="red", rank="principal").changes == (Change("dollars", -2, left=8),)
    assert of_senior.known == {"price": 2, "rest": 8}
