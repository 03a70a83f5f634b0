"""Wire types for accounts and signing in."""
# ruff: noqa: TC001

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cashbox.server.fields import Name, Zone

Address = Annotated[str, Meta(max_length=320)]
LinkCode = Annotated[str, Meta(max_length=64)]
Seats = Literal["ask", "move", "leave"]
"""What happens to the seats of this browser's guest: refuse and list the choices, move them to the account, or leave
them to bots."""

# -- requests ----------------------------------------------------------------------------------------------


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


# -- responses ------------------------------------------------------------------------------------------


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey. made, used: when it was added and last used, in seconds since 1970; null if it was never used."""

    id: str
    label: str
    made: int
    used: int | None


class AccountInfo(msgspec.Struct, frozen=True):
    """The response to GET /api/me/account. recovery: the number of unused recovery codes; email: "" for none;
    no_passkeys: why passkeys cannot be used at this address, "" if they can; mail: whether the server sends email."""

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


class StatusMessage(msgspec.Struct, frozen=True):
    """A sentence for the caller."""

    message: str


class SignedIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the caller is after signing in. token: only if requested, or if the caller sent a token as programs do."""

    id: str
    name: str
    token: str = ""


Code = Annotated[str, Meta(max_length=100, description="the code as shown; case, spaces, and hyphens don't matter")]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/guests. token: also return the token in the response body, for programs."""

    name: Name = ""
    token: bool = False


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of PATCH /api/me. Missing fields stay as they are. zone: the time zone of the caller's browser."""

    name: Annotated[Name, Meta(min_length=1)] | UnsetType = UNSET
    zone: Zone | UnsetType = UNSET


class CodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/devices/look."""

    code: Code


class NewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/devices. token: also return the token in the response body, for programs; seats: what
    happens to the seats of the guest that the caller is now."""

    code: Code
    token: bool = False
    seats: Seats = "ask"


class DeviceCode(msgspec.Struct, frozen=True):
    """The response to POST /api/me/code: a one-time code for another device. link: has the code after the #, where no
    log and no other page sees it; seconds: until it expires; size, path: the link as a QR code, its dark squares as an
    SVG path in a box of that size, quiet zone included."""

    code: str
    link: str
    seconds: int
    size: int
    path: str


class CodeOwner(msgspec.Struct, frozen=True):
    """The response to POST /api/devices/look: whose code it is. same: whether the caller is already that person; guest:
    whether the person has no account."""

    name: str
    same: bool
    guest: bool


class Device(msgspec.Struct, frozen=True):
    """A device on which a guest is signed in. label: a description; here: whether it is the caller's own; made, seen:
    when it was signed in and last active (to the hour), in seconds since 1970."""

    id: str
    label: str
    here: bool
    made: int
    seen: int


class Devices(msgspec.Struct, frozen=True):
    """The response to GET /api/me/devices, most recently active first."""

    devices: list[Device]


class Waiting(msgspec.Struct, frozen=True):
    """The response to GET /api/me/waiting. tables: the number of tables that wait for the caller; ids: their ids."""

    tables: int
    ids: list[str] = []
