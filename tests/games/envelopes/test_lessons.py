"""Test the two lessons: following the hints leads to the promised end, independent of chance.

test_hints.py tests hints for players who don't follow them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.data import ContentError
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.game import Envelopes
from cashbox.games.envelopes.modes import LESSON_MONTHS, LESSONS
from cashbox.games.envelopes.phases import COST, FINAL, OVER, SEND
from cashbox.games.envelopes.text import hints
from cashbox.games.envelopes.view import view
from tests.games.envelopes.decks import data, game
from tests.games.envelopes.positions import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.games.envelopes.lessons import Line
    from cashbox.games.envelopes.text.hints import Note


def lesson(mode: str, seed: int = 1) -> Table:
    return Table(game(), 1, {"mode": mode}, seed)


def note(t: Table) -> Note:
    found = hints.current(t.state, 0)
    assert found is not None
    return found


def line(t: Table) -> Line:
    return note(t).line


def obeyed(t: Table) -> int:
    """What the hint tells the player to do."""
    action = note(t).action
    assert action in t.game.legal(t.state, 0)
    return action


def follow(t: Table) -> list[str]:
    """Follow the hints to the end; the texts of what was done."""
    done = []
    while t.due:
        action = obeyed(t)
        done.append(t.game.text(action))
        t.game.play(t.state, 0, action, t.chance)
    return done


@pytest.mark.parametrize("mode", LESSONS)
def test_every_hint_of_the_story_appears_once_and_in_order(mode: str) -> None:
    t = lesson(mode)
    assert t.state.lesson is not None
    story = [hint for hint in t.state.lesson.hints if hint.when.month >= 0]
    met: list[Line] = []
    while t.due:
        now = line(t)
        if not met or met[-1] is not now:
            met.append(now)
        t.game.play(t.state, 0, obeyed(t), t.chance)
    assert [hint.say for hint in met if hint in story] == [hint.say for hint in story]
    assert [hint.when.step if hint.when.step > 0 else hint.when.phase for hint in met if hint not in story] == ASIDES[
        mode
    ]
    assert line(t).when.phase == OVER


ASIDES = {"lesson-1": [COST], "lesson-2": [SEND, FINAL]}
"""At which step or in which phase hints for any time are met on the way, too."""


@pytest.mark.parametrize(
    ("mode", "stars", "words"),
    [
        ("lesson-1", 21, "{0} finishes the first lesson with 21 stars."),
        ("lesson-2", 66, "{0} finishes the second lesson"),
    ],
)
def test_a_lesson_ends_as_promised(mode: str, stars: int, words: str) -> None:
    t = lesson(mode)
    follow(t)
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert outcome.scores == (stars,)
    assert outcome.text.startswith(words)
    assert not any("wins with" in said for said in t.said())


def test_the_first_lesson_teaches_its_topics() -> None:
    done = " ".join(follow(lesson("lesson-1")))
    for kind in ("draft", "pass", "place March full", "place April full", "place May half", "put", "use", "campaign 3"):
        assert kind in done
    assert "move" not in done


def test_the_second_lesson_teaches_its_topics() -> None:
    done = follow(lesson("lesson-2"))
    assert sum(one.startswith("sign") for one in done) == 7
    for kind in ("runner", "bet magenta 4", "move", "trade magenta", "campaign 3"):
        assert any(one.startswith(kind) for one in done)


@pytest.mark.parametrize("mode", LESSONS)
def test_only_the_player_sees_the_hint_and_it_depends_on_nothing_hidden(mode: str) -> None:
    t = lesson(mode)
    while t.due:
        now = note(t)
        does = t.game.encode(now.action) if now.action >= 0 else None
        assert t.view(0).hint == view.Hint(now.say, now.line.point, does)
        assert t.view(SPECTATOR).hint is None
        assert t.game.view(t.game.sample(t.state, 0, SeededChance(7)), 0) == t.view(0)
        t.game.play(t.state, 0, obeyed(t), t.chance)


@pytest.mark.parametrize("mode", LESSONS)
def test_a_signing_cannot_be_undone(mode: str) -> None:
    """The face of the die was hidden till then, though no chance is asked."""
    t = lesson(mode)
    while t.due:
        action, before = obeyed(t), t.game.window(t.state)
        t.game.play(t.state, 0, action, t.chance)
        if t.game.text(action).startswith("sign"):
            assert t.game.window(t.state) > before


@pytest.mark.parametrize("mode", LESSONS)
@pytest.mark.parametrize("option", [o.name for o in game().about.options])
def test_a_lesson_has_no_options(mode: str, option: str) -> None:
    known = next(one for one in game().about.options if one.name == option)
    usual = game().check_options({"mode": mode}, 1)[option]
    values: list[Any] = [True, False] if known.kind == "switch" else [*known.choices, *range(known.least, known.most)]
    with pytest.raises(GameError, match=f"You can set the {option} option only in"):
        game().check_options({"mode": mode, option: next(value for value in values if value != usual)}, 1)


@pytest.mark.parametrize("mode", LESSONS)
def test_a_lesson_is_for_one_player(mode: str) -> None:
    with pytest.raises(GameError, match="1 player, not 2"):
        game().check_options({"mode": mode}, 2)
    t = lesson(mode)
    assert t.view().rules.months == LESSON_MONTHS
    assert t.view().bubba is None
    assert all(sum(month) == (k < LESSON_MONTHS) for k, month in enumerate(t.view().players[0].later))


def test_each_lesson_leads_to_the_next_mode() -> None:
    modes = {mode.id: mode for mode in game().about.modes}
    for mode in LESSONS:
        then = modes[mode].then
        assert then is not None
        assert game().check_options({"mode": then.mode, **then.options}, then.seats)


def first(changed: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = changed["lessons"]["lesson"][0]
    return found


def hint_has(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda changed: first(changed)["hint"][0].update(fields)


def hint_when(**when: Any) -> Callable[[dict[str, Any]], None]:
    return lambda changed: first(changed)["hint"][0].update(when=when)


FAULTS: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda d: first(d).update(coach="nobody"), "lessons.toml lesson-1.coach: 'nobody'"),
    (lambda d: first(d).update(symbol="star"), "lessons.toml lesson-1.symbol: 'star'"),
    (lambda d: first(d).update(bucks=-1), "lessons.toml lesson-1.bucks: -1"),
    (lambda d: first(d).update(stash=1), "lessons.toml lesson-1.stash: unknown field"),
    (lambda d: first(d).update(deal=[1, 121]), "lessons.toml lesson-1.deal: 121"),
    (lambda d: first(d).update(deal=[1, 1]), "lessons.toml lesson-1.deal: a card appears twice"),
    (lambda d: first(d).update(dice=[[1] * 6]), "lessons.toml lesson-1.dice should have the dice of 3 months"),
    (lambda d: first(d).update(dice=[[1] * 5] * 3), "lessons.toml lesson-1.dice should have six dice"),
    (lambda d: first(d).update(dice=[[7] * 6] * 3), "lessons.toml lesson-1.dice: 7"),
    (lambda d: first(d).update(faces=[3]), "lessons.toml lesson-1.faces: 3"),
    (lambda d: first(d).update(recruits={"iowa": []}), "lessons.toml lesson-1.recruits.iowa should have 1 position"),
    (lambda d: first(d).update(recruits={"iowa": ["XY"]}), "lessons.toml lesson-1.recruits.iowa: 'XY'"),
    (lambda d: first(d).update(recruits={"ohio": ["QB"]}), "lessons.toml lesson-1.recruits: 'ohio'"),
    (lambda d: first(d)["hint"][0].pop("say"), "lessons.toml lesson-1 hint 1.say should be text"),
    (lambda d: first(d)["hint"][2].update(point="moon"), "lessons.toml lesson-1 hint 3.point: 'moon'"),
    (hint_when(phase="noon"), "lessons.toml lesson-1 hint 1.when.phase: 'noon'"),
    (hint_when(month="June"), "lessons.toml lesson-1 hint 1.when.month: 'June'"),
    (hint_when(sunshine=1), "lessons.toml lesson-1 hint 1.when: 'sunshine'"),
    (hint_when(bucks=[3, 1]), "lessons.toml lesson-1 hint 1.when.bucks: 1 is not"),
    (hint_when(can="steal"), "lessons.toml lesson-1 hint 1.when.can: There is no action type 'steal'"),
    (
        hint_when(can={"type": "put", "card": 200}),
        "lessons.toml lesson-1 hint 1.when.can: In an action of type put, the card must be from 1 to 120",
    ),
    (hint_has(do="steal"), "lessons.toml lesson-1 hint 1.do: There is no action type 'steal'"),
    (hint_has(do={"type": "die", "month": "May"}), "lessons.toml lesson-1 hint 1.do: An action of type die has colour"),
    (hint_has(aim="iowa"), "lessons.toml lesson-1 hint 1.aim should be a card or a recruit"),
    (hint_has(aim={"card": 97, "recruit": "iowa"}), "lessons.toml lesson-1 hint 1.aim should be a card or a recruit"),
    (hint_has(aim={"card": 0}), "lessons.toml lesson-1 hint 1.aim.card: 0"),
    (hint_has(aim={"card": 97, "is": "lost"}), "lessons.toml lesson-1 hint 1.aim.is: 'lost'"),
    (hint_has(aim={"recruit": "ohio"}), "lessons.toml lesson-1 hint 1.aim.recruit: 'ohio'"),
    (hint_has(aim={"recruit": "iowa", "by": "June"}), "lessons.toml lesson-1 hint 1.aim.by: 'June'"),
    (
        hint_has(aim={"recruit": "iowa"}),
        "lessons.toml lesson-1 hint 1.aim can't be the aim of an action of type draft",
    ),
    (
        hint_has(say="Sign {recruit}."),
        "lessons.toml lesson-1 hint 1.say: 'recruit' is not one of its facts: bet_bucks,",
    ),
    (hint_has(say="Look[!pips: around]."), "lessons.toml lesson-1 hint 1.say: 'pips' is not one of its facts"),
    (lambda d: first(d)["hint"][-1].update(when={"lacks": 1}), ".when.lacks needs an aim"),
    (lambda d: d["lessons"].update(lesson={}), "lessons.toml lesson should be a list"),
]


@pytest.mark.few(17, usual=31)
@pytest.mark.parametrize(("damage", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_errors_in_the_data_are_named(damage: Callable[[dict[str, Any]], Any], words: str) -> None:
    changed = data()
    damage(changed)
    with pytest.raises(ContentError) as caught:
        Content(changed)
    assert words in str(caught.value)


def test_content_without_lessons_still_loads() -> None:
    older = data()
    del older["lessons"]
    assert Content(older).lessons == {}


# -- hints in the older form, which name no action and say a fixed text -----------------------------------------------


def test_the_older_form_of_a_hint_still_loads() -> None:
    changed = data()
    first(changed)["hint"] = [
        {
            "when": {"phase": "dice", "month": "March", "placed": 0, "can": {"type": "die", "colour": "magenta"}},
            "say": "Press the magenta die.",
            "point": "dice",
        },
        {"when": {"phase": "draft", "can": "draft"}, "say": "Press a card to read it.", "point": "cards"},
    ]
    t = Table(Envelopes(Content(changed)), 1, {"mode": "lesson-1"}, 1)
    assert note(t).say == "Press a card to read it."
    t.do("draft", card=97)
    assert note(t).say == "Press the magenta die."
    t.do("die", colour="blue")
    assert note(t).say != "Press the magenta die."
