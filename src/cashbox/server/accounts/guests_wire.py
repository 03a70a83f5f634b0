"""What goes over the wire about guests and their devices; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cashbox.server.accounts.wire import Seats  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.wire import (
    Name,  # noqa: TC001
    Zone,  # noqa: TC001
)

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
    """The response to POST /api/devices/look: whose code it is. same: the caller is already that person; guest: has no
    account."""

    name: str
    same: bool
    guest: bool


class Device(msgspec.Struct, frozen=True):
    """A device on which a guest is signed in. label: a description; here: the caller's own; made, seen: when it was
    signed in and last active (to the hour), in seconds since 1970."""

    id: str
    label: str
    here: bool
    made: int
    seen: int


class Devices(msgspec.Struct, frozen=True):
    """The response to GET /api/me/devices, most recently active first."""

    devices: list[Device]


class Waiting(msgspec.Struct, frozen=True):
    """GET /api/me/waiting. tables: how many wait for the caller; ids: which."""

    tables: int
    ids: list[str] = []
