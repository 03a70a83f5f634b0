"""Test names that look alike, and names that mix alphabets to imitate another name."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Final

import pytest

from cashbox.server.accounts.names import LONGEST, mixed_alphabets, plain, skeleton, unlike
from cashbox.server.errors import Refusal
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from tests.data_folders import Home

ALIKE: Final = [
    ("Ann", "ANN", "A n n", "Ánn", "Аnn", "Αnn", "ᎪNN", "𝔸nn", "Ａnn", "A\u0336nn", "Ann\u20dd"),
    ("Lisa", "1isa", "lisa", "Iisa", "|isa", "LІЅА", "Lіsа"),
    ("Bob", "B0b", "Вob", "ВОВ", "ʙob", "Вов"),
    ("Bernd", "Bemd", "BERND"),
    ("Poco", "Росо", "РОСО"),
    ("Nina", "ΝΙΝΑ", "ΝINA", "Nіnа"),
    ("Łukasz", "lukasz", "LUKASZ"),
    ("Zoë", "Zoe", "ZOË", "Zο\u0451"),
    ("Straße", "STRASSE"),
    ("Ærik", "Aerik"),
]

UNLIKE: Final = [
    "Ann",
    "Anna",
    "Bob",
    "Bobby",
    "Lena",
    "राम",
    "रमी",
    "กานดา",
    "李",
    "김",
    "이",
    "Вася",
    "Юрий",
    "…",
    "❤",
]

MIXED: Final = ["Аnn", "Αnn", "Bоb", "жaба", "xΨx", "Անna", "Annо Berg", "Ms. Тina"]

SINGLE_ALPHABET: Final = [
    "Ann",
    "DJ Вася",
    "李Ann",
    "ノートA",
    "Анна",
    "Νίκος",
    "أحمد",
    "Zoë",
    "O'Brien",
    "김Anna",
    "Jean-Łuc",
    "R2D2",
    "❤",
]


@pytest.mark.parametrize("names", ALIKE, ids=lambda names: names[0])
def test_names_that_look_alike_share_a_skeleton(names: tuple[str, ...]) -> None:
    assert {skeleton(name) for name in names} == {skeleton(names[0])}


def test_names_that_look_different_have_different_skeletons() -> None:
    assert len({skeleton(name) for name in UNLIKE}) == len(UNLIKE)


@pytest.mark.thorough
def test_every_visible_name_has_a_skeleton() -> None:
    for code in range(sys.maxunicode + 1):
        name = plain(chr(code))
        if name:
            assert skeleton(name), f"{code:x}"
    assert len(skeleton("\ufdfa" * 40)) == LONGEST


@pytest.mark.parametrize("name", MIXED)
def test_a_word_that_mixes_alphabets_is_detected(name: str) -> None:
    assert " and " in mixed_alphabets(name)


@pytest.mark.parametrize("name", SINGLE_ALPHABET)
def test_a_name_with_one_alphabet_per_word_is_allowed(name: str) -> None:
    assert mixed_alphabets(name) == ""


def test_a_lookalike_name_at_a_table_gets_a_number() -> None:
    assert unlike("Ann", ["Bob"]) == "Ann"
    assert unlike("ΑΝΝ", ["Ann"]) == "ΑΝΝ 2"
    assert unlike("B0b", ["Bob", "Bob 2"]) == "B0b 3"


async def refused(call: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await call
    return caught.value.code


@pytest.mark.slow
def test_a_name_that_imitates_an_account_or_mixes_alphabets_is_refused(home: Home, coins: str) -> None:
    """Names are checked when a guest is created or renamed, when a table is created, and when a guest sits down."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            guests, registry = services.guests, services.registry
            assert await refused(guests.add("Аnn")) == "mixed-name"
            (bob, _) = await guests.add("Bob")
            table = await registry.make(bob, NewTable(coins, [SeatWish("me"), SeatWish("open")]))
            (ann, _), (former, _), (dora, _) = [await guests.add(name) for name in ("Ann", "Dora", "Dora")]
            for guest in (ann, dora):
                await services.recovery.issue(guest)
            assert await refused(guests.add("ANN")) == "account-name"
            assert await refused(guests.rename(bob, "Annа")) == "mixed-name"
            assert await refused(guests.rename(bob, "Án n")) == "account-name"
            assert (await guests.rename(ann, "Ann.")).name == "Ann."
            assert (await guests.rename(ann, "ANN")).name == "ANN"
            for wish in (Sit(name="Аnn"), Sit(name="ann")):
                assert await refused(registry.sit(table, former, wish)) in ("mixed-name", "account-name")
            # A guest who had the name before the account can no longer sit down with it.
            assert await refused(registry.sit(table, former, Sit())) == "account-name"
            assert await refused(registry.make(former, NewTable(coins, [SeatWish("me")]))) == "account-name"
            await registry.sit(table, ann, Sit())
            assert table.names[1] == "Ann"

    asyncio.run(run())
