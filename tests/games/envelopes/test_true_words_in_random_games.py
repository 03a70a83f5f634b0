"""Test in random games of all modes that prompts, labels, and panels say what happens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes import state as st
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting, dice, end_turn, marketing, payment, vegas
from cashbox.games.envelopes.rules.mats import bring_into_play
from cashbox.games.envelopes.view import look
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table
from tests.games.envelopes.random_players import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cashbox.engine.game import Event
    from cashbox.games.envelopes.state import State

TABLES: list[tuple[dict[str, Any], int]] = [
    ({}, 2),
    ({}, 4),
    ({"stash": False, "die": False, "dice": "exclusive"}, 3),
    ({"stash_draft": True, "auction": True, "movement": "none", "trade_bucks": 2}, 3),
    ({"mode": "online", "dice": "exclusive, one repeat", "seeded": 0}, 4),
    ({"mode": "online", "auction": True}, 2),
    ({"mode": "family"}, 3),
    ({"mode": "family", "die": True, "stash": False}, 2),
    ({"mode": "solitaire"}, 1),
    ({"mode": "solitaire", "stash": False}, 1),
    ({"mode": "lesson-1"}, 1),
    ({"mode": "lesson-2"}, 1),
]
NAMES = [", ".join(map(str, [*options.values(), seats])) for options, seats in TABLES]

LASTING = (
    "save", "leftover_bucks", "campaign_cut", "marketing_max", "discount_border", "discount_culture", "wild_cards",
    "wild_recruits", "bucks_pay", "full_anywhere", "half_up", "double_use", "moves", "runner_free",
)  # fmt: skip
"""Lasting changes of which everyone starts with some."""


def moments(options: dict[str, Any], seats: int) -> Iterator[tuple[Table, int]]:
    """Every decision of some games, before it is made: the table, and the seat that decides."""
    for seed in range(2):
        t = Table(game(), seats, options, seed)
        chance = SeededChance(f"{seed} of the players")
        _equip(t, seed)
        while t.due:
            seat = t.due[chance.draw(len(t.due))]
            yield t, seat
            choices = t.game.legal(t.state, seat)
            action = pick(t, seat, chance)
            if act.BET in choices and not chance.draw(8):
                action = act.BET + chance.draw(36)
            elif act.END in choices and not chance.draw(8):
                action = act.END
            t.game.play(t.state, seat, action, t.chance)


def _equip(t: Table, seed: int) -> None:
    effects = t.tables.effect
    cards = [card for card in range(120) if effects[card].mod >= 0 and v.MOD[effects[card].mod] in LASTING]
    bookie = next(card for card in range(120) if effects[card].do == v.DO_BOOKIE)
    chance = SeededChance(f"{seed} of the cards")
    for seat in range(t.state.seats):
        for card in [bookie] * (seat == 0) + cards:
            if card in t.state.deck and (card == bookie or chance.draw(2)):
                t.state.deck.remove(card)
                bring_into_play(t.state, t.player(seat), card)


def after(t: Table, seat: int, action: int) -> tuple[State, list[Event]]:
    """How things stand once an action is taken, and what happened; the table stays as it is."""
    s = t.state.clone()
    s.events = []
    t.game.play(s, seat, action, SeededChance("whatever"))
    return s, s.events


def legal(t: Table, seat: int, kind: str, most: int = 3) -> list[tuple[int, str]]:
    """Some legal actions of a type, with their labels."""
    found = [action for action in t.game.legal(t.state, seat) if t.game.encode(action)["type"] == kind]
    step = max(1, len(found) // most)
    return [(action, t.game.describe(t.state, seat, action).label) for action in found[::step]]


def number(pattern: str, text: str) -> int:
    """The first group of a pattern as a number; 0 where it is not said."""
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def of(events: list[Event], kind: int, seat: int) -> list[Event]:
    return [event for event in events if event[:2] == (kind, seat)]


def every(check: Callable[[Table, int], int]) -> Callable[[dict[str, Any], int], int]:
    """Checks each moment of the games; how often there was something to check."""

    def all_of_them(options: dict[str, Any], seats: int) -> int:
        return sum(check(t, seat) for t, seat in moments(options, seats))

    return all_of_them


# -- the end of a turn -------------------------------------------------------------------------------------------------


def _told_of_the_end(text: str) -> tuple[int, int, int]:
    return (
        number(r"turn (\d+) envelopes? into", text),
        number(r"into (\d+) buck", text),
        number(r"discard (\d+) envelope", text),
    )


def _happened_at_the_end(events: list[Event], seat: int) -> tuple[int, int, int]:
    made = of(events, end_turn.LEFTOVER_BUCKS, seat)
    lost = of(events, end_turn.DISCARDED, seat)
    return (made[0][3] if made else 0, made[0][2] if made else 0, lost[0][2] if lost else 0)


def _end(t: Table, seat: int) -> int:
    checked = 0
    for action, label in [*legal(t, seat, "end"), *_done(t, seat)]:
        s, _ = after(t, seat, action)
        kept = number(r"keep (\d+) envelope", label)
        while s.phase == ph.MONTH and s.current == seat and st.step_kind(s) == ph.SAVE and action == act.END:
            choices = t.game.legal(s, seat)
            t.game.play(s, seat, act.DONE if act.DONE in choices else choices[0], SeededChance("whatever"))
        assert s.events is not None
        own = s.events[: s.events.index(of(s.events, end_turn.TURN_OVER, seat)[0])]
        assert _told_of_the_end(label) == _happened_at_the_end(own, seat), label
        assert kept == len(of(own, end_turn.SAVED, seat)), label
        held = sum(t.player(seat).env)
        made, _, lost = _happened_at_the_end(own, seat)
        assert kept + made + lost == held
        checked += held > 0
        if action == act.END:
            said = look.look(t.state, seat).mine
            assert said is not None
            assert said.ending.lower().rstrip(".") in label.lower()
            assert bool(said.ending) == bool(held)
    return checked


def _done(t: Table, seat: int) -> list[tuple[int, str]]:
    return legal(t, seat, "done") if t.state.phase == ph.MONTH and st.step_kind(t.state) == ph.SAVE else []


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_sentences_about_leftover_envelopes_come_true(options: dict[str, Any], seats: int) -> None:
    assert every(_end)(options, seats) > 5


def _keep(t: Table, seat: int) -> int:
    s = t.state
    if s.phase != ph.MONTH or st.step_kind(s) != ph.SAVE:
        return 0
    prompt = t.game.prompt(s, seat, t.names)
    n = number(r"keep up to (\d+)|Choose (\d+)", prompt.replace("Choose", "keep up to"))
    assert 0 < n <= sum(s.players[seat].env)
    saved = 0
    trial = s.clone()
    while trial.phase == ph.MONTH and trial.current == seat and st.step_kind(trial) == ph.SAVE:
        before = trial.players[seat].env[:]
        trial.events = []
        colours = [action for action in t.game.legal(trial, seat) if action != act.DONE]
        t.game.play(trial, seat, colours[0], SeededChance("whatever"))
        saved += len(of(trial.events, end_turn.SAVED, seat))
        assert sum(before)
    assert saved == n
    return 1


@pytest.mark.thorough
def test_the_prompt_names_the_right_number_of_envelopes_to_keep() -> None:
    assert sum(every(_keep)(options, seats) for options, seats in TABLES) > 10


# -- campaigns, signing, cards -----------------------------------------------------------------------------------------


def _campaigns(t: Table, seat: int) -> int:
    p = t.player(seat)
    told = look.look(t.state, seat).mine
    assert told is not None
    offered = legal(t, seat, "campaign", most=12)
    for action, label in offered:
        n = action - act.CAMPAIGN
        if not n:
            assert label == "No final campaign"
            continue
        stars, paid, *_, left = (int(k) for k in re.findall(r"\d+", label))
        mine = next(one for one in told.campaigns if one.bucks == n)
        assert (mine.price, mine.stars, mine.left) == (paid, stars, left) == (paid, stars, p.bucks - paid)
        if t.state.phase == ph.MONTH:
            s, events = after(t, seat, action)
            got = sum(event[3] for event in of(events, counting.GAINED_BUCKS, seat))
            assert s.players[seat].bucks == left + got
            assert of(events, marketing.CAMPAIGNED, seat) == [(marketing.CAMPAIGNED, seat, paid, stars)]
            assert look.look(s, seat).players[seat].campaign == paid
            entry = next(one for one in look.look(s, seat).players[seat].sheet[::-1] if one.source == "campaign")
            assert (entry.ref, entry.stars) == (paid, stars)
    legal_ones = {action - act.CAMPAIGN for action, _ in offered} - {0}
    if offered:
        assert legal_ones <= {one.bucks for one in told.campaigns if one.left >= 0}
    return len(offered)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_campaign_costs_match_label_panel_log_and_sheet(options: dict[str, Any], seats: int) -> None:
    assert every(_campaigns)(options, seats) > 5


def _prices(t: Table, seat: int) -> int:
    mine = look.look(t.state, seat).mine
    assert mine is not None
    checked = 0
    for kind, what in (("sign", "recruit"), ("put", "card")):
        for action, label in legal(t, seat, kind, most=9):
            _, k = t.tables.forms.kind_of(action)
            price = next(one for one in mine.prices if (one.what, one.ref) == (what, k))
            assert price.payable
            words = label.rsplit(" for ", 1)[1].split(":")[0]
            free = number(r"minus (\d+)", words)
            asked = 0 if words == "nothing" else sum(map(int, re.findall(r"(\d+) (?!envelope)", words))) - free
            assert asked == sum(price.owed) - price.less
            s, events = after(t, seat, action)
            assert bool(price.left) == (st.step_kind(s) != ph.PAY)
            paid = of(events, payment.PAID, seat)
            if price.left:
                p = t.player(seat)
                assert [p.env[c] - sum(event[2 + c] for event in paid) for c in range(6)] == price.left
                assert p.bucks - sum(event[8] for event in paid) == price.bucks
                assert sum(sum(event[2:]) for event in paid) == asked
            checked += 1
    return checked


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_the_panel_shows_the_right_remainder_after_payment(options: dict[str, Any], seats: int) -> None:
    assert every(_prices)(options, seats) > 1


def _paying(t: Table, seat: int) -> int:
    if t.state.phase != ph.MONTH or st.step_kind(t.state) != ph.PAY or (t.state.step and t.state.step.left):
        return 0
    prompt = t.game.prompt(t.state, seat, t.names)
    assert ("Pay as printed" in prompt) == (act.DONE in t.game.legal(t.state, seat))
    return 1


@pytest.mark.thorough
def test_pay_as_printed_is_offered_only_if_possible() -> None:
    assert sum(every(_paying)(options, seats) for options, seats in TABLES) > 10


# -- dice --------------------------------------------------------------------------------------------------------------

SPAN = re.compile(r"(\d+)(?: or (\d+))? in (?:any month from (\w+) through (\w+)|(\w+) or (\w+)|(\w+))")


def _spread(text: str) -> set[tuple[int, str]]:
    """What a sentence says of placing a die: counts and months."""
    told: set[tuple[int, str]] = set()
    for count, or_count, first, last, one, other, only in SPAN.findall(text):
        if first:
            months = v.MONTHS[v.MONTHS.index(first) : v.MONTHS.index(last) + 1]
        else:
            months = tuple(name for name in (one, other, only) if name)
        told |= {(int(given), name) for given in (count, or_count) if given for name in months}
    return told


def _dice(t: Table, seat: int) -> int:
    if t.state.phase != ph.DICE:
        return 0
    p = t.player(seat)
    mine = look.look(t.state, seat).mine
    assert mine is not None
    if len(p.choice) % 3 != 1:
        for action, _ in legal(t, seat, "die", most=6):
            gives = mine.gives[action - act.DIE]
            assert gives is not None
            s, _ = after(t, seat, action)
            if s.phase == ph.DICE and s.due >> seat & 1 and len(s.players[seat].choice) % 3 == 1:
                assert gives in t.game.prompt(s, seat, t.names)
            else:
                assert len(_spread(gives)) == 1
        return 0
    told = _spread(t.game.prompt(t.state, seat, t.names))
    labels = [label for _, label in legal(t, seat, "place", most=99)]
    can = {
        (int(count), name) for count, name in re.findall(r"^Put (\d+) \w+ in (\w+)", "\n".join(labels), re.MULTILINE)
    }
    assert told == can
    assert {(spot.count, v.MONTHS[spot.month]) for spot in mine.spots} == can
    for action, label in legal(t, seat, "place", most=99):
        s, events = after(t, seat, action)
        placed = s.players[seat].choice[-3:] or list(of(events, dice.DIE_TAKEN, seat)[-1][2:])
        assert label.startswith(f"Put {placed[2]} {v.COLOURS[placed[0]]} in {v.MONTHS[placed[1]]}")
    return 1


@pytest.mark.few(0, usual=4)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_a_die_can_go_exactly_where_the_prompt_says(options: dict[str, Any], seats: int) -> None:
    assert every(_dice)(options, seats) > 5


# -- the draft ---------------------------------------------------------------------------------------------------------


def _drafts(t: Table, seat: int) -> int:
    s = t.state
    if s.phase != ph.DRAFT:
        return 0
    p = s.players[seat]
    prompt = t.game.prompt(s, seat, t.names)
    for place, cards in (("your hand", p.hand), ("the pool", s.pool), ("your stash", p.stash)):
        named = re.search(rf"from .*{place}", prompt.split(";")[0].split(", or discard")[0]) is not None
        assert named == bool(cards), prompt
        assert named or place not in prompt
    assert ("discard a card from your hand" in prompt) == bool(legal(t, seat, "pass"))
    assert ("pass" in prompt) == (bool(legal(t, seat, "pass")) and s.seats > 1)
    if s.bubba is not None:
        for action, label in legal(t, seat, "draft", most=9):
            then = after(t, seat, action)[0].bubba
            assert then is not None
            assert number(r"Bubba scores (\d+) star", label) == then.stars - s.bubba.stars
            if action - act.DRAFT in p.stash:
                assert f"({then.stars - s.bubba.stars} star" in prompt
    return 1


@pytest.mark.few(5, usual=7)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_the_draft_prompt_names_only_sources_with_cards(options: dict[str, Any], seats: int) -> None:
    assert every(_drafts)(options, seats) > 5


# -- Vegas and the auction ---------------------------------------------------------------------------------------------


def _vegas(t: Table, seat: int) -> int:
    s = t.state
    for _, label in legal(t, seat, "bet"):
        assert ("can't win" in label) == (s.month == s.rules.last)
    if s.phase == ph.MONTH and st.step_kind(s) == ph.STAKE:
        assert ("can't win" in t.game.prompt(s, seat, t.names)) == (s.month == s.rules.last)
    if s.phase != ph.BOOKIE:
        return 0
    pending = look.look(s, seat).pending
    assert pending is not None
    assert pending.owed == s.check
    for action, label in legal(t, seat, "bookie", most=12):
        colour, up = divmod(action - act.BOOKIE, 2)
        _, events = after(t, seat, action)
        to = of(events, vegas.SHIFTED, seat)[0][3]
        assert f"from {s.check[colour]} to {to}" in label
        shift = next(one for one in pending.shifts if (one.colour, one.up) == (colour, bool(up)))
        tokens = s.players[seat].bets[st.bet_on(colour, to)]
        assert (shift.to, shift.tokens) == (to, tokens)
        won = [event for event in of(events, vegas.WON, seat) if event[2] == colour]
        if of(events, vegas.CRAPPED_OUT, seat) or of(events, vegas.WON, seat):
            assert [event[4] for event in won] == [tokens] * bool(tokens)
        assert number(r"\((\d+) bet", label) == tokens
    return 1


@pytest.mark.thorough
def test_the_bookie_shifts_dice_as_label_and_sheet_say() -> None:
    assert sum(every(_vegas)(options, seats) for options, seats in TABLES) > 10


def _bids(t: Table, seat: int) -> int:
    if t.state.phase != ph.AUCTION:
        return 0
    bids = [(action, label) for action, label in legal(t, seat, "bid") if action != act.BID]
    for action, label in bids:
        s, _ = after(t, seat, action)
        while s.phase == ph.AUCTION:
            due = s.due.bit_length() - 1
            choices = t.game.legal(s, due)
            t.game.play(s, due, act.SELL if act.SELL in choices else act.BID, SeededChance("whatever"))
        assert s.chain == seat
        paid = t.player(seat).bucks - s.players[seat].bucks
        assert f"you pay {paid} and have {s.players[seat].bucks} left" in label
        assert "if you get the chain" in label
    return len(bids)


@pytest.mark.slow
def test_a_bid_costs_what_its_label_says() -> None:
    assert sum(every(_bids)(options, seats) for options, seats in TABLES if options.get("auction")) > 10


# -- what is shown of a seat -------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=4)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_free_movement_shown_before_the_turn_is_right(options: dict[str, Any], seats: int) -> None:
    promised: dict[tuple[int, int], int] = {}
    checked = 0
    for t, _ in moments(options, seats):
        s = t.state
        view = look.look(s, -1)
        for seat, p in enumerate(view.players):
            if s.phase == ph.MONTH and s.current == seat:
                if (s.month, seat) in promised:
                    assert p.moves == promised.pop((s.month, seat))
                    checked += 1
                assert p.free == p.moves
            elif p.free >= 0:
                promised[s.month, seat] = p.free
    assert checked > 5


@pytest.mark.few(0, usual=4)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_envelopes_are_called_collected_only_after_collection(options: dict[str, Any], seats: int) -> None:
    for t, _ in moments(options, seats):
        view = look.look(t.state, -1)
        if view.gathered:
            assert not any(any(p.later[view.month]) for p in view.players)
        else:
            assert view.phase in ("coach", "home", "stash", "draft", "bookie", "dice")
        assert view.last == (view.month == view.rules.months - 1)


@pytest.mark.few(5, usual=6)
@pytest.mark.parametrize(("options", "seats"), TABLES, ids=NAMES)
def test_the_log_never_counts_zero_items(options: dict[str, Any], seats: int) -> None:
    last = None
    for t, _ in moments(options, seats):
        last = t
    assert last is not None
    assert not [line for line in last.said() if re.search(r"\b0 (star|recruit|different|envelope|buck|card)", line)]
