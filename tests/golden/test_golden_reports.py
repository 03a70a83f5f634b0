"""Compare match reports of one finished game of each kind with the last reviewed ones. `make golden` rewrites them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.match import Match
from cashbox.engine.replay import ALL
from cashbox.engine.report import WIDTH, Given, report
from tests.engine.coins import Tiny
from tests.engine.live_journals import live
from tests.fixtures import make_journals
from tests.golden.playthrough import is_kept

if TYPE_CHECKING:
    from cashbox.engine.journal import Journal

GAMES = ("cash", "consultants", "envelopes")
GIVEN = Given("Friday night", "23 November 2026", (1,))


def kept(game: str) -> Journal:
    folder = make_journals.FOLDER
    return journals.loads((folder / f"{game}-sealed.jsonl").read_bytes())


def text_of(journal: Journal, eyes: int = ALL, given: Given = GIVEN) -> str:
    return report(games.load_for(journal), journal, journal.header.players, eyes, given)


@pytest.mark.parametrize("game", GAMES)
def test_golden_report(game: str) -> None:
    text = text_of(kept(game))
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert is_kept(f"report-{game}", text), "The report has changed: run `make golden` and review the difference."


@pytest.mark.parametrize("game", GAMES)
def test_a_spectators_report_has_only_what_spectators_saw(game: str) -> None:
    journal = kept(game)
    match = Match.replay(games.load_for(journal), journal)
    names = journal.header.players
    words = " ".join(text_of(journal, SPECTATOR, Given()).split())
    back = {record.n for record in match.records if record.takes_back}
    public = [text for n, text in match.log(SPECTATOR, names) if n not in back]
    assert all(" ".join(text.split()) in words for text in public)
    for seat in range(len(names)):
        for n, text in match.log(seat, names):
            if n not in back and text not in public and "You " in text:
                assert text not in words
    assert journal.end is not None
    assert journal.end.secret not in words


def played(*, undo: bool) -> Journal:
    match = live(Tiny(), b"a secret of the tests, long enough", ["one", "two"], ["Ann", "Bob"])
    pick = SeededChance("players")
    undone = False
    while not match.over:
        seat = next(seat for seat in range(2) if match.due() >> seat & 1)
        legal = match.legal(seat)
        match.act(seat, [legal[pick.draw(len(legal))]])
        if undo and not undone and match.can_undo(seat):
            match.undo(seat)
            undone = True
    assert undone == undo
    match.finish(b"a secret of the tests, long enough".hex())
    return match.journal


def test_undone_moves_are_omitted() -> None:
    journal = played(undo=True)
    text = report(Tiny(), journal, journal.header.players, ALL, Given())
    assert "undoes" not in text
    assert str(len(journal.entries) - 1) in text


def test_a_report_names_stand_ins_and_how_to_check_it() -> None:
    journal = played(undo=False)
    entries = [
        msgspec.structs.replace(one, by="stand-in") if one.seat == 1 and one.do else one for one in journal.entries
    ]
    stood = journals.Journal(journal.header, journal.content, entries, None)
    text = report(Tiny(), stood, ("Ann", "Bob"), ALL, Given())
    assert "A bot made" in text
    assert "for Bob." in text
    assert "How this can be checked" not in text
    whole = report(Tiny(), journal, ("Ann", "Bob"), ALL, Given())
    assert hashlib.sha256(journals.dumps(journal)).hexdigest() in whole
    assert journal.header.commitment in whole


def test_names_in_a_report_have_no_control_characters() -> None:
    journal = played(undo=False)
    text = report(Tiny(), journal, ("A\x1b[31mnn", "Bob\nBob"), ALL, Given("a\x07b"))
    assert all(c == "\n" or c.isprintable() for c in text)
