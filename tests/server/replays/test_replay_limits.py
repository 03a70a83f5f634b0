"""Test the limits of replays: the number of requests, and the memory for games."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import loads
from cashbox.server.errors import Refusal
from cashbox.server.replays.service import Requests
from cashbox.server.replays.worker import OPENING, PIECE, Answer, Book, Question, Shelf
from tests.fixtures.make_journals import FOLDER

if TYPE_CHECKING:
    from cashbox.engine.journal import Journal

JOURNALS = sorted(FOLDER.glob("*.jsonl"))


def test_replay_requests_are_limited_in_total_and_per_caller() -> None:
    requests = Requests(room=4, each=2)
    with contextlib.ExitStack() as here:
        for who in ("ann", "ann", "bob"):
            here.enter_context(requests.room(who))
        for who, free in (("ann", False), ("bob", True), ("cy", True)):
            with contextlib.nullcontext() if free else pytest.raises(Refusal), requests.room(who):
                assert requests.in_progress == 4
        here.enter_context(requests.room("cy"))
        for ask in (requests.check_room, lambda: requests.room("di").__enter__()):
            with pytest.raises(Refusal) as error:
                ask()
            assert (error.value.status, error.value.code, error.value.retry_after) == (503, "too-many-replays", 2)
    assert requests.in_progress == 0
    requests.check_room()


def question(journal: Journal, table: str = "one", **more: Any) -> Question:
    book = Book(table, journal.header, tuple(f"Player {seat}" for seat in range(journal.header.seats)), b"k" * 32)
    asked = Question(book, SPECTATOR, len(journal.entries) - 1, own=False, whole=True)
    return msgspec.structs.replace(asked, **more)


def answered(shelf: Shelf, journal: Journal, asked: Question) -> tuple[Answer, int]:
    """Ask until nothing is missing, as the server does. Return the answer and the number of questions."""
    given, times = asked, 0
    while True:
        answer, times = shelf.answer(given), times + 1
        if not answer.wants:
            return answer, times
        given = asked
        if answer.wants == "content":
            given = msgspec.structs.replace(asked, content=msgspec.json.encode(journal.content))
        if answer.wants == "entries":
            some = journal.entries[answer.since + 1 : answer.since + 1 + PIECE]
            given = msgspec.structs.replace(asked, entries=[msgspec.json.encode(entry) for entry in some])


@pytest.mark.few(5, usual=8)
@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_stored_games_can_be_replayed(path: Any) -> None:
    """A replay uses the content and the rules that the game was played with."""
    journal, shelf = loads(path.read_bytes()), Shelf()
    answer, _ = answered(shelf, journal, question(journal))
    assert answer.last == len(journal.entries) - 1
    answer, times = answered(shelf, journal, question(journal, first=answer.last, many=1))
    assert times == 1
    assert journal.end is not None
    moment = msgspec.json.decode(answer.body)
    scores = msgspec.to_builtins(journal.end)
    assert moment["outcome"]["scores"] == list(scores.get("outcome", scores)["scores"])


def test_cached_games_are_limited_and_the_most_used_ones_stay() -> None:
    journal = loads(JOURNALS[0].read_bytes())
    size = len(journal.entries)
    shelf = Shelf(3 * size)
    for table in ("a", "b", "c", "a", "d"):
        answered(shelf, journal, question(journal, table))
    assert shelf.entries <= 3 * size
    assert [answered(shelf, journal, question(journal, table))[1] for table in ("a", "d", "c")] == [1, 1, 1]
    assert answered(shelf, journal, question(journal, "b"))[1] > 1
    own = question(journal, "b", own=True, whole=False)
    assert answered(shelf, journal, own)[0].last <= size
    assert shelf.entries <= 3 * size
    small = Shelf(1)
    assert answered(small, journal, question(journal, "a"))[0].last == size - 1
    assert answered(small, journal, question(journal, "a"))[1] == 1


def test_games_opened_at_the_same_time_do_not_evict_each_other() -> None:
    journal = max((loads(path.read_bytes()) for path in JOURNALS[:6]), key=lambda one: len(one.entries))
    shelf, tables = Shelf(len(journal.entries)), [f"t{k}" for k in range(OPENING)]
    content = msgspec.json.encode(journal.content)
    shelf.answer(question(journal, content=content))
    for start in range(0, len(journal.entries), 20):
        entries = [msgspec.json.encode(entry) for entry in journal.entries[start : start + 20]]
        answers = [shelf.answer(question(journal, table, entries=entries)) for table in tables]
        missing = start + 20 < len(journal.entries)
        assert {answer.wants for answer in answers} == {"entries" if missing else ""}
        assert {answer.since for answer in answers} == {start + 19 if missing else -1}


def test_a_replay_with_changed_names_is_not_taken_from_the_cache() -> None:
    """A withdrawn name must not appear anymore."""
    journal, shelf = loads(JOURNALS[0].read_bytes()), Shelf()
    before, _ = answered(shelf, journal, question(journal))
    asked = question(journal)
    names = tuple(f"Seat {seat + 1}" for seat in range(journal.header.seats))
    asked = msgspec.structs.replace(asked, book=msgspec.structs.replace(asked.book, names=names))
    after, _ = answered(shelf, journal, asked)
    assert b"Player" in before.body
    assert b"Player" not in after.body
