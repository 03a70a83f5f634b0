"""The command `analyze`: how much of a finished game was luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.analysis.analyze import Analyzer
from cashbox.analysis.sentences import errors, grading
from cashbox.analysis.summary import luck_of
from cashbox.bots.reasons import gain_explained
from cashbox.cli.journal import read_journal
from cashbox.cli.progress import progress_bar
from cashbox.cli.terminal import print_json, printable
from cashbox.engine.phrases import listed, with_names

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.analysis.results import Analysis, AnalyzedMoment


def analyze(file: Path, effort: str, seed: int, *, json: bool) -> None:
    """Analyze the game in a journal, and print the result."""
    analyzer = Analyzer(read_journal(file), effort, str(seed))
    moments = []
    with progress_bar() as progress:
        bar = progress.add_task("moments", total=analyzer.total)
        for moment in analyzer.steps():
            moments.append(moment)
            progress.advance(bar)
    analysis = analyzer.whole(moments)
    if json:
        print_json(analysis)
    else:
        for line in lines_of(analysis):
            print(printable(line))


def lines_of(analysis: Analysis) -> list[str]:
    """Format an analysis as lines of text: the total for each player, the costliest decisions, and the draws that
    mattered most."""
    moments = {one.n: one for one in analysis.moments}
    lines = [
        "Chance of winning, in percentage points: start + luck + own decisions + others' decisions = result.",
        "",
        f"{'player':<20} {'start':>6} {'luck':>7} {'own':>7} {'others':>7} {'result':>7}  error"
        + ("  grade" if analysis.grades else ""),
    ]
    for seat, one in enumerate(analysis.seats):
        parts = (100 * one.start, 100 * one.luck, 100 * one.own, 100 * one.others, 100 * one.result)
        start, luck, own, others, result = parts
        lines.append(
            f"{analysis.players[seat][:20]:<20} {start:6.1f} {luck:+7.1f} {own:+7.1f} {others:+7.1f} {result:7.1f}"
            f"  {100 * one.error:5.2f}  {one.grade}".rstrip()
        )
    if analysis.grades:
        lines += ["", *grading(analysis)]
    for seat, one in enumerate(analysis.seats):
        name = analysis.players[seat]
        without = f"Without luck, {name} would have won {round(100 * one.without_luck)} of 100 games."
        lines += ["", f"{name}: {errors(one, analysis.grade_unit)} {without}"]
        lines += [f"  {_decision(analysis, moments[n])}" for n in one.costliest]
        draws = [f"step {n}: {100 * luck_of(moments[n], seat):+.1f}" for n in (*one.luckiest, *one.unluckiest)]
        lines += [f"  Luckiest and unluckiest: {listed(draws)}."] if draws else []
    return lines


def _decision(analysis: Analysis, moment: AnalyzedMoment) -> str:
    judged = moment.judged
    assert judged is not None
    played, best = (with_names(label, analysis.players) for label in (judged.played, judged.best))
    why = gain_explained(judged.sources, judged.margin, analysis.unit, whose="their")
    return f"Step {moment.n}, {-100 * judged.error:+.1f}: {played}. Better: {best}. {why}".rstrip()
