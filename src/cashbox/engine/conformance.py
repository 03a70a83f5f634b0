"""The conformance suite that every game passes: complete random games, checked by `checks`.

    summary = run(game, seeds=range(20), seats=[2, 3, 4])
    summary = run_for(game, seconds=45)

A breach of the contract raises ConformanceError: one sentence with the seed and the entry.
"""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine import checks, counterfactual, worlds
from cashbox.engine.game import GameError
from cashbox.engine.journal import Entry, JournalError, content_hash, dumps, loads
from cashbox.engine.match import Match
from cashbox.engine.observation import checks as observation
from cashbox.engine.probe import ConformanceError, Probe
from cashbox.engine.replay import Replay
from cashbox.engine.seats import has
from cashbox.engine.settings import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cashbox.engine.game import Game

__all__ = ["ALWAYS", "SOMETIMES", "ConformanceError", "Summary", "play", "run", "run_for"]

ALWAYS: Final[tuple[Callable[[Probe[Any]], None], ...]] = (checks.owing, checks.ending)
"""The checks after every entry (in addition to comparing the twin and the copy)."""

SOMETIMES: Final[tuple[Callable[[Probe[Any]], None], ...]] = (
    checks.looking,
    checks.clones,
    checks.explaining,
    checks.samples,
    checks.facts,
    checks.words,
    checks.labels,
    checks.hints,
    checks.lapsing,
    checks.refusing,
    checks.taking_back,
    worlds.uncounted,
    worlds.alike,
    observation.observing,
    observation.numbering,
)
"""The checks at the start, at the end, and at some entries in between."""

NEWLY: Final[tuple[Callable[[Probe[Any]], None], ...]] = (checks.facts, checks.words, checks.labels, checks.explaining)
"""Further checks where an action of some type is legal for the first time in a game."""

UNDO_ONE_IN: Final = 12
"""How often a decision is undone where that is possible: one time in this many."""

PLAY_ON_ONE_IN: Final = 6
"""How often, among the entries with thorough checks, a sampled state is played to its end and the true one at
random."""

SPARING: Final = 24
"""The number of entries between thorough checks when time is short."""

SECRETS: Final = 1
"""About how often, between two thorough checks, samples are compared with those of a counterfactual game."""

ENOUGH: Final = 50
"""Among this many samples of all tables, at least one must differ from the true state, unless nothing is hidden."""

BARRIERS: Final = SPARING
"""About this many decisions between two thorough checks are also tried in a state that the seat cannot tell from the
true one; all of them if the checks are no further apart."""


OVERHEARD_ONE_IN: Final = 4
"""How often, where `barrier` is tried, the log of another seat is compared as well, which needs samples."""


class Summary(msgspec.Struct):
    """What was played. entries: in all journals; draws: from chance; undos; longest: the most decisions that stood in
    one game; samples: sampled states, of which `differing` were not the true state itself (0 if nothing is hidden);
    actions: the number of different ones that were legal at some time or tried; seconds: total time; hidden: see
    `counterfactual`."""

    games: int = 0
    entries: int = 0
    draws: int = 0
    undos: int = 0
    longest: int = 0
    samples: int = 0
    differing: int = 0
    actions: int = 0
    seconds: float = 0.0
    hidden: dict[str, counterfactual.Evidence] = {}


def run(
    game: Game[Any],
    seeds: Iterable[int | str],
    seats: Iterable[int] | int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    every: int = 8,
    heard: Callable[[Summary], None] | None = None,
) -> Summary:
    """Play one game for each seed, mode, and number of seats, with all checks on.

    seats: by default, every number that the mode allows. options: as for a new table; by default, those of each mode.
    every: one in this many entries is checked thoroughly, at random; 1 is slow and complete. Between them some
    decisions are tried in a sampled state, see BARRIERS. heard: called after each game with the summary so far.
    """
    seeds = list(seeds)
    if seats is None:
        ways = tables(game, options)
    else:
        ways = [(dict(options or {}), count) for count in ([seats] if isinstance(seats, int) else seats)]
    summary = Summary()
    for seed in seeds:
        for given, count in ways:
            play(game, given, count, seed, every, summary)
            if heard is not None:
                heard(summary)
    if seats is None and options is None and seeds:
        check_samples(game, summary, seeds[-1])
    return summary


def run_for(
    game: Game[Any],
    seconds: float,
    seed: int = 0,
    *,
    every: int = SPARING,
    heard: Callable[[Summary], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Summary:
    """Play for this many seconds with all checks on, but at least one game of each mode with its fewest and its most
    players; then come the numbers in between, then all of them again.

    seed: of the first game of each table; each further game has the next seed. every: see `run`; rarer here, so that a
    long game fits into the time. heard: see `run`. clock: seconds.
    """
    until = clock() + seconds
    ways = tables(game)
    ends = [way for way in ways if _is_end(way, ways)]
    between = [way for way in ways if way not in ends]
    again = ((way, later) for later in itertools.count(seed + 1) for way in ways)
    summary = Summary()
    for (given, players), number in itertools.chain(((way, seed) for way in (*ends, *between)), again):
        if summary.games >= len(ends) and clock() >= until:
            break
        play(game, given, players, number, every, summary)
        if heard is not None:
            heard(summary)
    check_samples(game, summary, seed)
    return summary


def check_samples(game: Game[Any], summary: Summary, seed: int | str) -> None:
    """Check that samples were not always the true state, after tables of all kinds have been played."""
    if not summary.differing and summary.samples >= ENOUGH and not game.about.perfect_information:
        sentence = (
            f"each of {summary.samples} sampled states is the true one: `sample` must sample again what a seat does "
            f"not know, and a game that hides nothing must say so in its About (perfect_information=True)"
        )
        raise ConformanceError(counterfactual.CHECK, sentence, seed, -1, None)


def _is_end(way: tuple[Mapping[str, Any], int], ways: Iterable[tuple[Mapping[str, Any], int]]) -> bool:
    """Whether a table has the least or the most players of its mode."""
    options, players = way
    numbers = [number for given, number in ways if given == options]
    return players in (min(numbers), max(numbers))


def play(
    game: Game[Any], options: Mapping[str, Any], seats: int, seed: int | str, every: int, summary: Summary
) -> None:
    """Play one complete game under all checks, and add it to the summary. ConformanceError for any fault, including
    crashes."""
    began = time.perf_counter()
    probe: Probe[Any] | None = None
    try:
        _check_content(game, seed)
        _check_options(game, options, seats, seed)
        probe = Probe(game, options, seats, seed)
        _play_on(probe, every, summary)
        _check_file(probe)
    except ConformanceError:
        raise
    except Exception as error:
        journal = None if probe is None else probe.match.journal
        step = -1 if probe is None else probe.step
        doing = "" if probe is None or not probe.doing else f" while {probe.doing}"
        sentence = f"{type(error).__name__}{doing}: {error}"
        raise ConformanceError("crash", sentence, seed, step, journal) from error
    entries = probe.match.journal.entries
    summary.games += 1
    summary.entries += len(entries)
    summary.draws += probe.match.journal.drawn
    summary.undos += sum(1 for entry in entries if entry.undo)
    summary.longest = max(summary.longest, probe.played)
    summary.samples += probe.samples
    summary.differing += probe.differing
    summary.actions = max(summary.actions, len(probe.known))
    summary.seconds += time.perf_counter() - began


def _check_content(game: Game[Any], seed: int | str) -> None:
    kept = msgspec.json.decode(msgspec.json.encode(game.content))
    if kept != game.content:
        raise ConformanceError("content", "the content does not survive being written as JSON", seed, -1, None)
    if content_hash(kept) != game.content_hash:
        raise ConformanceError("content", "content_hash is not the hash of the content", seed, -1, None)


def _check_options(game: Game[Any], options: Mapping[str, Any], seats: int, seed: int | str) -> None:
    complete = game.check_options(options, seats)
    again = game.check_options(msgspec.json.decode(msgspec.json.encode(complete)), seats)
    if again != complete:
        raise ConformanceError("options", f"complete options change when checked again: {again}", seed, -1, None)
    counts = (game.about.least_players - 1, game.about.most_players + 1)
    tries: list[tuple[str, Mapping[str, Any], int]] = [(f"{count} seats", options, count) for count in counts]
    tries.append(("an unknown option", {**options, "no such option": 1}, seats))
    tries += [(f"a strange value of {name}", {**options, name: "no such value"}, seats) for name in complete]
    for what, given, count in tries:
        try:
            game.check_options(given, count)
        except GameError as error:
            if not checks.is_sentence(str(error)):
                raise ConformanceError(
                    "options", f"{what} is refused without a sentence: {error}", seed, -1, None
                ) from error
            continue
        raise ConformanceError("options", f"{what} is not refused", seed, -1, None)


def _play_on(probe: Probe[Any], every: int, summary: Summary) -> None:
    """Play a game from its start to its end."""
    checks.telling(probe, probe.match.records[0])
    start = probe.past[0].fingerprint
    if probe.game.fingerprint(probe.twin) != start:
        probe.fail("lockstep", "the same seed starts a different game")
    if probe.game.fingerprint(probe.copy.state) != start:
        probe.fail("replay", "the game started from the journal's draws differs from the live one")
    probe.doing = "following the hints"
    checks.following(probe)
    probe.doing = "starting with a change"
    suspicion = counterfactual.Suspicion(probe, summary.hidden, every)
    while True:
        # At random, because a fixed interval might always hit the same point of a turn.
        thorough = not probe.step or probe.match.over or probe.other.draw(every) == 0
        for check in (*ALWAYS, *SOMETIMES) if thorough else ALWAYS:
            probe.doing = check.__name__
            check(probe)
        for check in NEWLY if probe.fresh and not thorough else ():
            probe.doing = check.__name__
            check(probe)
        if probe.match.over:
            break
        if suspicion.lot.draw(every) < SECRETS:
            probe.doing = "comparing samples"
            suspicion.compare()
        if thorough and probe.other.draw(PLAY_ON_ONE_IN) == 0:
            for check in (checks.random_play, checks.sampled_play, observation.going_on):
                probe.doing = check.__name__
                check(probe)
        before = probe.match.moment()
        undoable = [seat for seat in probe.seats if probe.match.can_undo(seat)]
        if undoable and probe.pick.draw(UNDO_ONE_IN) == 0:
            _take_back(probe, probe.picked(undoable))
        else:
            _decide(probe, barrier=probe.other.draw(every) < BARRIERS)
        _check_copy(probe)
        probe.doing = "continuing with a change"
        suspicion.go_on(before)
        probe.save_moment()
        if probe.played > probe.game.bound:
            repeats = probe.trail.repeats(probe.match.state)
            probe.fail("bound", f"the game continues after {probe.game.bound} decisions, its bound: {repeats}")
    probe.doing = "actions"
    checks.actions(probe)
    probe.doing = "strange_forms"
    checks.strange_forms(probe)
    checks.explaining(probe)


def _decide(probe: Probe[Any], *, barrier: bool) -> None:
    """Take one random decision in the match and in its twin. barrier: whether to try it in a sampled state too."""
    game, match = probe.game, probe.match
    seat = probe.picked(probe.acting())
    unasked = not has(match.due(), seat)
    action = probe.choice(seat, match.legal(seat))
    probe.doing = f"seat {seat} does {game.text(action)!r}"
    checks.so(probe, seat, action)
    if barrier:
        checks.barrier(probe, seat, action)
        if probe.step % OVERHEARD_ONE_IN == 0:
            checks.overhearing(probe, seat, action)
    window, before = game.window(match.state), probe.past[-1].fingerprint
    probe.trail.record(seat, action, match.legal(seat))
    proposal = match.act(seat, [action], match.number)
    checks.telling(probe, proposal.records[-1])
    game.play(probe.twin, seat, action, probe.twin_chance)
    if game.fingerprint(probe.twin) != game.fingerprint(match.state):
        probe.fail("lockstep", f"the same game with the same seed differs after {game.text(action)!r}")
    if not proposal.entries[-1].chance and game.fingerprint(match.state) == before:
        probe.fail("bound", f"{game.text(action)!r} by seat {seat} changes nothing, so it can be repeated forever")
    if game.window(match.state) < window:
        probe.fail("window", "the number of the undo window decreases")
    shut = game.window(match.state) != window or bool(proposal.entries[-1].chance) or match.over
    if unasked and not shut:
        probe.fail("window", f"{game.text(action)!r} by seat {seat}, which has no decision to make, can be undone")
    if shut and any(match.can_undo(other) for other in probe.seats):
        probe.fail("window", "an undo can go back past a draw or a change of turn")
    probe.played += 1


def _take_back(probe: Probe[Any], seat: int) -> None:
    """Undo some decisions of a seat in the match itself. The twin continues from there."""
    count = probe.pick.draw(probe.match.can_undo(seat)) + 1
    probe.doing = f"seat {seat} takes back {count}"
    probe.match.undo(seat, count, probe.match.number)
    probe.twin = probe.game.clone(probe.match.state)
    probe.played -= count


def _check_copy(probe: Probe[Any]) -> None:
    """Check that the copy can follow from the journal alone, with each entry as the file has it."""
    written = msgspec.json.encode(probe.match.journal.entries[-1])
    try:
        probe.copy.follow(msgspec.json.decode(written, type=Entry))
    except JournalError as error:
        probe.fail("replay", str(error))
    if probe.game.fingerprint(probe.copy.state) != probe.game.fingerprint(probe.match.state):
        probe.fail("replay", "the game that follows the journal differs from the live one")


def _check_file(probe: Probe[Any]) -> None:
    """Check that the finished journal can be read from its file and gives every viewer the same game and log."""
    match = probe.match
    match.finish()
    data = dumps(match.journal)
    back = loads(data)
    if back != match.journal or dumps(back) != data:
        probe.fail("replay", "the journal can't be read back from its file")
    copy = Match.replay(probe.game, back)
    if probe.observe(copy.state) != probe.observe(match.state):
        probe.fail("replay", "the game replayed from the file differs from the live one")
    outcome = match.game.outcome(match.state)
    probe.doing = "telling how it ended"
    try:
        ending = Replay(probe.game, back, probe.names).ending()
    except KeyError as error:
        probe.fail("tale", f"`tale` has no score sheet for seat {error}; give each player one")
    for fault in () if outcome is None or ending is None else checks.unsettled(ending, outcome):
        probe.fail("tale", fault)
    for viewer in probe.viewers:
        if copy.log(viewer, probe.names) != match.log(viewer, probe.names):
            probe.fail("replay", f"the log of viewer {viewer} differs after a replay")
