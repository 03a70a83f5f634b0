"""Passkeys: what a browser or a device signs instead of a password."""

# webauthn imports a library for certificates, so it is only imported where and when it is used.

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import plain
from cashbox.server.accounts.store import PasskeyRecord
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.service import Accounts
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store

SECONDS: Final = 300
"""Seconds for which a challenge is valid."""

LABEL: Final = 60
"""The most characters in a passkey's label."""


class Place(NamedTuple):
    """The site of passkeys. host: the host name that they are for; origin: of the pages that may request them."""

    host: str
    origin: str


class _Signed(NamedTuple):
    """A browser's response, parsed but not verified. id: the passkey's, base64url."""

    id: str
    challenge: bytes
    origin: str
    handle: bytes | None


class Passkeys:
    """The passkeys of accounts."""

    def __init__(self, store: Store, known: Accounts) -> None:
        self._store = store
        self._accounts = known

    async def creation_options(self, guest: Guest, place: Place) -> dict[str, Any]:
        """Return what a browser needs to create a passkey, as WebAuthn JSON. Refusal ("no-name", "name-taken",
        "too-many")."""
        await self._accounts.check(guest)
        known = (await self._accounts.standing(guest)).ways.passkeys
        if len(known) >= accounts_store.MOST_PASSKEYS:
            raise accounts_store.too_many_passkeys()
        challenge = await self._challenge(guest.id)
        return await asyncio.to_thread(_options_to_make, guest, place, challenge, [one.id for one in known])

    async def add(self, guest: Guest, place: Place, credential: dict[str, Any], label: str) -> None:
        """Store a passkey that a browser has created. Refusal ("bad-passkey", "other-host", "old-challenge",
        "known-passkey") and as `Accounts.add_way`."""
        made = await asyncio.to_thread(_made, place, credential)
        now, challenge = int(self._store.clock.now()), hash_of(made[0].hex())
        name = plain(label)[:LABEL] or "Passkey"
        record = PasskeyRecord(made[1], guest.id, place.host, made[2], made[3], name, now)

        def keep(connection: Connection) -> None:
            _check_asked(accounts_store.use_challenge(connection, challenge, guest.id, now))
            accounts_store.add_passkey(connection, record)

        await self._accounts.add_way(guest.id, keep)

    async def drop(self, guest: Guest, passkey: str) -> None:
        """Remove a passkey. Refusal as `Accounts.drop_way`."""
        await self._accounts.drop_way(
            guest, lambda connection: accounts_store.drop_passkey(connection, guest.id, passkey)
        )

    async def sign_in_options(self, place: Place) -> dict[str, Any]:
        """Return what a browser needs to sign in with any passkey for this site, as WebAuthn JSON."""
        challenge = await self._challenge(None)
        return await asyncio.to_thread(_options_to_sign, place, challenge)

    async def use(self, place: Place, credential: dict[str, Any]) -> tuple[Callable[[Connection], str], str]:
        """Prepare to use a passkey that a browser has signed with.

        Returns a function that runs in the transaction that signs in and returns the guest's id, and that id in
        advance. Refusal ("bad-passkey", "other-host", "unknown-passkey"), then ("old-challenge", "copied-passkey").
        """
        signed = await asyncio.to_thread(_read, credential)
        known = await self._store.read(accounts_store.passkey, signed.id)
        if known is None:
            raise _unknown_passkey()
        if known.host != place.host or signed.origin != place.origin:
            raise _other_host(place)
        if signed.handle is not None and signed.handle != known.guest.encode():
            raise Refusal(403, "bad-passkey", "That passkey belongs to another account.")
        count = await asyncio.to_thread(_verify, place, credential, signed.challenge, known)
        now, challenge = int(self._store.clock.now()), hash_of(signed.challenge.hex())

        def job(connection: Connection) -> str:
            _check_asked(accounts_store.use_challenge(connection, challenge, None, now))
            found = accounts_store.passkey(connection, known.id)
            if found is None or found.guest != known.guest:
                raise _unknown_passkey()
            if not accounts_store.use_passkey(connection, known.id, count, now):
                message = "That passkey seems to have been copied, so it isn't accepted. Sign in another way."
                raise Refusal(403, "copied-passkey", message)
            return found.guest

        return job, known.guest

    async def _challenge(self, guest: str | None) -> bytes:
        challenge, now = secrets.token_bytes(32), int(self._store.clock.now())
        kept = hash_of(challenge.hex())
        await self._store.writer.do(lambda c: accounts_store.keep_challenge(c, kept, guest, now + SECONDS, now))
        return challenge


def _check_asked(asked: bool) -> None:
    if not asked:
        message = "That took longer than five minutes, or the request was sent twice. Start over."
        raise Refusal(410, "old-challenge", message)


def _unknown_passkey() -> Refusal:
    return Refusal(403, "unknown-passkey", "This server doesn't know that passkey. It may have been removed.")


def _other_host(place: Place) -> Refusal:
    return Refusal(403, "other-host", f"That passkey is for another site. Use a passkey for {place.host}.")


def _bad() -> Refusal:
    return Refusal(400, "bad-passkey", "The passkey's response doesn't match this server. Start over.")


def _options_to_make(guest: Guest, place: Place, challenge: bytes, known: list[str]) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name="cashbox",
        user_name=guest.name,
        user_id=guest.id.encode(),
        challenge=challenge,
        timeout=SECONDS * 1000,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def _options_to_sign(place: Place, challenge: bytes) -> dict[str, Any]:
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=place.host, challenge=challenge, timeout=SECONDS * 1000)
    found: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return found


def _read(credential: dict[str, Any]) -> _Signed:
    """Parse a credential. Refusal ("bad-passkey")."""
    from webauthn.helpers import bytes_to_base64url, parse_client_data_json
    from webauthn.helpers.parse_authentication_credential_json import parse_authentication_credential_json

    try:
        parsed = parse_authentication_credential_json(credential)
        client_data = parse_client_data_json(parsed.response.client_data_json)
    except Exception as error:
        raise _bad() from error
    return _Signed(
        bytes_to_base64url(parsed.raw_id), client_data.challenge, client_data.origin, parsed.response.user_handle
    )


def _verify(place: Place, credential: dict[str, Any], challenge: bytes, known: PasskeyRecord) -> int:
    """Verify a passkey's signature. Returns its signature counter. Refusal ("bad-passkey")."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=known.public_key,
            # The transaction that stores the counter checks whether it has grown.
            credential_current_sign_count=0,
        )
    except Exception as error:
        raise _bad() from error
    return found.new_sign_count


def _made(place: Place, credential: dict[str, Any]) -> tuple[bytes, str, bytes, int]:
    """Return the challenge, id, public key, and counter of a new passkey. Refusal ("bad-passkey", "other-host")."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, parse_client_data_json, parse_registration_credential_json

    try:
        parsed = parse_registration_credential_json(credential)
        client_data = parse_client_data_json(parsed.response.client_data_json)
        if client_data.origin != place.origin:
            raise _other_host(place)
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=client_data.challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Refusal:
        raise
    except Exception as error:
        raise _bad() from error
    return client_data.challenge, bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count
