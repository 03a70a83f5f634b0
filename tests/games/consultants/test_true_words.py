"""Test that sentences are true: those that were once false, and in random games under every event all labels, prompts,
and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.sentences import fill
from cashbox.games.consultants import content as c
from cashbox.games.consultants import help as helping
from cashbox.games.consultants import state as st
from cashbox.games.consultants.game import load
from cashbox.games.consultants.options import MODES
from cashbox.games.consultants.rules import complete, money, move, rewards, train
from cashbox.games.consultants.rules import event as event_phase
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.rules import work as working
from tests.games.consultants.positions import Table, consultant, kind, real_game, work
from tests.games.consultants.random_players import pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.game import Event
    from cashbox.games.consultants.state import State
    from cashbox.games.consultants.view.view import SeatView

TIPS = helping.tips()
EVENTS = [event.id for event in real_game().tables.events]
AT = {"place": 0, "desk": 0}


def during(event: str, t: Table) -> Table:
    """The work of a round under an event."""
    return t.end_round().next_event(event, "quiet-quarter").next_round().quiet()


def label(t: Table, type_: str, **fields: Any) -> str:
    return t.game.describe(t.state, t.due[0], t.game.decode({"type": type_, **fields})).label


def prompt(t: Table, seat: int) -> str:
    return t.game.prompt(t.state, seat, t.names)


def tip(key: str, **facts: Any) -> str:
    return fill(TIPS[key].say, helping.facts(helping.rules_of(MODES[0]), real_game().tables) | facts)


def page() -> str:
    return helping.page_of(MODES[0], helping.rules_of(MODES[0]), real_game().tables).everything


# -- the Innovation Project --------------------------------------------------------------------------------------------


def test_a_desk_of_the_innovation_project_says_that_consultants_come_back() -> None:
    """ITS "Innovation Project Phase 4: Rewards"; RULINGS C3.10: never completed, consultants return to the hand."""
    here = tip("desk", taken=True, wants=False, comes_back=True)
    assert "returns to its player's hand" in here
    assert "completed" not in here
    assert "further right" not in here
    assert "stays until the project is completed" in tip("desk", taken=True, wants=False, comes_back=False)


def test_a_desk_does_not_claim_to_hold_a_lifted_consultant() -> None:
    assert "or its boss moves it" in tip("desk", taken=True, wants=False, comes_back=False)


def test_the_innovation_project_pays_one_dollar_unless_an_event_changes_it() -> None:
    """RULINGS D4: for events it is a regular project."""
    t = during("budget-cut", work(2, innovation=True))
    innovation = len(t.view().places) - 1
    assert t.place(innovation).more == -1
    assert t.place(innovation).desks[0].now == 0
    assert "unless this round's event changes it" in tip("kind.innovation")


def test_no_principal_completes_the_innovation_project() -> None:
    assert "of any project except the Innovation Project" in tip("action.assign")
    assert "The Innovation Project is never completed." in tip("completed")


# -- completing under events -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "dollars"), [("quiet-quarter", 10), ("star-speaker", 12), ("overtime", 11), ("budget-cut", 8)]
)
def test_the_label_of_completing_is_true_under_events(event: str, dollars: int) -> None:
    """RULINGS D4: an event that changes what consultants are paid changes it at completion as well."""
    t = during(event, work(2).money(0, 0).row(0, 1, 1, 0))
    t.hand(0, "blue*")
    assert label(t, "assign", rank="principal", place=0, desk=3).endswith(
        f": completes the project and earns you ${dollars}"
    )
    before = t.boss(0).money
    t.assign("blue*", 0, 3)
    assert t.boss(0).money - before == dollars


def test_a_desk_shows_a_principal_what_a_principal_is_paid() -> None:
    t = during("overtime", work(2).row(0, 1))
    desk = t.place(0).desks[1]
    assert (desk.now, desk.principal_now) == (6, 7)
    assert (desk.done, desk.principal_done) == (4, 5)


def test_the_last_desk_includes_a_press_release() -> None:
    t = during("press-release", work(2).row(0, 1, 1, 1))
    t.hand(0, "blue*")
    assert t.place(0).desks[3].done == t.place(0).desks[3].principal_done == 10
    before = t.boss(0).money
    t.assign("blue*", 0, 3)
    assert t.boss(0).money - before == 10


def test_the_scoring_track_excludes_events() -> None:
    assert "paid most" not in TIPS["pay"].say
    assert tip("pay", pay="6, 4, 2, 1").endswith("This round's event may change the pay.")
    assert "this round's event applies" in page()


# -- prices by events --------------------------------------------------------------------------------------------------


def test_the_label_of_passing_first_names_its_gain() -> None:
    t = during("early-weekend", work(2))
    assert t.view().passing == 3
    assert label(t, "pass") == "Pass for the rest of the round and get $3 for passing first"
    t.pass_()
    assert t.view().passing == 0
    assert label(t, "pass") == "Pass for the rest of the round"


def test_giving_a_consultant_back_names_its_price() -> None:
    t = during("returned-badges", work(2))
    assert label(t, "give", **consultant("violet")) == "Give back a violet senior and get $3"


# -- refusals and prompts ----------------------------------------------------------------------------------------------


def test_no_refusal_names_the_current_phase_as_the_missing_one() -> None:
    """ITS "Phase 3: Let's work!": moving and looking through a deck are parts of it."""
    t = work(2).row(0, 0).do("lift", **AT)
    assert t.why("pass") == "First choose a desk for the consultant that you are moving."
    assert t.why("pass", by=1) == "It's another player's turn."
    t = work(2).do("train", **consultant("violet"))
    assert t.why("pass") == "First choose a consultant from the deck."
    assert work(2).end_round().why("pass") == "You can only do that in phase 3, when everyone works."


def test_no_prompt_suggests_a_consultant_that_cannot_move() -> None:
    assert work(2).why("seat", **AT) == "You are not moving a consultant."
    assert work(2).row(0, 0).moved(0, 2).why("seat", **AT) == "You are not moving a consultant."
    assert work(2).row(0, 0).why("seat", by=1, **AT) == "You are not moving a consultant."


def test_an_event_that_takes_all_moves_is_named() -> None:
    t = during("lift-broken", work(2).row(0, 0))
    assert t.why("lift", **AT) == "This round's event doesn't allow that."
    assert tip("price.moves", cost=0) == "No one can move consultants this round."


def test_the_prompt_offers_no_action_if_only_passing_is_left() -> None:
    t = work(2).money(0, 0)
    assert t.types() == {"pass"}
    assert prompt(t, 0) == "Let's work! You can only pass for the rest of the round."


# -- deadlines and the last round --------------------------------------------------------------------------------------


def test_a_marker_on_the_last_field_stays_there() -> None:
    """ITS "Deadlines Phase 5: Deadline in sight!": if this is not possible, the marker remains on the 5th field."""
    t = work(2, deadlines=True).field(0, 5).field(1, 4)
    assert [t.place(k).next for k in (0, 1)] == [5, 5]
    assert "stays there" in tip("deadline", field=5, next="a penalty", stays=True)
    assert "which means" not in tip("deadline", field=5, next="a penalty", stays=True)


@pytest.mark.parametrize("last", ["project", "event"])
def test_no_marker_moves_in_the_last_round(last: str) -> None:
    """RULINGS C3.8: the game also ends with the round of the last event card."""
    t = work(2, deadlines=True)
    if last == "project":
        t.state.last = True
    else:
        t.next_event()
    assert t.view().last
    assert {place.next for place in t.view().places} == {0}
    assert tip("deadline", field=2, next="", stays=False).endswith("no longer moves because this is the last round.")
    assert "or the last event card is up" in tip("last")


def test_deadlines_approach_only_where_a_marker_moves() -> None:
    t = work(2, deadlines=True)
    for place in t.state.places:
        place.deadline = 5
    t.quiet().end_round()
    assert "All deadlines get closer." not in t.said()


def test_an_empty_stock_replaces_nothing() -> None:
    assert "aren't replaced" in tip("stock", count=0)
    assert "the next one replaces it (2 left)" in tip("stock", count=2)
    for key in ("kind.silver", "kind.gold"):
        assert "if one is left" in tip(key)


# -- penalties ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("money", "told"),
    [
        (9, "P0 pays $6 because {} is late."),
        (2, "P0 pays $2 because {} is late. P0 owes $4 more."),
        (0, "P0 owes $6 because {} is late."),
    ],
)
def test_only_unpaid_amounts_become_debts(money: int, told: str) -> None:
    """RULINGS C3.6: what cannot be paid is a debt."""
    t = work(2, deadlines=True).money(money, 9).field(0, 4).row(0, 1).quiet().end_round()
    assert told.format(t.tables.projects[t.place(0).project].name) in t.said()


# -- the rest of the page ----------------------------------------------------------------------------------------------


def test_an_event_for_the_poorest_applies_to_all_tied_players() -> None:
    t = work(3).money(4, 4, 9).end_round().next_event("start-up-grant", "quiet-quarter").do("starter", player=0)
    assert t.worths() == [9, 9, 9]
    text = t.tables.events[EVENTS.index("start-up-grant")].text
    assert text == "The poorest player, after debts, gets $5. Tied players get it, too."


def test_an_event_for_the_richest_subtracts_debts() -> None:
    t = work(3).money(9, 9, 9).debt(0, 2).end_round().next_event("luxury-tax", "quiet-quarter").do("starter", player=0)
    assert t.worths() == [7, 5, 5]
    text = t.tables.events[EVENTS.index("luxury-tax")].text
    assert text == "The richest player, after debts, pays $4. Tied players pay, too."


@pytest.mark.parametrize("innovation", [True, False])
@pytest.mark.parametrize("event", EVENTS)
def test_events_mention_the_innovation_project_only_if_it_is_in_play(event: str, innovation: bool) -> None:
    """ITS "Innovation Project" is an expansion. The board, the log and the help page are asked."""
    t = work(2, innovation=innovation).end_round().next_event(event, "quiet-quarter").next_round()
    said = t.view(0).event_text
    assert any(line.endswith(f": {said}") for line in t.said())
    rules = t.state.rules
    shown = helping.page_of(MODES[0], rules, t.tables).everything
    assert said in shown
    if "Innovation Project" in said:
        assert innovation
        assert "Innovation Project" in [place.name for place in t.view().places]
    assert ("Innovation Project" in said) == (innovation and event == "budget-cut")


def test_the_player_who_chooses_is_not_said_to_act() -> None:
    assert tip("due", choosing=True) == "The game is waiting for this player's choice."
    assert "one action" in tip("due", choosing=False)


def test_no_player_is_said_to_have_named_the_first_start_player() -> None:
    assert "each round except the first" in tip("start")


def test_no_sentence_begins_with_a_bare_who() -> None:
    """No sentence begins with a relative clause that has no head: "Who has least ..."."""
    board = Path(helping.__file__).parent / "board" / "help.json"
    texts = [one["say"] for one in json.loads(board.read_text("utf-8")).values()]
    texts += [event.text_for(innovation=True) for event in real_game().tables.events]
    for text in [*texts, *page().split("\n")]:
        assert not re.search(r"(^|[.;:,] |and )[Ww]ho (has|is|passes|recruits|promotes|trains)\b", text), text


# -- over random games -------------------------------------------------------------------------------------------------

MONEY = (money.GAINED, money.PAID, complete.REWARD, rewards.LATE)


class After:
    """What happens when a seat takes an action: the state then, and the events up to the end of the round."""

    def __init__(self, t: Table, seat: int, action: int) -> None:
        self.state: State = t.game.clone(t.state)
        log: list[Event] = t.game.watch(self.state)
        t.game.play(self.state, seat, action, t.chance)
        self.all = log
        ends = [k for k, event in enumerate(log) if event[0] == game_round.ROUND]
        self.events = log[: ends[0]] if ends else log
        self.same_round = not ends and self.state.phase != st.OVER

    def of(self, *kinds: int) -> list[Event]:
        return [event for event in self.events if event[0] in kinds]


def completing(after: After) -> list[Event]:
    """What is paid for the project that is completed, from the right, and then by the event."""
    kinds = [event[0] for event in after.events]
    end = next(k for k, one in enumerate(kinds) if one in (complete.LAID_OUT, complete.NONE_LEFT))
    return after.events[kinds.index(complete.COMPLETED) + 1 : end]


def check_desk(t: Table, seat: int, action: int, said: str, after: After) -> None:
    """What seating someone brings, at once or at the end of the round."""
    form = t.game.encode(action)
    number, at = form["place"], form["desk"]
    if completes := re.search(r"completes the project and earns you \$(\d+)$", said):
        paid = completing(after)
        mine = sum(event[2] if event[0] == money.GAINED else event[4] for event in paid if event[1] == seat)
        assert mine == int(completes[1]), said
        desks = t.place(number).desks
        rewards_ = [event[4] for event in paid if event[0] == complete.REWARD]
        gained = sum(event[2] for event in paid if event[0] == money.GAINED)
        assert desks[at].principal_done == rewards_[0] + gained
        assert [desk.done for desk in desks[::-1] if desk.consultant >= 0] == rewards_[1:]
        return
    later = re.search(r"\$(\d+) at the end of the round, as things stand$", said)
    assert later, said
    assert not after.of(complete.COMPLETED)
    if after.same_round:
        place = after.state.places[number]
        occupied = [desk for desk, card in enumerate(place.cards) if card >= 0][::-1]
        end = t.game.clone(after.state)
        log: list[Event] = t.game.watch(end)
        rewards.run(end)
        dollars = [event[4] for event in log if event[0] == complete.REWARD and event[2] == number]
        assert dict(zip(occupied, dollars, strict=True))[at] == int(later[1]), said
        assert t.game.view(after.state, seat).places[number].desks[at].now == int(later[1])


def check_label(t: Table, seat: int, action: int) -> str:
    """Every dollar and every move in a label against what happens when the action is played; its type."""
    said, after = t.game.describe(t.state, seat, action).label, After(t, seat, action)
    type_: str = t.game.encode(action)["type"]
    p, left = t.state.players[seat], after.state.players[seat]
    if type_ in ("assign", "seat"):
        check_desk(t, seat, action, said, after)
    elif type_ in ("train", "promote", "recruit"):
        if not after.of(train.NO_PRINCIPAL, *MONEY) and after.same_round:
            cost = re.search(r"\((?:\$(\d+), \$(\d+) left|free)(, no other change)?\)$", said)
            assert cost, said
            kinds = [sorted(t.tables.kind[card] for card in player.hand) for player in (p, left)]
            assert bool(cost[3]) == (type_ == "promote" and kinds[0] == kinds[1]), said
            assert p.money - left.money == int(cost[1] or 0), said
            assert cost[2] is None or left.money == int(cost[2]), said
    elif type_ == "lift":
        t.game.play(after.state, seat, t.game.legal(after.state, seat)[0], t.chance)
        moves = re.search(r"(\d+) moves? left after this\)$", said)
        assert moves, said
        assert after.state.round != t.state.round or after.state.players[seat].moves == int(moves[1]), said
    elif type_ in ("pass", "give"):
        what = working.PASSED if type_ == "pass" else event_phase.GAVE_BACK
        at = next(k for k, event in enumerate(after.events) if event[:2] == (what, seat))
        gained = [event[2] for event in after.events[at + 1 : at + 2] if event[:2] == (money.GAINED, seat)]
        assert gained == [int(n) for n in re.findall(r"\$(\d+)", said)], said
        assert type_ != "pass" or t.view().passing == sum(gained)
    elif type_ == "take":
        assert len(left.hand) == len(p.hand) + 1 or not after.same_round
    return type_


PROMPTS = {
    "give back a": "give", "take back one": "recall", "Choose a desk": "seat", "from the deck": "take",
    "starting player": "starter", "or pass": "pass", "You can only pass": "pass",
}  # fmt: skip
"""What prompts offer, and the type of action that has to be legal then."""


def check_prompt(t: Table, seat: int, types: set[str]) -> set[str]:
    """Check that what a prompt offers can be done. Return the words that it was checked for."""
    said = prompt(t, seat)
    found = {words for words in PROMPTS if words in said}
    assert all(PROMPTS[words] in types for words in found), (said, types)
    assert ("You can only pass" in found) == (types == {"pass"}), said
    return found


def asks(t: Table, action: int) -> bool:
    """Whether the event asks for actions of this type now."""
    wanted = {"give": c.DO_GIVE, "recall": c.DO_RECALL}.get(t.game.encode(action)["type"])
    return t.state.phase == st.EVENT and t.state.content.events[t.state.event].do == wanted


REFUSALS: dict[str, Callable[[Table, int, int], bool]] = {
    "You can only do that in phase 3": lambda t, seat, action: t.state.phase in (st.START, st.EVENT),
    "This round's event doesn't offer that.": lambda t, seat, action: not asks(t, action),
    "First choose a desk for the consultant": lambda t, seat, action: t.state.phase == st.MOVE and seat in t.due,
    "First choose a consultant from the deck": lambda t, seat, action: t.state.phase == st.TAKE and seat in t.due,
    "You have already passed": lambda t, seat, action: t.player(seat).passed,
    "It's another player's turn": lambda t, seat, action: seat not in t.due,
    "First choose the consultant that you want to move": lambda t, seat, action: bool(move.movable(t.state, seat))
    and t.player(seat).moves > 0 and seat in t.due,
    "You are not moving a consultant": lambda t, seat, action: t.state.phase != st.MOVE,
    "You are not looking through a deck": lambda t, seat, action: t.state.phase != st.TAKE,
    "The player with the least money chooses": lambda t, seat, action: t.state.phase != st.START,
    "You have no moves left": lambda t, seat, action: t.player(seat).moves == 0,
}  # fmt: skip
"""How the reasons of refusals begin, and what has to be so then."""
NOT_HELD = "You have no consultant of that kind in hand"
TOO_DEAR = "That costs more than you have"


def check_refusal(t: Table, seat: int, action: int, why: str) -> set[str]:
    """Check that what a refusal gives as a reason is so. Return the reasons that it was checked for."""
    found = {words for words in REFUSALS if why.startswith(words)}
    assert all(REFUSALS[words](t, seat, action) for words in found), why
    if missing := re.match(r"You have no (\w+) (senior|principal) in hand", why):
        held = [t.state.content.kind[card] for card in t.player(seat).hand]
        assert kind(missing[1] + "*" * (missing[2] == "principal")) not in held
        found.add(NOT_HELD)
    if price := re.match(r"That costs \$(\d+), and you only have \$(\d+)", why):
        assert int(price[1]) > int(price[2]) == t.player(seat).money
        found.add(TOO_DEAR)
    return found


def check_markers(t: Table, before: SeatView) -> None:
    """Markers lie where it was said they would when the round was over; after the last round none has moved."""
    for then, now in zip(before.places, t.view().places, strict=True):
        if then.project == now.project:
            assert now.field == (then.next if t.due else then.field)
            assert t.due or not then.next or not before.last


SETTINGS: list[dict[str, Any]] = [{}, {"mode": "basic"}, {"deadlines": False}, {"innovation": False}]


def check_game(event: str, which: int, steps: int = 260) -> tuple[set[str], set[str], set[str]]:
    """Check every label, prompt, refusal, and marker in a game in which an event comes again and again.
    which: of several such games.

    Returns the types of actions, the words of prompts, and the reasons of refusals that were met.
    """
    number = EVENTS.index(event)
    t = Table(2 + number % 3, SETTINGS[(number + which) % 4], seed=number, rules=load())
    chance = SeededChance(f"true {event} {which}")
    types: set[str] = set()
    prompts: set[str] = set()
    refusals: set[str] = set()
    for k in range(steps):
        if not t.due:
            break
        s = t.state
        s.events_left = [number] * min(len(s.events_left), 6)
        (seat,) = t.due
        legal = t.game.legal(s, seat)
        prompts |= check_prompt(t, seat, t.types(seat))
        if k % 2 == 0:
            types |= {check_label(t, seat, action) for action in legal[:: 1 + len(legal) // 12]}
        if k % 20 == 0 or s.phase != st.WORK:
            for other in range(s.seats):
                for action in set(t.game.all_actions()) - set(t.game.legal(s, other)):
                    refusals |= check_refusal(t, other, action, t.game.explain(s, other, action))
        view, round_ = t.view(), s.round
        t.game.play(s, seat, pick(s, seat, chance), t.chance)
        if s.round != round_ or not t.due:
            check_markers(t, view)
    return types, prompts, refusals


@pytest.mark.few(0, usual=5)
@pytest.mark.parametrize("which", [1, 2])
@pytest.mark.parametrize("event", EVENTS)
def test_labels_prompts_and_refusals_are_true_in_random_games(event: str, which: int) -> None:
    types, _, _ = check_game(event, which)
    assert {"assign", "pass"} <= types


@pytest.mark.slow
def test_every_prompt_and_every_reason_occurs() -> None:
    kinds = {one.id: one.do for one in real_game().tables.events}
    events = [next(name for name, do in kinds.items() if do == wanted) for wanted in (c.DO_GIVE, c.DO_RECALL)]
    met = [
        check_game(event, which)
        for event, which in (*((one, 2) for one in events), ("fast-track", 1), ("star-speaker", 2))
    ]
    assert set().union(*(prompts for _, prompts, _ in met)) == set(PROMPTS)
    assert set().union(*(refusals for _, _, refusals in met)) == {*REFUSALS, NOT_HELD, TOO_DEAR}
