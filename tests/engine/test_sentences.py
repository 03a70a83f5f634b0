from __future__ import annotations

import pytest

from cashbox.engine.phrases import listed
from cashbox.engine.sentences import Fact, Piece, facts_in, fill, fill_partly, fill_sentence, read

KNOWN = {"n": 2, "one": 1, "off": False, "word": "shared", "list": [3, 0]}


def test_facts_are_written_as_people_read_them() -> None:
    assert fill("{n buck}, {one buck}, {list.0}, {list.1 star}", KNOWN) == "2 bucks, 1 buck, 3, 0 stars"
    assert fill("{big}, {big dollar}", {"big": 1_200_000}) == "1,200,000, 1,200,000 dollars"
    assert fill("{off}{nothing}", KNOWN) == "false"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([], "nothing"),
        (["a"], "a"),
        (["a", "b, c"], "a and b, c"),
        (["25,000", "b", "c"], "25,000, b, and c"),
        (["a", "b, c", "d"], "a; b, c; and d"),
    ],
)
def test_a_list_is_written_as_people_read_it(parts: list[str], text: str) -> None:
    assert listed(parts) == text


def test_a_conditional_piece_appears_if_its_condition_holds() -> None:
    assert fill("[n:yes][off:no][!off: not off]", KNOWN) == "yes not off"
    assert fill("[word=shared:a][word!=shared:b][n={list.1}:c][!off:d[one:e]]", KNOWN) == "ade"
    assert fill("a [off:b ]c [n=2:at 12:30: d]", KNOWN) == "a c at 12:30: d"


def test_a_text_is_parsed_into_parts() -> None:
    assert read("a {n buck}[!n:{list.1}]") == (
        "a ",
        Fact("n", thing="buck"),
        Piece(Fact("n"), (Fact("list", 1),), None, True),
    )
    assert facts_in(read("{a}[b={c}:{d.0 e}[!f:g]]")) == {"a", "b", "c", "d", "f"}


@pytest.mark.parametrize("text", ["{", "{n", "{n b", "[n", "[n:a", "[n=a]", "a]", "[:a]", "[n=a"])
def test_an_unfinished_placeholder_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"fact|piece|colon"):
        read(text)


def test_known_values_are_filled_in_and_the_rest_stays() -> None:
    sentence = read("{n} [word=shared:{later} of {n buck}][later:[off:a][!off:b{n}]] [off:{later}]")
    rest = fill_partly(sentence, KNOWN, {"later"})
    assert rest == ("2 ", Fact("later"), " of 2 bucks", Piece(Fact("later"), ("b2",)), " ")
    for later in ("", 1, "word"):
        assert fill_sentence(rest, {"later": later}) == fill_sentence(sentence, KNOWN | {"later": later})
