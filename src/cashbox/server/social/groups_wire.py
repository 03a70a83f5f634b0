"""What goes over the wire about groups, invitations and whom one follows; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.social.profiles_wire import Handle, PersonInfo


class CircleName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups and /api/groups/{id}/name."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Member(msgspec.Struct, frozen=True):
    """A member of a group. number: the position in the list, for POST /api/groups/{id}/remove; leads: has been a member
    the longest, and can rename the group and remove others; me: the caller."""

    number: int
    who: PersonInfo
    leads: bool
    me: bool


class Circle(msgspec.Struct, frozen=True):
    """The response to GET /api/groups/{id}, for members. page: the group's page; links: the number of active links."""

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
    """The response to GET /api/me/groups."""

    groups: list[CircleInfo]


class LinkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups/{id}/link. days: until the link expires; uses: how many people can join through it,
    null for any number."""

    days: Annotated[int, Meta(ge=1, le=90)] = 7
    uses: Annotated[int, Meta(ge=1, le=200)] | None = 1


class CircleLink(msgspec.Struct, frozen=True):
    """A link to a group, which is shown only once. link: has the code after the #, where no log and no other page sees
    it; until: when it expires, in seconds since 1970."""

    link: str
    until: int


class CircleCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups/look and /api/groups/join: the part of a group link after the #."""

    code: Annotated[str, Meta(max_length=100)]


class CircleLook(msgspec.Struct, frozen=True):
    """The response to POST /api/groups/look: the group that a link leads to. member: the caller is already a member."""

    name: str
    members: int
    member: bool
    page: str


class WhichMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups/{id}/remove."""

    number: Annotated[int, Meta(ge=1, le=1_000_000_000)]


class PlaysAt(msgspec.Struct, frozen=True):
    """A public table where a person has a seat. status: "waiting" or "playing"."""

    page: str
    name: str
    game_name: str
    status: str


class Followed(msgspec.Struct, frozen=True):
    """A person the caller follows, and the public table where that person has a seat."""

    who: PersonInfo
    plays: list[PlaysAt]


class Known(msgspec.Struct, frozen=True):
    """The response to GET /api/me/people: the people the caller follows and blocks, newest first."""

    follows: list[Followed]
    blocks: list[PersonInfo]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/unblock, which also works for hidden profiles. number: the position in `Known.blocks`,
    from 0; name: the name at that position, in case the list has changed."""

    number: Annotated[int, Meta(ge=0, le=1000)]
    name: Annotated[str, Meta(max_length=60)]


People = Annotated[list[Handle], Meta(min_length=1, max_length=31)]
