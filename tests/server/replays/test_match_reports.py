"""Test the report of a finished game as text: with all hands for its players, and as spectators saw it for others."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.server.watching.test_who_may_watch import NO_TABLE, normalized, pair
from tests.server.web.test_bad_input import problem
from tests.server.web.test_link_previews import play_out

if TYPE_CHECKING:
    from tests.server.conftest import Server


def test_a_report_describes_the_match_and_how_to_check_its_journal(server: Server) -> None:
    ann, bob, table = pair(server, name="Friday <night>")
    problem(ann.http.get(f"/api/tables/{table}/report"), 409, "not-over")
    play_out(server, table, ann, bob)
    answer = ann.http.get(f"/api/tables/{table}/report")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="coins-{table}.txt"'
    assert answer.text.startswith("Friday <night>\n==============\nCoins, ")
    journal = ann.http.get(f"/api/tables/{table}/journal").content
    assert hashlib.sha256(journal).hexdigest() in answer.text
    for seat, name in enumerate(("Ann", "Bob")):
        own = ann.http.get(f"/api/tables/{table}/report?eyes={seat}").text
        assert f"the game as {name} (“you”) saw it" in own.replace("\n", " ")
        assert "SHA-256" not in own
    stranger = httpx.get(f"{server.url}/api/tables/{table}/report")
    assert stranger.text == answer.text
    problem(ann.http.get(f"/api/tables/{table}/report?eyes=7"), 404, "no-such-seat")


@pytest.mark.thorough
def test_a_report_of_hidden_hands_shows_others_only_what_spectators_saw(server: Server) -> None:
    ann, bob, table = pair(server, open_hands=False)
    play_out(server, table, ann, bob)
    path = f"{server.url}/api/tables/{table}/report"
    watched = httpx.get(path)
    assert "as spectators saw it" in watched.text
    assert "SHA-256" not in watched.text
    problem(httpx.get(f"{path}?eyes=all"), 403, "players-only")
    assert "This report shows all hands" in bob.http.get(f"/api/tables/{table}/report").text


def test_strangers_get_no_report_of_a_private_table(server: Server) -> None:
    ann, bob, table = pair(server, watching="nobody")
    play_out(server, table, ann, bob)
    asked = [normalized(httpx.get(f"{server.url}/api/tables/{one}/report"), one) for one in (table, NO_TABLE)]
    assert asked[0] == asked[1]
    assert asked[0][0] == 404
    assert ann.http.get(f"/api/tables/{table}/report").status_code == 200
