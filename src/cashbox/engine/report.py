"""A game report as text: the players, what happened in each chapter, how it ended, and how to verify it."""

from __future__ import annotations

import hashlib
import textwrap
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import Journal, dumps
from cashbox.engine.phrases import address, amount, isolate, listed, with_names
from cashbox.engine.record import lines_of, turning
from cashbox.engine.replay import ALL, Replay
from cashbox.engine.stand_ins import counting_outcome, sentences

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from cashbox.engine.game import About, Game, Mode
    from cashbox.engine.journal import Close, Header
    from cashbox.engine.match import Match
    from cashbox.engine.record import Record
    from cashbox.engine.replay import Story

WIDTH: Final = 100
"""The most columns of a line."""

_EYES: Final = {ALL: "This report shows all hands. Text in square brackets was shown only to the players named there."}


class Given(msgspec.Struct, frozen=True):
    """What a journal does not contain. title: of the table, "" for none; day: the date of the game as text, "" if
    unknown; bots: the seats where bots played."""

    title: str = ""
    day: str = ""
    bots: tuple[int, ...] = ()


class _Said(NamedTuple):
    """A sentence. chapter: its index; doer: the seat that acted, SPECTATOR for none."""

    chapter: int
    doer: int
    text: str


def report(game: Game[Any], journal: Journal, names: Sequence[str], eyes: int, given: Given) -> str:
    """Write the report of a journal.

    Args:
        game: Its game.
        journal: The journal.
        names: Of the players, by seat.
        eyes: A seat, SPECTATOR, or ALL. Only for ALL does the report say how to verify the game.
        given: The rest of the report's header, see `Given`.

    Raises:
        JournalError: The journal does not fit the game.
    """
    return match_report(Replay(game, journal, names), game, names, eyes, given, journal.end)


def match_report(
    replay: Replay, game: Game[Any], names: Sequence[str], eyes: int, given: Given, end: Close | None
) -> str:
    """Write the report of a match that has already been replayed. `end` is the journal's, None to leave it out."""
    match, names = replay.at(replay.last), [_plain(name) for name in names]
    story = replay.story(SPECTATOR, range(replay.last + 1), whole=True)
    parts = [
        _head(game.about, match.journal.header, names, given),
        _wrapped(_EYES.get(eyes) or _through(eyes, names)),
        *_chapters(match, story, names, eyes),
        _result(match, names),
        _check(match, eyes, end),
    ]
    return isolate("\n\n".join(filter(None, parts)) + "\n")


def _through(eyes: int, names: Sequence[str]) -> str:
    if eyes == SPECTATOR:
        return "This report shows the game as spectators saw it."
    return f"This report shows the game as {names[eyes]} (“you”) saw it."


# -- before play ---------------------------------------------------------------------------------------------------


def _head(about: About, header: Header, names: Sequence[str], given: Given) -> str:
    mode = next((mode for mode in about.modes if mode.id == header.options.get("mode")), None)
    what = ", ".join(filter(None, [about.name if given.title else "", mode.name if mode else "", given.day]))
    lines = [_heading(given.title or about.name, "="), *([what] if what else []), ""]
    for seat, name in enumerate(names):
        lines.append(f"  {seat + 1}. {name}{' (bot)' if seat in given.bots else ''}")
    special = list(_special(about, mode, header))
    if special:
        lines += ["", "Changed settings:", *special]
    return "\n".join(lines)


def _special(about: About, mode: Mode | None, header: Header) -> Iterator[str]:
    """Yield the options that differ from the mode's presets."""
    for option in about.options:
        value = header.options.get(option.name, option.default)
        if value != (mode.options.get(option.name, option.default) if mode else option.default):
            shown = ("yes" if value else "no") if isinstance(value, bool) else _number(value)
            yield _wrapped(f"{option.text} Here: {shown}.", "  - ", "    ")


# -- play ----------------------------------------------------------------------------------------------------------


def _chapters(match: Match[Any], story: Story, names: Sequence[str], eyes: int) -> Iterator[str]:
    """Return each chapter as a title and paragraphs, one for each player's turn."""
    said = [one for record in match.records for one in _said(match, record, names, eyes, story)]
    for chapter, group in groupby(said, key=lambda one: one.chapter):
        paragraphs = [_plain(story.chapters[chapter].text)]
        for _, some in groupby(_with_doers(group), key=lambda one: one.doer):
            paragraphs.append(_wrapped(" ".join(one.text for one in some), "  ", "  "))
        yield "\n".join(paragraphs)


def _with_doers(group: Iterable[_Said]) -> Iterator[_Said]:
    """Attribute sentences without a seat to the seat of the action that they followed from."""
    doer = SPECTATOR
    for one in group:
        doer = doer if one.doer == SPECTATOR else one.doer
        yield one._replace(doer=doer)


def _said(match: Match[Any], record: Record, names: Sequence[str], eyes: int, story: Story) -> Iterator[_Said]:
    """Yield the sentences about an entry that stands, in order. The consequences of a step may belong to the next
    chapter."""
    if record.takes_back or not record.stands:
        return
    game, records = match.game, match.records
    viewer = SPECTATOR if eyes == ALL else eyes
    public = lines_of(game, records, record, viewer, address(names, viewer))
    turns, before = turning(game, record, public), story.steps[record.n].chapter
    after = story.steps[record.n + 1].chapter if record.n < story.last else len(story.chapters) - 1
    lines = [(line.at, line.seat, line.text) for line in public]
    if eyes == ALL:
        lines += [(at, SPECTATOR, text) for at, text in _alone(match, record, names, {line.text for line in public})]
    for at, doer, text in sorted(lines, key=lambda one: one[0]):
        yield _Said(after if at >= turns else before, doer, text)


def _alone(match: Match[Any], record: Record, names: Sequence[str], known: Container[str]) -> Iterator[tuple[int, str]]:
    """Yield the sentences about an entry that only single players saw, each with the position of its event."""
    alone: dict[tuple[int, str], list[str]] = {}
    for seat, name in enumerate(names):
        for line in lines_of(match.game, match.records, record, seat, names):
            if line.text not in known:
                alone.setdefault((line.at, line.text), []).append(name)
    for (at, text), some in alone.items():
        yield at, f"[{listed(some)}: {text}]"


# -- after play ----------------------------------------------------------------------------------------------------


def _result(match: Match[Any], names: Sequence[str]) -> str:
    outcome = counting_outcome(match)
    lines = [_heading("The end", "-")]
    if outcome is None:
        return "\n".join(
            [*lines, _wrapped(f"The game isn't over yet. {match.game.prompt(match.state, SPECTATOR, names)}")]
        )
    lines += [_wrapped(with_names(outcome.text, names)), ""]
    ranking = outcome.ranking()
    called = [one.name or names[one.seat] for one in ranking]
    scores = [_number(one.score) for one in ranking]
    wide, tall = max(map(len, called)), max(map(len, scores))
    for one, name, score in zip(ranking, called, scores, strict=True):
        lines.append(f"  {name:<{wide}}  {score:>{tall}}{'  won' if one.won else ''}")
    lines += [_wrapped(sentence) for sentence in ["", *sentences(match)]]
    return "\n".join(lines).rstrip()


def _check(match: Match[Any], eyes: int, end: Close | None) -> str:
    """Explain how to verify the game; empty if the reader may not have the journal or the game is not over."""
    header = match.journal.header
    if eyes != ALL or end is None:
        return ""
    journal = Journal(header, match.journal.content, match.journal.entries, end)
    lines = [_heading("How to verify this game", "-")]
    drawn = "The draws didn't come from a secret, so only the moves can be checked."
    if header.commitment:
        drawn = "Every draw came from a secret that is in the journal. Its hash was shown before the game."
    what = f"The journal contains all {len(journal.entries) - 1} decisions. To check them, run cashbox verify FILE."
    lines.append(_wrapped(f"{what} {drawn}"))
    lines += ["", f"  SHA-256 of the journal  {hashlib.sha256(dumps(journal)).hexdigest()}"]
    if header.commitment:
        lines.append(f"  hash shown before       {header.commitment}")
    lines += [f"  content of the game     {header.content_hash}", f"  edition of the rules    {header.edition}"]
    return "\n".join(lines)


# -- layout -------------------------------------------------------------------------------------------------


def _heading(text: str, line: str) -> str:
    shown = _plain(text)
    return f"{shown}\n{line * min(len(shown), WIDTH)}"


def _wrapped(text: str, first: str = "", later: str = "") -> str:
    return textwrap.fill(_plain(text), WIDTH, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


def _plain(text: str) -> str:
    """Remove control characters, which a file may have in names."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _number(value: int | str) -> str:
    return value if isinstance(value, str) else amount(value)
