"""Store accounts, sign-in methods, one-time codes, and devices, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import bindparam, delete, false, func, insert, or_, select, update

from cashbox.server.db.backend import hold_guest, insert_new
from cashbox.server.db.records import CodeKind, CodeRecord, TokenRecord
from cashbox.server.db.schema import ACCOUNTS, CHALLENGES, CODES, PASSKEYS, SEATS, TABLES, TOKENS
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

    from cashbox.server.db.records import CodeKind


MOST_PASSKEYS: Final = 20
"""The most passkeys of one account."""


class AccountRecord(msgspec.Struct, frozen=True):
    """An account as stored. guest: an id; key: the skeleton of its name; email: "" for none; email_key: the same,
    normalized, None for none; made: seconds since 1970."""

    guest: str
    key: str
    made: int
    email: str = ""
    email_key: str | None = None

    def __repr__(self) -> str:
        return "AccountRecord()"


class PasskeyRecord(msgspec.Struct, frozen=True):
    """A passkey as stored. id: base64url; guest: its owner; host: the host name that it is for; sign_count: its last
    counter; label: its owner's name for it; made, used: seconds since 1970, None for never."""

    id: str
    guest: str
    host: str
    public_key: bytes
    sign_count: int
    label: str
    made: int
    used: int | None = None

    def __repr__(self) -> str:
        return "PasskeyRecord()"


class Ways(msgspec.Struct, frozen=True):
    """The sign-in methods of an account."""

    passkeys: list[PasskeyRecord]
    recovery: int
    email: str

    def __len__(self) -> int:
        return len(self.passkeys) + self.recovery + bool(self.email)


# -- accounts ---------------------------------------------------------------------------------------------------------


def account(connection: Connection, guest: str) -> AccountRecord | None:
    """Read a guest's account."""
    row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.guest == guest)).mappings().first()
    return AccountRecord(**row) if row is not None else None


def find_by_look(connection: Connection, key: str) -> str | None:
    """Find the guest id of the account with this skeleton of a name."""
    found: str | None = connection.execute(select(ACCOUNTS.c.guest).where(ACCOUNTS.c.key == key)).scalar_one_or_none()
    return found


def others_keys(connection: Connection, keys: Collection[str], guest_id: str) -> frozenset[str]:
    """Return those of these keys that belong to other accounts."""
    query = select(ACCOUNTS.c.key).where(ACCOUNTS.c.key.in_(keys), ACCOUNTS.c.guest != guest_id)
    return frozenset(connection.execute(query).scalars())


def with_email(connection: Connection, email_key: str) -> str | None:
    """Find the guest id of the account with this address."""
    query = select(ACCOUNTS.c.guest).where(ACCOUNTS.c.email_key == email_key)
    found: str | None = connection.execute(query).scalar_one_or_none()
    return found


def make(connection: Connection, guest_id: str, key: str, now: int) -> None:
    """Turn a guest into an account. Refusal ("name-taken")."""
    check_free(connection, guest_id, key)
    connection.execute(insert(ACCOUNTS), {"guest": guest_id, "key": key, "made": now})


def vouch(
    connection: Connection, guest_id: str, own: Callable[[str], bool], among: Collection[str] | None = None
) -> list[str]:
    """Mark the seats that a guest took before it had its account, if their name is its `own`. Returns the tables with
    any. among: only at these tables."""
    mine = select(SEATS.c.table_id, SEATS.c.name).where(SEATS.c.guest == guest_id, SEATS.c.account == false())
    mine = mine if among is None else mine.where(SEATS.c.table_id.in_(among))
    tables = sorted(row.table_id for row in connection.execute(mine) if own(row.name))
    # No other process may change these tables meanwhile.
    held = select(TABLES.c.id).where(TABLES.c.id.in_(tables)).order_by(TABLES.c.id)
    connection.execute(held.with_for_update())
    theirs = SEATS.c.table_id.in_(tables) & (SEATS.c.guest == guest_id)
    connection.execute(update(SEATS).where(theirs).values(account=True))
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(version=TABLES.c.version + 1))
    return tables


def rename(connection: Connection, guest_id: str, key: str) -> None:
    """Rename an account in the transaction that renames its guest. Does nothing for a guest without one. Refusal
    ("name-taken")."""
    if account(connection, guest_id) is not None:
        check_free(connection, guest_id, key)
        connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == guest_id).values(key=key))


def check_free(connection: Connection, guest_id: str, key: str) -> None:
    """Check that no other account has a similar name. Refusal ("name-taken")."""
    if find_by_look(connection, key) not in (None, guest_id):
        raise Refusal(409, "name-taken", "That name, or one that looks like it, belongs to another account.")


def set_email(connection: Connection, guest_id: str, email: str, email_key: str | None) -> None:
    """Set an account's address. Refusal ("address-taken")."""
    if email_key is not None and with_email(connection, email_key) not in (None, guest_id):
        raise Refusal(409, "address-taken", "Another account already uses that email address.")
    change = update(ACCOUNTS).where(ACCOUNTS.c.guest == guest_id)
    connection.execute(change.values(email=email, email_key=email_key))


def ways(connection: Connection, guest_id: str) -> Ways:
    """Read an account's sign-in methods."""
    query = select(PASSKEYS).where(PASSKEYS.c.guest == guest_id).order_by(PASSKEYS.c.made, PASSKEYS.c.id)
    passkeys = [PasskeyRecord(**row) for row in connection.execute(query).mappings()]
    unused = (CODES.c.guest == guest_id) & (CODES.c.kind == "recovery") & CODES.c.used.is_(None)
    recovery = connection.execute(select(func.count()).where(unused)).scalar_one()
    found = account(connection, guest_id)
    return Ways(passkeys, recovery, found.email if found is not None else "")


# -- passkeys ---------------------------------------------------------------------------------------------------------


def passkey(connection: Connection, passkey_id: str) -> PasskeyRecord | None:
    """Find a passkey of any owner."""
    row = connection.execute(select(PASSKEYS).where(PASSKEYS.c.id == passkey_id)).mappings().first()
    return PasskeyRecord(**row) if row is not None else None


def add_passkey(connection: Connection, record: PasskeyRecord) -> None:
    """Store a new passkey. Refusal ("known-passkey", "too-many")."""
    if passkey(connection, record.id) is not None:
        raise Refusal(409, "known-passkey", "That passkey is already in use.")
    many = select(func.count()).where(PASSKEYS.c.guest == record.guest)
    if int(connection.execute(many).scalar_one()) >= MOST_PASSKEYS:
        raise too_many_passkeys()
    connection.execute(insert(PASSKEYS), msgspec.structs.asdict(record))


def too_many_passkeys() -> Refusal:
    """Return the refusal of one passkey too many."""
    return Refusal(409, "too-many", f"An account can have up to {MOST_PASSKEYS} passkeys. Remove one first.")


def drop_passkey(connection: Connection, guest_id: str, passkey_id: str) -> bool:
    """Remove a passkey of a guest. Returns whether there was one."""
    found = connection.execute(delete(PASSKEYS).where(PASSKEYS.c.id == passkey_id, PASSKEYS.c.guest == guest_id))
    return bool(found.rowcount)


def use_passkey(connection: Connection, passkey_id: str, count: int, now: int) -> bool:
    """Record that a passkey has signed. Returns whether it is valid: its counter must have grown, if it has one."""
    # Many have no counter and always report 0.
    grows = PASSKEYS.c.sign_count < count if count else PASSKEYS.c.sign_count == 0
    used = update(PASSKEYS).where(PASSKEYS.c.id == passkey_id, grows).values(sign_count=count, used=now)
    return bool(connection.execute(used).rowcount)


def keep_challenge(connection: Connection, challenge_hash: str, guest_id: str | None, until: int, now: int) -> None:
    """Store a challenge for a passkey, and delete expired ones."""
    connection.execute(delete(CHALLENGES).where(CHALLENGES.c.until <= now))
    row = {"hash": challenge_hash, "guest": guest_id, "until": until}
    connection.execute(insert_new(connection, CHALLENGES).values(row).on_conflict_do_nothing())


def use_challenge(connection: Connection, challenge_hash: str, guest_id: str | None, now: int) -> bool:
    """Delete a signed challenge. Returns whether it was issued, to that guest, and recently enough."""
    mine = CHALLENGES.c.guest.is_not_distinct_from(guest_id)
    fresh = (CHALLENGES.c.hash == challenge_hash) & mine & (CHALLENGES.c.until > now)
    return bool(connection.execute(delete(CHALLENGES).where(fresh)).rowcount)


def keep_codes(connection: Connection, codes: Sequence[CodeRecord], beside: int = 0) -> None:
    """Store new codes, replacing the guest's unused ones of the same kind and table. beside: how many of the newest of
    those stay valid."""
    for guest, kind, table_id in sorted({(code.guest, code.kind, code.table_id) for code in codes}, key=repr):
        hold_guest(connection, guest)
        drop_unused_codes(connection, guest, kind, table_id, beside)
    connection.execute(insert(CODES), [msgspec.structs.asdict(code) for code in codes])


def drop_unused_codes(
    connection: Connection, guest: str, kind: CodeKind, table_id: str | None = None, but: int = 0
) -> None:
    """Delete a guest's unused codes of a kind. table_id: the table that they are about; but: how many of the newest to
    leave."""
    unused = (CODES.c.guest == guest) & (CODES.c.kind == kind) & CODES.c.used.is_(None)
    unused &= CODES.c.table_id.is_not_distinct_from(table_id)
    newest = select(CODES.c.hash).where(unused).order_by(CODES.c.made.desc(), CODES.c.hash).limit(but)
    connection.execute(delete(CODES).where(unused, CODES.c.hash.not_in(newest)))


def find_code(connection: Connection, code_hash: str, kind: CodeKind) -> CodeRecord | None:
    """Find a code, used or not."""
    row = connection.execute(select(CODES).where(CODES.c.hash == code_hash, CODES.c.kind == kind)).mappings().first()
    return CodeRecord(**row) if row is not None else None


def use_code(connection: Connection, code_hash: str, kind: CodeKind, now: int) -> CodeRecord | None:
    """Mark a code as used in the transaction that serves its purpose. None if it cannot be used."""
    found = find_code(connection, code_hash, kind)
    if found is None:
        return None
    hold_guest(connection, found.guest)
    fresh = CODES.c.used.is_(None) & or_(CODES.c.until.is_(None), CODES.c.until > now)
    used = update(CODES).where(CODES.c.hash == code_hash, CODES.c.kind == kind, fresh).values(used=now)
    return find_code(connection, code_hash, kind) if connection.execute(used).rowcount else None


def drop_old_codes(connection: Connection, before: int) -> None:
    """Delete the codes that were used or expired before a moment."""
    connection.execute(delete(CODES).where(or_(CODES.c.used < before, CODES.c.until < before)))


MOST_DEVICES: Final = 20
"""The most devices of one guest."""

WAYS: Final[tuple[CodeKind, ...]] = ("device", "email", "sign-in")
"""The kinds of codes that add a device to a guest."""


def add_token(connection: Connection, guest: str, token: TokenRecord) -> None:
    """Store a guest's token."""
    connection.execute(insert(TOKENS), {"guest": guest, **msgspec.structs.asdict(token)})


def devices(connection: Connection, guest: str, now: int) -> list[TokenRecord]:
    """Read the newest token of each of a guest's devices, most recently active first."""
    query = select(TOKENS).where(TOKENS.c.guest == guest, _counts(now)).order_by(TOKENS.c.made)
    newest: dict[str, TokenRecord] = {}
    for row in connection.execute(query):
        token = TokenRecord(**{field: getattr(row, field) for field in TokenRecord.__struct_fields__})
        before = newest.get(token.device)
        # The old token may still be used for a while after the new one was issued.
        seen = max(token.seen, before.seen if before is not None else 0)
        newest[token.device] = msgspec.structs.replace(token, seen=seen)
    return sorted(newest.values(), key=lambda token: -token.seen)


def count_devices(connection: Connection, guest: str, now: int) -> int:
    """Count a guest's devices."""
    query = select(func.count(TOKENS.c.device.distinct())).where(TOKENS.c.guest == guest, _counts(now))
    return connection.execute(query).scalar_one()


def make_device_room(connection: Connection, guest: str, now: int) -> list[str]:
    """Make room for one more device of a guest: if it has the maximum, the least recently active one is signed out.
    Returns the signed-out devices."""
    hold_guest(connection, guest)
    ended = [one.device for one in devices(connection, guest, now)[MOST_DEVICES - 1 :]]
    for device in ended:
        end_device(connection, guest, device)
    return ended


def end_device(connection: Connection, guest: str, device: str) -> bool:
    """Revoke the tokens of one of a guest's devices, and codes with which it could return. Returns whether there were
    any."""
    ended = delete(TOKENS).where(TOKENS.c.guest == guest, TOKENS.c.device == device)
    drop_codes(connection, guest)
    return bool(connection.execute(ended).rowcount)


def end_plain_devices(connection: Connection, guest: str) -> list[str]:
    """Revoke a guest's tokens that were issued without https, and the codes that their holders may have requested.
    Returns the devices with any."""
    plain = (TOKENS.c.guest == guest) & TOKENS.c.plain
    ended = list(connection.execute(select(TOKENS.c.device).where(plain).distinct()).scalars())
    if ended:
        connection.execute(delete(TOKENS).where(plain))
        drop_unused_codes(connection, guest, "device")
    return ended


def drop_codes(connection: Connection, guest: str) -> None:
    """Delete codes that sign in, or confirm an address that can: it is unknown who requested them."""
    for kind in WAYS:
        drop_unused_codes(connection, guest, kind)


def live_devices(connection: Connection, guests: Sequence[str]) -> set[tuple[str, str]]:
    """Read the devices of some guests, each as (guest, device)."""
    rows = connection.execute(select(TOKENS.c.guest, TOKENS.c.device).where(TOKENS.c.guest.in_(guests)).distinct())
    return {(row.guest, row.device) for row in rows}


def saw_tokens(connection: Connection, labels: Mapping[str, str], now: int) -> None:
    """Record when tokens, by hash, were last used. labels: the descriptions of their devices."""
    change = update(TOKENS).where(TOKENS.c.hash == bindparam("which")).values(label=bindparam("what"), seen=now)
    connection.execute(change, [{"which": token_hash, "what": label} for token_hash, label in labels.items()])


def _counts(now: int) -> ColumnElement[bool]:
    return or_(TOKENS.c.until.is_(None), TOKENS.c.until > now)
