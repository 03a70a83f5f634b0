"""The work of a cluster's worker: check whether it would play the same games as the requesting machine, and play."""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError
from cashbox.lab.simulate.crew import play_chunk
from cashbox.lab.simulate.sameness import make_of

if TYPE_CHECKING:
    from cashbox.lab.simulate.crew import Chunk
    from cashbox.lab.simulate.plan import Plan

_one_at_a_time: Final = threading.Lock()
"""A worker may have several threads, which would only slow each other down."""


def pack(run: Plan, numbers: range) -> bytes:
    """Pack some games of a run for another machine."""
    return pickle.dumps((run, numbers))


def play(game_id: str, wanted: tuple[str, str, str], packed: bytes) -> Chunk | str:
    """Play some games in this process, or say what this worker has instead of what is `wanted`, see `Make`.

    packed: see `pack`; not looked at before it is known that both understand the same by it.
    """
    with _one_at_a_time:
        refusal = _refusal(game_id, wanted)
        if refusal is not None:
            return refusal
        run, numbers = pickle.loads(packed)  # noqa: S301 (a worker runs whatever its scheduler sends)
        return play_chunk(run, numbers)


def _refusal(game_id: str, wanted: tuple[str, str, str]) -> str | None:
    try:
        here = make_of(game_id)
    except GameError as error:
        return f"can't play {game_id}: {error}"
    version, code, content = wanted
    if (here.version, here.code) != (version, code):
        return f"has cashbox {here.version}, code {here.code[:8]}, but this machine has {version}, code {code[:8]}"
    if here.content != content:
        return f"has content {here.content[:8]} of {game_id}, but this machine has {content[:8]}"
    return None
