"""The test suite for boards: positions of all modes in a browser, in windows of all sizes.

    faults = check(game, Plan())

A fault is one sentence that names the game, the position, the window, and the control.
"""

from __future__ import annotations

import mimetypes
import os
import shutil
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

import cashbox
from cashbox import games
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance, shuffled
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.seats import seats_of
from cashbox.engine.settings import tables
from cashbox.lab.boards.covering import FAULTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, Page, Playwright, Route

    from cashbox.engine.game import Game

Size = tuple[int, int]

SIZES: Final[tuple[Size, ...]] = (
    (360, 640),
    (390, 844),
    (844, 390),
    (720, 450),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
)
"""Windows, in pixels. 720 x 450 is a window of 1440 x 900 at 200 %."""

TOUCH: Final[frozenset[Size]] = frozenset({(360, 640), (390, 844), (844, 390), (768, 1024)})
"""Windows of phones and tablets."""

ACTED: Final[dict[Size, str]] = {(390, 844): "touch", (1440, 900): "keyboard", (1280, 720): "mouse"}
"""Windows in which legal actions are tried, and by what."""

NAMES: Final = tuple(
    f"{name} of the very long and venerable Name".ljust(40, "e")[:40]
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fred", "Gus", "Hal")
)
"""Players' names of the maximum length."""

LEAST_TEXT: Final = 12
"""The height of the smallest text, in pixels."""
LEAST_TARGET: Final = 24
"""The width and height of the smallest control for a finger, in pixels."""

LONGEST: Final = 400
"""The maximum number of decisions per game to examine."""

HOST: Final = "http://board.invalid"

PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/table.css"><link rel="stylesheet" href="/static/css/layout.css">
<script src="/static/js/shape.js"></script><link rel="icon" href="data:,"></head>
<body class="at-table with-felt"><header class="masthead" style="height: 3.1rem; min-height: 0; flex: none"></header>
<main><div id="table"><div class="play">
<div class="table-head" style="height: 3.1rem; min-height: 0; flex: none"></div>
<div class="felt"><div id="board" tabindex="-1"></div></div></div></div></main></body></html>"""
"""The page around a board, with room for the header and the prompt."""


@dataclass(frozen=True)
class Plan:
    """What to check. count: the number of positions; seed: of the games; sizes: of the windows; acted: like ACTED."""

    count: int = 200
    seed: int = 0
    sizes: Sequence[Size] = SIZES
    acted: bool = True


class Position(msgspec.Struct):
    """A position on a board.

    name: the mode, the number of players, and the decision.
    props: the properties of the board that depend on the position.
    """

    name: str
    props: dict[str, Any]


# -- positions ---------------------------------------------------------------------------------------------------------


def positions(game: Game[Any], count: int, seed: int) -> list[Position]:
    """Return positions of games of every mode with the fewest and the most players, as different as possible."""
    deciding: dict[str, list[Callable[[], Position]]] = {}
    watching: dict[str, list[Callable[[], Position]]] = {}
    for options, seats in tables(game):
        for kind, decides, make in _of_game(game, options, seats, seed):
            (deciding if decides else watching).setdefault(kind, []).append(make)
    found: list[Position] = []
    chance = SeededChance(f"{seed}/positions")
    some, others = (
        [[*kinds.values()][k] for k in shuffled(list(range(len(kinds))), chance)] for kinds in (deciding, watching)
    )
    # three in four positions have something to decide
    rows = [row for k in range(max(len(some), len(others))) for row in (*some[3 * k : 3 * k + 3], *others[k : k + 1])]
    for turn in range(max(map(len, rows), default=0)):
        for row in rows:
            if turn < len(row) and len(found) < count:
                found.append(row[(turn + 1) * 7919 % len(row)]())  # from all parts of the games
    return found


def _of_game(
    game: Game[Any], options: dict[str, Any], seats: int, seed: int
) -> Iterator[tuple[str, bool, Callable[[], Position]]]:
    """Play a game with its own bot and `random`. Yields each position's kind, whether it has a decision, and its
    maker."""
    mode = str(options.get("mode", ""))
    chance, choosing = SeededChance(f"{seed}/{mode}/{seats}"), SeededChance(f"{seed}/{mode}/{seats}/choices")
    complete = game.check_options(options, seats)
    state = game.start(complete, seats, chance)
    own = games.own_bots(game.about.id)
    bots = [own[name](game, seat, choosing) for seat in range(seats) for name in game.about.bots[:1]]
    for step in range(LONGEST):
        due = seats_of(game.due(state))
        copy = game.clone(state)
        where = f"{mode or 'game'}, {seats} players, decision {step}"
        for seat in {*due[:1], (due[0] + 1) % seats if due else 0, SPECTATOR}:
            legal = game.legal(copy, seat) if seat >= 0 else []
            types = sorted({game.encode(action)["type"] for action in legal})
            phase = getattr(game.view(copy, seat), "phase", "")
            yield f"{mode} {seats} {phase} {types} {seat < 0}", bool(types), _maker(game, copy, seat, seats, where)
        if not due:
            return
        legal = game.legal(state, due[0])
        bot = bots[due[0]] if bots and choosing.draw(3) and not bots[due[0]].needs_samples else None
        action = legal[choosing.draw(len(legal))] if bot is None else decide(bot, game, state, legal)
        game.play(state, due[0], action, chance)


def _maker(game: Game[Any], state: Any, seat: int, seats: int, where: str) -> Callable[[], Position]:
    """Return a function that builds a position if it is chosen."""
    who = f"seat {seat}" if seat >= 0 else "spectator"
    return lambda: Position(f"{where}, {who}", props_of(game, state, seat, NAMES[:seats]))


def props_of(game: Game[Any], state: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return the properties of a board that depend on the position, as the page receives them."""
    legal = [
        {
            "action": game.encode(action),
            "text": game.text(action),
            "does": "",
            "facts": {},
            **msgspec.to_builtins(game.describe(state, seat, action)),
        }
        for action in (game.legal(state, seat) if seat >= 0 else [])
    ]
    return {
        "view": msgspec.to_builtins(game.view(state, seat)),
        "seat": seat,
        "names": list(names),
        "legal": legal,
        "prompt": game.prompt(state, seat, names),
        "tips": msgspec.to_builtins(games.tips_at(game, state)),
    }


# -- the browser -------------------------------------------------------------------------------------------------------


def open_browser(playwright: Playwright) -> Browser:
    """Start Chromium: the one named by CASHBOX_CHROMIUM, the system's, or playwright's."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("CASHBOX_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(
        executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    )


def _answer(route: Route) -> None:
    """Answer the page's request with a file of the package or of a game, without a server."""
    path = urlsplit(route.request.url).path
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    parts = path.strip("/").split("/")
    if path == "/":
        route.fulfill(body=PAGE, content_type="text/html")
        return
    if parts[0] == "suite":
        file = Path(str(resources.files(__package__))).joinpath(*parts[1:])
    elif parts[0] == "static":
        file = Path(cashbox.__file__).parent.joinpath("web", *parts)
    elif parts[0] == "games":
        file = games.folder(parts[1]).joinpath(*parts[2:])
    else:
        file = Path()
    if file.is_file():
        route.fulfill(body=file.read_bytes(), content_type="text/javascript" if path.endswith("js") else kind)
    else:
        route.fulfill(status=404, body="")


def _page(browser: Browser, game: Game[Any], found: list[Position], *, touch: bool) -> Page:
    """Open a page with the board of a game. GameError("board") if the board can't be loaded."""
    context = browser.new_context(reduced_motion="reduce", has_touch=touch, service_workers="block")
    context.route("**", _answer)
    page = context.new_page()
    page.goto(f"{HOST}/")
    # as one string, which playwright passes on as it is
    given = msgspec.json.encode({"content": game.content, "positions": [{"props": one.props} for one in found]})
    try:
        page.evaluate(
            "async (given) => { window.suite = await import('/suite/page.js'); await suite.load(...given); }",
            [game.about.id, given.decode()],
        )
    except Exception as error:
        raise GameError("board", f"The board of {game.about.name} can't be loaded: {_first_line(error)}") from error
    return page


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0].removeprefix("Page.evaluate: ")


LOOK: Final = """
async ([faults, least, target, numbers, turn, turns]) => {
  const find = new Function(`return (${faults})`)();
  const found = [];
  for (const n of numbers) {
    let thrown = "";
    await suite.show(n).catch((error) => { thrown = String(error); });
    await suite.laidOut();
    for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
    const text = n % turns === turn;
    const here = thrown ? [thrown] : [...find({ text }), ...suite.tiny(least), ...(target ? suite.small(target) : [])];
    found.push(...here.map((fault) => [n, fault]));
  }
  return found;
}
"""
"""Looks at positions in one window. Text takes most of the time: each position's is read in a third of the windows."""

TURNS: Final = 3
FEW: Final = 30
"""Up to this many positions, all text is read in every window."""


def check(game: Game[Any], browser: Browser, plan: Plan = Plan(), heard: Callable[[str], None] = print) -> list[str]:
    """Check a game's board.

    Args:
        game: the game.
        browser: a browser.
        plan: what to look at.
        heard: is called with what is looked at.

    Returns:
        The faults, each one sentence.
    """
    found = positions(game, plan.count, plan.seed)
    faults: dict[str, str] = {}
    for touch in (False, True):
        sizes = [size for size in plan.sizes if (size in TOUCH) == touch]
        if not sizes:
            continue
        page = _page(browser, game, found, touch=touch)
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            window = f"{size[0]} x {size[1]}"
            heard(f"{game.about.id}, {window}")
            for n, fault in _looked(page, len(found), plan.sizes.index(size), touch=touch):
                faults.setdefault(f"{size} {fault}", f"{game.about.id}, {found[n].name}, {window}: {fault}")
            if plan.acted and size in ACTED:
                for n, text in _out_of_reach(page, found, ACTED[size]):
                    sentence = f"no control takes the action {text} by {ACTED[size]}"
                    faults.setdefault(f"{size} {text}", f"{game.about.id}, {found[n].name}, {window}: {sentence}")
        page.context.close()
    return list(faults.values())


def _looked(page: Page, count: int, turn: int, *, touch: bool) -> list[tuple[int, str]]:
    """Return the faults in one window, with the numbers of the positions."""
    target = LEAST_TARGET if touch else 0
    turns = TURNS if count > FEW else 1
    given = [FAULTS, LEAST_TEXT, target, list(range(count)), turn % turns, turns]
    return [(n, fault) for n, fault in page.evaluate(LOOK, given)]


def _out_of_reach(page: Page, found: list[Position], way: str) -> Iterator[tuple[int, str]]:
    """Yield the legal actions that can't be taken, each by its text, with the number of the position."""
    for n, one in enumerate(found):
        legal = one.props["legal"]
        if legal:
            for k in page.evaluate("([n, way]) => suite.unreachable(n, way)", [n, way]):
                yield n, legal[k]["text"]
