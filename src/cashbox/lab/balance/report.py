"""The balance report, as Markdown: the settings, the verdicts, and every figure with its interval."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from cashbox import games as all_games
from cashbox.engine.measure import ODDS, SHARES
from cashbox.lab.balance import judge, stats
from cashbox.lab.balance.counts import LEVEL, SCORE, SHARED
from cashbox.lab.balance.judge import MEAN, NOTED, RARELY, TOO_RARE
from cashbox.lab.balance.stats import FAILS, HOLDS, OPEN
from cashbox.lab.balance.words import at_most, fine, group_name, image, mean, percent, ratio, table, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cashbox.lab.balance.judge import Verdict
    from cashbox.lab.balance.measure import Kept

_KINDS: Final = {SHARES: "shares", ODDS: "odds", MEAN: "means", RARELY: "rare events"}
"""The column headings for the kinds of targets."""

_BULLETS: Final = {
    SHARES: """
- **Win shares.** For every seat, start, and place in the turn order, the 95% interval (Wilson) is within
  {points} points of the fair share, one win divided by the number of seats. A win shared by k seats counts as 1/k for
  each.
""",
    ODDS: """
- **Odds with and without.** For each of the {items}, seats that took it are compared with seats that could have taken
  it and did not, at the same kind of table and in the same seat (Mantel and Haenszel; interval by Robins, Breslow, and
  Greenland). It may change the odds of winning by at most a factor of {factor:g}. On its own, a bot always takes some
  {items} and never takes others, and a bot that passes on one takes something better instead. So at tables marked "at
  random," the bots leave seven of ten such choices to chance, and hardly anything but luck separates the two groups.
  If a rival takes the same one first, that counts, as at a real table.
""",
    MEAN: """
- **Means** that the rules promise, with their 95% intervals.
""",
    RARELY: """
- **Rare events.** Things that should hardly ever happen occur in at most the given share of games, by the 95% interval
  (Wilson).
""",
}
"""What each kind of target requires."""
_NUMBERS: Final = ("No targets:", "One target:", "Two targets:", "Three targets:", "Four targets:")

_METHOD: Final = """## How it was measured

All seats at a table have the same bot. {what} decide, and are drawn again for each game.
{number}

{bullets}

**When play stops.** The intervals are checked after {least} games, and again each time the number of games has
grown by half. Play stops when every interval is entirely inside or outside its target range, or after {most:,} games.
An interval that still crosses a limit of its range then is called open{rare}.

**How to read it.** Checking several times and stopping at an answer makes intervals too narrow: over seven checks, one
that should miss the truth one time in twenty misses it at some check about one time in six. And among {many}
intervals, {some} miss what they measure. So a single figure close to a limit is a reason to look, not a verdict.
A figure far from it, or one that shows up in table after table, is a verdict.
"""
_MANY: Final = 1_000
"""Intervals."""
_PARTS: Final = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that a spread shows."""

_COLOURS: Final = (
    "The shaded band shows the target range. An interval inside it is blue, one outside it is red, "
    "and an open one is ocher."
)


def report(
    game_id: str, found: Sequence[Kept], images: Mapping[str, str], command: str, content: dict[str, Any] | None = None
) -> str:
    """Write the whole page.

    Args:
        game_id: The game.
        found: The settings with games, at least one, in the order of the report.
        images: Addresses of plots by what they show: "shares", "scores", "odds-MODE".
        command: The command that writes the page again.
        content: Of a variant.
    """
    about = all_games.about_game(game_id)
    own = all_games.own_measures(game_id)
    items = own.items if own is not None else "items"
    verdicts = {id(kept): judge.judge(kept.counts, kept.setting) for kept in found}
    names = _item_names(game_id, found, content)
    lines = [
        f"# Balance of {about.name}",
        "",
        f"Written by `{command}`. Seed {found[0].seed}, content `{found[0].content[:12]}`.",
        "",
        "## What holds",
        "",
        *_summary(found, verdicts, names),
        "",
        *_method(found, items, [v for given in verdicts.values() for v in given]),
        *_shares(found, verdicts, images),
        *_odds(found, images, names, items),
        *_means(found, verdicts),
        *_rarely(found, verdicts),
        *_figures(found, images),
        *_spreads(found, own.spreads if own is not None else (), images),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _item_names(game_id: str, found: Iterable[Kept], content: dict[str, Any] | None) -> dict[int, str]:
    own = all_games.own_measures(game_id)
    if own is None:
        return {}
    game = all_games.load(game_id, content)
    return {item: own.item_name(game, item) for kept in found for item in kept.counts.items}


# -- verdicts ----------------------------------------------------------------------------------------------------------


def _summary(found: Sequence[Kept], verdicts: Mapping[int, list[Verdict]], names: Mapping[int, str]) -> list[str]:
    kinds = [kind for kind in _KINDS if any(v.kind == kind for given in verdicts.values() for v in given)]
    rows = [["table", "games", *(_KINDS[kind] for kind in kinds)]]
    notes: list[str] = []
    for kept in found:
        given = verdicts[id(kept)]
        cells = [_tally(v for v in given if v.kind == kind) for kind in kinds]
        rows.append([title(kept), f"{kept.counts.games:,}", *cells])
        for answer in (FAILS, OPEN, TOO_RARE):
            notes += [_note(kept, v, names) for v in given if v.answer == answer]
    intro = "Every target is met." if not notes else "Some targets are missed or still open:"
    return [*table(rows), "", intro, *([""] if notes else []), *notes]


def _tally(given: Iterable[Verdict]) -> str:
    answers = [v.answer for v in given if v.answer != NOTED]
    if not answers:
        return "–"
    parts = [f"{answers.count(HOLDS)} of {len(answers)} hold"]
    parts += [f"{answers.count(a)} {a}" for a in (FAILS, OPEN, TOO_RARE) if a in answers]
    return ", ".join(parts).replace("fails", "fail")


def _note(kept: Kept, verdict: Verdict, names: Mapping[int, str]) -> str:
    what = {FAILS: "fails", OPEN: "open", TOO_RARE: "too rare to tell"}[verdict.answer]
    if verdict.kind == ODDS:
        name = names.get(int(verdict.name), verdict.name)
        return f"- {title(kept)}, {name}: {what}, odds {ratio(verdict.interval)}, taken by {verdict.seen:,} seats"
    if verdict.kind == SHARES:
        return f"- {title(kept)}, {group_name(verdict)}: {what}, {percent(verdict.interval)}"
    if verdict.kind == RARELY:
        return f"- {title(kept)}, {verdict.name}: {what}, {fine(verdict.interval)}, target {at_most(verdict)}"
    asked = f"target {verdict.least:g} to {verdict.most:g}"
    return f"- {title(kept)}, {verdict.name}: {what}, {mean(verdict.interval)}, {asked}"


def _method(found: Sequence[Kept], items: str, verdicts: Sequence[Verdict]) -> list[str]:
    least = [kept.setting.least for kept in found]
    kinds = [kind for kind in _KINDS if any(v.kind == kind for v in verdicts)]
    numbers = {"items": items, "points": round(100 * judge.POINTS), "factor": judge.FACTOR}
    text = _METHOD.format(
        what=f"Chance, seat, start, and {items}" if items else "Chance and seating",
        number=_NUMBERS[len(kinds)],
        bullets="\n".join(_BULLETS[kind].strip().format(**numbers) for kind in kinds),
        least=" or ".join(f"{n:,}" for n in sorted(set(least))),
        most=max((kept.setting.most for kept in found), default=0),
        rare=f"; something that\nfewer than {judge.RARE} seats took is too rare to tell" if ODDS in kinds else "",
        many="more than a thousand" if len(verdicts) > _MANY else f"{len(verdicts):,}",
        some="dozens" if len(verdicts) > _MANY else f"about {len(verdicts) / 20:.0f} may",
    )
    return [*text.splitlines(), ""]


# -- shares, odds, figures ---------------------------------------------------------------------------------------------


def _shares(found: Sequence[Kept], verdicts: Mapping[int, list[Verdict]], images: Mapping[str, str]) -> list[str]:
    lines = ["## Win shares", "", *image(images, "shares", "Win shares with their intervals")]
    lines += [_COLOURS, ""] * ("shares" in images)
    for kept in found:
        given = [v for v in verdicts[id(kept)] if v.kind == SHARES]
        if given:
            due = f"{1 / kept.setting.seats:.1%}"
            rows = [["group", "seats", f"share (due {due})", f"within {round(100 * judge.POINTS)} points"]]
            rows += [[group_name(v), f"{v.seen:,}", percent(v.interval), v.answer] for v in given]
            lines += [f"### {title(kept)}", "", *table(rows), ""]
    alone = [kept for kept in found if kept.setting.seats == 1]
    if alone:
        rows = [["bot", "games", "won"]]
        for kept in alone:
            won = stats.share(kept.counts.won, kept.counts.games)
            rows.append([title(kept), f"{kept.counts.games:,}", percent(won)])
        lines += ["### Alone", "", *table(rows), ""]
    return lines


def _odds(found: Sequence[Kept], images: Mapping[str, str], names: Mapping[int, str], items: str) -> list[str]:
    lines: list[str] = []
    judged = [kept for kept in found if ODDS in kept.setting.judged and kept.counts.items]
    for mode in dict.fromkeys(kept.setting.mode for kept in judged):
        columns = [kept for kept in judged if kept.setting.mode == mode]
        given = {id(kept): {v.name: v for v in judge.odds(kept.counts)} for kept in columns}
        known = sorted({int(name) for by_name in given.values() for name in by_name})
        rows = [[items, *(f"{kept.setting.seats} players" for kept in columns)]]
        for item in known:
            cells = [given[id(kept)].get(str(item)) for kept in columns]
            rows.append([names.get(item, str(item)), *(_odds_cell(v) for v in cells)])
        lines += [f"### {mode or 'The game'}", "", *image(images, f"odds-{mode}", f"Odds in {mode}")]
        lines += [*table(rows), ""]
    head = [f"## Odds of winning with and without each of the {items}", ""]
    text = "The odds of winning with each one, relative to the odds without it, and the 95% interval."
    head += [f"{text} Figures without a note are within their targets.", ""]
    return [*head, *lines] if lines else []


def _odds_cell(verdict: Verdict | None) -> str:
    if verdict is None:
        return "–"
    mark = "" if verdict.answer == HOLDS else f" **{verdict.answer}**"
    return ratio(verdict.interval) + mark


def _means(found: Sequence[Kept], verdicts: Mapping[int, list[Verdict]]) -> list[str]:
    rows = [["table", "number", "mean", "target", ""]]
    for kept in found:
        for v in verdicts[id(kept)]:
            if v.kind == MEAN:
                rows.append([title(kept), v.name, mean(v.interval), f"{v.least:g} to {v.most:g}", v.answer])
    return ["## Means", "", *table(rows), ""] if len(rows) > 1 else []


def _rarely(found: Sequence[Kept], verdicts: Mapping[int, list[Verdict]]) -> list[str]:
    rows = [["table", "what", "games", "share of games", "target", ""]]
    for kept in found:
        for v in verdicts[id(kept)]:
            if v.kind == RARELY:
                times = kept.counts.happened.get(v.name, 0)
                rows.append([title(kept), v.name, f"{times} of {v.seen:,}", fine(v.interval), at_most(v), v.answer])
    return ["## Rare events", "", *table(rows), ""] if len(rows) > 1 else []


def _spreads(found: Sequence[Kept], names: Sequence[str], images: Mapping[str, str]) -> list[str]:
    """Write the distributions of the numbers that a game names."""
    lines: list[str] = []
    for name in names:
        rows = [["table", "least", *(f"{share:.0%}" for share in _PARTS), "most", "mean"]]
        for kept in found:
            counts = kept.counts.numbers.get(name)
            if counts and not kept.setting.by_lot:
                cells = [f"{n:,}" for n in stats.quantiles(counts, (0.0, *_PARTS, 1.0))]
                rows.append([title(kept), *cells, f"{stats.spread(counts).mean.value:,.1f}"])
        if len(rows) > 1:
            lines += [f"### {name}", "", *image(images, f"spread-{name}", f"{name}"), *table(rows), ""]
    head = ["## Distributions", "", "Each column is a percentile of the games.", ""]
    return [*head, *lines] if lines else []


def _figures(found: Sequence[Kept], images: Mapping[str, str]) -> list[str]:
    lines = ["## What games look like", "", *image(images, "scores", "Scores")]
    lines += ["Mean over seats ± half its 95% interval, and the standard deviation.", ""]
    plain = [kept for kept in found if not kept.setting.by_lot]
    for mode in dict.fromkeys(kept.setting.mode for kept in plain):
        columns = [kept for kept in plain if kept.setting.mode == mode]
        known = dict.fromkeys(name for kept in columns for name in kept.counts.numbers)
        rows = [[mode or "the game", *(title(kept).removeprefix(f"{mode}, ") for kept in columns)]]
        for name in (SCORE, *(name for name in known if name != SCORE)):
            rows.append([name, *(_number_cell(kept.counts.numbers.get(name)) for kept in columns)])
        for name in dict.fromkeys([LEVEL, SHARED, *(k for kept in columns for k in kept.counts.happened)]):
            if any(kept.setting.seats > 1 for kept in columns):
                counts = [(kept.counts.happened.get(name, 0), kept.counts.games) for kept in columns]
                rows.append([f"games with {name}", *(f"{n / games:.1%}" for n, games in counts)])
        rows.append(["decisions per game", *(f"{kept.counts.decisions / kept.counts.games:.0f}" for kept in columns)])
        lines += [*table(rows), ""]
    return lines


def _number_cell(counts: dict[int, int] | None) -> str:
    if not counts:
        return "–"
    spread = stats.spread(counts)
    half = spread.mean.high - spread.mean.value
    sure = f" ± {half:.2f}" if math.isfinite(half) else ""
    return f"{spread.mean.value:.2f}{sure} (sd {spread.sd:.1f})"
