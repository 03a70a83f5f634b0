"""The devices of guests, on a connection: each has a token, and two for a while when it gets a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from cashbox.server.accounts import codes_store
from cashbox.server.db.backend import hold_guest
from cashbox.server.db.records import CodeKind, TokenRecord
from cashbox.server.db.schema import TOKENS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection


MOST: Final = 20
"""The most devices of one guest."""

WAYS: Final[tuple[CodeKind, ...]] = ("device", "email", "sign-in")
"""The codes that lead to a device of a guest."""


def add_token(connection: Connection, guest: str, token: TokenRecord) -> None:
    """Keep a token of a guest."""
    connection.execute(insert(TOKENS), {"guest": guest, **msgspec.structs.asdict(token)})


def devices(connection: Connection, guest: str, now: int) -> list[TokenRecord]:
    """The newest token of each device of a guest, the one that was seen last first."""
    query = select(TOKENS).where(TOKENS.c.guest == guest, _counts(now)).order_by(TOKENS.c.made)
    newest: dict[str, TokenRecord] = {}
    for row in connection.execute(query):
        token = TokenRecord(**{field: getattr(row, field) for field in TokenRecord.__struct_fields__})
        before = newest.get(token.device)
        # The old token may come for a while after the new one was made.
        seen = max(token.seen, before.seen if before is not None else 0)
        newest[token.device] = msgspec.structs.replace(token, seen=seen)
    return sorted(newest.values(), key=lambda token: -token.seen)


def many(connection: Connection, guest: str, now: int) -> int:
    """How many devices a guest has."""
    query = select(func.count(TOKENS.c.device.distinct())).where(TOKENS.c.guest == guest, _counts(now))
    return connection.execute(query).scalar_one()


def make_room(connection: Connection, guest: str, now: int) -> list[str]:
    """Let a guest have one more device: where it has as many as it may, the one that was seen longest ago ends. The
    devices that end."""
    hold_guest(connection, guest)
    ended = [one.device for one in devices(connection, guest, now)[MOST - 1 :]]
    for device in ended:
        end(connection, guest, device)
    return ended


def end(connection: Connection, guest: str, device: str) -> bool:
    """End the tokens of one device of a guest, and what it may have asked for so as to come back; whether there were
    any."""
    ended = delete(TOKENS).where(TOKENS.c.guest == guest, TOKENS.c.device == device)
    drop_codes(connection, guest)
    return bool(connection.execute(ended).rowcount)


def end_plain(connection: Connection, guest: str) -> list[str]:
    """End the tokens of a guest that were given without https, and what whoever has one may have asked for so as to
    come back; the devices that had any."""
    plain = (TOKENS.c.guest == guest) & TOKENS.c.plain
    ended = list(connection.execute(select(TOKENS.c.device).where(plain).distinct()).scalars())
    if ended:
        connection.execute(delete(TOKENS).where(plain))
        codes_store.drop(connection, guest, "device")
    return ended


def drop_codes(connection: Connection, guest: str) -> None:
    """Forget the codes that would sign somebody in, or an address that could: nobody knows who asked for them."""
    for kind in WAYS:
        codes_store.drop(connection, guest, kind)


def there(connection: Connection, guests: Sequence[str]) -> set[tuple[str, str]]:
    """The devices of some guests, each as (guest, device)."""
    rows = connection.execute(select(TOKENS.c.guest, TOKENS.c.device).where(TOKENS.c.guest.in_(guests)).distinct())
    return {(row.guest, row.device) for row in rows}


def saw(connection: Connection, labels: Mapping[str, str], now: int) -> None:
    """Tokens, by hash, were here. labels: what devices they came from."""
    change = update(TOKENS).where(TOKENS.c.hash == bindparam("which")).values(label=bindparam("what"), seen=now)
    connection.execute(change, [{"which": token_hash, "what": label} for token_hash, label in labels.items()])


def _counts(now: int) -> ColumnElement[bool]:
    return or_(TOKENS.c.until.is_(None), TOKENS.c.until > now)
