"""Test that a new card with known effects takes only an entry in the data: rules, labels, facts, and bots handle it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine import conformance
from cashbox.engine.chance import SeededChance
from cashbox.engine.probe import Probe
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.content import Content
from cashbox.games.cash.game import Cash
from tests.games.cash.positions import IDS, data, game

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLED = {"when": "played", "needs": ["license", "no-investigation"]}
USED = {"when": "discarded", "needs": ["license"]}
NEW: dict[str, tuple[str, dict[str, Any]]] = {
    "cash-100000": ("cash", {**TABLED, "does": ["cash"], "value": 100_000}),
    "petty-cash": ("cash", {**TABLED, "does": ["cash"], "value": 5_000}),
    "grand-cover": ("insurance", {**TABLED, "does": ["insure"], "limit": 150_000}),
    "investigation-tax": ("investigation", {**TABLED, "does": ["investigate"], "crime": "tax evasion"}),
    "acquittal-anew": ("acquittal", {**USED, "does": ["acquit"], "crime": "insider"}),
    "angel": ("bull", {**TABLED, "does": ["double"], "fee": 50_000}),
    "raider": ("bull", {**USED, "does": ["takeover"], "fee": 10_000}),
    "windfall": ("bull", {**USED, "does": ["take", "extra"], "take": "highest", "extra": 2}),
    "overtime": ("bull", {**TABLED, "does": ["extra"], "extra": 1}),
    "panic": (
        "bear", {**USED, "does": ["lose", "dump", "pass"], "lose": 3, "dump": "lowest", "pass": 3, "held": 75_000},
    ),
    "meltdown": ("bear", {**USED, "does": ["ruin"], "held": 10_000}),
    "auditor": ("commission", {**USED, "does": ["take"], "take": "exactly", "value": 10_000, "fine": 1}),
    "accountant": ("taxman", {**TABLED, "does": ["tax"], "percent": 25}),
}  # fmt: skip
"""By id: type and effect."""


def deck(*new: str) -> dict[str, Any]:
    """The packaged deck and a dozen of each of these."""
    changed = data()
    for one in new:
        kind, effect = NEW[one]
        entry = {"id": one, "name": one.capitalize(), "type": kind, "copies": 12, "text": "New.", "effect": effect}
        changed["cards"]["card"].append(entry)
    return changed


def with_card(one: str) -> Cash:
    return Cash(Content(deck(one)))


class Eager(Probe[Any]):
    """Uses a new card as soon as it can; else at random."""

    def one_of(self, items: Sequence[Any]) -> Any:
        known = len(IDS)
        for seat in self.owing():
            if list(items) == self.match.legal(seat):
                forms = [self.game.encode(action) for action in items]
                ids = [entry["id"] for entry in self.game.content["cards"]["card"][known:]]
                fresh = [item for item, form in zip(items, forms, strict=True) if _uses(form, ids)]
                if fresh:
                    return super().one_of(fresh)
        return super().one_of(items)


def _uses(form: dict[str, Any], ids: list[str]) -> bool:
    return form["type"] in ("play", "discard") and form["card"] in ids


@pytest.mark.few(2, usual=5)
@pytest.mark.parametrize("one", NEW)
def test_a_game_with_a_new_card_keeps_the_contract(one: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "Probe", Eager)
    limits = {"trading": False, "max_rounds": 2, "max_turns": 40}
    assert conformance.run(with_card(one), [one], 3, limits, every=80).games == 1


@pytest.mark.thorough
def test_a_game_with_all_new_cards_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "Probe", Eager)
    found = Cash(Content(deck(*NEW)))
    assert conformance.run(found, ["all"], 4, {"trading": False, "max_rounds": 2, "max_turns": 60}, every=60).games == 1


@pytest.mark.few(0, usual=5)
@pytest.mark.parametrize("one", NEW)
def test_bots_use_new_cards_and_finish_the_game(one: str) -> None:
    found = with_card(one)
    chance = SeededChance(one)
    state = found.start(found.check_options({"max_rounds": 4, "max_turns": 120}, 4), 4, chance)
    bots = [SteadyBot(found, seat, SeededChance(seat)) for seat in range(4)]
    face = found.tables.number[one]
    wanted = "play" if found.tables.when[face] == v.PLAYED else "discard"
    used = 0
    while found.due(state):
        seat = (found.due(state) & -found.due(state)).bit_length() - 1
        action = bots[seat].choose(found.view(state, seat), found.legal(state, seat))
        used += found.encode(action) == {"type": wanted, "card": one}
        found.play(state, seat, action, chance)
    assert used, f"nobody would {wanted} {one}"


@pytest.mark.parametrize("one", NEW)
def test_other_cards_keep_their_numbers(one: str) -> None:
    found = with_card(one)
    assert len(found.all_actions()) > len(game().all_actions())
    for action in game().all_actions():
        form = game().encode(action)
        if form["type"] != "insure":
            assert found.encode(action) == form


def test_cash_of_a_new_value_is_sorted_by_value() -> None:
    tables = with_card("cash-100000").tables
    assert tables.values == [5_000, 10_000, 25_000, 50_000, 75_000, 100_000, 150_000]
    new, most = tables.face.index(tables.number["cash-100000"]), tables.face.index(tables.number["cash-150000"])
    assert tables.rank[new] < tables.rank[most]


def test_a_deck_can_have_64_faces() -> None:
    changed = deck()
    kind, effect = NEW["overtime"]
    while len(changed["cards"]["card"]) < 64:
        one = f"card-{len(changed['cards']['card'])}"
        entry = {"id": one, "name": one, "type": kind, "copies": 1, "text": "New.", "effect": effect}
        changed["cards"]["card"].append(entry)
    assert len(Cash(Content(changed)).all_actions()) == 306 + 34 * 9
    changed["cards"]["card"].append({**entry, "id": "one-too-many"})
    with pytest.raises(ValueError, match="1 to 64"):
        Content(changed)
