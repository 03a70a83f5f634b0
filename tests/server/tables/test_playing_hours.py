"""Test which time a player's clock counts: to the second, with the player's nights, weekends, and daylight saving."""

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
    """Return a local time in a zone as milliseconds."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def between(clock: GameClock, zone: str, since: str, until: str, gaps: tuple[Gap, ...] = ()) -> float:
    """Return the hours that count from one local time to another."""
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
def test_a_day_with_a_clock_change_has_its_local_length(zone: str, day: str, length: int) -> None:
    """All days except the last one are Sundays."""
    noon, before, after = at(zone, f"{day}T12:00"), f"{day}T00:00:00", f"{day}T23:59:59"
    assert between(ALL, zone, before, after) == length - 1 / 3600
    # From 22:00 to 08:00 nothing counts, even if the night has nine or eleven hours.
    assert between(DAYS, zone, before, after) == 14
    assert sum_until(counting_time(DAYS, zone_of(zone), noon - 12 * HOUR, ()), at(zone, f"{day}T08:00:01")) == 1000
    sunday = length != 24
    assert between(WORKDAYS, zone, before, after) == (0 if sunday else 24 - 1 / 3600)
    # A player with 20 hours who starts at noon on the Friday before runs out on Monday.
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
def test_nights_follow_the_players_local_time(zone: str) -> None:
    assert between(DAYS, zone, "2026-07-01T21:59:59", "2026-07-02T08:00:01") == 2 / 3600
    assert between(DAYS, zone, "2026-07-01T23:00", "2026-07-02T03:00") == 0
    assert between(OFFICE, zone, "2026-07-03T21:00", "2026-07-06T09:00") == 2
    since = at(zone, "2026-07-03T23:30")
    assert moment_after(counting_time(OFFICE, zone_of(zone), since, ()), HOUR) == at(zone, "2026-07-06T09:00")
    assert next(counting_time(OFFICE, zone_of(zone), since, ())) == Stretch(
        at(zone, "2026-07-06T08:00"), at(zone, "2026-07-06T22:00")
    )


def test_a_clock_change_of_half_an_hour_is_counted() -> None:
    """Lord Howe Island changes its clocks by thirty minutes."""
    assert between(ALL, "Australia/Lord_Howe", "2026-04-05T00:00", "2026-04-06T00:00") == 24.5
    assert between(DAYS, "Australia/Lord_Howe", "2026-04-05T00:00", "2026-04-06T00:00") == 14
    assert between(WORKDAYS, "Australia/Lord_Howe", "2026-04-03T12:00", "2026-04-06T12:00") == 24


def test_a_day_that_begins_at_one_oclock_is_counted() -> None:
    """In Havana, clocks go from midnight to one o'clock on a Sunday in March."""
    assert between(WORKDAYS, "America/Havana", "2026-03-06T00:00", "2026-03-09T12:00") == 36
    assert between(ALL, "America/Havana", "2026-03-08T01:00", "2026-03-09T00:00") == 23


def test_the_moment_after_a_duration_has_exactly_that_duration() -> None:
    since = at("Europe/Berlin", "2026-03-26T17:45:12")
    gaps = (Gap(since + 2 * HOUR, since + 30 * HOUR), Gap(since + 31 * HOUR, since + 31 * HOUR + 1))
    for clock in (ALL, DAYS, WORKDAYS, OFFICE):
        for total in (1, 1234, HOUR, 40 * HOUR, 200 * HOUR):
            until = moment_after(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), total)
            assert sum_until(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), until) == total
            assert sum_until(counting_time(clock, zone_of("Europe/Berlin"), since, gaps), until - 1) == total - 1


def test_no_time_counts_during_gaps() -> None:
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


def test_an_unknown_time_zone_counts_as_utc() -> None:
    assert is_zone("Europe/Berlin")
    for name in ("", "Europe", "Mars/Olympus", "../../etc/passwd", "europe/berlin\0"):
        assert not is_zone(name)
        assert zone_of(name) is UTC
