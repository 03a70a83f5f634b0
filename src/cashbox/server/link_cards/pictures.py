"""Makes pictures of scenes beside the event loop, one after the other, and keeps the last ones."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from cashbox.server.errors import Refusal
from cashbox.server.tasks import begin, result_of

if TYPE_CHECKING:
    from cashbox.server.link_cards.scene import Scene

KEPT: Final = 64
"""The most pictures in memory; one has about 100 KB."""

WAITING: Final = 32
"""The most pictures that wait to be made."""

LATER: Final = 5
"""Seconds after which one may ask again."""

_HAND: Final = ThreadPoolExecutor(1, "cards")
"""One thread for all: more would take the processor from those who play."""


class Pictures:
    """Pictures as PNG, by what they show."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Scene, bytes] = OrderedDict()
        self._making: dict[Scene, asyncio.Task[bytes]] = {}

    async def of(self, scene: Scene) -> bytes:
        """The picture of a scene. Refusal ("busy") where too many wait to be made."""
        kept = self._kept.get(scene)
        if kept is not None:
            self._kept.move_to_end(scene)
            return kept
        making = self._making.get(scene)
        if making is None:
            if len(self._making) >= WAITING:
                raise Refusal(503, "busy", "Too many pictures are being drawn right now. Try again in a moment.", LATER)
            making = self._making[scene] = begin(_made(scene))
            making.add_done_callback(lambda done: self._keep(scene, done))
        # Others may wait for the same one.
        return await result_of(making)

    def _keep(self, scene: Scene, made: asyncio.Task[bytes]) -> None:
        del self._making[scene]
        if made.cancelled() or made.exception() is not None:
            return
        self._kept[scene] = made.result()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


async def _made(scene: Scene) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(_HAND, _drawn, scene)


def _drawn(scene: Scene) -> bytes:
    # A server that nobody asks for a picture does without the library.
    from cashbox.server.link_cards.drawing import draw

    return draw(scene)
