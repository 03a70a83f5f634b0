"""What a player's clock counts: to the second, by the player's own nights and weekends, daylight saving included."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from cashbox.server.clock import DAY, is_zone, zone_of
from cashbox.server.tables.clocks import Stretch, counting_time, moment_after, sum_until
from cashbox.server.tables.downtime import Gap
from cashbox.server.tables.settings import GameClock

ALL = GameClock("days", DAY)
DAYS = GameClock("days", DAY, nights=False)
WORKDAYS = GameClock("days", DAY, weekends=False)
OFFICE = GameClock("days", DAY, nights=False, weekends=False)
HOUR = 3_600_000


def at(zone: str, text: str) -> int:
    """A moment by the clock on the wall there, in milliseconds."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def between(clock: GameClock, zone: str, since: str, until: str, gaps: tuple[Gap, ...] = ()) -> float:
    """The hours that count from one time on the wall to another."""
    first, last = at(zone, since), at(zone, until)
    return sum_until(counting_time(clock, zone_of(zone), first, gaps), last) / HOUR


@pytest.mark.parametrize(
    ("zone", "day", "length"),
    [
        ("Europe/Berlin", "2026-03-29", 23),
        ("Europe/Berlin", "2026-10-25", 25),
        ("America/New_York", "2026-03-08", 23),
        ("America/New_York", "2026-11-01", 25),
        ("Europe/Berlin", "2026-07-01", 24),
    ],
)
def test_a_day_is_as_long_as_it_is_there(zone: str, day: str, length: int) -> None:
    """All five are days between two others, and all but the last a Sunday."""
    noon, before, after = at(zone, f"{day}T12:00"), f"{day}T00:00:00", f"{day}T23:59:59"
    assert between(ALL, zone, before, after) == length - 1 / 3600
    # From 22:00 to 08:00 nothing counts, be that night nine, ten or eleven hours long.
    assert between(DAYS, zone, before, after) == 14
    assert sum_until(counting_time(DAYS, zone_of(zone), noon - 12 * HOUR, ()), at(zone, f"{day}T08:00:01")) == 1000
    sunday = length != 24
    assert between(WORKDAYS, zone, before, after) == (0 if sunday else 24 - 1 / 3600)
    # Who begins at noon on the Friday before, with 20 hours, has them used up on Monday.
    friday = noon - 48 * HOUR
    if sunday:
        until = moment_after(counting_time(WORKDAYS, zone_of(zone), friday, ()), 20 * HOUR)
        monday = datetime.fromtimestamp(until / 1000, ZoneInfo(zone))
        first = datetime.fromtimestamp(friday / 1000, ZoneInfo(zone))
        assert monday.weekday() == 0
        assert monday.hour * 3600 + monday.minute * 60 == (first.hour - 4) * 3600


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Adelaide", "Asia/Kathmandu"]
)
def test_nights_are_those_on_the_players_wall(zone: str) -> None:
    assert between(DAYS, zone, "2026-07-01T21:59:59", "2026-07-02T08:00:01") == 2 / 3600
    assert between(DAYS, zone, "2026-07-01T23:00", "2026-07-02T03:00") == 0
    assert between(OFFICE, zone, "2026-07-03T21:00", "2026-07-06T09:00") == 2
    since = at(zone, "2026-07-03T23:30")
    assert moment_after(counting_time(OFFICE, zone_of(zone), since, ()), HOUR) == at(zone, "2026-07-06T09:00")
    assert next(counting_time(OFFICE, zone_of(zone), since, ())) == Stretch(
        at(zone, "2026-07-06T08:00"), at(zone, "2026-07-06T22:00")
    )


def test_a_night_in_which_the_clocks_change_by_half_an_hour() -> None:
    """Lord Howe goes back and forth by thirty minutes."""
    assert between(ALL, "Australia/Lord_Howe", "2026-04-05T00:00", "2026-04-06T00:00") == 24.5
    assert between(DAYS, "Australia/Lord_Howe", "2026-04-05T00:00", "2026-04-06T00:00") == 14
    assert between(WORKDAYS, "Australia/Lord_Howe", "2026-04-03T12:00", "2026-04-06T12:00") == 24


def test_a_day_that_begins_at_one() -> None:
    """In Havana the first hour of a Sunday in March is left out, and the last one of Saturday is followed by two."""
    assert between(WORKDAYS, "America/Havana", "2026-03-06T00:00", "2026-03-09T12:00") == 36
    assert between(ALL, "America/Havana", "2026-03-08T01:00", "2026-03-09T00:00") == 23


def test_what_is_counted_is_reached_again() -> None:
    since = at("Europe/Berlin", "2026-03-26T17:45:12")
    gaps = (Gap(since + 2 * HOUR, since + 30 * HOUR), Gap(since + 31 * HOUR, since + 31 * HOUR + 1))
    for clock in (ALL, DAYS, WORKDAYS, OFFICE):
        for total in (1, 1234, HOUR, 40 * HOUR, 200 * HOUR):
            until = moment_after(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), total)
            assert sum_until(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), until) == total
            assert sum_until(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), until - 1) == total - 1


def test_no_time_counts_when_nobody_could_play() -> None:
    day = "2026-07-01"
    night = Gap(at("UTC", f"{day}T20:00"), at("UTC", "2026-07-02T09:00"))
    assert between(ALL, "UTC", f"{day}T12:00", "2026-07-02T12:00", (night,)) == 11
    assert between(DAYS, "UTC", f"{day}T12:00", "2026-07-02T12:00", (night,)) == 11
    assert between(ALL, "UTC", f"{day}T21:00", "2026-07-02T09:00", (night,)) == 0
    old = Gap(0, 5)
    assert between(ALL, "UTC", f"{day}T21:00", "2026-07-02T10:00", (old, night)) == 1
    several = tuple(Gap(night.since + n * HOUR, night.since + n * HOUR + 60_000) for n in range(8))
    assert between(ALL, "UTC", f"{day}T20:00", "2026-07-02T04:00", several) == 8 - 8 / 60
    assert list(islice(counting_time(ALL, zone_of("UTC"), 0, (Gap(0, 10), Gap(20, 30))), 1)) == [Stretch(10, 20)]


def test_a_zone_that_nobody_knows_is_the_worlds() -> None:
    assert is_zone("Europe/Berlin")
    for name in ("", "Europe", "Mars/Olympus", "../../etc/passwd", "europe/berlin\0"):
        assert not is_zone(name)
        assert zone_of(name) is UTC
