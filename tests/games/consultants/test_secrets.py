"""Test that hidden information changes nothing for a seat, and that samples agree with what the seat has seen.

Source: ITS "Train", "Promote", "Recruit"; RULINGS C3.7; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from tests.games.consultants.positions import KINDS, Table, consultant, work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Step = Callable[[Table], object]

OTHERS = [1, 2, SPECTATOR]


def everything(t: Table, viewer: int, actions: Iterable[int] = range(371)) -> tuple[Any, ...]:
    """All that a viewer gets: view, log, prompt, legal list, and the reasons why not."""
    why = [t.game.explain(t.state, viewer, action) for action in actions]
    return (
        t.view_bytes(viewer),
        t.said(viewer),
        t.game.prompt(t.state, viewer, t.names),
        t.game.legal(t.state, viewer),
        why,
    )


def same_to_others(start: Callable[[], Table], first: list[Step], second: list[Step]) -> None:
    """Step by step, both ways give everyone but seat 0 the same; seat 0 sees the difference in the end."""
    a, b = start(), start()
    for one, other in zip(first, second, strict=True):
        one(a)
        other(b)
        for viewer in OTHERS:
            assert everything(a, viewer) == everything(b, viewer)
    assert a.view_bytes(0) != b.view_bytes(0)


def begin(type_: str, name: str) -> Step:
    return lambda t: t.do(type_, **consultant(name))


def take(colour: str) -> Step:
    return lambda t: t.do("take", colour=colour)


# -- hands --


@pytest.mark.parametrize("viewer", OTHERS)
def test_opponents_hands_show_only_the_number_of_each_rank(viewer: int) -> None:
    one = work(3).hand(0, "red", "blue*")
    other = work(3).hand(0, "yellow", "green*")
    assert everything(one, viewer) == everything(other, viewer)
    boss = one.view(viewer).players[0]
    assert (boss.seniors, boss.principals) == (2, 1)


def test_a_player_sees_their_own_hand() -> None:
    assert work(3).hand(0, "red", "blue*").held(0) == ["red", "blue*", "violet"]
    assert work(3).view(SPECTATOR).mine is None


@pytest.mark.parametrize("viewer", [0, *OTHERS])
def test_the_order_of_decks_projects_and_events_is_hidden(viewer: int) -> None:
    t = work(3)
    before = everything(t, viewer)
    for pile in (t.state.seniors, t.state.principals, t.state.stock, t.state.events_left):
        pile.reverse()
    t.state.stock[0], t.state.box[0] = t.state.box[0], t.state.stock[0]
    assert everything(t, viewer) == before


# -- train and recruit --


@pytest.mark.parametrize(
    ("type_", "first", "second"),
    [
        ("train", ("red", "green"), ("yellow", "blue")),
        ("train", ("red", "green"), ("red", "blue")),
        ("train", ("red*", "green"), ("yellow*", "green")),
        ("train", ("red", "red"), ("yellow", "red")),
        ("recruit", ("red", "green"), ("yellow", "blue")),
        ("recruit", ("red*", "green"), ("yellow*", "red")),
    ],
)
def test_exchanged_colors_are_hidden(type_: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    same_to_others(
        lambda: work(3).hand(0, "red", "yellow", "red*", "yellow*"),
        [begin(type_, first[0]), take(first[1])],
        [begin(type_, second[0]), take(second[1])],
    )


@pytest.mark.parametrize("type_", ["train", "recruit"])
def test_exchanged_colors_are_hidden_even_for_a_known_hand(type_: str) -> None:
    """All saw who came back from the Innovation Project; which of them was given, no one saw."""

    def start() -> Table:
        t = work(3, innovation=True)
        i = len(t.view().places) - 1
        t.row(i, 0, 0).end_round().next_round().money(20, 20, 20)
        for viewer in (1, 2):
            assert t.shown(viewer, 0) == ["red", "yellow"]
        return t

    same_to_others(start, [begin(type_, "red"), take("blue")], [begin(type_, "yellow"), take("blue")])
    t = start().do(type_, **consultant("red"))
    assert t.shown(1, 0) == []


def test_one_of_two_equal_known_consultants_stays_known() -> None:
    t = work(3, innovation=True)
    i = len(t.view().places) - 1
    t.sit(i, 0, "red", by=0).sit(i, 1, "red", by=0).end_round().next_round().money(20, 20, 20)
    assert t.shown(1, 0) == ["red", "red"]
    assert t.train("red", "blue").shown(1, 0) == ["red"]


def test_playing_a_card_reveals_nothing_about_an_equal_one() -> None:
    """Seat 0 has a red senior that all saw, and perhaps another; playing one tells nothing of the other."""

    def start(other: str) -> Table:
        t = work(3, innovation=True)
        i = len(t.view().places) - 1
        t.sit(i, 0, "red", by=0).end_round().next_round()
        t.player(0).hand.sort()
        return t.hand(0, other).assign("red", 0, 0)

    for viewer in OTHERS:
        assert start("red").view_bytes(viewer) == start("green").view_bytes(viewer)
    assert start("red").shown(1, 0) == []


def test_returned_badges_are_hidden() -> None:
    def start() -> Table:
        t = work(3).hand(0, "red", "yellow").end_round()
        return t.next_event("returned-badges", "quiet-quarter").do("starter", player=0)

    same_to_others(start, [begin("give", "red")], [begin("give", "yellow")])


def test_returned_badges_are_hidden_even_for_a_known_hand() -> None:
    def start() -> Table:
        t = work(3, innovation=True)
        t.row(len(t.view().places) - 1, 0, 0).end_round().next_event("returned-badges", "quiet-quarter")
        return t.do("starter", player=0)

    assert start().shown(1, 0) == ["red", "yellow"]
    same_to_others(start, [begin("give", "red")], [begin("give", "yellow")])


def test_only_the_searching_player_sees_the_deck_and_only_then() -> None:
    t = work(3).hand(0, "red")
    decks = [len(t.mine(seat).deck) for seat in range(3)]
    t.do("train", **consultant("red"))
    assert [KINDS[one] for one in t.mine(0).deck] == sorted(t.deck("seniors"), key=KINDS.index)
    assert t.mine(0).given == KINDS.index("red")
    for seat in (1, 2):
        assert (t.mine(seat).deck, t.mine(seat).given) == ([], -1)
    t.do("take", colour="green")
    assert decks == [0, 0, 0]
    assert [(t.mine(seat).deck, t.mine(seat).given) for seat in range(3)] == [([], -1)] * 3


def test_all_players_see_which_deck_is_searched() -> None:
    t = work(3).hand(0, "red")
    assert t.view(1).taking == -1
    t.do("recruit", **consultant("red"))
    assert (t.view(1).taking, t.view(SPECTATOR).taking, t.view(1).acting) == (1, 1, [0])


# -- promote --


@pytest.mark.parametrize("viewer", [1, 2])
def test_a_promotion_is_public(viewer: int) -> None:
    t = work(3).hand(0, "red").promote("red")
    assert t.shown(viewer, 0) == ["red*"]
    assert t.shown(0, viewer) == []
    t.hand(1, "red").hand(2, "red").assign("red", 0, 0).assign("red", 1, 0).assign("red*", 2, 0)
    assert t.shown(viewer, 0) == []


# -- samples --


def samples(t: Table, viewer: int, count: int = 60) -> Iterator[Table]:
    for seed in range(count):
        yield t.sampled(viewer, SeededChance(seed))


def moments(seats: int, seed: int, every: int = 29) -> Iterator[Table]:
    """A table at many moments of a game at random."""
    t = Table(seats, {}, seed)
    chance = SeededChance(f"{seed} players")
    n = 0
    while t.due:
        if n % every == 0:
            yield t
        n += 1
        legal = t.game.legal(t.state, t.due[0])
        t.game.play(t.state, t.due[0], legal[chance.draw(len(legal))], t.chance)
    yield t


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_sample_looks_the_same_to_its_seat_and_keeps_every_card_once(seats: int, seed: int) -> None:
    for t in moments(seats, seed, 29 * (seats - 1) ** 2):
        for viewer in (*range(seats), SPECTATOR):
            drawn = t.sampled(viewer, SeededChance(seed))
            some = range(seed, 371, 29)
            view, _, *rest = everything(drawn, viewer, some)
            assert [view, *rest] == [x for k, x in enumerate(everything(t, viewer, some)) if k != 1]
            assert drawn.cards() == t.cards()
            assert sorted(drawn.state.stock + drawn.state.box) == sorted(t.state.stock + t.state.box)
            assert len(drawn.state.stock) == len(t.state.stock)
            for mine, other in zip(t.state.players, drawn.state.players, strict=True):
                assert len(mine.hand) == len(other.hand)


@pytest.mark.slow
def test_unseen_hands_are_resampled() -> None:
    t = work(3).hand(1, "red", "blue*")
    hands = {tuple(drawn.held(1)) for drawn in samples(t, 0, 400)}
    assert len({hand[0] for hand in hands}) > 3
    assert {hand[-1] for hand in hands} >= {"blue*", "red*"} or len(hands) > 20
    assert all(sum(name.endswith("*") for name in hand) == 1 for hand in hands)
    assert {tuple(drawn.held(1)) for drawn in samples(t, 1)} == {tuple(t.held(1))}


@pytest.mark.slow
def test_future_international_projects_are_resampled() -> None:
    t = work(3)
    assert len({drawn.state.stock[-1] for drawn in samples(t, 0, 300)}) == len(t.state.stock + t.state.box)


@pytest.mark.slow
def test_shown_consultants_stay_in_place_in_samples() -> None:
    t = work(3).hand(0, "red").promote("red")
    for viewer in OTHERS:
        for drawn in samples(t, viewer):
            assert "red*" in drawn.held(0)
            assert drawn.deck("seniors").count("red") >= 1


@pytest.mark.slow
def test_after_a_search_opponents_hands_hold_what_the_deck_lacked() -> None:
    """Seat 0 sees which seniors are in no deck: between them, the others have these and no more."""
    t = work(3).hand(1, "red", "red", "blue").hand(2, "green").train("violet", "yellow")
    hidden = Counter(t.held(1)) + Counter(t.held(2))
    hands = set()
    for drawn in samples(t, 0, 200):
        assert Counter(drawn.held(1)) + Counter(drawn.held(2)) == hidden
        hands.add(tuple(drawn.held(2)))
    assert len(hands) >= 6
    other = {tuple(drawn.held(2)) for drawn in samples(t, 1, 200)}
    assert any(Counter(hand) - hidden for hand in other)


@pytest.mark.slow
def test_cards_that_moved_since_can_be_in_either_place() -> None:
    """Seat 0 knows both cards of seat 1 by heart; one of them was given unseen."""
    t = work(3, innovation=True)
    i = len(t.view().places) - 1
    t.empty(1).row(i, 1, 1).keep("seniors", 0).end_round().next_round(1)
    assert t.held(1) == ["red", "yellow"]
    t.train("red", "red")
    assert t.shown(0, 1) == []
    hands = {tuple(drawn.held(1)) for drawn in samples(t, 0)}
    assert hands == {("red", "yellow")}
    t = work(3, innovation=True)
    t.empty(1).row(i, 1, 1).keep("seniors", 0).end_round().next_round(1).recruit("yellow", "green")
    assert t.held(1) == ["red", "green*"]
    places = {(*drawn.held(1), *drawn.deck("seniors")) for drawn in samples(t, 0)}
    seniors = {tuple(name for name in place if not name.endswith("*")) for place in places}
    assert seniors == {("red", "yellow"), ("yellow", "red")}


def test_the_searching_player_knows_the_exchanged_cards_in_samples() -> None:
    """Who gave a card, and what he took, he knows in every sample."""
    t = work(3).hand(0, "red", "blue*").recruit("red", "green")
    for drawn in samples(t, 0):
        assert drawn.held(0) == t.held(0)
        assert drawn.deck("principals") == t.deck("principals")


def test_an_unfinished_search_is_sampled_with_possible_exchanges() -> None:
    t = work(3).hand(0, "red", "yellow").do("train", **consultant("red"))
    given = {drawn.state.handed_in for drawn in samples(t, 1)}
    assert len(given) > 2
    assert all(one % 2 == 0 for one in given)
    assert {drawn.state.handed_in for drawn in samples(t, 0)} == {KINDS.index("red")}
    for drawn in samples(t, 1, 20):
        assert KINDS[drawn.state.handed_in] in drawn.deck("seniors")
