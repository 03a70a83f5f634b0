"""Test that each option, and each change of an edition, is declared once."""

from __future__ import annotations

from cashbox.engine.game import Option
from cashbox.engine.table_rules import TableRules, choice, follows, number, since, switch


class Rules(TableRules):
    rain: bool = switch(default=True, text="It may rain.", heading="Weather", modes=("long",))
    rounds: int = number(3, least=1, most=9, text="How many rounds are played.")
    cost: int = choice("10", ("10", "20"), text="What a ticket costs.", read=int, name="ticket")
    no_refunds: bool = since(2, before="Tickets are taken back.")
    days: int = follows()

    def follow(self) -> None:
        self.days = 2 * self.rounds


GIVEN = {"mode": "long", "rain": False, "rounds": 4, "ticket": "20"}


def test_options_come_from_the_declarations() -> None:
    assert Rules.options() == (
        Option("rain", "switch", True, "It may rain.", "Weather", modes=("long",)),
        Option("rounds", "number", 3, "How many rounds are played.", least=1, most=9),
        Option("ticket", "choice", "10", "What a ticket costs.", choices=("10", "20")),
    )


def test_rules_contain_options_and_derived_values() -> None:
    rules = Rules(GIVEN, 2)
    assert (rules.mode, rules.rain, rules.rounds, rules.cost, rules.days) == ("long", False, 4, 20, 8)
    assert rules.plain() == GIVEN


def test_an_edition_turns_on_its_changes() -> None:
    assert [Rules(GIVEN, edition).no_refunds for edition in (1, 2, 3)] == [False, True, True]
    assert Rules.editions() == {"no_refunds": 2}
    assert Rules.before() == {"no_refunds": "Tickets are taken back."}
