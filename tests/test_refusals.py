"""Test that every caller's mistake gets a code and one full sentence, in every game."""

from __future__ import annotations

from typing import Any, Final

import pytest

from cashbox import games
from cashbox.engine.game import GameError

OPTIONS: Final[dict[str, list[tuple[dict[str, Any], int, str, str]]]] = {
    "cash": [
        ({}, 1, "bad-seats", "2 to 8 players, not 1"),
        ({}, 9, "bad-seats", "2 to 8"),
        ({"mode": "loud"}, 3, "bad-option", "standard"),
        ({"speed": 1}, 3, "unknown-option", "license"),
        ({"license": 1}, 3, "bad-option", "true or false"),
        ({"target": 49_999}, 3, "bad-option", "50,000 to 5,000,000"),
        ({"target": True}, 3, "bad-option", "50,000 to 5,000,000"),
        ({"recession": "60000"}, 3, "bad-option", "50000, 75000"),
        ({"recession": 50_000}, 3, "bad-option", "50000, 75000"),
        ({"max_rounds": -1}, 3, "bad-option", "0 to 200"),
        ({"max_turns": 2_001}, 3, "bad-option", "0 to 2,000"),
        ({"mode": "advanced", "license": True}, 3, "bad-option", "standard or quick"),
    ],
    "consultants": [
        ({}, 1, "bad-seats", "2 to 4 players, not 1"),
        ({}, 5, "bad-seats", "2 to 4"),
        ({"mode": "loud"}, 3, "bad-option", "real"),
        ({"mode": 3}, 3, "bad-option", "real"),
        ({"speed": 1}, 3, "unknown-option", "deadlines, innovation"),
        ({"deadlines": 1}, 3, "bad-option", "true or false"),
        ({"innovation": "yes"}, 3, "bad-option", "true or false"),
        ({"mode": "basic", "deadlines": True}, 3, "bad-option", "real"),
        ({"mode": "basic", "innovation": True}, 3, "bad-option", "real"),
    ],
    "envelopes": [
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
}
"""By game: options and seats that cannot be, the code, and words of the sentence."""

FORMS: Final[dict[str, list[tuple[dict[str, Any], str]]]] = {
    "cash": [
        ({}, "a type"),
        ({"type": None}, "a type"),
        ({"type": "steal"}, "a type"),
        ({"type": ["play"]}, "a type"),
        ({"type": "play"}, "has card"),
        ({"type": "play", "seat": 1}, "has card"),
        ({"type": "play", "card": "broker", "seat": 1}, "has card"),
        ({"type": "play", "card": "joker"}, "no such card"),
        ({"type": "play", "card": 27}, "no such card"),
        ({"type": "play", "card": None}, "no such card"),
        ({"type": "play", "card": ["broker"]}, "no such card"),
        ({"type": "play", "card": True}, "no such card"),
        ({"type": "offer", "seat": 8}, "from 0 to 7, not 8"),
        ({"type": "offer", "seat": -1}, "from 0 to 7, not -1"),
        ({"type": "offer", "seat": "1"}, "seat"),
        ({"type": "offer", "seat": True}, "seat"),
        ({"type": "offer", "seat": 1.0}, "seat"),
        ({"type": "insure", "value": 25}, "150000, not 25"),
        ({"type": "insure", "value": "25000"}, "value"),
        ({"type": "insure", "card": "cash-25000"}, "has value"),
        ({"type": "propose", "seat": 1}, "no other fields"),
        ({"type": "accept", "at": 3}, "no other fields"),
        ({"type": "ask-hidden", "card": "broker"}, "no other fields"),
    ],
    "consultants": [
        ({}, "a type"),
        ({"type": "fire"}, "a type"),
        ({"type": ["pass"]}, "a type"),
        ({"type": None}, "a type"),
        ({"type": "pass", "colour": "red"}, "no other fields"),
        ({"type": "stay", "n": 1}, "no other fields"),
        ({"type": "assign", "place": 0, "desk": 0}, "rank, place, desk"),
        ({"type": "assign", "rank": "boss", "place": 0, "desk": 0}, "rank"),
        ({"type": "assign", "rank": "senior", "place": 8, "desk": 0}, "place"),
        ({"type": "assign", "rank": "senior", "place": 0, "desk": -1}, "desk"),
        ({"type": "assign", "rank": "senior", "place": True, "desk": 0}, "place"),
        ({"type": "assign", "rank": "senior", "place": 0.0, "desk": 0}, "place"),
        ({"type": "lift", "place": [0], "desk": 0}, "place"),
        ({"type": "seat", "place": 0, "desk": 10**30}, "desk"),
        ({"type": "train", "colour": "red"}, "colour, rank"),
        ({"type": "train", "colour": "pink", "rank": "senior"}, "colour"),
        ({"type": "promote", "colour": None, "rank": "senior"}, "colour"),
        ({"type": "recruit", "colour": {}, "rank": "senior"}, "colour"),
        ({"type": "take", "colour": 0}, "colour"),
        ({"type": "starter", "player": 4}, "player"),
        ({"type": "starter", "player": "0"}, "player"),
        ({"type": "give", "colour": "red", "rank": 1}, "rank"),
    ],
    "envelopes": [
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
}
"""By game: forms that are no action, and words of the sentence."""

ACTIONS: Final = {"cash": 306, "consultants": 371}
"""How many actions there are. That each has a form and a text of its own is part of the contract."""


def refused(error: GameError, code: str, words: str) -> None:
    """Check that an error has a code, and is one sentence with these words."""
    sentence = str(error)
    assert error.code == code
    assert words in sentence
    assert not sentence[0].islower()
    assert sentence.endswith(".")
    assert "  " not in sentence
    assert ".." not in sentence


@pytest.mark.parametrize(
    ("game", "options", "seats", "code", "words"), [(game, *one) for game, found in OPTIONS.items() for one in found]
)
def test_invalid_options_are_refused(game: str, options: dict[str, Any], seats: int, code: str, words: str) -> None:
    with pytest.raises(GameError) as caught:
        games.load(game).check_options(options, seats)
    refused(caught.value, code, words)


@pytest.mark.parametrize(("game", "form", "words"), [(game, *one) for game, found in FORMS.items() for one in found])
def test_invalid_actions_are_refused(game: str, form: dict[str, Any], words: str) -> None:
    with pytest.raises(GameError) as caught:
        games.load(game).decode(form)
    refused(caught.value, "unknown-action", words)


@pytest.mark.parametrize("game", ACTIONS)
def test_the_number_of_actions_is_checked(game: str) -> None:
    assert len(games.load(game).all_actions()) == ACTIONS[game]
