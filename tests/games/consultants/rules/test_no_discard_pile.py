"""ITS "No discard pile!": what is discarded goes back on the deck where it belongs."""

from __future__ import annotations

from cashbox.engine.chance import SeededChance
from tests.games.consultants.positions import Table, work


def test_discarded_consultants_return_to_the_deck_of_their_rank() -> None:
    t = work().hand(0, "red", "blue*")
    seniors, principals = len(t.state.seniors), len(t.state.principals)
    t.recruit("red", "green")
    assert (t.view().seniors, t.view().principals) == (seniors + 1, principals - 1)
    t.pass_().pass_().train("blue*", "yellow")
    assert (t.view().seniors, t.view().principals) == (seniors, principals)
    assert t.held(0) == ["yellow", "green*", "violet"]


def test_no_consultant_is_ever_lost() -> None:
    t = Table(3, {}, seed=5)
    cards = t.cards()
    assert len(cards) == len(set(cards)) == len(t.tables.colour)
    chance = SeededChance(1)
    while t.due:
        legal = t.game.legal(t.state, t.due[0])
        t.game.play(t.state, t.due[0], legal[chance.draw(len(legal))], t.chance)
        assert t.cards() == cards
