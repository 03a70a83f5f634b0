"""Test that hints of lessons are right even if the player ignores some of them.

Lessons are played partly by the hints and partly at random. The expected facts are computed here from the view, without
using the code that makes the hints.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import NoChance, SeededChance
from cashbox.engine.data import ContentError
from cashbox.engine.lessons import PUPIL, RIVAL
from cashbox.engine.sentences import fill
from cashbox.games.cash.content import Content, read_data
from cashbox.games.cash.game import load
from cashbox.games.cash.options import LESSONS
from cashbox.games.cash.state import CLEAR, TAKE
from tests import lesson_walks as guided
from tests.games.cash.positions import turn

if TYPE_CHECKING:
    from cashbox.engine.lessons import Hint, Note
    from cashbox.games.cash.state import State
    from cashbox.games.cash.view.view import Firm, SeatView

WALKS = 100
"""Of each lesson."""
GAME = load()
CONTENT = GAME.tables
EVERY: set[Hint] = {line for mode in LESSONS for line in CONTENT.lessons[mode].hints}


# -- what is true ------------------------------------------------------------------------------------------------------


def frees(firm: Firm, face: int) -> bool:
    """Whether a card ends the investigation against a firm: the matching acquittal, a settlement, a bull card."""
    if firm.probe < 0:
        return False
    kind, name = CONTENT.data["cards"]["card"][face]["type"], CONTENT.names[face]
    if kind == "acquittal":
        return name.partition(":")[0] == CONTENT.names[firm.probe].partition(":")[0]
    return name in ("Dividend Yield", "Premium Earnings") or (kind == "settlement" and bool(firm.cash))


def tabled(firm: Firm) -> int:
    return firm.tabled * (2 if firm.ventures else 1)


def expected(state: State, note: Note) -> dict[str, Any]:
    """What the facts in a hint must be."""
    view: SeatView = GAME.view(state, PUPIL)
    me, rival = view.players
    assert view.mine is not None
    hand, line = view.mine.hand, view.mine.line
    cash = sum(CONTENT.value[face] for face in me.cash)
    known: dict[str, Any] = {
        "rival": "{1}", "open": cash, "insured": me.tabled - cash, "tabled": me.tabled, "held": -line.held,
        "bears": -line.bears, "total": line.total, "lead": line.total - tabled(rival), "capital": me.capital,
        "rival_capital": rival.capital, "rival_tabled": tabled(rival), "limit": view.rules.hand, "cards": len(hand),
        "rival_cards": rival.hand, "probe": CONTENT.names[me.probe] if me.probe >= 0 else "",
        "best": CONTENT.names[max(rival.cash, key=lambda face: CONTENT.value[face])] if rival.cash else "",
    }  # fmt: skip
    if "{help}" in note.hint.say:
        helps = [CONTENT.names[face] for face in hand if frees(rival, face)]
        known["help"] = next(name for name in helps if name in note.say)
    if note.action < 0:
        return known
    form = GAME.encode(note.action)
    said = GAME.describe(state, PUPIL, note.action)
    known["button"] = said.label
    if "card" in form:
        face = CONTENT.number[form["card"]]
        known |= {"card": CONTENT.names[face], "value": CONTENT.value[face] or CONTENT.limit[face]}
        known["does"] = said.does or said.label.split(": ", 1)[-1]
    if form["type"] == "take":
        assert view.pending is not None
        fine = {"broker": 1, "banker": 2}.get(CONTENT.ids[view.pending.card], 0)
        known |= {"fine": fine, "value": CONTENT.value[view.pending.card]}
    if form["type"] == "insure":
        assert view.pending is not None
        known |= {"value": form["value"], "cover": CONTENT.names[view.pending.card]}
    return known


def compare(state: State, note: Note) -> Hint:
    """Everything that the hint of a state says holds in it. The hint."""
    assert note.say == fill(note.hint.say, expected(state, note))
    guided.check(GAME, state, note.say)
    claims(state, note)
    return note.hint


def claims(state: State, note: Note) -> None:
    """What the words beside the facts say."""
    view: SeatView = GAME.view(state, PUPIL)
    me, rival = view.players
    assert view.mine is not None
    say, hand = note.say, view.mine.hand
    if "on your license" in say:
        assert me.probe >= 0
    if "can end it" in say or "and ends the investigation" in say:
        after = state.clone()
        GAME.play(after, PUPIL, note.action, SeededChance(0))
        assert after.phase == CLEAR or after.players[PUPIL].probe < 0 or after.phase == TAKE
    if "no matching acquittal" in say:
        assert not any(frees(me, face) for face in hand if CONTENT.types[face] == 5)
    if "nothing to end it" in say:
        assert not any(frees(me, face) for face in hand)
    if "until you have a Trading License" in say:
        assert not me.license
    if "would help" in say or "can use it to end the investigation" in say:
        assert rival.probe >= 0
    if "ask for something in return" in say:
        assert rival.cash
        deal_frees(state, say)
        assert ("their hand is full" in say) == (rival.hand == view.rules.hand)
    if "no cash to ask for" in say:
        assert not rival.cash
        deal_frees(state, say)
    if "no cash left in your hand" in say or "All your cash is on your firm" in say or "no cash to play" in say:
        legal = GAME.legal(state, PUPIL)
        assert not any(CONTENT.is_cash[face] and face in legal for face in range(CONTENT.faces))
    if "while you are ahead" in say:
        assert view.mine.line.total > tabled(rival)
    if "start with your biggest cash card" in say or "your highest cash" in say:
        assert not me.tabled
        assert CONTENT.value[note.action] == max(CONTENT.value[face] for face in hand if CONTENT.is_cash[face])
    if "with more than" in say:
        assert view.offer is not None
        o = view.offer
        comes = len(o.give_firm) + len(o.give_named) + o.give_hidden
        assert rival.hand - len(o.ask_named) - o.ask_hidden + comes > view.rules.hand
    if "time for an investigation" in say:
        assert rival.license
        assert rival.probe < 0
    if "up to {1} now" in say:
        assert not state.due & 1


def deal_frees(state: State, say: str) -> None:
    """The deal that a hint teaches is made, and the card that it gives away does what the hint says: the opponent, who
    uses it in the next turn, is not investigated then."""
    state = state.clone()
    help_ = CONTENT.names.index(say.partition(" would help")[0])
    held = [CONTENT.face[card] for card in state.players[RIVAL].hand].count(help_)
    while state.offer is not None or guided.hint(GAME, state).say == say:
        seat = PUPIL if state.due & 1 else RIVAL
        action = guided.hint(GAME, state).action if seat == PUPIL else GAME.legal(state, RIVAL)[0]
        GAME.play(state, seat, action, NoChance())
    assert [CONTENT.face[card] for card in state.players[RIVAL].hand].count(help_) == held + 1, say
    assert frees(GAME.view(state, PUPIL).players[RIVAL], help_), say


def taken_by(card: str, own: int) -> str:
    """What the lesson says when a card takes 25,000 from the opponent. own: the player's insured cash."""
    t = turn(2, mode="lesson-2").hand(0, card).cash(0).cash(1, 25_000).insured(0, "economy", own).discard(card)
    return guided.hint(t.game, t.state).say


def test_a_lesson_warns_what_a_card_would_do_to_the_player() -> None:
    """CASH "The Broker": an opponent who has no such uninsured cash loses a turn; the same card is played back."""
    assert taken_by("broker", 25_000) == (
        "Other players can do this to you, too. Insured cash is safe, but without an uninsured 25,000, you lose 1 turn "
        "instead. Click “Take 25,000 from {1}”."
    )
    assert "lose" not in taken_by("dividend", 25_000)
    for card, lost in (("broker", 1), ("dividend", 0)):
        t = turn(2, seat=1).hand(1, card).insured(0, "economy", 25_000).cash(1, 5_000).discard(card)
        if t.can("take"):
            t.do("take")
        assert (t.firm(0).lost, t.firm(0).tabled) == (lost, 25_000)


INVESTIGATE = {"type": "play", "card": "investigation-laundering"}


@pytest.mark.parametrize(("earliest", "taught"), [(99, True), (5, True), (3, True), (1, False)])
def test_asking_for_cash_is_taught_only_if_the_opponent_has_some(earliest: int, taught: bool) -> None:
    """By the hints the investigation is played in turn 7; in turn 1 the opponent's firm has no cash to ask for."""
    state, deals = GAME.start({"mode": "lesson-2"}, 2, NoChance()), 0
    while state.due:
        if not state.due & 1:
            GAME.play(state, RIVAL, GAME.legal(state, RIVAL)[0], SeededChance(1))
            continue
        note, early = guided.hint(GAME, state), GAME.decode(INVESTIGATE)
        if "ask for something in return" in note.say:
            deals += 1
            deal_frees(state, note.say)
        wanders = state.turns >= earliest and early in GAME.legal(state, PUPIL)
        GAME.play(state, PUPIL, early if wanders else note.action, SeededChance(1))
    assert bool(deals) == taught


def lesson_with(detours: dict[int, int]) -> tuple[set[str], list[list[int]]]:
    """Follow the second lesson but for some decisions of the player.

    Args:
        detours: Actions by the number of the decision.

    Returns:
        What the lesson has taught: "investigation", "end" (of one's own) and "trade"; and for each decision, the other
        cards that could be played.
    """
    state = GAME.start({"mode": "lesson-2"}, 2, NoChance())
    taught: set[str] = set()
    others: list[list[int]] = []
    while state.due:
        seat = PUPIL if state.due & 1 else RIVAL
        action, legal = GAME.legal(state, seat)[0], GAME.legal(state, seat)
        if seat == PUPIL:
            action = detours.get(len(others), guided.hint(GAME, state).action)
            others.append([one for one in legal if GAME.encode(one)["type"] == "play" and one != action])
        mine, theirs = (state.players[one].probe for one in (PUPIL, RIVAL))
        form = GAME.encode(action)
        GAME.play(state, seat, action, SeededChance(1))
        if theirs < 0 <= state.players[RIVAL].probe:
            taught.add("investigation")
        if state.players[PUPIL].probe < 0 <= mine:
            taught.add("end")
        if form["type"] == "accept":
            taught.add("trade")
    assert len(others) <= 40
    return taught, others


def test_lesson_2_teaches_everything_in_any_order_of_play() -> None:
    everything = {"investigation", "end", "trade"}
    taught, others = lesson_with({})
    assert taught == everything
    detours = [(k, action) for k, found in enumerate(others) for action in found]
    assert len(detours) >= 8
    for k, action in detours:
        taught, _ = lesson_with({k: action})
        assert taught == everything, (k, GAME.encode(action))


@pytest.mark.thorough
def test_every_hint_appears_and_is_right_off_the_path() -> None:
    met: Counter[Hint] = Counter()
    for mode in LESSONS:
        for seed in range(WALKS):
            met.update(compare(*one) for one in guided.walk(GAME, mode, seed))
    said = {line.say for line in met}
    assert sorted({line.say for line in EVERY} - said) == []
    assert met.total() > 20 * WALKS


# -- the path ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "capital", "types"),
    [
        ("lesson-1", 240_000, {"play", "discard", "take", "again"}),
        ("lesson-2", 115_000, {"play", "discard", "clear", "offer", "give-named", "ask-firm", "propose", "finish"}),
    ],
)
def test_following_the_hints_wins_the_lesson(mode: str, capital: int, types: set[str]) -> None:
    state, said, done = guided.follow(GAME, mode)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (PUPIL,)
    assert outcome.scores[PUPIL] == capital
    assert types <= set(done)
    assert len(said) <= 30


def test_lessons_teach_what_they_should() -> None:
    said = [" ".join(guided.follow(GAME, mode)[1]) for mode in LESSONS]
    for words in (
        "Trading License",
        "draw a card",
        "capital",
        "counts when the round ends",
        "Stop Trading",
        "the cash on",
    ):
        assert words in said[0]
    for words in ("Investigation", "Acquittal", "covers up to", "Send offer"):
        assert words in said[1]


def test_the_lesson_leaves_its_opponent_one_choice() -> None:
    state, _ = next(one for one in guided.walk(GAME, "lesson-2", 3) if one[0].due == 2)
    legal = GAME.legal(state, RIVAL)
    assert len(legal) == 1
    other = next(action for action in GAME.flow.phases[state.phase].legal(state, RIVAL) if action not in legal)
    assert GAME.explain(state, RIVAL, other) == "The lesson plays this seat."
    assert GAME.explain(state, RIVAL, legal[0]) == ""
    assert GAME.view(state, RIVAL).hint is None
    assert GAME.view(state, -1).hint is None


# -- how hints are made ------------------------------------------------------------------------------------------------


def test_stored_content_without_lessons_can_be_read() -> None:
    data = read_data()
    del data["lessons"]
    assert Content(data).lessons == {}


def test_an_error_in_the_file_is_one_sentence() -> None:
    def fault(change: Any) -> str:
        data = copy.deepcopy(read_data())
        change(data["lessons"]["lesson"][0])
        with pytest.raises(ContentError) as found:
            Content(data)
        return str(found.value)

    assert fault(lambda lesson: lesson["hint"][0].update(say="{nobody}")).startswith(
        "lessons.toml lesson-1 hint 1.say: 'nobody' is not one of its facts: "
    )
    assert fault(lambda lesson: lesson["hint"][0].update(do={"type": "play", "card": "gold"})) == (
        "lessons.toml lesson-1 hint 1.do: In an action of type play, there is no such card."
    )
    assert fault(lambda lesson: lesson.update(colour=1)) == "lessons.toml lesson-1.colour: unknown field"
    assert "lessons.toml lesson-1.deal: 'gold' is not one of" in fault(lambda lesson: lesson.update(deal=["gold"]))
