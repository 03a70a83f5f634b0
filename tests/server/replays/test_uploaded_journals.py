"""Test uploaded journals: valid ones are verified and replayed, and invalid ones are refused and not stored."""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import select
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox import games
from cashbox.engine import journal as journals
from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import Entry, Journal
from cashbox.engine.match import Match
from cashbox.server.errors import Refusal
from cashbox.server.ids import id_of_file
from cashbox.server.replays import service as files
from cashbox.server.replays.files_api import EACH, SENDING
from cashbox.server.replays.service import PATIENCE
from cashbox.server.web.limits import FILE, FILE_ENTRIES, FILES
from tests.data_folders import Home
from tests.postgres.databases import fresh
from tests.server.server_in_process import SetClock, serving
from tests.server.watching.test_who_may_watch import pair
from tests.server.web.test_bad_input import problem
from tests.server.web.test_link_previews import play_out

if TYPE_CHECKING:
    from tests.server.conftest import Server

JOURNALS = Path(__file__).parents[2] / "fixtures" / "journals"
KIND = {"content-type": "application/octet-stream"}
ALL_GAMES = ("cash", "consultants", "envelopes")


def fixture_journal(game: str) -> bytes:
    return (JOURNALS / f"{game}-sealed.jsonl").read_bytes()


def sent(server: Server, body: bytes, **more: Any) -> httpx.Response:
    return httpx.post(f"{server.url}{FILES}", content=body, headers=KIND, timeout=60, **more)


def opened(server: Server, body: bytes) -> dict[str, Any]:
    answer = sent(server, body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def changed(data: bytes, change: Any) -> bytes:
    """Change a journal's content and return it with a matching checksum."""
    journal = journals.loads(data)
    return journals.dumps(change(journal) or journal)


@pytest.mark.few(1, usual=1)
@pytest.mark.parametrize("game", ALL_GAMES)
def test_an_uploaded_journal_opens_as_a_replay(server: Server, game: str) -> None:
    data = fixture_journal(game)
    file = opened(server, data)
    journal = journals.loads(data)
    assert (file["game"], file["last"], file["over"]) == (game, len(journal.entries) - 1, True)
    assert opened(server, data) == file
    with httpx.Client(base_url=server.url) as http:
        page = http.get(file["page"])
        assert page.status_code == 200
        whole = http.get(f"{FILES}/{file['id']}?eyes=all").json()
        assert whole["last"] == file["last"]
        assert whole["may"] == ["0", "1", *(["2"] if game == "cash" else []), "watcher", "all"]
        content = http.get(whole["table"]["links"]["content"])
        assert journals.content_hash(content.json()) == journal.header.content_hash
        assert len(http.get(whole["table"]["links"]["tips"]).json()) > 10
        match = Match.replay(games.load_for(journal), journal, 40)
        moment = http.get(f"{FILES}/{file['id']}/40?eyes=1").json()
        assert moment["view"] == msgspec.json.decode(msgspec.json.encode(match.view(1)))
        log = http.get(f"{FILES}/{file['id']}?eyes=watcher").json()["log"]
        told = Match.replay(games.load_for(journal), journal).log(SPECTATOR, journal.header.players)
        assert [line["text"] for line in log if line["gone"] is None] == [text for _, text in told]
        problem(http.get(f"{FILES}/{file['id']}/{file['last'] + 1}"), 404, "no-such-step")
        problem(http.get(f"{FILES}/{file['id']}/0?eyes=9"), 404, "no-such-seat")
        report = http.get(f"{FILES}/{file['id']}/report?eyes=all").text
        assert hashlib.sha256(data).hexdigest() in report


def test_a_downloaded_journal_opens_as_the_same_replay(server: Server) -> None:
    ann, bob, table = pair(server)
    play_out(server, table, ann, bob)
    file = opened(server, ann.http.get(f"/api/tables/{table}/journal").content)
    there = ann.get(f"/api/tables/{table}/replay/2?eyes=all")
    assert ann.get(f"{FILES}/{file['id']}/2?eyes=all") == there


def test_a_journal_of_an_unfinished_game_opens_up_to_its_last_entry(server: Server) -> None:
    """Such as a crash file, whose comment says what broke."""

    def cut(journal: Journal) -> Journal:
        header = msgspec.structs.replace(journal.header, comment="it broke")
        return Journal(header, journal.content, journal.entries[:30], None)

    file = opened(server, changed(fixture_journal("cash"), cut))
    assert (file["last"], file["over"]) == (29, False)
    assert httpx.get(f"{server.url}{FILES}/{file['id']}/29?eyes=all").json()["outcome"] is None
    assert "The game isn't over yet." in httpx.get(f"{server.url}{FILES}/{file['id']}/report").text


def worse_entry(journal: Journal) -> None:
    journal.entries[7] = msgspec.structs.replace(journal.entries[7], do={"type": "no such thing"})


def other_end(journal: Journal) -> None:
    assert isinstance(journal.end, journals.Close)
    scores = (journal.end.scores[0] + 1, *journal.end.scores[1:])
    journal.end = msgspec.structs.replace(journal.end, scores=scores)


def other_draw(journal: Journal) -> None:
    entry = next(one for one in journal.entries if one.n and any(n > 1 for n, _ in one.chance))
    chance = tuple((n, (answer + 1) % n) for n, answer in entry.chance)
    journal.entries[entry.n] = msgspec.structs.replace(entry, chance=chance)


def other_secret(journal: Journal) -> None:
    assert isinstance(journal.end, journals.Close)
    journal.end = msgspec.structs.replace(journal.end, secret="00" * 32)


def other_game(journal: Journal) -> Journal:
    return Journal(msgspec.structs.replace(journal.header, game="chess"), journal.content, journal.entries, journal.end)


def left_out(journal: Journal) -> None:
    journal.entries[9:] = [
        Entry(one.n - 1, one.seat, one.do, one.undo, one.chance, one.by) for one in journal.entries[10:]
    ]


BROKEN = {
    "entry": (worse_entry, 400, "bad-journal", "Entry 7 is invalid"),
    "end": (other_end, 400, "bad-journal", "didn't end the way the journal says"),
    "draw": (other_draw, 400, "bad-journal", "Entry "),
    "secret": (other_secret, 400, "not-verified", "The revealed secret doesn't match the commitment"),
    "left out": (left_out, 400, "bad-journal", "Entry "),
    "game": (other_game, 404, "unknown-game", "no game 'chess'"),
}


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_journal_is_refused_with_the_place_of_the_fault(server: Server, fault: str) -> None:
    change, status, code, words = BROKEN[fault]
    body = changed(fixture_journal("envelopes"), change)
    assert words in problem(sent(server, body), status, code)
    file = id_of_file(body)
    problem(httpx.get(f"{server.url}{FILES}/{file}"), 404, "no-such-file")


def lines(*some: bytes) -> bytes:
    return b"".join(line + b"\n" for line in some)


DEEP = b'{"type":"header","format":1,"game":"cash","options":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
OTHERS = {
    "nothing": (b"", "Line 1: the journal is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "Line 1: this is not UTF-8"),
    "a text": (b"Dear diary,\n", "Line 1"),
    "other JSON": (b'{"a": 1}\n', "Line 1"),
    "deep JSON": (lines(DEEP), "Line 1"),
    "deep JSON later": (lines(fixture_journal("cash").split(b"\n")[0], b"[" * 500_000), "Line 2"),
    "cut off": (fixture_journal("cash")[:-20], "the line is incomplete"),
    "a changed letter": (fixture_journal("cash").replace(b'"do":{', b'"do": {', 1), "Line 2"),
    "no end of line": (b"{" * 1_000_000, "Line 1"),
}


@pytest.mark.few(7, usual=7)
@pytest.mark.parametrize("what", OTHERS)
def test_a_file_that_is_not_a_journal_is_refused_with_the_line(server: Server, what: str) -> None:
    body, words = OTHERS[what]
    answer = sent(server, body)
    assert words in problem(answer, 400, answer.json()["code"])


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(server: Server) -> None:
    told = problem(sent(server, b"x" * (FILE + 1)), 413, "too-large")
    assert "8 MB" in told

    def endless() -> Any:
        for _ in range(50):
            yield b"y" * 2**20

    try:
        answer = httpx.post(f"{server.url}{FILES}", content=endless(), headers=KIND, timeout=60)
        assert answer.status_code == 413
    except httpx.TransportError:
        pass  # the server has stopped listening
    many = b"".join(b'{"type":"entry","n":%d,"seat":0,"undo":1}\n' % n for n in range(FILE_ENTRIES + 2))
    assert "20,000 entries" in problem(sent(server, many), 413, "too-large")
    assert httpx.get(f"{server.url}/health").status_code == 200
    # elsewhere, the limit for bodies is unchanged
    problem(
        httpx.post(f"{server.url}/api/guests", content=b" " * 70_000, headers={"content-type": "application/json"}),
        413,
        "too-large",
    )


def test_slow_uploads_do_not_delay_other_addresses(server: Server) -> None:
    def slow() -> socket.socket:
        wire = socket.create_connection(("127.0.0.1", server.port), 60, source_address=("127.0.0.2", 0))
        head = f"POST {FILES} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {KIND['content-type']}\r\n"
        wire.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
        return wire

    wires = [slow() for _ in range(SENDING)]
    try:
        while len(wires) > EACH:
            ready, _, _ = select.select(wires, [], [], 60)
            assert ready, "no answer for a minute"
            for wire in ready:
                # The headers and the body may arrive in two pieces.
                answer = http.client.HTTPResponse(wire)
                answer.begin()
                assert (answer.status, msgspec.json.decode(answer.read())["code"]) == (503, "busy")
                wires.remove(wire)
                wire.close()
        assert len(wires) == EACH
        assert sent(server, fixture_journal("cash")).status_code == 201
    finally:
        for wire in wires:
            wire.close()


def test_an_upload_needs_the_content_type_of_a_file(server: Server) -> None:
    for kind in ("application/json", "text/plain", "multipart/form-data"):
        answer = httpx.post(f"{server.url}{FILES}", content=fixture_journal("cash"), headers={"content-type": kind})
        problem(answer, 415, "not-a-file")
    foreign = {**KIND, "origin": "https://evil.example"}
    problem(httpx.post(f"{server.url}{FILES}", content=fixture_journal("cash"), headers=foreign), 403, "foreign-origin")


def test_an_uploaded_game_can_be_continued_at_a_table(server: Server) -> None:
    ann, bob, table = pair(server)
    play_out(server, table, ann, bob)
    data = ann.http.get(f"/api/tables/{table}/journal").content
    file, eve = opened(server, data), server.guest("Eve")
    wish = {"n": 2, "hidden": "kept", "seats": [{"kind": "bot"}, {"kind": "me"}]}
    made = eve.post(f"{FILES}/{file['id']}/go-on", wish, status=201)
    assert made["table"]["came_from"] == {"n": 2, "hidden": "kept"}
    assert made["you"]["seat"] == 1
    page = eve.get(f"/api/tables/{made['table']['id']}/origin")["page"]
    assert page == f"/replay/{file['id']}?n=2"
    problem(eve.http.post(f"{FILES}/{file['id']}/go-on", json={**wish, "n": file["last"] + 1}), 404, "no-such-step")
    problem(eve.http.post(f"{FILES}/{file['id']}/go-on", json={**wish, "n": file["last"]}), 409, "game-over")
    problem(eve.http.post(f"{FILES}/{'x' * 24}/go-on", json=wish), 404, "no-such-file")


def test_an_uploaded_game_with_other_cards_cannot_be_continued(server: Server) -> None:
    journal = journals.loads(fixture_journal("cash"))
    content = msgspec.json.decode(msgspec.json.encode(journal.content))
    content["cards"]["card"][0]["name"] = "Another one"
    header = msgspec.structs.replace(
        journal.header,
        content_hash=journals.content_hash(content),
        commitment="",
        seals=(),
        nonces=(),
        names=(),
        salts=(),
    )
    file = opened(server, journals.dumps(Journal(header, content, journal.entries[:30], None)))
    wish = {"n": 2, "hidden": "kept", "seats": [{"kind": "me"}, *[{"kind": "bot"}] * (header.seats - 1)]}
    answer = server.guest("Eve").http.post(f"{FILES}/{file['id']}/go-on", json=wish)
    problem(answer, 409, "other-content")


def test_a_journal_with_unplayable_content_is_refused(server: Server) -> None:
    journal = journals.loads(fixture_journal("cash"))
    content = {"cards": [{"count": 10**12}] * 3}
    header = msgspec.structs.replace(journal.header, content_hash=journals.content_hash(content))
    answer = sent(server, journals.dumps(Journal(header, content, journal.entries, journal.end)))
    problem(answer, 400, answer.json()["code"])
    assert opened(server, fixture_journal("cash"))["game"] == "cash"


@pytest.mark.thorough
def test_a_file_that_takes_too_long_is_refused_without_affecting_others(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            looked = services.files
            monkeypatch.setattr("cashbox.server.replays.service.PATIENCE", 0.0)
            with pytest.raises(Exception, match="too much time") as refused:
                await looked.open(fixture_journal("cash"), "Ann")
            assert refused.value.status == 400  # type: ignore[attr-defined]
            monkeypatch.setattr("cashbox.server.replays.service.PATIENCE", PATIENCE)
            assert (await looked.open(fixture_journal("cash"), "Ann")).last > 100

    asyncio.run(run())


@pytest.mark.thorough
def test_uploaded_files_expire_after_an_hour_or_when_there_are_too_many(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            looked = services.files
            first = (await looked.open(fixture_journal("cash"), "Ann")).record.id
            second = (await looked.open(fixture_journal("consultants"), "Ann")).record.id
            clock.forward(files.HOUR - 10)
            assert (await looked.game(first, "Bob")).record.game == "cash"
            clock.forward(20)
            looked.sweep()
            assert (looked.data(first), looked.data(second)) == (fixture_journal("cash"), b"")
            monkeypatch.setattr(files, "KEPT", 1000)
            await looked.open(fixture_journal("consultants"), "Ann")
            assert looked.data(first) == b""
            assert list(home.folder.rglob("*.journal")) == []

    asyncio.run(run())


@pytest.mark.thorough
def test_a_file_uploaded_to_one_process_opens_in_another(cluster: str, tmp_path: Path) -> None:
    async def run(home: Home) -> None:
        async with serving(home, SetClock()) as one, serving(home, SetClock()) as two:
            file = (await one.files.open(fixture_journal("cash"), "Ann")).record.id
            found = await two.files.game(file, "Bob")
            assert (found.record.game, found.data) == ("cash", fixture_journal("cash"))
            with pytest.raises(Refusal) as refused:
                await two.files.game("x" * 24, "Bob")
            assert refused.value.code == "no-such-file"

    with fresh(cluster) as database:
        asyncio.run(run(Home(tmp_path, database)))
