"""What goes over the wire about accounts and signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cashbox.server.tables.wire import Name  # noqa: TC001 (msgspec reads it)

Address = Annotated[str, Meta(max_length=320)]
LinkCode = Annotated[str, Meta(max_length=64)]
Seats = Literal["ask", "move", "leave"]
"""What happens to the seats of the guest that this browser is: refuse and say what can be done, move them to the
account, or leave them."""

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
    the token in the response body, for programs; seats: what happens to the seats of the guest that the caller is
    now."""

    credential: dict[str, Any]
    token: bool = False
    seats: Seats = "ask"


class RecoverySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/sign-in/recovery. token, seats: as in `PasskeySignIn`."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]
    token: bool = False
    seats: Seats = "ask"


class LinkSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/sign-in/link. token, seats: as in `PasskeySignIn`."""

    code: LinkCode
    token: bool = False
    seats: Seats = "ask"


# -- what the server answers ------------------------------------------------------------------------------------------


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey. made, used: when it was added and last used, in seconds since 1970; null if it was never used."""

    id: str
    label: str
    made: int
    used: int | None


class AccountInfo(msgspec.Struct, frozen=True):
    """The response to GET /api/me/account. recovery: the number of unused recovery codes; email: "" for none;
    no_passkeys: why passkeys cannot be used at this address, "" if they can; mail: the server sends email."""

    account: bool
    name: str
    passkeys: list[PasskeyInfo]
    recovery: int
    email: str
    no_passkeys: str
    mail: bool


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
    """Who the caller is after signing in. token: only if requested, or if the caller sent a token as programs do."""

    id: str
    name: str
    token: str = ""
