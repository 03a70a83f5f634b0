"""What persons have done and whom they know: the tables of the database that `schema` does not have."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, false, text

from cashbox.server.db.schema import METADATA

LEAST: Final = 5
"""Rated games from which on somebody is on a leaderboard."""

LEADS: Final = text(f"games >= {LEAST}")
"""Ratings that a leaderboard shows."""

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("mode", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("stood_in", Integer, nullable=False),
    Column("abandoned", Boolean, nullable=False, server_default=false()),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Index("results_by_guest", "guest", "public", "at", "table_id"),
)
"""How a finished game ended for each of its players. table_id: of a table that may have been deleted since; rank: 1 for
the best, the same for those who are level; stood_in: decisions of bots for the player; abandoned: the player left the
game to a bot, so that it has no result for this seat; at: when the game ended; public: whether everybody may know of
the table."""

STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mode", String(64), primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("best", BigInteger, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("abandoned", Integer, nullable=False, server_default="0"),
)
"""What comes of somebody's results. public: of those that everybody may know of, else of all; game, mode: "*" for all
together; best: the highest score; streak: games won one after the other up to now, longest: ever; abandoned: games that
the person left to a bot, which count as neither played nor won."""

MEETINGS: Final = Table(
    "meetings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("other", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    Index("meetings_by_played", "guest", "public", "played", "other"),
    Index("meetings_by_other", "other"),
)
"""Games that two have played together, once for each of them. public: as in STANDINGS; ahead, behind: how often the
first ended before the other, and after."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("ordinal", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ratings_to_lead", "game", "ordinal", "guest", sqlite_where=LEADS, postgresql_where=LEADS),
)
"""How well somebody plays a game, as the newest row of RATED has it. ordinal: mu - 3 sigma, by which leaders are
sorted; at: when the last rated game ended."""

RATED: Final = Table(
    "rated",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="SET NULL")),
    Column("game", String(64), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("rated_by_guest", "guest", "game", "number"),
    Index("rated_by_table", "table_id"),
)
"""What each rated game did to its players' ratings. number: of the game among all rated ones, in the order in which
they were rated; table_id: of a table that may have been deleted since; guest: null for those who were deleted."""

TALLIES: Final = Table(
    "tallies",
    METADATA,
    Column("game", String(64), primary_key=True),
    Column("mode", String(64), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("what", String(16), primary_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("many", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
)
"""What finished public tables were like: see tallies.Tally. many: how often; total: what was added up."""

TIES: Final = Table(
    "ties",
    METADATA,
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("other", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("made", BigInteger, nullable=False),
    Index("ties_by_other", "other"),
)
"""kind: "follow", or "block"."""

CIRCLES: Final = Table(
    "circles",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Groups of persons."""

MEMBERS: Final = Table(
    "members",
    METADATA,
    Column("circle", ForeignKey("circles.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Index("members_by_guest", "guest"),
)
"""number: grows with each who joins the group; whoever has the lowest leads it."""

CIRCLE_LINKS: Final = Table(
    "circle_links",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("circle", ForeignKey("circles.id", ondelete="CASCADE"), nullable=False),
    Column("guest", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("uses", Integer),
    Index("circle_links_by_circle", "circle"),
    Index("circle_links_by_guest", "guest"),
    Index("circle_links_by_until", "until"),
)
"""Codes with which one joins a group. hash: SHA-256 (hex) of the code, which is kept nowhere; guest: who made it;
until: seconds since 1970; uses: how many are left, null for any number."""
