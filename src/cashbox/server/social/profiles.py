"""Profiles and leaderboards: stored results, as a viewer may see them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cashbox.server.clock import DAY
from cashbox.server.db.schema import LEAST
from cashbox.server.errors import Refusal
from cashbox.server.social import groups_store, profiles_store, skill_store
from cashbox.server.social.rating import points
from cashbox.server.social.results_store import ALL
from cashbox.server.social.skill import skills
from cashbox.server.social.wire import (
    Leader,
    Leaders,
    Opponent,
    OpponentList,
    Person,
    PersonInfo,
    Played,
    PlayedList,
    RatingInfo,
    SkillList,
    Standing,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.server.db.records import Guest, PersonRecord, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.wire import GameInfo
    from cashbox.server.social.profiles_store import ResultRecord

_HANDLE: Final = re.compile(r"[0-9a-f]{16}")
_BEFORE: Final = re.compile(r"(\d{1,15})\.([\w-]{1,32})", re.ASCII)
_AFTER: Final = re.compile(r"(\d{1,9})\.([0-9a-f]{16})")
_BEHIND: Final = re.compile(r"(\d{1,9})\.(-?\d{1,4}(?:\.\d{1,30})?(?:e-\d{1,2})?)\.([0-9a-f]{16})")


class Persons:
    """Reads profiles from the store. games: the info of each game, by id."""

    def __init__(self, store: Store, games: Mapping[str, GameInfo]) -> None:
        self._store = store
        self._games = games

    async def find(self, handle: str, viewer: Guest | None) -> PersonRecord:
        """Find the person with a handle, if the viewer may see the profile. Refusal ("no-such-person")."""
        found = await self._store.read(profiles_store.by_handle, handle) if _HANDLE.fullmatch(handle) else None
        if found is None or (found.hidden and not _is(found, viewer)):
            raise Refusal(404, "no-such-person", "This profile doesn't exist or is private.")
        return found

    async def me(self, guest: Guest) -> PersonRecord:
        """Return a guest as a person."""
        found = await self._store.read(profiles_store.by_guest, guest.id)
        if found is None:
            raise Refusal(404, "no-such-person", "This profile doesn't exist or is private.")
        return found

    async def person_at(self, record: TableRecord, seat: int, viewer: Guest | None) -> PersonRecord:
        """Return the person in a table's seat. record: as the viewer sees the table. Refusal as `find`."""
        guest = record.seats[seat].guest if 0 <= seat < len(record.seats) else None
        found = await self._store.read(profiles_store.by_guest, guest) if guest is not None else None
        return await self.find(found.handle if found is not None else "", viewer)

    async def page(self, person: PersonRecord, viewer: Guest | None) -> Person:
        """Return the top of a person's profile."""
        mine = _is(person, viewer)
        rows = await self._store.read(lambda c: profiles_store.standings(c, person.guest, public=not mine))
        rated = await self._store.read(profiles_store.ratings, person.guest)
        kinds = await self._store.read(groups_store.kinds, viewer.id, person.guest) if viewer is not None else set()
        met = await self._store.read(profiles_store.met, viewer.id, [person.guest]) if viewer is not None else set()
        standings = [
            Standing(
                row.game, self.game(row.game), row.mode, self.mode(row.game, row.mode), row.played, row.won, row.best,
                row.streak, row.longest, row.abandoned,
            )
            for row in rows
        ]  # fmt: skip
        standings.sort(key=lambda one: (one.game != ALL, one.game_name, one.mode != ALL, one.mode_name))
        ratings = [
            RatingInfo(game, self.game(game), points(skill.ordinal), games, games >= LEAST)
            for game, skill, games in rated
        ]
        since = person.made // DAY * DAY
        who = person_info(person, viewer)
        return Person(
            who, mine, person.hidden, since, standings, ratings, "follow" in kinds, "block" in kinds, bool(met),
            person.shows_skill,
        )  # fmt: skip

    async def skill(self, person: PersonRecord, viewer: Guest | None) -> SkillList:
        """Sum up a person's skill; empty if the person does not show it to the viewer."""
        mine = _is(person, viewer)
        if not (mine or person.shows_skill):
            return SkillList([])
        games = await self._store.read(lambda c: skill_store.judged_games(c, person.guest, public=not mine))
        return SkillList(skills(games, self.game))

    async def played(self, person: PersonRecord, viewer: Guest | None, before: str = "") -> PlayedList:
        """List a person's finished games. before: as `PlayedList.before`. Refusal ("bad-place")."""
        found = _BEFORE.fullmatch(before) if before else None
        if before and found is None:
            raise _bad_place()
        place = (int(found[1]), found[2]) if found is not None else None
        who = viewer.id if viewer is not None else ""
        rows = await self._store.read(profiles_store.played, person.guest, who, place, profiles_store.MANY + 1)
        more = f"{rows[-2].at}.{rows[-2].table}" if len(rows) > profiles_store.MANY else ""
        return PlayedList([self._played(row) for row in rows[: profiles_store.MANY]], more)

    async def opponents(self, person: PersonRecord, viewer: Guest | None, after: str = "") -> OpponentList:
        """List a person's opponents. after: as `OpponentList.after`. Refusal ("bad-place")."""
        found = _AFTER.fullmatch(after) if after else None
        if after and found is None:
            raise _bad_place()
        place = (int(found[1]), found[2]) if found is not None else None
        public = not _is(person, viewer)
        rows = await self._store.read(
            lambda c: profiles_store.opponents(c, person.guest, place, profiles_store.MANY + 1, public=public)
        )
        more = f"{rows[-2].played}.{rows[-2].other.handle}" if len(rows) > profiles_store.MANY else ""
        some = [
            Opponent(person_info(one.other, viewer), one.played, one.ahead, one.behind)
            for one in rows[: profiles_store.MANY]
        ]
        return OpponentList(some, more)

    async def leaders(self, game: str, viewer: Guest | None, after: str = "") -> Leaders:
        """Return a game's leaderboard. `after` as `Leaders.after`. Refusal ("unknown-game", "bad-place")."""
        if game not in self._games:
            raise Refusal(404, "unknown-game", "There is no game with that name.")
        found = _BEHIND.fullmatch(after) if after else None
        if after and found is None:
            raise _bad_place()
        place = (float(found[2]), found[3]) if found is not None else None
        first = int(found[1]) + 1 if found is not None else 1
        rows = await self._store.read(profiles_store.leaders, game, place, profiles_store.MANY + 1)
        some = [
            Leader(number, person_info(row.person, viewer), points(row.ordinal), row.games)
            for number, row in enumerate(rows[: profiles_store.MANY], first)
        ]
        last = rows[profiles_store.MANY - 1] if len(rows) > profiles_store.MANY else None
        more = f"{some[-1].place}.{last.ordinal!r}.{last.person.handle}" if last is not None else ""
        return Leaders(game, self.game(game), LEAST, some, more)

    async def show(self, guest: Guest, *, hidden: bool | None = None, skill: bool | None = None) -> None:
        """Change a guest's profile settings. hidden: hide the profile; skill: show the skill; None: no change."""
        await self._store.writer.do(lambda c: profiles_store.show(c, guest.id, hidden=hidden, skill=skill))

    def game(self, game: str) -> str:
        """Return a game's name."""
        if game == ALL:
            return "All games"
        return self._games[game].name if game in self._games else game

    def mode(self, game: str, mode: str) -> str:
        """Return a mode's name."""
        if mode == ALL:
            return "Total"
        modes = self._games[game].modes if game in self._games else []
        return next((one.name for one in modes if one.id == mode), mode)

    def _played(self, row: ResultRecord) -> Played:
        return Played(
            table=row.table if row.there else "",
            game=row.game,
            game_name=self.game(row.game),
            mode_name=self.mode(row.game, row.mode),
            name=row.name,
            others=row.others,
            players=row.players,
            rank=row.rank,
            score=row.score,
            won=row.won,
            stood_in=row.stood_in,
            abandoned=row.abandoned,
            rated=row.rated,
            public=row.public,
            at=row.at,
        )


def person_info(person: PersonRecord, viewer: Guest | None) -> PersonInfo:
    """Return a person, with the handle if the viewer may see the profile."""
    seen = not person.hidden or _is(person, viewer)
    return PersonInfo(person.handle if seen else "", person.name, not person.account)


def _is(person: PersonRecord, viewer: Guest | None) -> bool:
    return viewer is not None and viewer.id == person.guest


def _bad_place() -> Refusal:
    return Refusal(400, "bad-place", "Invalid cursor. Start again from the first page.")
