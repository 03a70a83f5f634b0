"""Test which names people may choose: any name that is visible."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from markupsafe import Markup

from cashbox.engine.phrases import isolate
from cashbox.server.accounts.names import plain, skeleton
from cashbox.server.web import pages

VISIBLE = [
    "Ann",
    "Łukasz",
    "أحمد",
    "नमस्ते",
    "กานดา",
    "李",
    "김",
    "…",
    "?",
    "42",
    "❤\ufe0f",
    "😀",
    "e\u0301",
    "ａ",
    "½",
    "€",
]
"""Names that stay unchanged."""

INVISIBLE = [
    *("", " ", "\t\n", "\u00a0", "\u3000", "\u200b", "\u200d\u200c", "\u2060", "\ufeff", "\u00ad", "\u202e\u2066"),
    *("\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\U0001d159", "\U00013441", "\u3164 \u2800"),
    *("\u0301", "\u0301\u0302 \u20dd", "\ufe0f", "\u034f", "\u180b", "\U000e0101", "\u0903", "\U000e0041\U000e007f"),
    *("\ue000", "\U000f0000", "\u0378", "\ud800", "\x00\x1b\x7f"),
]
"""Names that are invisible."""

BLANK = "\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"

EMPTY = "CMZ"
"""Categories of characters that are invisible by themselves: control and format, marks, and separators."""


@pytest.mark.parametrize("name", VISIBLE)
def test_a_visible_name_stays_unchanged(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_an_invisible_name_becomes_empty(name: str) -> None:
    assert plain(name) == ""


@pytest.mark.thorough
def test_each_unicode_character_is_kept_or_removed_by_its_category() -> None:
    """Try each character alone and between two letters, where marks are allowed, but no invisible characters."""
    blank = ""
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        category = unicodedata.category(character)
        alone = plain(character)
        if category[0] in EMPTY:
            assert alone == "", f"{code:x}"
        else:
            blank += "" if alone else character
            assert alone in ("", character), f"{code:x}"
        if category[0] == "C":
            assert plain(f"a{character}b") == ("a b" if character.isspace() else "ab"), f"{code:x}"
    # Letters and symbols that are invisible. Some versions of Python don't know two of them.
    assert blank in (BLANK, BLANK.replace("\U00013441\U00013442", ""))


def test_invisible_characters_do_not_distinguish_names() -> None:
    for hidden in ("\u3164", "\u200b", "\u034f", "\u2800\u2800", "\U000e0101"):
        assert plain(f"Ann{hidden}") == plain(f"{hidden}Ann") == "Ann"


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FIREFIGHTER = "\U0001f469\U0001f3fd\u200d\U0001f692"
PRIDE = "\U0001f3f3\ufe0f\u200d\U0001f308"
SCOTLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f"
PERSIAN = "می\u200cخواهم"
SINHALA = "ක්\u200dෂ"
DEVANAGARI = "क्\u200cष"


@pytest.mark.parametrize("name", [FAMILY, FIREFIGHTER, PRIDE, SCOTLAND, PERSIAN, SINHALA, DEVANAGARI], ids=ascii)
def test_joiners_stay_where_they_change_how_a_name_looks(name: str) -> None:
    assert plain(name) == name
    assert plain(f"  {name} Ann ") == f"{name} Ann"
    bare = "".join(c for c in name if unicodedata.category(c) != "Cf")
    assert bare != name
    assert skeleton(name) == skeleton(bare), "they tell no two names apart"


@pytest.mark.parametrize(
    "name",
    [
        "An\u200dn",
        "An\u200cn",
        "\u200dAnn",
        "Ann\u200d",
        "می\u200c",
        "1\u200d2",
        f"{FAMILY[0]}\u200d",
        "A\U000e0067\U000e007f",
    ],
    ids=ascii,
)
def test_joiners_that_change_nothing_are_removed(name: str) -> None:
    assert plain(name) == "".join(c for c in name if unicodedata.category(c) != "Cf")


def test_templates_isolate_names_in_text_titles_and_attributes() -> None:
    engine = pages.TEMPLATES.engine_instance.engine
    page = engine.from_string(
        '<title>{{ name }}: a game</title><meta content="{{ name }}"><b>{{ [name, name] | join(", ") }}</b>{{ data }}'
    )
    shown = "\u2068דוד\u2069 Ann (2)"
    assert page.render(name="דוד Ann (2)", data=Markup('"דוד"')) == (
        f'<title>{shown}: a game</title><meta content="{shown}"><b>{shown}, {shown}</b>"דוד"'
    )


def test_a_sentence_isolates_each_right_to_left_name() -> None:
    assert isolate("דוד כהן, سارة and Bob wait at Table 3 (2).") == (
        "\u2068דוד כהן\u2069, \u2068سارة\u2069 and Bob wait at Table 3 (2)."
    )
    assert isolate("דוד\nכהן") == "\u2068דוד\u2069\n\u2068כהן\u2069", "a line is for itself"
    assert isolate("It's your turn at Łukasz's table, 李: 42.") == "It's your turn at Łukasz's table, 李: 42."
