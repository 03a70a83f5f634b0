"""Test the short form of card effects."""

from __future__ import annotations

import re
from typing import Final

import pytest

from cashbox import games
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.text.briefs import brief

CONTENT: Final = Content(read_data())
LONGEST: Final = 80
"""Letters; three to four lines of a low card."""


@pytest.mark.parametrize("card", range(len(CONTENT.names)))
def test_a_brief_is_short_and_has_every_number_of_the_effect(card: int) -> None:
    said = brief(CONTENT, card)
    effect = CONTENT.effect[card]
    assert len(said) <= min(LONGEST, len(CONTENT.texts[card]))
    amounts = [effect.stars, effect.bucks, effect.moves, effect.any, effect.pay_any, effect.pay_bucks, *effect.env]
    amounts += [] if v.COUNT[effect.per] == "quarter" else [effect.each]
    amounts += [effect.n] if effect.do == v.DO_LATER else []
    numbers = {int(n) for n in re.findall(r"\d+", said)}
    assert {n for n in amounts if n > 1} <= numbers
    for colour, name in enumerate(v.COLOURS):
        assert (name in said) == bool(effect.env[colour] or effect.pay_env[colour] or name in _colors(card)), said


def _colors(card: int) -> set[str]:
    """The colors that an effect counts, asks for or works on."""
    effect = CONTENT.effect[card]
    words = v.COUNT[effect.per] + (f" {v.COUNT[effect.cond]}" if effect.cond >= 0 else "")
    found = {name for name in v.COLOURS if f":{name}" in words}
    if effect.f_regions != v.ALL_COLOURS:
        found.add(v.COLOURS[effect.f_regions.bit_length() - 1])
    if effect.mod in (v.MOD_WILD_CARDS, v.MOD_WILD_RECRUITS):
        found.add(v.COLOURS[effect.mask.bit_length() - 1])
    return found | ({v.COLOURS[effect.to]} if effect.do == v.DO_FLY and effect.to < v.FLY_START else set())


def test_no_two_cards_with_different_texts_share_a_brief() -> None:
    texts: dict[str, str] = {}
    for card, text in enumerate(CONTENT.texts):
        assert texts.setdefault(brief(CONTENT, card), text) == text


def test_a_table_gets_the_briefs_of_its_own_cards() -> None:
    data = read_data()
    data["cards"]["card"][7]["effect"] = {"get": {"bucks": 3}}
    data["cards"]["card"][7]["text"] = "Take three bucks, which is more than one."
    tips = games.tips_of(games.load("envelopes", data))
    assert tips["brief.7"].say == "Take 3 bucks."
    assert games.tips("envelopes").items() <= tips.items()
