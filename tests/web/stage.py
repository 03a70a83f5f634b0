"""Show any position of a game on its board in a real browser; the rules play the actions that are pressed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import games
from cashbox.engine.game import GameError
from cashbox.engine.help import table_tips
from cashbox.engine.sentences import fill

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from cashbox.engine.help import Tip
    from tests.any_table import AnyTable
    from tests.web.conftest import Server

NAMES: Final = ("Ann", "Bob", "Catherine", "Dave", "Eve", "Frederick the Great of Prussia", "Gus", "Henrietta")

SHOW: Final = """
async (props) => {
  const { h, render } = await import("/static/js/shared/preact.js");
  const board = await import("/games/GAME/board/board.js");
  if (!window.stage) {
    document.body.className = "at-table with-felt";
    document.body.innerHTML =
      '<div class="masthead" hidden></div><main><h1 class="visually-hidden">GAME</h1><div id="table">' +
      '<div class="play"><div class="table-head" hidden></div><div class="felt"><div id="board" tabindex="-1"></div>' +
      '</div></div></div></main>';
    const folder = new URL("/games/GAME/board/", location.href);
    const sheets = ["/static/css/table.css", "/static/css/layout.css", ...board.css];
    await Promise.all(sheets.map((sheet) => new Promise((onload) => {
      const link = { rel: "stylesheet", onload, href: new URL(sheet, folder).href };
      document.head.append(Object.assign(document.createElement("link"), link));
    })));
    await new Promise((onload) => {
      document.head.append(Object.assign(document.createElement("script"), { src: "/static/js/shape.js", onload }));
    });
    const act = async (forms) => {
      const answer = await window.tablePlays(forms);
      if (answer.refused) throw answer;
      window.stage(answer);
    };
    const more = { act, explain: (form) => window.tableExplains(form), busy: false, announce() {} };
    let shown;
    window.stage = (given) => {
      shown = given;
      const shape = window.shapeOf(innerWidth, innerHeight);
      render(h(board.default, { ...given, ...more, shape }), document.querySelector("#board"));
    };
    addEventListener("resize", () => window.stage(shown));
  }
  window.stage(props);
}
"""


HEAD: Final = """
() => document.querySelectorAll(".masthead, .table-head").forEach((e) => {
  e.hidden = false;
  Object.assign(e.style, { height: "3.1rem", minHeight: "0", flex: "none" });
})
"""


class Stage:
    """A table as one seat sees it. sent: the requests that the board has made, each a list of actions. also: the labels
    of actions, by their types, that are said to be legal, too, though the game knows none like them. head: with the
    room above the board that masthead and prompt take."""

    def __init__(self, page: Page, server: Server, table: AnyTable, seat: int = 0, *, head: bool = False) -> None:
        self.page, self.table, self.seat = page, table, seat
        self.sent: list[list[dict[str, Any]]] = []
        self.also: dict[str, str] = {}
        self.names = list(NAMES[: table.state.seats])
        page.goto(server.url)
        page.expose_function("tablePlays", self._play)
        page.expose_function("tableExplains", self._explain)
        self.show()
        if head:
            page.evaluate(HEAD)

    def show(self) -> None:
        """The position as it stands now."""
        game = self.table.game.about.id
        self.page.evaluate(SHOW.replace("GAME", game), self._props())
        self.page.wait_for_selector("#board > *")

    def told(self, thing: Locator, tips: dict[str, Tip]) -> str:
        """What the slip of paper says of a thing."""
        facts = json.loads(thing.get_attribute("data-facts") or "{}")
        rules = msgspec.to_builtins(self.table.game.view(self.table.state, self.seat))["rules"]
        return fill(tips[str(thing.get_attribute("data-tip"))].say, rules | facts)

    def _props(self) -> dict[str, Any]:
        game, state = self.table.game, self.table.state
        legal = [
            {
                "action": game.encode(action),
                "text": game.text(action),
                "does": "",
                "facts": {},
                **msgspec.to_builtins(game.describe(state, self.seat, action)),
            }
            for action in game.legal(state, self.seat)
        ]
        legal += [
            {"action": {"type": kind}, "label": label, "does": "", "text": kind, "facts": {}}
            for kind, label in self.also.items()
        ]
        view = msgspec.to_builtins(game.view(state, self.seat))
        prompt = game.prompt(state, self.seat, self.names)
        return {
            "content": game.content, "view": view, "seat": self.seat, "names": self.names, "legal": legal,
            "prompt": prompt, "tips": msgspec.to_builtins(table_tips(games.tips_of(game), view["rules"])),
        }  # fmt: skip

    def _play(self, forms: list[dict[str, Any]]) -> dict[str, Any]:
        """All or none, as the server does it."""
        self.sent.append(forms)
        before = self.table.state.clone()
        for form in forms:
            try:
                action = self.table.game.decode(form)
                legal = action in self.table.game.legal(self.table.state, self.seat)
            except GameError:
                legal = False
            if not legal:
                self.table.state = before
                return {"refused": True}
            self.table.game.play(self.table.state, self.seat, action, self.table.chance)
        return self._props()

    def _explain(self, form: dict[str, Any]) -> str:
        game = self.table.game
        return game.explain(self.table.state, self.seat, game.decode(form))
