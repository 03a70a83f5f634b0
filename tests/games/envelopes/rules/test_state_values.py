"""V10 "How to set up a game of Envelopes of Cash": the state tokens where the map prints them, or shuffled in each
region."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from tests.games.envelopes.positions import Table, month, new_game
from tests.games.envelopes.random_players import play_out

STATES = range(24)


def region(t: Table, slot: int) -> int:
    return t.tables.regions_of[slot]


def shuffled(seed: int) -> Table:
    return new_game(2, seed, values="shuffled")


def test_printed_values_match_the_map() -> None:
    t = new_game(2)
    assert t.view().values == t.tables.value
    assert t.view().values[t.slot("iowa")] == 4
    assert t.view().values[t.slot("wisconsin")] == 5


@pytest.mark.parametrize("seed", range(8))
def test_each_region_has_each_value_once(seed: int) -> None:
    t = shuffled(seed)
    for mask in {region(t, slot) for slot in STATES}:
        assert sorted(t.view().values[slot] for slot in STATES if region(t, slot) == mask) == [2, 3, 4, 5]


def test_every_state_gets_every_value_and_regions_differ() -> None:
    found: dict[int, set[int]] = {slot: set() for slot in STATES}
    orders = set()
    for seed in range(60):
        values = shuffled(seed).view().values
        orders.add(tuple(values[:24]))
        for slot in STATES:
            found[slot].add(values[slot])
    assert all(values == {2, 3, 4, 5} for values in found.values())
    assert len(orders) == 60


@pytest.mark.parametrize("seed", range(4))
def test_border_states_keep_their_tokens(seed: int) -> None:
    t = shuffled(seed)
    assert t.view().values[24:] == t.tables.value[24:]
    assert t.state.cost[24:] == t.tables.recruit_cost[24:]


@pytest.mark.parametrize("seed", range(4))
def test_a_state_costs_one_less_than_its_stars_in_the_regions_color(seed: int) -> None:
    """What a recruit wants is on the token: found by signing each with one envelope too few, and then enough."""
    t = month(2, values="shuffled")
    t.state.value, t.state.cost = shuffled(seed).state.value, shuffled(seed).state.cost
    for slot in STATES:
        space = t.tables.space_ids[t.tables.space_of[slot]]
        colour = v.COLOURS[region(t, slot).bit_length() - 1]
        stars = t.view().values[slot]
        t.player(0).env = [0] * 6
        t.at(0, space).give(0, **{colour: stars - 2})
        assert not t.can("sign", recruit=slot)
        t.give(0, **{colour: 1})
        assert t.gained(lambda slot=slot: t.do("sign", recruit=slot, die=0)) == {  # type: ignore[misc]
            colour: 1 - stars, "stars": stars,
        }  # fmt: skip


def test_a_runner_delivers_up_to_the_cost_on_the_token() -> None:
    t = month(2, values="shuffled")
    slot = next(slot for slot in STATES if t.view().values[slot] == 3 and t.tables.value[slot] != 3)
    colour = v.COLOURS[region(t, slot).bit_length() - 1]
    t.give(0, **{colour: 5})
    assert t.gained(lambda: t.do("runner", recruit=slot).take(colour)) == {"bucks": -1, colour: -2}


def test_label_and_refusal_mention_the_actual_token() -> None:
    t = month(2, values="shuffled")
    slot = next(slot for slot in STATES if t.view().values[slot] == 5 and t.tables.value[slot] != 5)
    colour = v.COLOURS[region(t, slot).bit_length() - 1]
    t.at(0, t.tables.space_ids[t.tables.space_of[slot]])
    assert f"4 {colour}" in t.why("sign", recruit=slot)
    t.give(0, **{colour: 4})
    label = t.game.describe(t.state, 0, t.game.decode(t.form("sign", recruit=slot))).label
    assert "5 stars" in label
    assert f"4 {colour}" in label


def test_cards_that_count_stars_on_the_token_count_the_token() -> None:
    t = month(2, values="shuffled")
    slot = next(slot for slot in STATES if t.view().values[slot] == 5 and t.tables.value[slot] != 5)
    t.signed(0, slot)
    assert counting.count(t.state, t.player(0), v.COUNT.index("five_star")) == 1


def test_values_are_public_and_samples_keep_them() -> None:
    t = shuffled(3)
    for seat in (0, 1, -1):
        assert t.view(seat).values == t.state.value
        assert t.game.sample(t.state, seat, t.chance).value == t.state.value


@pytest.mark.parametrize("mode", ["standard", "online", "family", "solitaire"])
def test_games_with_shuffled_values_finish_in_every_mode(mode: str) -> None:
    t = play_out(1 if mode == "solitaire" else 2, 3, options={"mode": mode, "values": "shuffled"})
    assert t.phase == "over"
    t.sheets_add_up()
