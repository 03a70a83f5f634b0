"""Test whole games over the API, alone and with others, and what each viewer can see."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.engine.verify import verify
from tests.server.conftest import Guest, Live, channel
from tests.server.games.coins.game import Coins, load

if TYPE_CHECKING:
    from tests.server.conftest import Server


def play_out(*lives: Live) -> None:
    """Play at random until the game is over for every viewer."""
    rand = random.Random(5)
    states = [live.state() for live in lives]
    while not all(state["outcome"] for state in states):
        for n, live in enumerate(lives):
            if states[n]["legal"]:
                answer = live.act(states[n], rand.randrange(len(states[n]["legal"])))
                assert answer["type"] == "ack", answer
                states = [other.state() for other in lives]
                assert states[n]["mark"] == answer["mark"]


def test_two_people_play_a_whole_game_with_a_valid_journal(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", nonce="mine")
    made = ann.get(f"/api/tables/{table}")["table"]
    assert (made["status"], made["secret"], made["nonces"]) == ("waiting", "", [])
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        play_out(a, b)
    over = ann.get(f"/api/tables/{table}")["table"]
    assert over["status"] == "over"
    assert over["commitment"] == made["commitment"]
    assert over["nonces"][0] == "mine"
    assert over["outcome"]["scores"]
    assert [one["score"] for one in over["ranking"]] == sorted(over["outcome"]["scores"], reverse=True)
    data = ann.http.get(f"/api/tables/{table}/journal").content
    journal = loads(data)
    assert journal.end is not None
    assert journal.end.secret == over["secret"]
    assert journal.header.commitment == made["commitment"]
    replayed = Match.replay(Coins(), journal)
    assert replayed.over
    assert verify(journal, lambda journal: load(journal.content)).faults == ()


def test_a_whole_game_can_be_played_over_plain_http(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", "random")
    until = time.monotonic() + 90
    while time.monotonic() < until:
        state = ann.get(f"/api/tables/{table}/state")
        if state["outcome"]:
            break
        if state["legal"]:
            forms = [state["legal"][0]["action"]]
            done = ann.post(f"/api/tables/{table}/act", {"at": state["mark"], "actions": forms})
            assert done["mark"] != state["mark"]
            assert done["lines"] >= len(state["log"])
    assert state["outcome"]["winners"]
    log = ann.get(f"/api/tables/{table}/log?since={done['mark']}")
    assert log["mark"] == state["mark"]
    assert log["log_from"] == done["lines"]
    assert log["log"] == state["log"][done["lines"] :]


def test_the_log_begins_with_the_setup(server: Server) -> None:
    """Coins deals everyone a coin before the first bids."""
    ann = server.guest()
    table = ann.table("me", "steady")
    for path in ("state", "log"):
        found = ann.get(f"/api/tables/{table}/{path}")
        assert found["log_from"] == 0
        assert found["log"][0]["text"].startswith("You get the ")
    with ann.live(table) as live:
        assert live.state()["log"][0] == found["log"][0]


def test_responses_match_their_wire_types(server: Server) -> None:
    from cashbox.server import wire
    from cashbox.server.lobby import wire as lobby_wire
    from cashbox.server.tables import wire as table_wire

    ann = server.guest()
    table = ann.table("me", "steady")
    state = ann.http.get(f"/api/tables/{table}/state")
    read = msgspec.json.decode(state.content, type=table_wire.State)
    assert read.seat == 0
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}").content, type=wire.TableAnswer)
    msgspec.json.decode(ann.http.get("/api/tables?which=mine").content, type=wire.TableList)
    msgspec.json.decode(ann.http.get("/api/games").content, type=list[lobby_wire.GameInfo])
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}/log").content, type=table_wire.Log)


def test_a_player_can_undo_single_steps_and_the_whole_turn(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", options={"rich": True})
    with ann.live(table) as live:
        state = live.state()
        kept = lines([], state)
        live.act(state)
        while not any(one["action"]["type"] == "store" for one in state["legal"]):
            state = live.state()
            kept = lines(kept, state)
        before = state
        for _ in range(2):
            live.act(state)
            state = live.state()
            kept = lines(kept, state)
        assert state["can_undo"] == 2
        mark = live.ask(type="undo", at=state["mark"], steps=1)["mark"]
        state = live.state()
        assert state["can_undo"] == 1
        assert state["view"]["purse"][0] == 2
        assert (state["log"], state["log_from"]) == ([], len(kept) - 1)
        kept = lines(kept, state)
        assert live.ask(type="undo", at=mark, steps=5)["code"] == "bad-steps"
        mark = live.ask(type="undo", at=mark, steps=None)["mark"]
        state = live.state()
        kept = lines(kept, state)
        assert state["view"] == before["view"]
        assert live.ask(type="undo", at=mark, steps=1)["code"] == "nothing-to-undo"
    assert ann.get(f"/api/tables/{table}/log")["log"] == kept


def lines(kept: list[dict[str, Any]], state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the log as a client keeps it."""
    assert state["log_from"] <= len(kept)
    return [*kept[: state["log_from"]], *state["log"]]


def test_a_request_with_several_actions_applies_all_or_none(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", options={"rich": True})
    with ann.live(table) as live:
        live.act(live.state())
        state = live.owing()
        store, draw = {"type": "store"}, {"type": "draw"}
        at = state["mark"]
        refused = live.ask(type="act", at=at, actions=[store, {"type": "bid", "high": True}])
        assert refused["code"] == "not-legal"
        assert ann.get(f"/api/tables/{table}/state")["mark"] == at
        assert live.ask(type="act", at=at, actions=[store, store, draw])["type"] == "ack"
        assert live.state()["view"]["chest"][0] == 2


def test_a_simultaneous_choice_stays_valid_when_others_choose(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        first, second = a.state(), b.state()
        assert a.act(first)["type"] == "ack"
        assert b.state()["mark"] != second["mark"]
        assert b.act(second)["type"] == "ack"
        assert b.act(second)["code"] == "stale"


def test_a_seats_secrets_are_sent_to_no_one_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b, channel(server, table, {}) as watching:
        mine, theirs, public = a.state(), b.state(), watching.state()
        assert mine["seat"] == 0
        assert theirs["seat"] == 1
        assert public["seat"] is None
        assert mine["view"]["hand"] != theirs["view"]["hand"]
        assert public["view"]["hand"] == []
        assert public["legal"] == []
        a.act(mine, 1)
        for other in (b, watching):
            seen = other.state()
            assert seen["view"]["chosen"] == [True, False]
            assert seen["view"]["bid"] == -1
            assert seen["log"] == []
        assert [line["text"] for line in a.state()["log"]] == ["You bid high."]


def test_an_undone_secret_choice_is_sent_to_no_one_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        first = a.state()
        before = b.state()
        mark = a.act(first, 1)["mark"]
        assert a.state()["log_from"] == len(first["log"])
        assert b.state()["log"] == []
        a.ask(type="undo", at=mark, steps=1)
        seen = b.state()
        assert (seen["log"], seen["log_from"], seen["mark"]) == ([], len(before["log"]), before["mark"])
        mine = a.state()
        assert (mine["log_from"], mine["log"]) == (len(first["log"]), [])


def test_two_tabs_agree_and_a_reconnected_tab_misses_nothing(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as one, ann.live(table) as two:
        state = one.state()
        assert two.state() == state
        bid = one.act(state)["mark"]
        assert one.state() == two.state()
        done = one.ask(type="undo", at=bid, steps=1)
        assert one.state() == two.state()
    with bob.live(table) as live:
        live.act(live.state())
    ann.post(f"/api/tables/{table}/act", {"at": done["mark"], "actions": [{"type": "bid", "high": True}]})
    everything = ann.get(f"/api/tables/{table}/state")
    # The undone bid is no longer in the log, so its mark is unknown and the whole log is sent.
    for mark, first in ((done["mark"], done["lines"]), (bid, 0), ("", 0), ("17", 0)):
        with ann.live(table, since=mark) as one:
            rest = one.state()
        assert rest["log_from"] == first
        assert rest["log"] == everything["log"][first:]


def test_presence_and_the_start_of_the_game_are_sent_live(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Ann")
    table = ann.table("me", "open", "open")
    with ann.live(table) as live:
        seats = live.next("table")["table"]["seats"]
        assert [seat["online"] for seat in seats] == [True, False, False]
        bob.sit(table)
        assert live.next("table")["table"]["seats"][1]["name"] == "Ann 2"
        with bob.live(table):
            message = live.next("table")
            assert message["table"]["seats"][1]["online"]
            assert message["you"] == {"seat": 0, "host": True, "kept": None, "told": "", "banned": ""}
        assert not live.next("table")["table"]["seats"][1]["online"]
        ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot", "bot": "steady"})
        message = live.next("table")
        assert message["table"]["status"] == "playing"
        assert live.state()["legal"]


def test_a_spectator_who_sits_down_gets_the_seats_view(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "open")
    with bob.live(table) as live:
        assert live.next("table")["you"]["seat"] is None
        bob.sit(table)
        ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot"})
        state = live.state()
        assert state["seat"] == 1
        assert state["legal"]


def test_guests_can_sit_down_and_leave_and_the_host_can_change_seats(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "open", name="  Our   table ")
    assert ann.get(f"/api/tables/{table}")["table"]["name"] == "Our table"
    bob.post(f"/api/tables/{table}/sit", {"seat": 2, "name": "Bobby"})
    assert bob.get(f"/api/tables/{table}")["you"] == {"seat": 2, "host": False, "kept": None, "told": "", "banned": ""}
    assert bob.post(f"/api/tables/{table}/leave")["you"]["seat"] is None
    ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot"})
    ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "open"})
    shown = ann.get(f"/api/tables/{table}")["table"]
    assert [seat["kind"] for seat in shown["seats"]] == ["guest", "open", "open"]


def test_tables_are_listed_as_mine_or_open(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    shown, hidden = ann.table("me", "open"), ann.table("me", "open", listed=False)
    playing = ann.table("me", "steady")
    mine = [one["table"]["id"] for one in ann.get("/api/tables?which=mine")["tables"]]
    assert set(mine) == {shown, hidden, playing}
    theirs = [one["table"]["id"] for one in bob.get("/api/tables?which=open")["tables"]]
    assert shown in theirs
    assert hidden not in theirs
    assert playing not in theirs
    assert bob.get("/api/tables?which=mine")["tables"] == []


@pytest.mark.parametrize("game", ["coins", "envelopes"])
def test_each_game_lists_its_bots_and_serves_its_content(server: Server, game: str) -> None:
    ann = server.guest()
    info = next(one for one in ann.http.get("/api/games").json() if one["id"] == game)
    assert info["bots"]
    made = ann.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}, 201)
    answer = ann.http.get(made["table"]["links"]["content"])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert ann.get(f"/api/games/{game}/content/{'0' * 64}", 404)["code"] == "no-such-content"


def test_tips_follow_the_rules_of_the_table(server: Server) -> None:
    ann = server.guest()
    for mode, moves in (("standard", "3 until May, 2 until August"), ("family", "you get 3")):
        seats = [{"kind": "me"}, {"kind": "bot"}]
        table = ann.post("/api/tables", {"game": "envelopes", "mode": mode, "seats": seats}, 201)["table"]
        told = ann.get(table["links"]["tips"])
        words = [part for part in told["moves"]["say"] if isinstance(part, str)]
        assert moves in " ".join(words)
        assert not any("[" in word or "{" in word for word in words)
        assert told["moves"]["name"][0] == {"type": "fact", "name": "count", "thing": "free move"}
    plain = ann.post("/api/tables", {"game": "coins", "seats": [{"kind": "me"}, {"kind": "bot"}]}, 201)["table"]
    assert ann.get(plain["links"]["tips"]) == {}
    waiting = ann.post("/api/tables", {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}, 201)["table"]
    assert ann.get(waiting["links"]["tips"], 409)["code"] == "not-started"


def test_a_guests_name_is_cleaned_up_and_can_be_changed(server: Server) -> None:
    ann = Guest(server, "  Ann\u200b  Ott ")
    assert ann.get("/api/me")["name"] == "Ann Ott"
    assert ann.http.patch("/api/me", json={"name": "Anna"}).json()["name"] == "Anna"
    assert ann.get("/api/me")["name"] == "Anna"


def test_the_server_explains_why_an_action_is_not_legal(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady")
    with ann.live(table) as live:
        state = live.state()
        answer = live.ask(type="explain", action={"type": "draw"})
        assert answer["text"] == "Everybody bids first."
        assert live.ask(type="explain", action=state["legal"][0]["action"])["text"] == ""
    assert ann.post(f"/api/tables/{table}/explain", {"action": {"type": "draw"}})["text"] == "Everybody bids first."
