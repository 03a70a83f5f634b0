"""What goes over the wire about groups, invitations and whom one follows; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.social.profiles_wire import Handle, PersonInfo


class CircleName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/groups and /api/groups/{id}/name."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Member(msgspec.Struct, frozen=True):
    """A member of a group. number: of the place in the list, for POST /api/groups/{id}/remove; leads: has been one for
    longest, and so may name the group and remove others; me: the caller."""

    number: int
    who: PersonInfo
    leads: bool
    me: bool


class Circle(msgspec.Struct, frozen=True):
    """GET /api/groups/{id}, for its members. page: where it is shown; links: how many links to it count."""

    id: str
    name: str
    page: str
    members: list[Member]
    links: int


class CircleInfo(msgspec.Struct, frozen=True):
    """A group in a list."""

    id: str
    name: str
    page: str


class Circles(msgspec.Struct, frozen=True):
    """GET /api/me/groups."""

    groups: list[CircleInfo]


class LinkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/groups/{id}/link. days: for which it counts; uses: how many may join by it, null for any number."""

    days: Annotated[int, Meta(ge=1, le=90)] = 7
    uses: Annotated[int, Meta(ge=1, le=200)] | None = 1


class CircleLink(msgspec.Struct, frozen=True):
    """A link to a group, shown this once. link: with the code behind the #, where no log and no other page finds it;
    until: seconds since 1970."""

    link: str
    until: int


class CircleCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/groups/look and /api/groups/join: what stands behind the # of a link."""

    code: Annotated[str, Meta(max_length=100)]


class CircleLook(msgspec.Struct, frozen=True):
    """The answer to POST /api/groups/look: to what a link leads. member: the caller is one already."""

    name: str
    members: int
    member: bool
    page: str


class WhichMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/groups/{id}/remove."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class PlaysAt(msgspec.Struct, frozen=True):
    """A public table where somebody sits. status: "waiting" or "playing"."""

    page: str
    name: str
    game_name: str
    status: str


class Followed(msgspec.Struct, frozen=True):
    """Somebody whom the caller follows, and where that person sits now."""

    who: PersonInfo
    plays: list[PlaysAt]


class Known(msgspec.Struct, frozen=True):
    """GET /api/me/people: whom the caller follows and blocks, the newest first."""

    follows: list[Followed]
    blocks: list[PersonInfo]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/unblock: also for somebody whose page is not shown. number: the place in `Known.blocks`, from 0;
    name: who stands there, so that the list may have changed."""

    number: Annotated[int, Meta(ge=0, le=1000)]
    name: Annotated[str, Meta(max_length=60)]


People = Annotated[list[Handle], Meta(min_length=1, max_length=31)]
