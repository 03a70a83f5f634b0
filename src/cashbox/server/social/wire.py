"""The wire shapes of profiles, leaderboards, statistics, groups, and relations."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Handle = Annotated[str, Meta(max_length=16, description="the last part of a profile's URL")]


class Standing(msgspec.Struct, frozen=True):
    """A person's results in one kind of game. game, mode: "*" for all together; best: the highest score; streak: the
    current winning streak; longest: the longest winning streak; abandoned: games that the person left to a bot, which
    count as neither played nor won."""

    game: str
    game_name: str
    mode: str
    mode_name: str
    played: int
    won: int
    best: int
    streak: int
    longest: int
    abandoned: int


class RatingInfo(msgspec.Struct, frozen=True):
    """A person's rating in a game. points: the person is very likely at least this strong, where a beginner has 1000;
    games: how many rated games it is based on; leads: whether they are enough for a leaderboard."""

    game: str
    game_name: str
    points: int
    games: int
    leads: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """A person's name. handle: the profile's, "" if the caller cannot see one; guest: whether the person has no
    account."""

    handle: str
    name: str
    guest: bool


class Opponent(msgspec.Struct, frozen=True):
    """A person that this person has played with. played: games together; ahead, behind: how often this person finished
    ahead of the other, and behind."""

    who: PersonInfo
    played: int
    ahead: int
    behind: int


class Played(msgspec.Struct, frozen=True):
    """A game that a person has finished. table: its id, "" if it has been deleted; name: the table's name, "" for none;
    others: the other players' names, by seat; rank: 1 for the best; stood_in: decisions that bots made for the person;
    abandoned: whether the person left it to a bot and has no result; at: when it ended, in seconds since 1970; public:
    whether it is public."""

    table: str
    game: str
    game_name: str
    mode_name: str
    name: str
    others: list[str]
    players: int
    rank: int
    score: int
    won: bool
    stood_in: int
    abandoned: bool
    rated: bool
    public: bool
    at: int


class PlayedList(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}/games, newest first. before: the cursor for the next page, "" on the
    last one."""

    games: list[Played]
    before: str


class OpponentList(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}/opponents, most games first. after: as `PlayedList.before`."""

    opponents: list[Opponent]
    after: str


class Person(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}, a profile. me: whether it is the caller's own; hidden: whether only its
    owner can see it; since: the person's first visit, in seconds since 1970, to the day; standings: all games together,
    then each game. Other people see only public results. follows, blocks: whether the caller follows or blocks the
    person; met: whether the caller has finished a game with the person; shows_skill: whether other people can see
    the person's skill."""

    who: PersonInfo
    me: bool
    hidden: bool
    since: int
    standings: list[Standing]
    ratings: list[RatingInfo]
    follows: bool
    blocks: bool
    met: bool
    shows_skill: bool


class GameErrors(msgspec.Struct, frozen=True):
    """A person's decisions in an analyzed game. table: its id; at: when it ended, in seconds since 1970; error: the
    average chance of winning lost per decision, from 0 to 1."""

    table: str
    at: int
    decisions: int
    error: float


class DecisionKind(msgspec.Struct, frozen=True):
    """A person's decisions of one kind. kind: a heading of the game's rules; error: as `GameErrors.error`."""

    kind: str
    decisions: int
    error: float


class Skill(msgspec.Struct, frozen=True):
    """A person's skill in a game, from the newest analyses. grade: "" for none; text: the average error, as sentences;
    games: oldest first; kinds: costliest first. Older analyses do not have the kinds of decisions."""

    game: str
    game_name: str
    grade: str
    text: str
    games: list[GameErrors]
    kinds: list[DecisionKind]


class SkillList(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}/skill, empty if the person does not show it. Other people see only games
    at public tables."""

    skills: list[Skill]


class ShowPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/me/page; fields that you leave out stay unchanged. hidden: make the profile private;
    skill: show your skill to other people."""

    hidden: bool | None = None
    skill: bool | None = None


class Leader(msgspec.Struct, frozen=True):
    """A player on a leaderboard. place: 1 for the best."""

    place: int
    who: PersonInfo
    points: int
    games: int


class Leaders(msgspec.Struct, frozen=True):
    """The response to GET /api/leaders/{game}, best first. least: the number of rated games that it takes to be listed;
    after: the cursor for the next page, "" on the last one."""

    game: str
    game_name: str
    least: int
    leaders: list[Leader]
    after: str


class TieBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/people/{handle}/tie: follow or block a person, or stop doing so."""

    kind: Literal["follow", "block"]
    on: bool = True


class GroupName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups and /api/groups/{id}/name."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class Member(msgspec.Struct, frozen=True):
    """A member of a group. number: the position in the list, for POST /api/groups/{id}/remove; leads: whether this
    member has been one the longest, and so can rename the group and remove others; me: whether it is the caller."""

    number: int
    who: PersonInfo
    leads: bool
    me: bool


class Group(msgspec.Struct, frozen=True):
    """The response to GET /api/groups/{id}, for members. page: the group's page; links: the number of active links."""

    id: str
    name: str
    page: str
    members: list[Member]
    links: int


class GroupInfo(msgspec.Struct, frozen=True):
    """A group in a list."""

    id: str
    name: str
    page: str


class Groups(msgspec.Struct, frozen=True):
    """The response to GET /api/me/groups."""

    groups: list[GroupInfo]


class LinkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups/{id}/link. days: until the link expires; uses: how many people can join through it,
    null for any number."""

    days: Annotated[int, Meta(ge=1, le=90)] = 7
    uses: Annotated[int, Meta(ge=1, le=200)] | None = 1


class GroupLink(msgspec.Struct, frozen=True):
    """A link to a group, which is shown only once. link: has the code after the #, where no log and no other page sees
    it; until: when it expires, in seconds since 1970."""

    link: str
    until: int


class GroupCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/groups/look and /api/groups/join: the part of a group link after the #."""

    code: Annotated[str, Meta(max_length=100)]


class GroupLook(msgspec.Struct, frozen=True):
    """The response to POST /api/groups/look: the group that a link leads to. member: whether the caller is already a
    member."""

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


class Bar(msgspec.Struct, frozen=True):
    """A bar of a chart: how many values are from `least` to `most`, inclusive. most: null for no upper limit."""

    least: int
    most: int | None
    many: int


class Spread(msgspec.Struct, frozen=True):
    """A distribution of values. median: to two significant digits."""

    mean: float
    median: int
    bars: list[Bar]


class ScoresOf(msgspec.Struct, frozen=True):
    """The scores in games with one number of players."""

    players: int
    games: int
    mean: float
    best: int


class SeatWins(msgspec.Struct, frozen=True):
    """How often a seat has won in games with one number of players. seat: from 0; a shared win counts for each seat."""

    players: int
    seat: int
    games: int
    won: int


class ItemUse(msgspec.Struct, frozen=True):
    """How a card or another item was used. taken, used: how many players took it and used it; taken_won, used_won: how
    many of them won. Some games count only one of the two."""

    name: str
    taken: int
    taken_won: int
    used: int
    used_won: int


class Kind(msgspec.Struct, frozen=True):
    """Games of one mode and number of players. mode: "" if the game has none."""

    mode: str
    mode_name: str
    players: int
    games: int


class GameStatistics(msgspec.Struct, frozen=True):
    """The response to GET /api/stats/{game}, for finished public tables with people. mode, players: the filter, "" and
    0 for all; kinds: the possible filters; minutes, decisions, scores: null without games; items: most used first,
    called `items_name` in the plural, "" if the game has none."""

    game: str
    game_name: str
    mode: str
    players: int
    games: int
    kinds: list[Kind]
    minutes: Spread | None
    decisions: Spread | None
    scores: Spread | None
    by_players: list[ScoresOf]
    seats: list[SeatWins]
    items_name: str
    items: list[ItemUse]
