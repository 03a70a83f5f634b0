"""Test that hints of lessons are right even if the player ignores some of them.

Lessons are played partly by the hints and partly at random. The expected facts are computed here from the view, without
using the code that makes the hints.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.data import ContentError
from cashbox.engine.lessons import PUPIL, RIVAL
from cashbox.engine.sentences import fill
from cashbox.games.consultants.content import COLOURS, RANKS, Content, read_data
from cashbox.games.consultants.game import load
from cashbox.games.consultants.lessons import read_lessons
from tests import lesson_walks as guided

if TYPE_CHECKING:
    from cashbox.engine.lessons import Hint, Note
    from cashbox.games.consultants.state import State
    from cashbox.games.consultants.view.view import Place, SeatView

WALKS = 100
"""Of each lesson."""
LESSONS = ("lesson-1", "lesson-2")
GAME = load()
EVERY: set[Hint] = {line for mode in LESSONS for line in GAME.lessons[mode].hints}


# -- what is true ------------------------------------------------------------------------------------------------------


def name_of(kind: int) -> str:
    return f"{COLOURS[kind // 2]} {RANKS[kind % 2]}"


def dollars(place: Place, desk: int, rank: int) -> int:
    """What taking a desk brings the player, at once where it completes the project."""
    spot = place.desks[desk]
    if not spot.completes:
        return spot.principal_now if rank else spot.now
    return spot.principal_done + sum(one.done for one in place.desks[:-1] if one.owner == PUPIL)


def desk_facts(view: SeatView, form: dict[str, Any]) -> dict[str, Any]:
    place, desk = view.places[form["place"]], form["desk"]
    spot = place.desks[desk]
    kind = 2 * spot.colour + RANKS.index(form.get("rank", "senior"))
    if form["type"] == "seat":
        kind = view.places[view.lifted[0]].desks[view.lifted[1]].consultant
    early = max(0, view.rules.track[place.field - 1]) if place.field else 0
    return {
        "consultant": name_of(kind), "place": place.name, "dollars": dollars(place, desk, kind % 2),
        "completes": spot.completes, "bonus": early if spot.completes else 0,
    }  # fmt: skip


def expected(state: State, note: Note) -> dict[str, Any]:
    """What the facts in a hint must be."""
    view: SeatView = GAME.view(state, PUPIL)
    me, rival = view.players
    event = GAME.tables.events[view.event]
    known: dict[str, Any] = {
        "round": view.round, "money": me.money, "moves": me.moves, "hand": me.seniors + me.principals,
        "event": event.name, "event_text": event.text, "rival": "{1}", "total": me.total, "rival_total": rival.total,
    }  # fmt: skip
    if note.action < 0:
        return known
    form = GAME.encode(note.action)
    known["button"] = GAME.describe(state, PUPIL, note.action).label
    if form["type"] in ("assign", "seat"):
        known |= desk_facts(view, form)
    if form["type"] in ("train", "promote", "recruit"):
        kind = 2 * COLOURS.index(form["colour"]) + RANKS.index(form["rank"])
        known |= {"consultant": name_of(kind), "principal": name_of(kind | 1)}
        known["price"] = getattr(view.costs, form["type"])
        if "where" in note.hint.say:
            known["where"] = next(name for name in starred(view, kind // 2) if name in note.say)
    if form["type"] == "take":
        known |= {"colour": form["colour"], "brings": best_after_taking(state, note.action)}
    if form["type"] == "lift":
        place, spot = view.places[form["place"]], view.places[form["place"]].desks[form["desk"]]
        lifted = state.clone()
        GAME.play(lifted, PUPIL, note.action, SeededChance(0))
        seen: SeatView = GAME.view(lifted, PUPIL)
        goes = [GAME.encode(action) for action in GAME.legal(lifted, PUPIL)]
        best = 0
        for one in goes:
            to = seen.places[one["place"]].desks[one["desk"]]
            best = max(best, to.principal_now if spot.consultant % 2 else to.now)
        known |= {
            "consultant": name_of(spot.consultant),
            "place": place.name,
            "paid": spot.now,
            "gain": best - spot.now,
        }
    return known


def starred(view: SeatView, colour: int) -> list[str]:
    """The projects with a consultant of the player where a principal of this color, and no one else, may sit down now:
    ITS "Assign": right of the rightmost consultant, or at any free desk left of that one."""
    found = []
    for place in view.places:
        rightmost = max([k for k, spot in enumerate(place.desks) if spot.consultant >= 0], default=-1)
        free = [spot for spot in place.desks[: rightmost + 2] if spot.consultant < 0]
        works = PUPIL in [spot.owner for spot in place.desks]
        if works and any(spot.principal and spot.colour == colour for spot in free):
            found.append(place.name)
    return found


def best_after_taking(state: State, action: int) -> int:
    """The most that the consultant taken could be paid at a desk that is open to it now."""
    after = state.clone()
    GAME.play(after, PUPIL, action, SeededChance(0))
    after.due, after.active, after.phase = 1, PUPIL, 2
    after.players[PUPIL].hand = after.players[PUPIL].hand[-1:]
    view: SeatView = GAME.view(after, PUPIL)
    found = [GAME.encode(one) for one in GAME.legal(after, PUPIL)]
    desks = [(view.places[one["place"]].desks[one["desk"]], one) for one in found if one["type"] == "assign"]
    return max([spot.principal_now if one["rank"] == "principal" else spot.now for spot, one in desks], default=0)


def compare(state: State, note: Note) -> Hint:
    """Everything that the hint of a state says holds in it. The hint."""
    assert note.say == fill(note.hint.say, expected(state, note))
    guided.check(GAME, state, note.say)
    claims(state, note)
    return note.hint


def claims(state: State, note: Note) -> None:
    """What the words beside the facts say."""
    view: SeatView = GAME.view(state, PUPIL)
    say = note.say
    form = GAME.encode(note.action) if note.action >= 0 else {}
    if form.get("type") == "assign":
        place, desk = view.places[form["place"]], form["desk"]
        others = [GAME.encode(action) for action in GAME.legal(state, PUPIL)]
        free = [one for one in others if one["type"] == "assign"]
        if "anyone in your hand can earn" in say:
            rank = RANKS.index(form["rank"])
            assert dollars(place, desk, rank) == max(
                dollars(view.places[one["place"]], one["desk"], RANKS.index(one["rank"])) for one in free
            )
        if "add to one of yours" in say or "one of your projects" in say:
            assert PUPIL in [spot.owner for spot in place.desks]
        if "farther right than {1}" in say:
            assert any(spot.owner == RIVAL for spot in place.desks[:desk])
            assert all(spot.consultant < 0 for spot in place.desks[desk + 1 :])
        if "international" in say:
            assert place.kind == "gold"
        if "never completed" in say:
            assert place.kind == "innovation"
        if "Welcome" in say:
            assert all(spot.consultant < 0 for spot in place.desks)
    if "no open desk" in say:
        assert not any(GAME.encode(action)["type"] == "assign" for action in GAME.legal(state, PUPIL)) or (
            form["type"] == "train"
        )
    if "you have the least money" in say.lower():
        assert view.players[PUPIL].total == min(one.total for one in view.players)
    if "one space closer" in say:
        assert view.rules.deadlines
        assert view.round > 1
    if "comes back at the end" in say:
        assert view.places[form["place"]].kind == "innovation"
        assert not view.last
    assert ("up to {1} now" in say) <= (not state.due & 1)


@pytest.mark.thorough
def test_every_hint_appears_and_is_right_off_the_path() -> None:
    met: Counter[Hint] = Counter()
    for mode in LESSONS:
        for seed in range(WALKS):
            met.update(compare(*one) for one in guided.walk(GAME, mode, seed))
    said = {line.say for line in met}
    assert sorted({line.say for line in EVERY} - said) == []
    assert met.total() > 15 * WALKS


# -- the path ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "total", "types"),
    [("lesson-1", 58, {"assign", "pass"}), ("lesson-2", 70, {"assign", "promote", "lift", "seat", "train", "take"})],
)
def test_following_the_hints_wins_the_lesson(mode: str, total: int, types: set[str]) -> None:
    state, said, done = guided.follow(GAME, mode)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (PUPIL,)
    assert outcome.scores[PUPIL] == total
    assert types <= set(done)
    assert len(said) <= 30


def test_lessons_teach_what_they_should() -> None:
    said = [" ".join(guided.follow(GAME, mode)[1]) for mode in LESSONS]
    for words in (
        "desks on projects",
        "completes the project",
        "paid immediately",
        "rightmost",
        "at the end of the round",
    ):
        assert words in said[0]
    for words in ("event", "Promoting", "principal", "Training", "move", "deadline"):
        assert words in said[1]


@pytest.mark.parametrize("mode", LESSONS)
def test_a_lesson_shows_what_its_text_promises(mode: str) -> None:
    """The text of the mode, and the end of the lesson before it, name what is coming."""
    promised = next(one.text for one in GAME.about.modes if one.id == mode)
    if mode == "lesson-2":
        promised += guided.hint(GAME, guided.follow(GAME, "lesson-1")[0]).say.partition("second lesson")[2]
    shown = " ".join(guided.follow(GAME, mode)[1]).lower()
    topics = (
        "desk",
        "project",
        "paid",
        "promoting",
        "training",
        "move",
        "deadline",
        "innovation project",
        "recruiting",
    )
    named = [topic for topic in topics if topic in promised.lower().replace("pay", "paid")]
    assert len(named) >= 3
    assert [topic for topic in named if topic not in shown] == []


def test_a_lesson_never_mentions_pay_that_did_not_come() -> None:
    """One who passes at once has only the money of the beginning when the lesson is over."""
    lot = SeededChance(1)
    state = GAME.start({"mode": "lesson-1"}, 2, lot)
    while state.due:
        seat = PUPIL if state.due & 1 else RIVAL
        legal = GAME.legal(state, seat)
        action = next((one for one in legal if GAME.encode(one)["type"] == "pass"), legal[0])
        GAME.play(state, seat, action, lot)
    said = guided.hint(GAME, state).say
    assert state.players[PUPIL].worth() == GAME.tables.money
    assert "was paid" not in said
    assert said.startswith(f"You have ${GAME.tables.money}, and {{1}} ")


# -- how hints are made ------------------------------------------------------------------------------------------------


def test_stored_content_without_lessons_can_be_read() -> None:
    data = read_data()
    del data["lessons"]
    assert read_lessons(Content(data)) == {}


def test_an_error_in_the_file_is_one_sentence() -> None:
    data = copy.deepcopy(read_data())
    data["lessons"]["lesson"][0]["events"] = ["rain"]
    with pytest.raises(ContentError, match=r"^lessons.toml lesson-1.events: 'rain' is not one of "):
        load(data)
