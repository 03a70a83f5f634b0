"""Test the feedback form at the end of a game: who can answer, who can read the answers, and when they are deleted."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from sqlalchemy import select

from cashbox.server.accounts import merge_store
from cashbox.server.db.data_folder import FILE, place_named
from cashbox.server.db.schema import FEEDBACK
from cashbox.server.errors import Refusal
from cashbox.server.feedback.questions import DEFAULT, MOST_BYTES, questions_of
from cashbox.server.feedback.wire import MOST_QUESTIONS
from cashbox.server.ops import exports
from cashbox.server.ops.checking import house as house_in
from cashbox.server.ops.checking import shared_house
from cashbox.server.ops.upkeep import drop_tables
from cashbox.server.settings import Settings, StartError
from tests.server.accounts.test_own_data_export import exported
from tests.server.server_in_process import SetClock, seated, serving, votes
from tests.server.tables_with_absent_players import play_to_end
from tests.server.web.test_bad_input import problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.services import Services
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["votes"]

FUN, LENGTH, CHANGE = (question.text for question in DEFAULT)


async def finished(services: Services, game: str, *names: str, **more: object) -> tuple[TableRecord, list[Guest]]:
    """Play a game to its end, and return the table with its guests."""
    table, guests = await seated(services, game, *names, **more)
    await play_to_end(table)
    return table.record, guests


async def refused(answer: Awaitable[object]) -> tuple[int, str]:
    with pytest.raises(Refusal) as error:
        await answer
    return error.value.status, error.value.code


def with_form(home: Home, test: Callable[[Services], Awaitable[None]], setting: str = "on") -> None:
    async def run() -> None:
        async with serving(home, SetClock(), feedback=questions_of(setting)) as services:
            await test(services)

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_each_player_has_one_set_of_answers_and_can_change_or_delete_it(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock(), feedback=DEFAULT) as services:
            record, (ann, bob) = await finished(services, votes, "Ann", "Bob")
            form = services.feedback
            assert (await form.read(record, ann)).questions == list(DEFAULT)
            await form.answer(record, ann, {FUN: "2", CHANGE: "  Less luck.\nMore cards. "})
            await form.answer(record, bob, {LENGTH: "Too long"})
        # Another server, which has to read the table, shows the same.
        async with serving(home, SetClock(), feedback=DEFAULT) as services:
            form, again = services.feedback, (await services.registry.table(record.id)).record
            assert (await form.read(again, ann)).answers == {FUN: "2", CHANGE: "Less luck.\nMore cards."}
            assert (await form.answer(again, ann, {FUN: "5", LENGTH: " "})).answers == {FUN: "5"}
            assert (await form.read(again, ann)).answers == {FUN: "5"}
            assert (await form.read(again, bob)).answers == {LENGTH: "Too long"}
            assert (await form.answer(again, ann, {})).answers == {}
            assert (await form.read(again, ann)).answers == {}

    asyncio.run(run())


@pytest.mark.slow
def test_only_players_of_a_finished_game_can_answer_the_questions(home: Home, votes: str) -> None:
    async def test(services: Services) -> None:
        form, (eve, _) = services.feedback, await services.guests.add("Eve")
        table, (ann,) = await seated(services, votes, "Ann", "bot")
        assert await refused(form.read(table.record, ann)) == (409, "not-over")
        assert await refused(form.answer(table.record, ann, {FUN: "1"})) == (409, "not-over")
        await play_to_end(table)
        for answer in (form.read(table.record, eve), form.answer(table.record, eve, {FUN: "1"})):
            assert await refused(answer) == (403, "not-a-player")
        for answers, code in (({"Who won?": "I"}, "unknown-question"), ({FUN: "6"}, "unknown-answer")):
            assert await refused(form.answer(table.record, ann, answers)) == (400, code)
        before = table.record
        await services.erasing.guest(ann.id)
        # As in a process that doesn't know about the deletion yet.
        assert await refused(form.answer(before, ann, {FUN: "1"})) == (403, "not-a-player")

    with_form(home, test)


@pytest.mark.slow
def test_the_form_has_no_questions_without_the_setting(home: Home, votes: str) -> None:
    async def test(services: Services) -> None:
        record, (ann, _) = await finished(services, votes, "Ann", "Bob")
        assert (await services.feedback.read(record, ann)).questions == []
        assert await refused(services.feedback.answer(record, ann, {})) == (403, "no-feedback")

    with_form(home, test, "")


@pytest.mark.slow
@pytest.mark.databases
def test_feedback_is_exported_and_deleted_with_its_guest_and_table(home: Home, votes: str) -> None:
    async def test(services: Services) -> None:
        record, (ann, bob) = await finished(services, votes, "Ann", "Bob")
        for guest in (ann, bob):
            await services.feedback.answer(record, guest, {CHANGE: f"{guest.name}'s idea"})
        (found,) = (await exported(services, ann))["feedback"]
        assert (found["table"], found["answers"]) == (record.id, {CHANGE: "Ann's idea"})
        account, _ = await services.guests.add("Account")
        await services.store.writer.do(lambda connection: merge_store.merge(connection, ann.id, account.id, bool))
        (found,) = (await exported(services, account))["feedback"]
        assert found["answers"] == {CHANGE: "Ann's idea"}
        await services.erasing.guest(account.id)
        assert await stored(services) == ["Bob's idea"]
        await services.store.writer.do(lambda connection: drop_tables(connection, [record.id]))
        assert await stored(services) == []

    with_form(home, test)


async def stored(services: Services) -> list[str]:
    """Return all ideas in the database."""
    query = select(FEEDBACK.c.answers)
    bodies = await services.store.read(lambda connection: list(connection.execute(query).scalars()))
    return [json.loads(body)[CHANGE] for body in bodies]


@pytest.mark.slow
def test_feedback_is_exported_without_names_and_formulas(home: Home, votes: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(home, SetClock(), feedback=DEFAULT) as services:
            record, (ann, bob) = await finished(services, votes, "Ann Smith", "Bob", watching="nobody")
            await services.feedback.answer(record, ann, {CHANGE: '=HYPERLINK(A1), or\n"nothing" ✓'})
            await services.feedback.answer(record, bob, {FUN: "4", LENGTH: "About right"})
            await finished(services, votes, "Cid", "Dan")

    asyncio.run(work())
    out = tmp_path / "out"
    exports_of(home, out)
    rows = list(csv.DictReader((out / "feedback.csv").open(encoding="utf-8", newline="")))
    games = {(row["journal"], row["seat"]): row for row in csv.DictReader((out / "games.csv").open(encoding="utf-8"))}
    assert [(row["seat"], row[FUN], row[LENGTH], row[CHANGE]) for row in rows] == [
        ("1", "", "", '\'=HYPERLINK(A1), or\n"nothing" ✓'),
        ("2", "4", "About right", ""),
    ]
    for row in rows:
        game = games[row["journal"], row["seat"]]
        assert {name: row[name] for name in exports.ABOUT} == {name: game[name] for name in exports.ABOUT}
    assert "Smith" not in (out / "feedback.csv").read_text("utf-8")
    assert not any("HYPERLINK" in path.read_text("utf-8") for path in (out / "journals").iterdir())


def exports_of(home: Home, out: Path) -> None:
    source = home.database or home.folder / FILE
    with contextlib.ExitStack() as held:
        place = place_named(home.database) if home.database else None
        house = held.enter_context(shared_house(place) if place else house_in(home.folder / FILE))
        _, faults = exports.export(source, house.tables, out, names=False, heard=lambda: None)
        assert faults == []


def test_questions_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "questions.toml"
    file.write_text('[[question]]\ntext = "Again?"\nchoices = ["Yes", "No"]\n[[question]]\ntext = "Why?"\n', "utf-8")
    again, why = Settings.from_env({"CASHBOX_FEEDBACK": str(file)}).feedback
    assert (again.text, again.choices, why.text, why.choices) == ("Again?", ["Yes", "No"], "Why?", [])
    assert Settings.from_env({}).feedback == Settings.from_env({"CASHBOX_FEEDBACK": "off"}).feedback == ()
    assert Settings.from_env({"CASHBOX_FEEDBACK": "on"}).feedback == DEFAULT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file or directory"),
        (b"\xff", "can't decode byte"),
        (b"[[question]", "Expected"),
        (b"question = 3", "Expected `array`, got `int`"),
        (b"question = []", "must have 1 to 8 questions, not 0"),
        (b'[[question]]\ntext = "Why?"\n' * 2, "asks the same question twice"),
        (b'[[question]]\ntext = "Why?"\nkind = "text"', "unknown field `kind`"),
        (b'[[question]]\ntext = ""', "length >= 1"),
        (b'[[question]]\ntext = " Why?"', "must be one line of text"),
        (b'[[question]]\ntext = "Why?\\nOr?"', "must be one line of text"),
        (b'[[question]]\ntext = "Why?"\nchoices = ["No"]', "at least two choices, all different"),
        (b'[[question]]\ntext = "Why?"\nchoices = ["No", "No"]', "at least two choices, all different"),
        (b"".join(b'[[question]]\ntext = "%d?"\n' % n for n in range(MOST_QUESTIONS + 1)), "not 9"),
        (b"#" * (MOST_BYTES + 1), "is too large"),
    ],
)
def test_an_invalid_file_of_questions_is_refused_with_a_reason(tmp_path: Path, text: bytes | None, said: str) -> None:
    file = tmp_path / "questions.toml"
    if text is not None:
        file.write_bytes(text)
    with pytest.raises(StartError) as error:
        Settings.from_env({"CASHBOX_FEEDBACK": str(file)})
    assert "CASHBOX_FEEDBACK" in str(error.value)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.slow
def test_invalid_feedback_requests_are_refused(server: Server) -> None:
    ann, eve = server.guest("Ann"), server.guest("Eve")
    path = f"/api/tables/{ann.table('me', 'open')}/feedback"
    wrong: list[tuple[Any, str]] = [
        ([], "malformed"), ({"answers": {FUN: 3}}, "malformed"), ({"answers": {CHANGE: "x" * 1001}}, "malformed"),
        ({"answers": {str(n): "x" for n in range(9)}}, "malformed"), ({"answers": {}, "seat": 1}, "malformed"),
    ]  # fmt: skip
    for body, code in wrong:
        problem(ann.http.post(path, json=body), 400, code)
    problem(ann.http.post(path, json={"answers": {}}), 409, "not-over")
    problem(eve.http.get(path), 403, "not-a-player")
    problem(httpx.get(f"{server.url}{path}"), 401, "no-guest")
