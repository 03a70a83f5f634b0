"""Test that hints of lessons are right even if the player ignores some of them.

Thousands of lessons are played partly by the hints and partly at random. The expected facts are computed here from the
view and by trying actions, without using the code that makes the hints.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.phrases import listed, plural
from cashbox.engine.sentences import fill
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.lessons import FACTS, NEAR, WAITING
from cashbox.games.envelopes.modes import LESSONS
from cashbox.games.envelopes.phases import DICE
from cashbox.games.envelopes.rules import game_end, marketing, trade
from cashbox.games.envelopes.text import aims, hint_facts, hints, phrases
from tests import lesson_walks as guided
from tests.games.envelopes.decks import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.games.envelopes.lessons import Line
    from cashbox.games.envelopes.state import State
    from cashbox.games.envelopes.text.hints import Note
    from cashbox.games.envelopes.view.view import Seat, SeatView

LESSONS_WALKED, MOST_WALKED = 300, 1000
"""Of each lesson: so many, and more where a hint has not been met yet."""
GAME = game()
CONTENT = GAME.tables
REGIONS = [name if name == "Texas" else f"the {name}" for name in CONTENT.region_names]


# -- random lessons ----------------------------------------------------------------------------------------------------


def walk(mode: str, seed: int) -> Iterator[tuple[State, Note]]:
    """Each state of one lesson, and its hint. Some walkers follow the hints nearly always, some hardly ever; every
    third has set his heart on a card; now and then one takes something back."""
    lot = SeededChance(seed)
    state = GAME.start({"mode": mode}, 1, lot)
    follows = (2, 5, 8, 9)[seed % 4]
    before: list[State] = []
    while state.due:
        note = hint(state)
        yield state, note
        if before and not lot.draw(12):
            state = before.pop()
            continue
        legal = GAME.legal(state, 0)
        if note.action >= 0 and lot.draw(10) < follows:
            action = note.action
        else:
            action = wanted(state, legal, seed) if seed % 3 == 2 and lot.draw(5) else any_of(legal, lot)
        after = state.clone()
        GAME.play(after, 0, action, lot)
        before = [*before, state] if GAME.window(after) == GAME.window(state) else []
        state = after
    yield state, hint(state)


def hint(state: State) -> Note:
    """The one that stands."""
    note = hints.current(state, 0)
    assert note is not None
    return note


def any_of(legal: list[int], lot: SeededChance) -> int:
    """One of them: first a type of action by lot, so that the many bets do not drown the rest."""
    kinds = sorted({CONTENT.forms.kind_of(action)[0] for action in legal})
    if len(kinds) > 1 and "end" in kinds and lot.draw(4):
        kinds.remove("end")
    kind = kinds[lot.draw(len(kinds))]
    chosen = [action for action in legal if CONTENT.forms.kind_of(action)[0] == kind]
    return chosen[lot.draw(len(chosen))]


def wanted(state: State, legal: list[int], seed: int) -> int:
    """What brings a card of the lesson's into play by May, and then makes use of it."""
    deal = CONTENT.lessons[state.rules.mode].deal
    card, p = deal[seed // 3 % len(deal)], state.players[0]
    last = state.rules.last
    kept = [p.later[6 * last + c] + (p.env[c] if state.month == last else 0) for c in range(6)]
    for colour, month, count in zip(p.choice[::3], p.choice[1::3], p.choice[2::3], strict=False):
        kept[colour] += count * (month == last)
    lack = [c for c in range(6) if kept[c] < CONTENT.cost[card][c]]
    liked = [act.DRAFT + card, act.PUT + card]
    if card in p.play:
        liked += [*range(act.SIGN, act.SIGN + 40), act.USE + card]
    else:
        liked += [act.DIE + c for c in lack] + [act.PLACE + last, act.PLACE + 12 + last] + [act.TRADE + c for c in lack]
        liked += [act.END] if state.month < last else []
    drives = [action for action in legal if act.MOVE <= action < act.FLY]
    return next((action for action in liked if action in legal), drives[seed % len(drives)] if drives else legal[0])


# -- what is true ------------------------------------------------------------------------------------------------------


class Truth:
    """What can be said of a state, from its view and by trying."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.view: SeatView = GAME.view(state, 0)
        self.me: Seat = self.view.players[0]
        self.legal = GAME.legal(state, 0)
        self.cards = [one.card for one in self.me.in_play]

    def mods(self, name: str, **fields: str) -> int:
        """How many cards in play change this."""
        effects = [
            (CONTENT.data["cards"]["card"] + CONTENT.data["coaches"]["coach"])[card]["effect"] for card in self.cards
        ]
        return sum(
            effect.get("n", 1)
            for effect in effects
            if effect.get("mod") == name and all(effect.get(key) == value for key, value in fields.items())
        )

    def envelopes(self, month: int) -> list[int]:
        """What the player will have in a month as things stand."""
        have = list(self.me.later[month])
        if month == self.view.month:
            have = [a + b for a, b in zip(have, self.me.envelopes, strict=True)]
        for die in self.view.mine.dice if self.view.mine else []:
            if die.month == month:
                have[die.colour] += die.count
        return have

    def owed(self, slot: int) -> list[int]:
        """What is still to pay for a recruit, as printed."""
        beside = next((one.envelopes for one in self.me.prepaid if one.slot == slot), [0] * 6)
        return [max(0, a - b) for a, b in zip(CONTENT.recruit_cost[slot], beside, strict=True)]

    def cost(self, owed: list[int], off: int) -> str:
        if off >= sum(owed):
            return "nothing"
        return f"{amounts(owed)} (minus {plural(off, 'envelope')})" if off else amounts(owed)

    def off(self, slot: int) -> int:
        return self.mods("discount_border") if slot >= 24 else 0

    def free(self) -> list[int]:
        return [slot for slot in range(40) if self.view.signed_by[slot] < 0]

    def can_sign_at(self, slot: int) -> bool:
        """Whether the recruit could be signed if the bus stood there."""
        there = self.state.clone()
        there.players[0].space = CONTENT.space_of[slot]
        return act.SIGN + slot in GAME.legal(there, 0)

    def steps(self, slot: int) -> int:
        """Spaces from the bus to a recruit."""
        ring, seen = {self.me.space}, {self.me.space}
        for n in range(99):
            if CONTENT.space_of[slot] in ring:
                return n
            ring = {to for at in ring for to in CONTENT.roads[at]} - seen
            seen |= ring
        raise AssertionError("no road")

    def most_now(self, colour: int) -> int:
        """The most envelopes that a die can give this month: by taking it and looking."""
        best = 0
        taken = self.state.clone()
        at = len(taken.players[0].choice)
        GAME.play(taken, 0, act.DIE + colour, SeededChance(0))
        if taken.phase != DICE:  # the last die placed itself
            gone = sum(self.me.later[self.view.month]) + sum(self.me.envelopes)
            return (
                sum(taken.players[0].env)
                - gone
                - sum(
                    die.count for die in (self.view.mine.dice if self.view.mine else []) if die.month == self.view.month
                )
            )
        if len(taken.players[0].choice) == at + 3:
            _, month, count = taken.players[0].choice[at:]
            return count if month == self.view.month else 0
        for action in GAME.legal(taken, 0):
            if (action - act.PLACE) % 12 == self.view.month:
                pips = self.view.dice[colour]
                best = max(best, pips if action < act.PLACE + 12 else max(1, pips // 2))
        return best


def amounts(counts: list[int]) -> str:
    parts = [f"{n} {v.COLOURS[c]}" for c, n in enumerate(counts) if n]
    return listed(parts)


def lacking(have: list[int], owed: list[int]) -> list[int]:
    return [max(0, b - a) for a, b in zip(have, owed, strict=True)]


# -- what is said, against it ------------------------------------------------------------------------------------------


def subject(truth: Truth, note: Note) -> tuple[int, int, int]:
    """The card and the recruit that a hint speaks of, -1 for none, and the month in which it is to be paid."""
    line, view = note.line, truth.view
    card = slot = -1
    month = view.month
    kind, k = CONTENT.forms.kind_of(note.action) if note.action >= 0 else ("", 0)
    if kind in ("draft", "pass", "put", "use"):
        card = k
    if kind in ("sign", "runner"):
        slot = k
    if line.aim is None:
        return card, slot, month
    if line.aim.by >= 0:
        month = line.aim.by
    if line.aim.card >= 0 and card < 0:
        card = line.aim.card
        if card == WAITING:
            waiting = [one for one in truth.me.calendar if one >= 0]
            have = truth.envelopes(month)
            card = min(waiting, key=lambda one: (sum(lacking(have, CONTENT.cost[one])), -CONTENT.stars[one], one))
        if line.aim.is_ == "coming":
            month = month_of_deal(truth, card)
    if line.aim.place >= 0 and slot < 0:
        slot = best_recruit(truth, line.aim.place)
    return card, slot, month


def month_of_deal(truth: Truth, card: int) -> int:
    """When a card will be dealt: by ending turn after turn."""
    later = truth.state.clone()
    lot = SeededChance(0)
    while card not in later.players[0].hand:
        GAME.play(later, 0, max(GAME.legal(later, 0), key=lambda action: (action == act.END, action)), lot)
    return later.month


def best_recruit(truth: Truth, place: int) -> int:
    """The free recruit of a place with the most stars; of all that can be reached for nothing and paid, for `NEAR`."""
    if place == NEAR:
        there = [slot for slot in truth.free() if 0 < truth.steps(slot) <= truth.me.moves and truth.can_sign_at(slot)]
        return max(there, key=lambda slot: (truth.view.values[slot], -truth.steps(slot), -slot))
    return max(
        (slot for slot in truth.free() if CONTENT.space_of[slot] == place),
        key=lambda slot: (truth.view.values[slot], -slot),
    )


def expected(truth: Truth, note: Note) -> dict[str, Any]:
    """What the facts in a hint must be."""
    view, me = truth.view, truth.me
    pending = view.pending
    mine = view.mine.dice if view.mine else []
    regions = [sum(CONTENT.regions_of[one.slot] >> c & 1 for one in me.recruits) for c in range(6)]
    best = regions.index(max(regions))
    positions = len({one.position for one in me.recruits})
    won = sum(event_wins(truth))
    known: dict[str, Any] = {
        "month": v.MONTHS[view.month], "months": view.rules.months, "score": me.stars, "bucks": me.bucks,
        "envelopes": sum(me.envelopes), "moves": me.moves, "dice": 2 - len(mine) if view.phase == "dice" else 0,
        "coach": CONTENT.names[me.coach], "coach_text": CONTENT.texts[me.coach], "home": REGIONS[5],
        "home_colour": "blue", "patience": 6, "rate": trade.RATE, "trade_bucks": 1, "runner_bucks": 1,
        "bet_envelopes": 2, "bet_bucks": 1, "won": 2 * won, "won_bucks": won, "wins": won,
        "left": pending.left if pending else 0, "sent": pending.left if pending else 0,
        "positions": positions, "position_stars": game_end.POSITIONS[positions], "region": REGIONS[best],
        "region_recruits": regions[best], "region_stars": game_end.REGION[regions[best]],
        "region_next": game_end.REGION[min(10, regions[best] + 1)],
    }  # fmt: skip
    card, slot, month = subject(truth, note)
    have = truth.envelopes(month)
    known["when"] = v.MONTHS[month]
    if card >= 0:
        known |= {"card": CONTENT.names[card], "text": CONTENT.texts[card], "worth": CONTENT.stars[card]}
        known |= {"cost": amounts(CONTENT.cost[card]), "lacks": amounts(lacking(have, CONTENT.cost[card]))}
    if slot >= 0:
        owed, off = truth.owed(slot), truth.off(slot)
        lack = lacking(have, owed)
        spare = max(0, have[4] - owed[4]) if truth.mods("wild_recruits", colour="magenta") else 0
        short = max(0, sum(lack) - off - spare)
        space = CONTENT.space_of[slot]
        known |= {
            "recruit": phrases.RECRUIT_NAMES[view.recruits[slot]], "short": v.POSITIONS[view.recruits[slot]],
            "place": CONTENT.space_names[space], "worth": view.values[slot], "cost": truth.cost(owed, off),
            "where": " and ".join(REGIONS[c] for c in range(6) if CONTENT.regions_of[slot] >> c & 1),
            "away": truth.steps(slot),
            "lacks": amounts(lack) if short == sum(lack) else f"{short} envelope{'s' * (short != 1)}" if short
            else "nothing",
        }  # fmt: skip
    return known | of_action(truth, note.action)


def event_wins(truth: Truth) -> list[int]:
    """Bets won this month: the view does not keep them, the player's mat does."""
    return [truth.state.players[0].wins]


def of_action(truth: Truth, action: int) -> dict[str, Any]:
    if action < 0:
        return {}
    view, form = truth.view, GAME.encode(action)
    kind = form["type"]
    known: dict[str, Any] = {name: form[name] for name in ("colour", "number") if name in form}
    if kind == "die":
        colour = v.COLOURS.index(form["colour"])
        full = view.month + view.dice[colour] - 1
        known |= {"pips": view.dice[colour], "now": truth.most_now(colour)}
        known |= {"full": v.MONTHS[full] if full < view.rules.months else ""}
    if kind == "place":
        assert view.mine is not None
        colour = view.mine.dice[-1].colour
        pips = view.dice[colour]
        known |= {"colour": v.COLOURS[colour], "pips": pips, "under": form["month"]}
        known |= {"count": max(1, pips // 2) if form["half"] else pips}
    if kind == "move":
        known |= {"space": CONTENT.space_names[CONTENT.space_ids.index(form["space"])]}
    if kind == "campaign":
        known |= {"price": form["bucks"], "buys": marketing.STARS[form["bucks"]]}
    return known


def compare(state: State, note: Note) -> Line:
    """Everything that the hint of a state says holds in it. The hint."""
    truth = Truth(state)
    assert note.say == fill(note.line.say, expected(truth, note))
    guided.check(GAME, state, note.say)
    assert (note.action >= 0) == (note.line.do is not None)
    if note.action >= 0:
        it_is_the_best(truth, note)
    nothing_is_told_twice(truth, note)
    return note.line


def it_is_the_best(truth: Truth, note: Note) -> None:
    """No other action of which the hint could have told is better than the one it names, and it can be paid."""
    kind, k = CONTENT.forms.kind_of(note.action)
    others = [CONTENT.forms.kind_of(action)[1] for action in truth.legal if action in (note.line.do or ())]
    env = truth.me.envelopes
    after = truth.state.clone()
    GAME.play(after, 0, note.action, SeededChance(0))
    if kind == "put":
        assert not any(lacking(env, CONTENT.cost[k]))
        if note.line.aim is not None and note.line.aim.card == WAITING:
            assert CONTENT.stars[k] == max(CONTENT.stars[one] for one in others)
    if kind == "sign":
        short = sum(lacking(env, truth.owed(k)))
        wild = truth.mods("wild_recruits", colour="magenta")
        assert short <= truth.off(k) + wild * max(0, env[4] - truth.owed(k)[4])
        same = others if note.line.aim is None else [one for one in others if CONTENT.space_of[one] == truth.me.space]
        assert truth.view.values[k] == max(truth.view.values[one] for one in same)
    if kind == "campaign":
        assert k <= truth.me.bucks
        if "most" in note.say:
            assert marketing.STARS[k] == max(marketing.STARS[one] for one in others)
            assert marketing.STARS[k - 1] < marketing.STARS[k]
    if kind == "colour" and "that you have the most of" in note.say:
        assert env[k] == max(env)
    if kind == "die" and "gives you the most" in note.say:
        assert truth.most_now(k) == max(truth.most_now(one) for one in others)
    if kind == "move":
        _, slot, _ = subject(truth, note)
        assert truth.steps(slot) == Truth(after).steps(slot) + 1
        assert truth.me.moves > after.players[0].moves
        if "can pay" in note.say:
            assert truth.can_sign_at(slot)
    if "lacks" in str(note.line.when.counts) and "need {lacks}" in note.line.say:
        assert "need nothing" not in note.say
        if kind in ("die", "trade"):
            assert v.COLOURS[k] in re.split(r"[:.]| for ", note.say.split("need ")[1])[0], note.say


def nothing_is_told_twice(truth: Truth, note: Note) -> None:
    """What has been done is not told as to be done."""
    view, say = truth.view, note.say
    in_hand = view.phase == "dice" and act.PLACE <= truth.legal[0] < act.PLACE + 24
    taken = len(view.mine.dice) if view.mine else 0
    if "{dice}" in note.line.say or "one more die" in say:
        assert not in_hand
        assert view.phase == "dice"
        assert taken == ("one more die" in say)
    if "Click +" in say or "click +" in say:
        assert in_hand
    if "raft " in say and view.phase == "draft":
        assert truth.state.players[0].drafted == 0
    if "into play" in say and "Put " in say:
        assert note.action - act.PUT in truth.me.calendar
    if "No leftover" in say or "every envelope" in say or "no leftover" in say:
        assert sum(truth.me.envelopes) == 0
    if "confirm" in say or "you have left" in say:
        assert sum(truth.me.envelopes) > 0
    if "signed no one" in say:
        assert not truth.me.recruits
    if "last month" in say:
        assert view.month == view.rules.months - 1
    if "first recruit" in say:
        assert not truth.me.recruits
    if "again" in say and view.phase == "draft":
        assert len(view.mine.hand if view.mine else []) < 3
    if "One more campaign" in say:
        assert any(entry.source == "campaign" for entry in truth.me.sheet)
    if "the better recruit here" in say:
        here = [slot for slot in truth.free() if CONTENT.space_of[slot] == truth.me.space]
        assert len(here) == 2
        assert view.values[note.action - act.SIGN] == max(view.values[slot] for slot in here)
    if "no free movement left" in say:
        assert truth.me.moves == 0
    if "Vegas" in say and "row" in say:
        assert view.month < view.rules.months - 1


@pytest.mark.thorough
@pytest.mark.parametrize("mode", LESSONS)
def test_every_hint_appears_and_is_right_off_the_path(mode: str) -> None:
    met: Counter[Line] = Counter()
    hints = CONTENT.lessons[mode].hints
    for seed in range(MOST_WALKED):
        met.update(compare(*one) for one in walk(mode, seed))
        if seed > LESSONS_WALKED and all(met[line] for line in hints):
            break
    assert [line.say for line in hints if not met[line]] == []
    assert met.total() > 30 * LESSONS_WALKED


# -- how hints are made ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", LESSONS)
def test_a_hint_that_suggests_an_action_names_it(mode: str) -> None:
    for line in CONTENT.lessons[mode].hints:
        if re.search(r"\b[Cc]lick (?!the one )", line.say):
            assert line.do is not None, line.say


@pytest.mark.slow
@pytest.mark.parametrize("mode", LESSONS)
def test_hints_use_only_declared_facts(mode: str) -> None:
    for seed in range(30):
        for state, note in walk(mode, seed):
            line = note.line
            aimed = aims.find(state, state.players[0], line.aim) if line.aim is not None else None
            known = hint_facts.facts(state, state.players[0], line.kind, note.action, aimed)
            declared = {*FACTS[""], *FACTS.get(line.kind, ())}
            if line.aim is not None:
                declared |= {*FACTS["recruit" if line.aim.card < 0 else "card"]}
            assert set(known) == declared


def test_lessons_teach_what_they_should() -> None:
    said = " ".join(line.say for mode in LESSONS for line in CONTENT.lessons[mode].hints)
    assert "Undo takes you back one step at a time to the start of your turn, but never past a roll." in said
    assert "discard a card from your hand to the pool and let the others draft first" in said
    assert "for up to {patience month}. If you haven't paid for it by then, it leaves the game." in said
    assert "you score your best region. You have {region_recruits recruit} from {region}" in said
