"""What goes over the wire about guests and their devices; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cashbox.server.tables.clocks_wire import Zone  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.seats_wire import Name  # noqa: TC001

Code = Annotated[str, Meta(max_length=100, description="the code as shown; case, spaces, and hyphens don't matter")]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/guests. token: also give the token in the answer's body, for programs."""

    name: Name = ""
    token: bool = False


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PATCH /api/me. What is left out stays as it is; zone: the time zone of the caller's browser."""

    name: Annotated[Name, Meta(min_length=1)] | UnsetType = UNSET
    zone: Zone | UnsetType = UNSET


class CodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/devices/look and /api/devices. token: also give the token in the answer's body, for programs."""

    code: Code
    token: bool = False


class DeviceCode(msgspec.Struct, frozen=True):
    """The answer to POST /api/me/code: a code of one use for another device. link: with the code behind the #, where no
    log and no other page finds it; seconds: for which it counts; size, path: the link as a QR code, dark squares as the
    path of an SVG in a box of that size, the quiet zone included."""

    code: str
    link: str
    seconds: int
    size: int
    path: str


class CodeOwner(msgspec.Struct, frozen=True):
    """The answer to POST /api/devices/look: whose code it is, and whether that is who the caller is already. guest: has
    no account."""

    name: str
    same: bool
    guest: bool


class Device(msgspec.Struct, frozen=True):
    """A device that a guest is signed in on. label: what it is, in words; here: the caller's; made, seen: seconds since
    1970, when it was signed in and, to the hour, when it was last here."""

    id: str
    label: str
    here: bool
    made: int
    seen: int


class Devices(msgspec.Struct, frozen=True):
    """GET /api/me/devices: the one that was here last comes first."""

    devices: list[Device]


class Waiting(msgspec.Struct, frozen=True):
    """GET /api/me/waiting. tables: how many wait for the caller; ids: which."""

    tables: int
    ids: list[str] = []
