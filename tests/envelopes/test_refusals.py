"""What a caller may do wrong gets one sentence, with a capital and a full stop, and a code."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine.game import GameError
from tests.envelopes.decks import game
from tests.refusals import refused


@pytest.mark.parametrize(
    ("options", "seats", "code", "words"),
    [
        ({}, 1, "bad-seats", "2 to 4 players, not 1"),
        ({"mode": "solitaire"}, 2, "bad-seats", "1 player, not 2"),
        ({}, 5, "bad-seats", "2 to 4"),
        ({"mode": "loud"}, 3, "bad-option", "standard"),
        ({"speed": 1}, 3, "unknown-option", "mode, stash, stash_draft, coaches, first, symbols"),
        ({"stash": 1}, 3, "bad-option", "true or false"),
        ({"coaches": "bought"}, 3, "bad-option", "dealt, picked"),
        ({"coaches": True}, 3, "bad-option", "dealt, picked"),
        ({"first": "seat 4"}, 3, "bad-option", "seat 3"),
        ({"seeded": 13}, 3, "bad-option", "0 to 12"),
        ({"seeded": True}, 3, "bad-option", "0 to 12"),
        ({"trade_bucks": 3}, 3, "bad-option", "0 to 2"),
        ({"dice": "exclusive"}, 4, "bad-option", "“together” or “exclusive, one repeat”"),
        ({"stash_draft": True, "stash": False}, 3, "bad-option", "stash"),
        ({"stash_draft": True, "mode": "family"}, 3, "bad-option", "standard or online"),
        ({"mode": "solitaire", "stash_draft": True}, 1, "bad-option", "standard or online"),
        ({"mode": "solitaire", "auction": True}, 1, "bad-option", "standard or online or family"),
        ({"mode": "solitaire", "dice": "exclusive"}, 1, "bad-option", "standard or online or family"),
        ({"mode": "solitaire", "movement": "quarterly"}, 1, "bad-option", "standard or online or family"),
        ({"start": "cross"}, 3, "bad-option", "solitaire"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], seats: int, code: str, words: str) -> None:
    with pytest.raises(GameError) as caught:
        game().check_options(options, seats)
    refused(caught.value, code, words)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "a type"),
        ({"type": "steal"}, "a type"),
        ({"type": ["end"]}, "a type"),
        ({"type": "end", "colour": "red"}, "no other fields"),
        ({"type": "bet", "colour": "red"}, "colour, number"),
        ({"type": "bet", "colour": "red", "number": 7}, "from 1 to 6"),
        ({"type": "bet", "colour": "red", "number": True}, "a whole number"),
        ({"type": "trade", "colour": "pink"}, "colour"),
        ({"type": "place", "month": "May", "half": 1}, "true or false"),
        ({"type": "place", "month": 3, "half": True}, "month"),
        ({"type": "put", "card": 0}, "from 1 to 120, not 0"),
        ({"type": "put", "card": 121}, "card"),
        ({"type": "use", "card": 500}, "not 500"),
        ({"type": "sign", "recruit": 40}, "not 40"),
        ({"type": "campaign", "bucks": 13}, "not 13"),
        ({"type": "move", "space": "atlantis"}, "space"),
        ({"type": "coach", "coach": "nobody"}, "coach"),
    ],
)
def test_actions_that_are_none(form: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError) as caught:
        game().decode(form)
    refused(caught.value, "unknown-action", words)
