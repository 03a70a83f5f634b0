"""Test copied processes that search along: their results count, and their failures delay no decision."""

from __future__ import annotations

import os
import select
import time
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from cashbox.bots import search
from cashbox.bots.copies import Copy, Found
from cashbox.bots.search import Budget, Comparison, ExpertBot, PlainGuide
from cashbox.engine.chance import SeededChance
from tests.engine.coins import Tiny

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.guide import Try

HERE = os.getpid()
OPTIONS = {"rounds": 3, "rich": False}


class Noting(PlainGuide):
    """What is found tells which process has found it, and with what luck."""

    samples = 4
    times: ClassVar[list[float]] = []
    """When something was played out in this process."""

    def playout(self, state: Any, first: Try, luck: int) -> float:
        time.sleep(0.001)
        self.times.append(time.monotonic())
        return os.getpid() + luck / (1 << 51)


class Gone(Noting):
    def playout(self, state: Any, first: Try, luck: int) -> float:
        if os.getpid() != HERE:
            os._exit(1)
        return super().playout(state, first, luck)


class Wrong(Noting):
    def playout(self, state: Any, first: Try, luck: int) -> float:
        if os.getpid() != HERE:
            raise RuntimeError
        return super().playout(state, first, luck)


class Hanging(Noting):
    def playout(self, state: Any, first: Try, luck: int) -> float:
        if os.getpid() != HERE:
            time.sleep(3600)
        return super().playout(state, first, luck)


def asleep() -> Found:
    time.sleep(3600)
    return {}


@pytest.fixture
def made(coins: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the copies that are made."""
    numbers: list[int] = []

    class Counted(Copy):
        def __init__(self, work: Callable[[], Found], ends: float) -> None:
            super().__init__(work, ends)
            numbers.append(self._pid)

    monkeypatch.setattr(search, "Copy", Counted)
    return numbers


def compared(kind: type[PlainGuide], budget: Budget) -> tuple[Comparison, float]:
    """What a decision came to, and how many seconds it took."""
    game = Tiny()
    state = game.start(OPTIONS, 3, SeededChance(1))
    bot = ExpertBot(game, 0, SeededChance(1), budget)
    bot.guide = kind(game, 0)
    bot.samples = partial(game.sample, state, 0)
    Noting.times.clear()
    began = time.monotonic()
    comparison = Comparison(bot, game.view(state, 0), game.legal(state, 0))
    comparison.best()
    return comparison, time.monotonic() - began


@pytest.mark.alone
def test_results_of_copies_count_like_own_results(made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "GRACE", 5.0)
    comparison, _ = compared(Noting, Budget(0, 2.0, 3))
    first, *others = comparison.found
    assert {int(found) for found in first} == {HERE, *made}
    assert len(made) % 2 == 0
    assert others
    for found in others:
        # Each sample was tried with the same luck: what is compared stands in the same place.
        assert found == first[: len(found)]
    assert len(set(first)) == len(first)


def test_no_process_is_copied_if_playouts_are_counted(made: list[int]) -> None:
    comparison, _ = compared(Noting, Budget(12, 0.0, 3))
    assert not made
    assert {int(found) for some in comparison.found for found in some} == {HERE}


@pytest.mark.alone
@pytest.mark.parametrize("kind", [Gone, Wrong, Hanging])
def test_failing_copies_cost_no_time(made: list[int], kind: type[PlainGuide]) -> None:
    comparison, seconds = compared(kind, Budget(0, 2.0, 3))
    assert made
    assert {int(found) for found in comparison.found[0]} == {HERE}
    assert seconds < 2.0 + 2.0
    # It has gone on in the second round, too.
    assert Noting.times[-1] - Noting.times[0] > 1.0
    for number in made:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


@pytest.mark.alone
def test_search_works_alone_if_no_copy_can_be_made(made: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise OSError

    monkeypatch.setattr(os, "fork", none)
    comparison, _ = compared(Noting, Budget(0, 0.2, 3))
    assert not made
    assert {int(found) for found in comparison.found[0]} == {HERE}


def test_a_copy_keeps_no_connection_open() -> None:
    reader, writer = os.pipe()
    copy = Copy(asleep, time.monotonic() + 60)
    try:
        os.close(writer)
        assert select.select([reader], [], [], 10)[0]
        assert os.read(reader, 1) == b""
    finally:
        copy.end()
        os.close(reader)


@pytest.mark.slow
def test_an_abandoned_copy_ends_itself() -> None:
    copy = Copy(asleep, time.monotonic() + 0.1)
    began = time.monotonic()
    assert copy.found(began + 20) == {}
    assert time.monotonic() - began < 10
    copy.end()
