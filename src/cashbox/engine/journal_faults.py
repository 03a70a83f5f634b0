"""Checks of a journal's parts. Each returns a clause without a capital letter or a period; empty if nothing is
wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

SALT: Final = 16
"""The number of random bytes that are hashed with a name."""

SHA256: Final = re.compile("[0-9a-f]{64}")
_SALT: Final = re.compile(f"[0-9a-f]{{{2 * SALT}}}")


def seats_fault(seats: int, seals: Sequence[str], nonces: Sequence[str], names: Sequence[str]) -> str:
    """Describe what is wrong with a header's bound fields by seat, for this many seats."""
    for name, found in (("seals", seals), ("nonces", nonces), ("names", names)):
        if len(found) != seats:
            return f"there are {len(found)} {name}, not {seats}"
    if not all(SHA256.fullmatch(seal) for seal in seals if seal):
        return "a seal is not a SHA-256 hash in hex"
    if not all(map(SHA256.fullmatch, names)):
        return "the hash of a name is not a SHA-256 hash in hex"
    if any(nonce and not seal for nonce, seal in zip(nonces, seals, strict=True)):
        return "a seat has a nonce but no seal"
    return ""


def people_fault(players: Sequence[str], salts: Sequence[str], names: Sequence[str], gone: Sequence[str]) -> str:
    """Describe what is wrong with the plaintext names. `names` are their hashes, `gone` each name's replacement after
    withdrawal."""
    if len(players) != len(gone):
        return f"there are {len(players)} names for {len(gone)} seats"
    if len(salts) != len(names):
        return f"there are {len(salts)} salts for {len(names)} hashes of names"
    fault = ""
    for seat, salt in enumerate(salts):
        if salt and not _SALT.fullmatch(salt):
            fault = f"a salt is not {SALT} bytes in hex"
        elif not salt and players[seat] != gone[seat]:
            fault = f"a name has no salt, but only a withdrawn name ({gone[seat]!r}) can lack one"
    return fault


def origin_fault(taken_over: int, origin: str) -> str:
    """Describe what is wrong with a header's statements about the game that this one continues."""
    if taken_over < 0:
        return f"{taken_over} is not a valid number of entries"
    if not taken_over:
        return "the journal names an origin, but has no entries from it" if origin else ""
    return "" if SHA256.fullmatch(origin) else "the origin is not a SHA-256 hash in hex"


def anew_fault(n: int, anew: int, seats: int, taken_over: int) -> str:
    """Describe what is wrong with an entry that redeals.

    It comes right after the entries that were taken over, or among them if that game itself continued another.
    """
    if not 0 < anew < 1 << seats:
        return f"{anew} is not a valid set of seats to redeal for"
    return "" if n <= taken_over else "cards can only be redealt right after the entries of the earlier game"


def too_few(entries: int, taken_over: int) -> str:
    """Describe what is wrong with a journal of this many entries."""
    if not entries:
        return "entry 0, the start, is missing"
    if entries >= taken_over:
        return ""
    return f"the header says that {taken_over} entries come from another game, but there are only {entries}"
