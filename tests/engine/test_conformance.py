"""The suite passes a sound game, and catches each fault by the check that is there for it."""

from __future__ import annotations

import pytest

from cashbox.engine.conformance import ALWAYS, SOMETIMES, ConformanceError, run
from tests.engine.broken import CAUGHT
from tests.engine.tiny import Tiny


def test_a_sound_game_passes() -> None:
    heard: list[int] = []
    summary = run(Tiny(), range(8), heard=lambda now: heard.append(now.games))
    assert summary.games == 24
    assert heard == list(range(1, 25))
    assert summary.undos > 0
    assert summary.draws > 0
    assert summary.samples == summary.differing > 0
    assert 0 < summary.longest <= Tiny().bound
    assert summary.actions == 5


def test_a_thorough_look_at_every_entry() -> None:
    run(Tiny(), range(4), [2, 4], {"mode": "long", "rich": True}, every=1)


@pytest.mark.parametrize(("check", "broken"), CAUGHT, ids=lambda value: getattr(value, "__name__", value))
def test_each_fault_is_caught(check: str, broken: type[Tiny]) -> None:
    met: list[ConformanceError] = []
    for seed in range(100):
        error = breach(broken(), seed)
        met += [error] if error else []
        if error and error.check == check:
            break
    assert check in {error.check for error in met}, [str(error) for error in met]
    assert str(met[-1]).startswith(f"{check}: ")
    assert f"(seed {met[-1].seed!r}, entry {met[-1].step})" in str(met[-1])


def breach(game: Tiny, seed: int) -> ConformanceError | None:
    """What the suite says of a game; a fault may be met by another check first, depending on the seed."""
    try:
        run(game, [seed], every=1 + seed % 3)
    except ConformanceError as error:
        return error
    return None


def test_every_check_is_proved() -> None:
    named = {check.__name__ for check in (*ALWAYS, *SOMETIMES)}
    named |= {"sampled_play", "strange_forms", "barrier", "telling"}
    named |= {"content", "options", "bound", "lockstep", "turn", "replay", "crash"}
    assert {check for check, _ in CAUGHT} == named
