"""What goes over the wire about accounts and signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cashbox.server.tables.seats_wire import Name  # noqa: TC001 (msgspec reads it)

Address = Annotated[str, Meta(max_length=320)]
LinkCode = Annotated[str, Meta(max_length=64)]

# -- what a client sends ----------------------------------------------------------------------------------------------


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/passkeys. credential: what the browser created, as WebAuthn JSON; label: a name for
    it."""

    credential: dict[str, Any]
    label: Annotated[str, Meta(max_length=60)] = ""


class EmailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/email, with the address to confirm, and of POST /api/sign-in/email, with an account's
    address."""

    email: Address


class LinkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/links and POST /api/me/email/confirm. code: the part of an emailed link after the #."""

    code: LinkCode


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/sign-in/passkey. credential: what the browser signed, as WebAuthn JSON; token: also return
    the token in the response body, for programs."""

    credential: dict[str, Any]
    token: bool = False


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/join. token: the guest's, from programs; browsers send it in a cookie."""

    token: Annotated[str, Meta(max_length=100)] = ""


class RecoverySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/sign-in/recovery. token: as in `PasskeySignIn`."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]
    token: bool = False


class LinkSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/sign-in/link. token: as in `PasskeySignIn`."""

    code: LinkCode
    token: bool = False


# -- what the server answers ------------------------------------------------------------------------------------------


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey. made, used: when it was added and last used, in seconds since 1970; null if it was never used."""

    id: str
    label: str
    made: int
    used: int | None


class TableLink(msgspec.Struct, frozen=True):
    """A table's id, and its name or its game's name."""

    id: str
    name: str


class Beside(msgspec.Struct, frozen=True):
    """The other identity of this browser: the guest from before the sign-in, or the account. tables: where both have a
    seat; apart: the number of other tables where this one has a seat or is the host."""

    name: str
    account: bool
    tables: list[TableLink]
    apart: int


class AccountInfo(msgspec.Struct, frozen=True):
    """The response to GET /api/me/account. recovery: the number of unused recovery codes; email: "" for none;
    no_passkeys: why passkeys cannot be used at this address, "" if they can; mail: the server sends email; beside: the
    other guest or account of this browser, or null."""

    account: bool
    name: str
    passkeys: list[PasskeyInfo]
    recovery: int
    email: str
    no_passkeys: str
    mail: bool
    beside: Beside | None


class Options(msgspec.Struct, frozen=True):
    """Options for the browser's navigator.credentials, as WebAuthn JSON."""

    options: dict[str, Any]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class LinkInfo(msgspec.Struct, frozen=True):
    """The purpose of an emailed link, and the account's name."""

    kind: Literal["confirm", "sign-in"]
    name: str


class Told(msgspec.Struct, frozen=True):
    """A sentence for the caller."""

    message: str


class SignedIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the caller is after signing in. beside: the guest that this browser was before, or null; token: only if
    requested, or if the caller sent a token as programs do."""

    id: str
    name: str
    beside: Beside | None
    token: str = ""


class Joined(msgspec.Struct, frozen=True):
    """The response to POST /api/me/join. moved: the number of tables where the account now has the guest's place;
    shared: tables where the guest stays because the account has a seat there, too."""

    moved: int
    shared: list[TableLink]
