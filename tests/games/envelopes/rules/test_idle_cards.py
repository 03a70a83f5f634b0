"""RULINGS D2: coaches without an effect are not dealt; idle cards stay in the deck and are marked."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import game, game_with
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import pick

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "standard": (2, {"mode": "standard"}),
    "standard without the die": (3, {"mode": "standard", "die": False}),
    "online": (2, {"mode": "online"}),
    "family": (2, {"mode": "family"}),
    "family with the die": (2, {"mode": "family", "die": True}),
    "solitaire": (1, {"mode": "solitaire"}),
    "first lesson": (1, {"mode": "lesson-1"}),
}
EYEBALL, JINGLE = "eyeball", "jingle"
IDLE: dict[str, set[int | str]] = {
    "standard": set(),
    "standard without the die": {42, EYEBALL},
    "online": {119},
    "family": {42, 75, 92, 95, EYEBALL},
    "family with the die": {75, 92, 95},
    "solitaire": {94},
    "first lesson": {92, 94, 109, JINGLE},
}
"""By table, what can do nothing there, read off the rule texts: cards by printed number, coaches by id."""


def table(name: str, **options: Any) -> Table:
    seats, given = TABLES[name]
    return new_game(seats, 1, **{**given, **options})


def idle(t: Table) -> set[int | str]:
    """What the view marks, in the words of `IDLE`."""
    return {card + 1 if card < 120 else t.tables.coach_ids[card - 120] for card in t.view().idle}


@pytest.mark.parametrize("name", TABLES)
def test_idle_cards_are_marked(name: str) -> None:
    assert idle(table(name)) == IDLE[name]


def test_an_effect_that_has_a_substitute_is_not_idle() -> None:
    """RULINGS A5.15: where trades cost no bucks, trading without the buck gives one."""
    laundromat = next(k for k, e in enumerate(game().tables.effect) if e.mod == v.MOD_TRADE_FREE)
    assert laundromat not in table("family").view().idle


@pytest.mark.parametrize("name", [name for name in TABLES if "lesson" not in name])
def test_idle_coaches_are_not_dealt_or_offered(name: str) -> None:
    seats, given = TABLES[name]
    coaches = {120 + k for k in range(game().tables.coaches)} - set(table(name).view().idle)
    dealt = {mat.coach for seed in range(60) for mat in new_game(seats, seed, **given).view().players}
    assert dealt == coaches
    assert set(table(name, coaches="picked").view().coaches) == coaches


def test_choosing_an_idle_coach_is_refused_with_a_sentence() -> None:
    t = table("family", coaches="picked", first="seat 1")
    assert t.why("coach", 1, coach=EYEBALL) == "That head coach has no effect at this table."


def test_an_idle_card_scores_stars_counts_and_goes_to_bubba() -> None:
    t = month(1, mode="solitaire").waiting(0, 94).give(0, gray=1)
    assert 93 in t.view().idle
    assert t.gained(lambda: t.do("put", card=94))["stars"] == t.tables.stars[93]
    assert sum(card.card < 120 for card in t.mat(0).in_play) == 1
    dealt = Table(game(), 1, {"mode": "solitaire", "stash": False})
    assert sorted([*dealt.state.deck, *dealt.player(0).hand]) == list(range(120))


# -- the same, derived by playing --

INERT: dict[str, dict[str, Any]] = {
    "monthly": {"get": {"bucks": 1}, "if": {"count": "bucks", "least": 99}},
    "upgrade": {"on": "put", "kind": "fund", "least": 12, "get": {"bucks": 1}},
    "end": {"get": {"stars": 1}, "if": {"count": "bucks", "least": 99}},
}
"""By use, an effect that never comes to anything, in the words of the vocabulary."""
SUSPECTS = sorted({number for numbers in IDLE.values() for number in numbers if isinstance(number, int)})


def differs(card: int, seats: int, given: dict[str, Any], seed: int) -> bool:
    """Whether a game in which someone has a card is another one than with an inert effect on that card: what may be
    done, or the stars."""
    use = v.USES[game().tables.use[card - 1]]
    rules = (game(), game_with((card, {"effect": INERT[use]})))
    tables = [Table(one, seats, {**given, "stash": False}, seed) for one in rules]
    for t in tables:
        t.play_card(seed % seats, card).bucks(seed % seats, 30)
    chance = SeededChance(f"{seed} players")
    one, other = tables
    while one.due:
        if one.due != other.due:
            return True
        seat = one.due[chance.draw(len(one.due))]
        if one.game.legal(one.state, seat) != other.game.legal(other.state, seat):
            return True
        action = pick(one, seat, chance)
        for t in tables:
            t.game.play(t.state, seat, action, t.chance)
    return [p.stars for p in one.state.players] != [p.stars for p in other.state.players]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("name", [name for name in TABLES if "lesson" not in name])
def test_only_idle_cards_change_no_game(name: str) -> None:
    seats, given = TABLES[name]
    for card in SUSPECTS:
        changed = (differs(card, seats, given, seed) for seed in range(4 if card in IDLE[name] else 60))
        assert any(changed) == (card not in IDLE[name]), card
