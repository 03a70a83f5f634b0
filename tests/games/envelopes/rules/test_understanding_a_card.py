"""V10 "Understanding a card in Envelopes of Cash"; RULINGS A1, A3."""

from __future__ import annotations

import pytest

from cashbox.games.envelopes import vocabulary as v
from tests.games.envelopes.decks import Form, card, card_data, game

KNOWN: list[tuple[int | None, str, str, int | None, str, Form]] = [
    (88, "Hundred-Dollar Handshake", "culture", 1, "monthly", {"get": {"any": 1}}),
    (91, "Bookie with Ties to the Program", "pf", 2, "monthly", {"do": "bookie"}),
    (65, "Playing the Angles", "culture", 2, "monthly",
     {"get": {"any": 1}, "if": {"count": "crapped_out", "least": 1}}),
    (9, "Coach with Houston Roots", "pf", 2, "monthly", {"get": {"stars": 1}, "per": "fund:yellow"}),
    (38, "Analytics Nerd", "pf", 2, "end", {"get": {"stars": 3}, "per": "border_recruits"}),
    (None, "Airport Hub", "pf", None, "upgrade", {"mod": "discount_fund", "n": 1}),
    (None, "Extra Envelopes", "culture", None, "upgrade", {"mod": "discount_culture", "n": 1}),
    (None, "Quarterback Meeting Room", "pf", None, "upgrade", {"mod": "double_position", "position": "QB"}),
    (None, "National Pregame Show on Campus", "culture", None, "upgrade", {"on": "sign", "get": {"stars": 1}}),
    (None, "Development Office", "pf", None, "upgrade", {"on": "campaign", "get": {"stars": 1}}),
    (None, "Blue Blood Program", "culture", None, "end", {"get": {"stars": 7}}),
    (None, "Campus Master Plan", "culture", None, "end", {"get": {"stars": 1}, "per": "culture"}),
    (None, "Name-and-Likeness Deal", "pf", None, "upgrade", {"mod": "bucks_pay", "n": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("number", "name", "kind", "stars", "use", "effect"), KNOWN)
def test_known_cards_match_the_rule_text(
    number: int | None, name: str, kind: str, stars: int | None, use: str, effect: Form
) -> None:
    data = card_data(card(name))
    assert number in (None, data["number"])
    assert stars in (None, data["stars"])
    assert (data["kind"], data["use"], data["effect"]) == (kind, use, effect)


def test_the_handshake_costs_one_blue_one_magenta_and_one_orange() -> None:
    assert sorted(card_data(88)["cost"]) == ["blue", "magenta", "red"]


def test_every_card_costs_one_to_four_envelopes_and_has_one_to_six_stars() -> None:
    tables = game().tables
    assert {sum(tables.cost[k]) for k in range(120)} == {1, 2, 3, 4}
    assert {tables.stars[k] for k in range(120)} <= set(range(1, 7))


def test_cards_come_in_three_types_and_fundraising_in_six_colors() -> None:
    tables = game().tables
    kinds = [tables.kind[k] for k in range(120)]
    assert [kinds.count(kind) for kind in (v.CULTURE, v.PF, v.FUND)] == [42, 42, 36]
    assert [sum(tables.fund_region[k] == c for k in range(120)) for c in range(6)] == [6] * 6


def test_every_card_has_one_of_three_usages() -> None:
    assert {game().tables.use[k] for k in range(120)} == {v.MONTHLY, v.UPGRADE, v.END}
