"""V10 "Secrets about the Stash": the stash as an open draft; RULINGS A5.3, A5.4, A5.7."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from tests.games.envelopes.positions import Table, new_game

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

SPECTATOR = -1


def drafting(seats: int = 3, seed: int = 1, mode: str = "standard") -> Table:
    return new_game(seats, seed, mode=mode, stash_draft=True)


def packs(t: Table) -> list[list[int]]:
    """The pack that each holds."""
    return [sorted(p.hand) for p in t.state.players]


def together(lists: list[list[int]]) -> list[int]:
    return sorted(card for cards in lists for card in cards)


def everybody_takes(t: Table, which: int = 0) -> Table:
    for seat in t.due:
        t.do("draft", seat, **t.forms("draft", seat)[which])
    return t


def test_each_player_gets_six_cards_and_takes_one() -> None:
    t = drafting()
    assert t.phase == "stash"
    assert t.due == [0, 1, 2]
    for seat in range(3):
        mine = t.view(seat).mine
        assert mine is not None
        assert len(mine.hand) == 6
        assert sorted(form["card"] - 1 for form in t.forms("draft", seat)) == packs(t)[seat]
        assert not t.forms("reject", seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_packs_are_passed_counterclockwise(seats: int) -> None:
    """Opposite to the turn order: each gets the pack of the next clockwise."""
    t = drafting(seats)
    for _ in range(3):
        before = packs(t)
        took = [t.forms("draft", seat)[0]["card"] - 1 for seat in range(seats)]
        passes_to = [mine.passes_to for seat in range(seats) if (mine := t.view(seat).mine)]
        everybody_takes(t)
        for seat in range(seats):
            left = (seat + 1) % seats
            assert passes_to[left] == seat
            assert packs(t)[seat] == [card for card in before[left] if card != took[left]]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["standard", "online"])
def test_after_four_choices_the_remaining_two_cards_of_each_pack_form_the_pool(seats: int, mode: str) -> None:
    t = drafting(seats, mode=mode)
    cards = together(packs(t))
    for _ in range(3):
        everybody_takes(t)
    last = packs(t)
    assert all(mine.passes_to == -1 for seat in range(seats) if (mine := t.view(seat).mine))
    took = [t.forms("draft", seat)[0]["card"] - 1 for seat in range(seats)]
    everybody_takes(t)
    assert t.phase == "draft"
    assert [mat.stash for mat in t.view().players] == [4] * seats
    rest = [[card for card in pack if card != took[seat]] for seat, pack in enumerate(last)]
    assert t.view().pool == together(rest)
    assert together([t.view().pool, *(p.stash for p in t.state.players)]) == cards


def test_taking_the_fourth_card_discards_the_remaining_two() -> None:
    t = drafting(3)
    for _ in range(3):
        everybody_takes(t)
    last = packs(t)
    everybody_takes(t)
    for seat in range(3):
        threw = [t.tables.names[card] for card in last[seat] if card in t.view().pool]
        assert len(threw) == 2
        for name in threw:
            assert f"P{seat} puts {name} in the pool." in t.said()


def test_taken_cards_are_hidden_until_all_have_chosen() -> None:
    views = []
    for which in (0, 3):
        t = drafting()
        t.do("draft", 0, **t.forms("draft", 0)[which])
        assert t.view(1).players[0].open_stash == []
        assert t.view(1).players[0].chosen
        views.append((t.view_bytes(1), t.view_bytes(SPECTATOR), t.said(1), t.said(SPECTATOR)))
    assert views[0] == views[1]
    t.do("draft", 1, **t.forms("draft", 1)[0]).do("draft", 2, **t.forms("draft", 2)[0])
    for viewer in (0, 1, 2, SPECTATOR):
        assert [len(mat.open_stash) for mat in t.view(viewer).players] == [1, 1, 1]
    taken = t.tables.names[t.mat(0).open_stash[0]]
    assert f"P0 takes {taken} for the stash." in t.said(SPECTATOR)


def test_a_choice_can_be_undone_until_all_have_chosen() -> None:
    """RULINGS A5.7: undo reaches back within one window."""
    t = drafting()
    window = t.game.window(t.state)
    t.do("draft", 0, **t.forms("draft", 0)[0]).do("draft", 1, **t.forms("draft", 1)[0])
    assert t.game.window(t.state) == window
    t.do("draft", 2, **t.forms("draft", 2)[0])
    assert t.game.window(t.state) != window


def test_stashes_stay_public_and_work_as_usual() -> None:
    t = drafting(2).play_on(lambda t: t.phase == "draft")
    for seat in (0, 1):
        assert t.view(1 - seat).players[seat].open_stash == sorted(t.player(seat).stash)
    seat = t.due[0]
    card = t.player(seat).stash[0]
    t.do("draft", card=card + 1)
    assert card not in t.mat(seat).open_stash
    assert (t.mat(seat).stash, len(t.mat(seat).open_stash)) == (3, 3)


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_packs_a_player_has_not_held_are_hidden(viewer: int) -> None:
    t = drafting(3)
    for passed in range(4):
        before, told = t.view_bytes(viewer), t.said(viewer)
        seen = [(viewer - k) % 3 for k in range(passed + 1)] if viewer >= 0 else []
        for seat in set(range(3)) - set(seen):
            hand = t.player(seat).hand
            t.state.deck[: len(hand)], t.player(seat).hand = hand[:], t.state.deck[: len(hand)]
        assert t.view_bytes(viewer) == before
        assert t.said(viewer) == told
        everybody_takes(t)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("passed", [0, 1, 2, 3])
def test_samples_keep_known_packs_and_redraw_the_others(seats: int, passed: int) -> None:
    t = drafting(seats)
    held: list[set[int]] = [set() for _ in range(seats)]
    for k in range(passed + 1):
        for seat in range(seats):
            held[seat] |= set(packs(t)[seat])
        if k < passed:
            everybody_takes(t)
    for viewer in (*range(seats), SPECTATOR):
        changed = [0] * seats
        for k in range(30):
            drawn = t.game.sample(t.state, viewer, SeededChance(k))
            assert sorted(every_card(drawn)) == list(range(120))
            for seat in range(seats):
                same = sorted(drawn.players[seat].hand) == packs(t)[seat]
                changed[seat] += not same
                assert drawn.players[seat].stash == t.player(seat).stash
                assert len(drawn.players[seat].hand) == 6 - passed
        for seat in range(seats):
            was_held = viewer >= 0 and set(packs(t)[seat]) <= held[viewer]
            assert (changed[seat] == 0) if was_held else (changed[seat] > 20)


def every_card(s: State) -> list[int]:
    cards = s.deck + s.under + s.pool + s.gone
    for p in s.players:
        cards = cards + p.hand + p.stash
    return cards


def test_samples_keep_the_players_own_choice_and_redraw_the_others() -> None:
    t = drafting(3)
    for seat in (0, 1):
        t.do("draft", seat, **t.forms("draft", seat)[0])
    own = t.player(0).choice
    found = set()
    for k in range(40):
        drawn = t.game.sample(t.state, 0, SeededChance(k))
        assert drawn.players[0].choice == own
        assert drawn.players[2].choice == []
        assert drawn.players[1].choice[0] in drawn.players[1].hand
        found.add(drawn.players[1].choice[0])
    assert len(found) > 20


def test_only_the_players_own_log_shows_each_pack() -> None:
    t = everybody_takes(drafting(3))
    for seat in range(3):
        assert sum(line.startswith("You are dealt") for line in t.said(seat)) == 2
    assert not any(line.startswith("You are dealt") for line in t.said(SPECTATOR))


@pytest.mark.parametrize("mode", ["family", "solitaire"])
def test_the_open_draft_is_refused_in_family_and_solitaire(mode: str) -> None:
    with pytest.raises(GameError, match="standard or online"):
        new_game(1 if mode == "solitaire" else 2, mode=mode, stash_draft=True)


def test_the_open_draft_is_refused_without_a_stash() -> None:
    with pytest.raises(GameError, match="Turn the stash on or the stash draft off"):
        new_game(2, stash=False, stash_draft=True)
