"""Play a seat over the live channel.

Run it as `python examples/play_a_seat.py URL [LEVEL]`. URL is a server (http://localhost:8000), for a new table against
bots of a level (gentle, casual, steady, sharp, expert), or an invitation link (http://.../t/...), for an open seat
there. Legal actions are picked at random; put something better into `choose`. Needs: httpx, websockets.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect


def choose(state: dict[str, Any]) -> dict[str, Any]:
    """One of the legal actions, from what this seat sees."""
    action: dict[str, Any] = random.choice(state["legal"])["action"]
    return action


def post(http: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a request, again where the server says how many seconds to wait first. Returns the answer."""
    while "Retry-After" in (answer := http.post(path, json=body)).headers:
        print(answer.json()["message"])
        time.sleep(int(answer.headers["Retry-After"]))
    if answer.is_error:
        raise SystemExit(answer.json()["message"])
    found: dict[str, Any] = answer.json()
    return found


def take_a_seat(server: str, path: str, level: str = "") -> tuple[str, str]:
    """Return the token of a new guest and the table where it has a seat."""
    with httpx.Client(base_url=server) as http:
        guest = post(http, "/api/guests", {"name": "Example", "token": True})
        http.headers["Authorization"] = f"Bearer {guest['token']}"
        if path.startswith("/t/"):
            answer = post(http, f"/api/tables/{path.removeprefix('/t/')}/sit", {})
        else:
            game = http.get("/api/games").raise_for_status().json()[0]
            seats = [{"kind": "me"}, *({"kind": "bot", "bot": level} for _ in range(game["players"][0] - 1))]
            answer = post(http, "/api/tables", {"game": game["id"], "seats": seats})
        return guest["token"], answer["table"]["id"]


async def play(server: str, token: str, table: str) -> None:
    """Act whenever something is legal, until the game is over."""
    address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    sent, act = 0, ""
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as live:
        async for text in live:
            message = json.loads(text)
            if message["type"] == "refused" and "retry_after" in message:
                print(message["message"])
                await asyncio.sleep(message["retry_after"])
                await live.send(act)
            elif message["type"] == "refused" and message["code"] != "stale":
                raise SystemExit(message["message"])
            if message["type"] != "state":
                continue
            for line in message["log"]:
                print(line["text"])
            if message["outcome"]:
                print("Scores by seat:", *message["outcome"]["scores"])
                return
            if message["legal"]:
                sent += 1
                act = json.dumps({"type": "act", "id": sent, "at": message["mark"], "actions": [choose(message)]})
                await live.send(act)


def main() -> None:
    """Sit down, play, say how it ended."""
    parts = urlsplit(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000")
    server = f"{parts.scheme}://{parts.netloc}"
    token, table = take_a_seat(server, parts.path, sys.argv[2] if len(sys.argv) > 2 else "")
    print(f"Playing at {server}/t/{table}")
    asyncio.run(play(server, token, table))


if __name__ == "__main__":
    main()
