"""Chance for games between people: unpredictable during the game, verifiable afterward.

The scheme, so that it can be checked in any language (docs/chance-format.md works through an example):

1. Before anything is drawn the table shows its commitment: the SHA-256 of the secret bytes, in lower-case hex.
2. Every seat may add a nonce, any text, whose hash it gives before any nonce is revealed. The key of the game is

       key = HMAC-SHA256(key = secret, message = h1 | h2 | ...)

   where h1, h2, ... are the SHA-256 of each nonce's UTF-8 bytes in lower-case hex, in seat order, without seats that
   revealed none, joined by "|" (an empty message if there are none).
3. Draws are counted from 0 through the whole game. Draw number k of one of n answers takes, for attempt = 0, 1, 2, ...

       x = the first 8 bytes, big-endian, of HMAC-SHA256(key, message = "k.attempt" with both numbers in decimal)

   and uses the first x below n * floor(2**64 / n). The answer is x mod n, so every answer is equally likely.
4. After the game, the secret is revealed, and anyone can repeat 1 to 3.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import Chance, ChanceError

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_SECRET: Final = 16
"""The least number of bytes in a secret, so that no one can find it from its commitment by brute force."""

_RANGE: Final = 2**64


def commit(secret: bytes) -> str:
    """Compute the commitment to a secret, published before the game: its SHA-256 in lower-case hex, 64 characters."""
    return hashlib.sha256(secret).hexdigest()


def fits(secret: str, commitment: str) -> bool:
    """Check whether a revealed secret (hex) matches a commitment. An empty commitment matches an empty secret."""
    if not commitment:
        return not secret
    try:
        return commit(bytes.fromhex(secret)) == commitment
    except ValueError:
        return False


class LiveChance(Chance):
    """Draws from a secret and the nonces of the seats, by the scheme described above.

    secret: at least LEAST_SECRET bytes. nonces: the revealed ones, in seat order. drawn: the number of draws so far; a
    resumed table passes the number in its journal and continues exactly where it was.
    """

    __slots__ = ("_key", "drawn")

    def __init__(self, secret: bytes, nonces: Sequence[str], drawn: int = 0) -> None:
        if len(secret) < LEAST_SECRET:
            raise ChanceError(f"a secret must have at least {LEAST_SECRET} bytes, but this one has {len(secret)}")
        message = "|".join(hashlib.sha256(nonce.encode()).hexdigest() for nonce in nonces)
        self._key = hmac.digest(secret, message.encode(), "sha256")
        self.drawn = drawn

    def draw(self, n: int) -> int:
        """Draw one of 0..n-1. ChanceError unless `n` is from 1 to 2**64."""
        if not 1 <= n <= _RANGE:
            raise ChanceError(f"there is no draw of {n}")
        fair = _RANGE - _RANGE % n
        attempt = 0
        while True:
            word = hmac.digest(self._key, f"{self.drawn}.{attempt}".encode(), "sha256")
            x = int.from_bytes(word[:8], "big")
            if x < fair:
                self.drawn += 1
                return x % n
            attempt += 1

    def mark(self) -> object:
        """Return how many draws have been made."""
        return self.drawn

    def reset(self, mark: object) -> None:
        """Go back to a mark; later draws give the same answers again."""
        assert isinstance(mark, int)
        self.drawn = mark
