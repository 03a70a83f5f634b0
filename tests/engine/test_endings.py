"""Test endings: every point has a source, the curve leads to the outcome, and hidden facts stay hidden."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.checks import unsettled
from cashbox.engine.fuzz import random_table
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.engine.replay import Replay
from cashbox.engine.seats import seats_of
from cashbox.engine.tale import TaleItem, TaleLine, line, most, sheet, sum_lines
from cashbox.games.cash.rules.round import SCORED
from cashbox.games.consultants.rules.complete import REWARD
from cashbox.games.consultants.rules.rewards import LATE
from cashbox.games.envelopes.rules.marketing import CAMPAIGNED
from cashbox.games.envelopes.rules.sign import SIGNED
from tests.engine.coins import Tiny

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.ending import GameEnding
    from cashbox.engine.game import Event
    from cashbox.engine.tale import TaleSheet

NAMES: Final = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
GAMES: Final = ("envelopes", "cash", "consultants")
RANDOM: Final = [(game, seed) for game in GAMES for seed in range(6)]
FIXTURES: Final = sorted((Path(__file__).parents[1] / "fixtures" / "journals").glob("*.jsonl"))
OF_ITS_OWN: Final = r"Everything else: |\w+ had .* on the firm and "
"""The sentences of a turning point that no log has."""
UNDONE: Final = 6
"""A step in so many is one back."""


def played(game: Any, seed: int) -> Match[Any]:
    """A match at a random table, played at random to its end, steps taken back included."""
    chance = SeededChance(f"ending {seed}")
    seats, options = random_table(game, chance)
    match = Match.start(game, options, seats, SeededChance(seed), players=NAMES[:seats])
    while not match.over:
        due = seats_of(match.due())
        seat = due[chance.draw(len(due))]
        if match.can_undo(seat) and not chance.draw(UNDONE):
            match.undo(seat, 1)
        else:
            legal = match.legal(seat)
            match.act(seat, [legal[chance.draw(len(legal))]])
    return match


@cache
def looked_back(game: str, seed: int) -> tuple[Match[Any], Replay]:
    """A random match, and the same looked back at."""
    match = played(games.load(game), seed)
    return match, Replay(match.game, match.journal, NAMES[: match.journal.header.seats])


def told(replay: Replay) -> GameEnding:
    ending = replay.ending()
    assert ending is not None
    return ending


def adds_up(ending: GameEnding, match: Match[Any]) -> None:
    """Check that an ending leads to the outcome, as conformance does."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert list(unsettled(ending, outcome)) == []
    assert ending.names == (*NAMES[: len(outcome.scores)], *outcome.others)
    assert [one.total for one in ending.sheets] == sorted((*outcome.scores, *outcome.others.values()))
    assert ending.curve[-1].n == match.number


@pytest.mark.few(6, usual=17)
@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_games_of_every_edition_have_an_ending(file: Path) -> None:
    journal = loads(file.read_bytes())
    game = games.load_for(journal)
    adds_up(told(Replay(game, journal, NAMES[: journal.header.seats])), Match.replay(game, journal))


@pytest.mark.few(3, usual=8)
@pytest.mark.parametrize(("game", "seed"), RANDOM)
def test_every_point_has_a_source_and_the_curve_leads_to_the_end(game: str, seed: int) -> None:
    match, replay = looked_back(game, seed)
    ending = told(replay)
    adds_up(ending, match)
    numbers = [point.n for point in ending.curve]
    assert numbers == sorted(set(numbers))
    assert ending.result
    assert ending.winners or len(ending.names) > match.journal.header.seats
    for award in ending.awards:
        assert any(sign.isdigit() for sign in award.text)


def standing_steps(match: Match[Any]) -> list[tuple[int, Any]]:
    """The steps that stand, each with the state after it, found by playing them all again."""
    found = []
    again = Match.replay(match.game, match.journal, upto=0)
    for entry in match.journal.entries:
        if entry.n:
            again.follow(entry)
        if match.records[entry.n].stands and not entry.undo:
            found.append((entry.n, again.state))
    return found


@pytest.mark.few(5, usual=10)
@pytest.mark.parametrize(("game", "seed"), RANDOM)
def test_turning_points_are_the_largest_swings(game: str, seed: int) -> None:
    match, replay = looked_back(game, seed)
    ending = told(replay)
    sizes: dict[int, float] = {}
    for (_, old), (n, new) in pairwise(standing_steps(match)):
        before, after = match.game.standing(old).scores, match.game.standing(new).scores  # type: ignore[union-attr]
        gained = [b - a for a, b in zip(before, after, strict=True)]
        others = len(gained) - 1
        apart = [by - (sum(gained) - by) / others if others else by for by in gained]
        sizes[n] = max([abs(size) for by, size in zip(gained, apart, strict=True) if by * size > 0], default=0)
    greatest = sorted(sizes.values(), reverse=True)[: len(ending.swings)]
    assert [sizes[swing.n] for swing in ending.swings] == pytest.approx(greatest)
    assert len(ending.swings) == min(3, sum(size > 0 for size in sizes.values()))
    watched = {line for _, line in match.log(SPECTATOR, NAMES)}
    for swing in ending.swings:
        assert swing.after - swing.before == swing.by != 0
        told_before = {sentence for sentence in swing.lines if not re.match(OF_ITS_OWN, sentence)}
        assert told_before <= watched


def figures(sentence: str) -> list[int]:
    """The points that a sentence gives its subject, less than 0 for a loss."""
    settled = re.fullmatch(r"\w+ had (?:([\d,]+) in cash|no cash) on the firm and (\w+) ([\d,]+) in .*", sentence)
    if settled:
        counted, verb, made = settled.groups()
        return [(-1 if verb == "lost" else 1) * number(made) - number(counted or "0")]
    found = re.findall(r"(pays |−)?(?:(?<!including )\$(\d+)|(\d+) stars?\b)", sentence)
    return [(-1 if sign else 1) * int(dollars or stars) for sign, dollars, stars in found]


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.few(3, usual=8)
@pytest.mark.parametrize(("game", "seed"), RANDOM)
def test_the_sentences_of_a_turning_point_add_up(game: str, seed: int) -> None:
    _, replay = looked_back(game, seed)
    found = 0
    for swing in told(replay).swings:
        by = [n for sentence in swing.lines for n in figures(sentence)]
        found += bool(by)
        assert not by or sum(by) == swing.by, swing
        for makes in re.findall(r"makes (-?[\d,]+)", " ".join(swing.lines)):
            assert number(makes) == swing.by, swing
        for plays, taker in re.findall(r"plays ([\d,]+)|(\w+) takes [\d,]+ from", " ".join(swing.lines)):
            assert (swing.by > 0) == bool(plays or taker == NAMES[swing.seat]), swing
    assert found > 0


def listed(sheet: TaleSheet, line: str) -> list[TaleItem]:
    """What a line of a sheet is made of; nothing where it gave nothing."""
    return [item for one in sheet.lines if one.text == line for item in one.items]


def recruits_and_campaigns(sheet: TaleSheet, events: Sequence[Event]) -> None:
    """Every recruit and campaign is listed by itself, with what it cost and gave."""
    signed = [event[4] for event in events if event[0] == SIGNED]
    parts = [item for line in ("Recruits", "Value Modifier Die", "Counted double") for item in listed(sheet, line)]
    assert len(listed(sheet, "Recruits")) == len(signed)
    assert sum(item.by for item in parts) == sum(signed)
    campaigns = [(event[2], event[3]) for event in events if event[0] == CAMPAIGNED]
    told = [(number(item.text.split()[1]), item.by) for item in listed(sheet, "Campaigns")]
    assert sorted(told) == sorted(campaigns)


def rounds_of_cash(sheet: TaleSheet, events: Sequence[Event]) -> None:
    """Every round's steps lead to what the round made."""
    made = [event[2] for event in events if event[0] == SCORED]
    assert [line.by for line in sheet.lines if line.by] == [one for one in made if one]
    assert all(sum(item.by for item in line.items) == line.by for line in sheet.lines)


def projects_and_penalties(sheet: TaleSheet, events: Sequence[Event]) -> None:
    """What the projects gave is what they paid less their penalties."""
    paid = sum(event[4] for event in events if event[0] == REWARD)
    fined = sum(event[4] for event in events if event[0] == LATE)
    others = {"Starting money", "Events and passing first", "Training, promoting, and recruiting"}
    projects = [line for line in sheet.lines if line.text not in others]
    assert sum(line.by for line in projects) == paid - fined
    assert -sum(item.by for line in projects for item in line.items if item.text.endswith("a penalty")) == fined


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "holds"),
    [("envelopes", recruits_and_campaigns), ("cash", rounds_of_cash), ("consultants", projects_and_penalties)],
    ids=GAMES,
)
def test_a_score_sheet_lists_what_happened(game: str, holds: Callable[[TaleSheet, Sequence[Event]], None]) -> None:
    file = next(one for one in FIXTURES if one.stem == f"{game}-sealed")
    journal = loads(file.read_bytes())
    names = NAMES[: journal.header.seats]
    replay = Replay(games.load_for(journal), journal, names)
    match = replay.at(replay.last)
    events = [event for record in match.records if record.stands for event in record.events]
    for one in told(replay).sheets:
        holds(one, [event for event in events if event[1] == one.seat])


def test_an_unfinished_game_has_no_ending() -> None:
    match, _ = looked_back("consultants", 0)
    journal = match.journal
    half = Replay(match.game, type(journal)(journal.header, journal.content, journal.entries[:9]), NAMES)
    assert half.ending() is None


def test_a_game_without_endings_has_none() -> None:
    match = played(Tiny(), 0)
    assert Replay(match.game, match.journal, NAMES).ending() is None


def test_awards_are_shared_and_not_given_if_all_are_tied() -> None:
    assert most([1, 3, 2]) == (1,)
    assert most([3, 1, 3]) == (0, 2)
    assert most([2, 2, 2]) == ()
    assert most([0, 0]) == ()
    assert most([4]) == (0,)


def test_a_score_sheet_keeps_a_running_total() -> None:
    work = line("Work", [TaleItem("Monday", 2), TaleItem("Tuesday", 3), TaleItem("Monday", 1)])
    assert work.items == (TaleItem("Monday", 2), TaleItem("Tuesday", 3), TaleItem("Monday", 1))
    assert sum_lines(work.items) == [TaleItem("Monday", 3), TaleItem("Tuesday", 3)]
    found = sheet(1, "Bo", [work, TaleLine("Nothing", 0), TaleLine("Rent", -4)])
    assert [(one.text, one.by, one.upto) for one in found.lines] == [("Work", 6, 6), ("Rent", -4, 2)]
    assert found.total == 2
