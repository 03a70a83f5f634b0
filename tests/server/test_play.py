"""Whole games over the API, alone and together, and what each one gets to see."""

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
    """Random play until the game is over for all."""
    rand = random.Random(5)
    states = [live.state(0) for live in lives]
    while not all(state["outcome"] for state in states):
        for n, live in enumerate(lives):
            if states[n]["legal"]:
                answer = live.act(states[n], rand.randrange(len(states[n]["legal"])))
                assert answer["type"] == "ack", answer
                for m, other in enumerate(lives):
                    while states[m]["number"] < answer["number"]:
                        states[m] = other.next("state")


def test_a_whole_game_of_people(server: Server) -> None:
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
    assert replayed.number == over["number"]
    assert verify(journal, lambda journal: load(journal.content)).faults == ()


def test_a_game_over_http_alone(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", "random")
    until = time.monotonic() + 90
    while time.monotonic() < until:
        state = ann.get(f"/api/tables/{table}/state")
        if state["outcome"]:
            break
        if state["legal"]:
            forms = [state["legal"][0]["action"]]
            number = ann.post(f"/api/tables/{table}/act", {"at": state["number"], "actions": forms})["number"]
            assert number > state["number"]
    assert state["outcome"]["winners"]
    log = ann.get(f"/api/tables/{table}/log?since=3")
    assert log["number"] == state["number"]
    assert all(line["n"] > 3 for line in log["log"])


def test_the_log_begins_with_the_set_up(server: Server) -> None:
    """Coins deals everybody a coin before the first bids."""
    ann = server.guest()
    table = ann.table("me", "steady")
    for path in ("state", "log"):
        first = ann.get(f"/api/tables/{table}/{path}")["log"][0]
        assert (first["n"], first["text"].startswith("You get the ")) == (0, True)
        assert all(line["n"] for line in ann.get(f"/api/tables/{table}/{path}?since=0")["log"])
    with ann.live(table, since=-1) as live:
        assert live.state(0)["log"][0] == first


def test_the_state_says_what_the_wire_says(server: Server) -> None:
    from cashbox.server import wire

    ann = server.guest()
    table = ann.table("me", "steady")
    state = ann.http.get(f"/api/tables/{table}/state")
    read = msgspec.json.decode(state.content, type=wire.State)
    assert read.seat == 0
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}").content, type=wire.TableAnswer)
    msgspec.json.decode(ann.http.get("/api/tables?which=mine").content, type=wire.TableList)
    msgspec.json.decode(ann.http.get("/api/games").content, type=list[wire.GameInfo])
    msgspec.json.decode(ann.http.get(f"/api/tables/{table}/log").content, type=wire.Log)


def test_undo_by_steps_and_whole_turn(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", options={"rich": True})
    with ann.live(table) as live:
        state = live.state(live.act(live.state(0))["number"])
        while not any(one["action"]["type"] == "store" for one in state["legal"]):
            state = live.next("state")
        before = state
        for _ in range(2):
            number = live.act(state)["number"]
            state = live.state(number)
        assert state["can_undo"] == 2
        kept = lines(before, state)
        number = live.ask(type="undo", at=state["number"], steps=1)["number"]
        state = live.state(number)
        assert state["can_undo"] == 1
        assert state["view"]["purse"][0] == 2
        assert state["log"][-1]["text"] == "Ann takes back a step."
        assert state["log_from"] == number - 1
        assert live.ask(type="undo", at=number, steps=5)["code"] == "bad-steps"
        number = live.ask(type="undo", at=number, steps=None)["number"]
        state = live.state(number)
        assert state["view"] == before["view"]
        assert live.ask(type="undo", at=number, steps=1)["code"] == "nothing-to-undo"
    shown = [line for line in kept if line["n"] < state["log_from"]] + state["log"]
    fresh = ann.get(f"/api/tables/{table}/log")["log"]
    assert [line for line in fresh if line["n"] >= shown[0]["n"]][-1] == shown[-1]


def lines(*states: dict[str, Any]) -> list[dict[str, Any]]:
    """The log as a client keeps it."""
    kept: list[dict[str, Any]] = []
    for state in states:
        kept = [line for line in kept if line["n"] < state["log_from"]] + state["log"]
    return kept


def test_several_actions_happen_all_or_none(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady", options={"rich": True})
    with ann.live(table) as live:
        state = live.state(live.act(live.state(0))["number"])
        while not state["legal"]:
            state = live.next("state")
        store, draw = {"type": "store"}, {"type": "draw"}
        at = state["number"]
        refused = live.ask(type="act", at=at, actions=[store, {"type": "bid", "high": True}])
        assert refused["code"] == "not-legal"
        assert ann.get(f"/api/tables/{table}/state")["number"] == at
        assert live.ask(type="act", at=at, actions=[store, store, draw])["number"] == at + 3


def test_what_others_do_at_once_does_not_make_a_choice_stale(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        first, second = a.state(0), b.state(0)
        assert a.act(first)["number"] == 1
        assert b.act(second)["number"] == 2


def test_a_seats_secrets_reach_nobody_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b, channel(server, table, {}) as watching:
        mine, theirs, public = a.state(0), b.state(0), watching.state(0)
        assert mine["seat"] == 0
        assert theirs["seat"] == 1
        assert public["seat"] is None
        assert mine["view"]["hand"] != theirs["view"]["hand"]
        assert public["view"]["hand"] == []
        assert public["legal"] == []
        a.act(mine, 1)
        for other in (b, watching):
            seen = other.state(1)
            assert seen["view"]["chosen"] == [True, False]
            assert seen["view"]["bid"] == -1
            assert seen["log"] == []
        assert [line["text"] for line in a.state(1)["log"]] == ["You bid high."]


def test_a_withdrawn_secret_choice_is_told_to_nobody_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as a, bob.live(table) as b:
        a.act(a.state(0), 1)
        b.state(1)
        a.ask(type="undo", at=1, steps=1)
        seen = b.state(2)
        assert (seen["log"], seen["log_from"]) == ([], 2)
        mine = a.state(2)
        assert (mine["log_from"], mine["log"][-1]["n"]) == (1, 2)


def test_two_tabs_agree_and_a_lost_one_misses_nothing(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open")
    bob.sit(table)
    with ann.live(table) as one, ann.live(table) as two:
        state = one.state(0)
        assert two.state(0) == state
        number = one.act(state)["number"]
        assert one.state(number) == two.state(number)
        assert one.ask(type="undo", at=number, steps=1)["number"] == 2
        assert one.state(2) == two.state(2)
    with bob.live(table) as live:
        live.act(live.state(0))
    ann.post(f"/api/tables/{table}/act", {"at": 2, "actions": [{"type": "bid", "high": True}]})
    everything = ann.get(f"/api/tables/{table}/state")
    assert everything["number"] == 4
    with ann.live(table, since=number) as one:
        rest = one.next("state")
    assert rest["log"] == [line for line in everything["log"] if line["n"] >= rest["log_from"]]
    assert rest["log_from"] == 1


def test_presence_and_start_are_shown(server: Server) -> None:
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
            assert message["you"] == {"seat": 0, "host": True}
        assert not live.next("table")["table"]["seats"][1]["online"]
        ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot", "bot": "steady"})
        message = live.next("table")
        assert message["table"]["status"] == "playing"
        assert live.state(0)["legal"]


def test_a_watcher_who_sits_down_gets_the_seats_view(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "open")
    with bob.live(table) as live:
        assert live.next("table")["you"]["seat"] is None
        bob.sit(table)
        ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot"})
        state = live.state(0)
        assert state["seat"] == 1
        assert state["legal"]


def test_sitting_leaving_and_the_host(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.table("me", "open", "open", name="  Our   table ")
    assert ann.get(f"/api/tables/{table}")["table"]["name"] == "Our table"
    bob.post(f"/api/tables/{table}/sit", {"seat": 2, "name": "Bobby"})
    assert bob.get(f"/api/tables/{table}")["you"] == {"seat": 2, "host": False}
    assert bob.post(f"/api/tables/{table}/leave")["you"]["seat"] is None
    ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot"})
    ann.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "open"})
    shown = ann.get(f"/api/tables/{table}")["table"]
    assert [seat["kind"] for seat in shown["seats"]] == ["guest", "open", "open"]


def test_lists(server: Server) -> None:
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
def test_games_and_their_content(server: Server, game: str) -> None:
    ann = server.guest()
    info = next(one for one in ann.http.get("/api/games").json() if one["id"] == game)
    assert info["bots"]
    made = ann.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}, 201)
    answer = ann.http.get(made["table"]["links"]["content"])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert ann.get(f"/api/games/{game}/content/{'0' * 64}", 404)["code"] == "no-such-content"


def test_what_things_are_is_told_by_the_rules_of_the_table(server: Server) -> None:
    ann = server.guest()
    for mode, moves in (("standard", "3 until May, 2 until August"), ("family", "a month gives 3")):
        seats = [{"kind": "me"}, {"kind": "bot"}]
        table = ann.post("/api/tables", {"game": "envelopes", "mode": mode, "seats": seats}, 201)["table"]
        told = ann.get(table["links"]["tips"])
        words = [part for part in told["moves"]["say"] if isinstance(part, str)]
        assert moves in " ".join(words)
        assert not any("[" in word or "{" in word for word in words)
        assert told["moves"]["name"][0] == {"type": "fact", "name": "count", "thing": "free space"}
    plain = ann.post("/api/tables", {"game": "coins", "seats": [{"kind": "me"}, {"kind": "bot"}]}, 201)["table"]
    assert ann.get(plain["links"]["tips"]) == {}
    waiting = ann.post("/api/tables", {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}, 201)["table"]
    assert ann.get(waiting["links"]["tips"], 409)["code"] == "not-started"


def test_who_one_is(server: Server) -> None:
    ann = Guest(server, "  Ann\u200b  Ott ")
    assert ann.get("/api/me")["name"] == "Ann Ott"
    assert ann.http.patch("/api/me", json={"name": "Anna"}).json()["name"] == "Anna"
    assert ann.get("/api/me")["name"] == "Anna"


def test_explain_in_the_words_of_the_rules(server: Server) -> None:
    ann = server.guest()
    table = ann.table("me", "steady")
    with ann.live(table) as live:
        state = live.state(0)
        answer = live.ask(type="explain", action={"type": "draw"})
        assert answer["text"] == "Everybody bids first."
        assert live.ask(type="explain", action=state["legal"][0]["action"])["text"] == ""
    assert ann.post(f"/api/tables/{table}/explain", {"action": {"type": "draw"}})["text"] == "Everybody bids first."
