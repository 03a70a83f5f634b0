"""Test in random games that labels, prompts, and reasons for refusals are true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.phrases import with_names
from cashbox.games.cash import actions as act
from cashbox.games.cash import state as st
from cashbox.games.cash.rules.aiming import DISCARDED
from cashbox.games.cash.rules.drawing import CLEARED, DUMPED, LOSES
from cashbox.games.cash.rules.investigation import INVESTIGATED
from cashbox.games.cash.rules.passing import PASS_CHOSEN
from cashbox.games.cash.rules.round import ROUND, TRADING_STOPPED
from cashbox.games.cash.rules.taking import EXTRA_GAINED, TOOK
from cashbox.games.cash.rules.turn import EXTRA_LOST, LOST_TURN, TURN
from tests.games.cash.positions import Table, face, game
from tests.games.cash.random_players import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.game import Event
    from cashbox.games.cash.state import State

CONTENT = game().tables

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {"mode": "advanced"}),
    (2, {}),
    (4, {"mode": "quick"}),
    (5, {"max_turns": 40}),
    (8, {"trading": False, "license": False}),
]
IN_HAND = (st.ACT, st.CHECK)


class After:
    """What happens when a seat takes an action and then all that it may; the events up to the next turn."""

    def __init__(self, t: Table, seat: int, action: int) -> None:
        self.state: State = t.game.clone(t.state)
        log: list[Event] = t.game.watch(self.state)
        t.game.play(self.state, seat, action, t.chance)
        self.targets: list[int] = []
        if self.state.phase == st.TARGET:
            self.targets = [one for one in t.game.legal(self.state, seat) if one != act.LEAVE]
            t.game.play(self.state, seat, self.targets[0], t.chance)
        while self.state.phase in (st.TAKE, st.CLEAR):
            t.game.play(self.state, seat, t.game.legal(self.state, seat)[0], t.chance)
        ends = [k for k, event in enumerate(log) if event[0] in (TURN, LOST_TURN, ROUND, TRADING_STOPPED)]
        self.events = log[: ends[0]] if ends else log

    def of(self, kind: int) -> list[Event]:
        return [event for event in self.events if event[0] == kind]


def taken(said: str) -> list[tuple[str, str]]:
    return [(cash, firm) for cash, firm in re.findall(r"([\d,]+) from (\w+)", said) if cash[0].isdigit()]


def named_firms(said: str) -> list[int]:
    return [int(name.removeprefix("P")) for name in re.split(r",? (?:and|or) |, ", said)]


def check_discard(s: State, seat: int, card: int, said: str, after: After) -> None:
    """Everything that a label of discarding says against what happens then."""
    (discarded,) = after.of(DISCARDED)[:1]
    assert ("no effect" in said) == (not discarded[3]), said
    lost = {event[1]: event[2] for event in after.of(LOSES)}
    if mine := re.search(r"(?:you lose (?:your [\d,]+ and )?|\band lose )(\d) turn", said):
        assert lost.pop(seat) == int(mine[1]), said
    if others := re.search(r"make ([\w, ]+?) lose (\d) turn", said):
        assert lost == dict.fromkeys(named_firms(others[1]), int(others[2])), said
        lost = {}
    assert not lost, said
    took = [(CONTENT.names[event[3]], f"P{event[2]}") for event in after.of(TOOK)]
    assert took == taken(said) or card == face("takeover"), said
    dumped = [CONTENT.names[event[2]] for event in after.of(DUMPED)]
    if card in (face("crash"), face("recession")):
        assert dumped == re.findall(r"lose your ([\d,]+)\b", said), said
        check_passing(s, seat, said)
    if card == face("bankruptcy") and discarded[3]:
        p, left = s.players[seat], after.state.players[seat]
        firm = ([p.taxman] if p.taxman >= 0 else []) + p.ventures + p.cash
        assert all(CONTENT.names[CONTENT.face[one]] in said for one in firm), said
        assert ("the investigation" in said) == (p.probe >= 0) == bool(after.of(CLEARED)), said
        assert ("hand" in said) == (len(p.hand) > 1), said
        assert ("keep insured cash" in said) == bool(p.policies), said
        if after.state.round == s.round:
            assert (left.license, left.probe, left.taxman, left.ventures, left.cash) == (-1, -1, -1, [], []), said
            assert left.policies == p.policies
        assert len(dumped) == 1 + len(firm) + len(p.hand) - 1, said
    assert ("end the investigation" in said) == bool(after.of(CLEARED)) or card == face("bankruptcy"), said
    if card in (face("dividend"), face("premium")) and discarded[3]:
        assert sum(words in said for words in ("take another turn", "cancel a lost turn", "get no extra turn")) == 1
    gained = after.state.players[seat]
    if "take another turn" in said:
        assert after.of(EXTRA_GAINED)
        assert not after.of(EXTRA_LOST), said
        assert after.state.phase != st.AGAIN or gained.extra, said
    if "cancel a lost turn" in said:
        assert after.of(EXTRA_LOST) or after.state.phase in (st.CLOSE, st.CHECK), said
    if card == face("takeover") and discarded[3]:
        targets = re.search(r"Venture Capital from ([\w, ]+) for 25,000", said)
        assert targets, said
        assert [act.TARGET + k for k in named_firms(targets[1])] == after.targets, said


def check_passing(s: State, seat: int, said: str) -> None:
    passes = re.search(r"everyone passes (\d) cards? to the right( \(or all they have\))?$", said)
    assert ("everyone passes" in said) == bool(passes), said
    if passes:
        hands = [len(p.hand) - (k == seat) for k, p in enumerate(s.players)]
        assert bool(passes[2]) == any(hand < int(passes[1]) for hand in hands), said


def check_play(s: State, seat: int, card: int, said: str, after: After) -> None:
    """Everything that a label of playing says against what happens then."""
    p, left = s.players[seat], after.state.players[seat]
    dumped = [CONTENT.names[event[2]] for event in after.of(DUMPED)]
    paid = re.findall(r"costs (?:you )?(?:your )?([\d,]+)", said)
    assert [one.strip(",") for one in paid] == dumped, said
    assert ("ends the investigation" in said) == bool(after.of(CLEARED)), said
    if CONTENT.is_cash[card]:
        assert CONTENT.names[card] in said
        assert len(left.cash) == len(p.cash) + 1 or after.state.round != s.round
    if card == face("venture"):
        assert ("already counts double" in said) == bool(p.ventures), said
    if whom := re.search(r"against ([\w, ]+)$", said):
        firms = named_firms(whom[1])
        if len(firms) == 1:
            assert after.of(INVESTIGATED)[0][2] == firms[0], said
        else:
            assert [act.TARGET + k for k in firms] == after.targets, said
    if card == face("stop"):
        assert "the trading round ends" in said
        assert after.state.round > s.round or after.state.phase == st.OVER


PROMPTS = {
    "Accept": "accept", "[Dd]ecline": "decline", "make one counteroffer": "counter", "play or discard": "play",
    "discard": "discard", "Make an offer": "offer", "end your turn": "finish", "take another turn": "again",
    "end the investigation": "clear", "pass face down to": "pass", "to insure": "insure", "cards? to give": "choose",
    "Choose (a target|whose)": "target",
}  # fmt: skip
"""What prompts offer, and the type of action that has to be legal then."""


def check_prompt(t: Table, seat: int, legal: list[int]) -> set[str]:
    """Check that what a prompt offers can be done. Return the words that it was checked for."""
    said = t.game.prompt(t.state, seat, t.names)
    kinds = {t.game.encode(action)["type"] for action in legal}
    found = {words for words in PROMPTS if re.search(words, said)}
    assert all(PROMPTS[words] in kinds for words in found), (said, kinds)
    if said.startswith("Your turn: "):
        assert ("You can't play any" in said) == ("play" not in kinds), said
    if said.startswith("Hand check"):
        assert ("Without a license" in said) == (t.player(seat).license < 0), said
    return found


def chose(t: Table, seat: int) -> bool:
    """Whether a seat chose what to pass since the last card was discarded."""
    last = max(k for k, event in enumerate(t.log) if event[0] == DISCARDED)
    return any(event[:2] == (PASS_CHOSEN, seat) for event in t.log[last:])


def may_offer(t: Table, seat: int) -> bool:
    return seat == t.state.active and t.state.phase in (st.ACT, st.CLOSE)


def asked(t: Table, seat: int) -> bool:
    offer = t.view(seat).offer
    return offer is not None and offer.made and offer.partner == seat


REFUSALS: dict[str, Callable[[Table, int], bool]] = {
    "You have already chosen.": chose,
    "You can play one card each turn": lambda t, seat: seat != t.state.active or t.state.stage != st.ACT,
    "You can make offers on your turn": lambda t, seat: not may_offer(t, seat),
    "You have to play or discard a card before": lambda t, seat: seat != t.state.active or t.state.stage == st.ACT,
    "You have no offer to answer.": lambda t, seat: not asked(t, seat),
    "There is no offer to answer.": lambda t, seat: not asked(t, seat),
    "Start an offer first.": may_offer,
}
"""How the reasons of refusals begin, and what has to be so then."""
NOT_HELD = "You have no card of that name"


def check_refusal(t: Table, seat: int, why: str) -> set[str]:
    """Check that what a refusal gives as a reason is so. Return the reasons that it was checked for."""
    found = {words for words in REFUSALS if why.startswith(words)}
    assert all(REFUSALS[words](t, seat) for words in found), (seat, why)
    if missing := re.fullmatch(r"You have no (.+) in hand\.", why):
        assert CONTENT.names.index(missing[1]) not in [CONTENT.face[card] for card in t.player(seat).hand], why
        found.add(NOT_HELD)
    return found


def holding(t: Table, seat: int, card: int) -> Table | None:
    """The same table, one card of the hand changed for one of this face, unless the deck has none."""
    found = [one for one in t.state.deck if CONTENT.face[one] == card]
    if not found or not t.player(seat).hand:
        return None
    other = t.copy()
    p, deck = other.player(seat), other.state.deck
    deck[deck.index(found[0])] = p.hand[-1]
    p.hand = [*p.hand[:-1], found[0]]
    return other.dealt()


def check_labels(t: Table, seat: int, card: int) -> set[tuple[int, bool]]:
    """What is said of a card of the hand; which ways of using it there were."""
    checked = set()
    for action in (act.PLAY + card, act.DISCARD + card):
        if action in t.game.legal(t.state, seat):
            said, after = with_names(t.game.describe(t.state, seat, action).label, t.names), After(t, seat, action)
            (check_discard if action >= act.DISCARD else check_play)(t.state, seat, card, said, after)
            checked.add((card, action >= act.DISCARD))
    return checked


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_labels_prompts_and_refusals_are_true_in_random_games(seats: int, options: dict[str, Any]) -> None:
    """Every label of a card in hand against what happens when it is pressed, every prompt against what is legal, and
    every refusal against the state."""
    checked: set[tuple[int, bool]] = set()
    prompts: set[str] = set()
    refusals: set[str] = set()
    for k, (t, seat, _) in enumerate(play(seats, f"true {seats}", options)):
        if seat < 0:
            break
        legal = t.game.legal(t.state, seat)
        prompts |= check_prompt(t, seat, legal)
        if k % 5 == 0 and t.state.phase in IN_HAND:
            for card in range(CONTENT.faces):
                if (with_card := holding(t, seat, card)) is not None:
                    checked |= check_labels(with_card, seat, card)
        if k % 12 == 0:
            for other in range(min(seats, 4)):
                for action in set(t.game.all_actions()) - set(t.game.legal(t.state, other)):
                    refusals |= check_refusal(t, other, t.game.explain(t.state, other, action))
    assert len(checked) > 40
    if (seats, options) == TABLES[0]:
        assert prompts == set(PROMPTS)
        assert refusals == {*REFUSALS, NOT_HELD}
