"""The salted hash chain that binds a journal: it covers the header and the entries (docs/chance-format.md).

    head = SHA-256(header line), then for each entry n = 0, 1, 2, ...
    head = SHA-256(head | salt n | line of entry n)
    salt n = HMAC-SHA256(key, n in decimal)      key = HMAC-SHA256(secret, "chain")

The lines are those of the file, without their newlines. Before the secret is revealed, a head gives away nothing about
the entries before it, so anyone may have it. Once the secret is revealed, anyone can compute every head.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.journal import FORMAT, Header, line_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.journal import Entry, Journal

_KEY: Final = b"chain"


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What binds a live game from its start: fields as in `Header`, one value per seat except for the commitment."""

    commitment: str
    seals: tuple[str, ...]
    nonces: tuple[str, ...]
    salts: tuple[str, ...]


def seal(nonce: str) -> str:
    """Compute the commitment to a seat's nonce, published before any nonce is revealed: SHA-256 (hex) of its UTF-8."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def hash_of_name(salt: str, name: str) -> str:
    """Compute what the chain stores of a name: SHA-256 (hex) of the salt's bytes (in hex) and the name's UTF-8."""
    return hashlib.sha256(bytes.fromhex(salt) + name.encode()).hexdigest()


class Chain:
    """The chain heads of a growing journal. secret: the secret behind its commitment."""

    __slots__ = ("_heads", "_key")

    def __init__(self, header: Header, secret: bytes) -> None:
        self._key = hmac.digest(secret, _KEY, "sha256")
        self._heads = [hashlib.sha256(line_of(header)).digest()]

    def after(self, entries: Sequence[Entry], n: int) -> str:
        """Return the chain's head (hex) after entry `n`. `entries` are the journal's, at least up to that one."""
        heads = self._heads
        for entry in entries[len(heads) - 1 : n + 1]:
            salt = hmac.digest(self._key, b"%d" % entry.n, "sha256")
            heads.append(hashlib.sha256(heads[-1] + salt + line_of(entry)).digest())
        return heads[n + 1].hex()

    def heads(self, entries: Sequence[Entry]) -> list[str]:
        """Return every head, starting with the header's."""
        self.after(entries, len(entries) - 1)
        return [head.hex() for head in self._heads]


def new_header(
    game: Game[Any], options: dict[str, bool | int | str], players: Sequence[str], proof: Proof | None
) -> Header:
    """Create the header of a new game. `proof` binds the draws of a live game."""
    header = Header(
        format=FORMAT,
        game=game.about.id,
        options=options,
        seats=len(players),
        players=tuple(players),
        content_hash=game.content_hash,
        edition=game.edition,
    )
    if proof is None:
        return header
    names = tuple(hash_of_name(salt, name) for salt, name in zip(proof.salts, players, strict=True))
    return msgspec.structs.replace(header, names=names, **msgspec.structs.asdict(proof))


def last_head(journal: Journal, secret: bytes) -> str:
    """Return the head after the newest entry."""
    return Chain(journal.header, secret).after(journal.entries, len(journal.entries) - 1)
