"""Play whole games by keyboard and screen reader, from the home page to the final score."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec

from cashbox.games.envelopes.text import hints
from tests.games.envelopes.decks import game
from tests.games.envelopes.positions import Table
from tests.web.board_player import Somebody
from tests.web.conftest import NONCE, PATIENCE, SILENCE
from tests.web.keyboard import Keyboard
from tests.web.screen_reader import EAR, Tree, tree

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.web.conftest import Server

FOCUSED: Final = "() => document.activeElement !== document.body"
AT_WORK: Final = 5
"""So many turns of work someone takes an action; after that they only pass, so that the game ends soon."""


class ByKeys(Somebody):
    """A whole game by keys. frames: what the server told the page; said: what was read aloud; trees: what Chromium's
    accessibility tree held in each phase; titles: of the window, by whether it was one's turn; undone: a step was
    taken back."""

    title: ClassVar[str]
    """Of the game."""
    patience = PATIENCE

    def __init__(self, page: Page) -> None:
        super().__init__(page, seed=2)
        self.keys = Keyboard(page)
        self.decisions = 0
        self.undone = False
        self.result = ""
        self.frames: list[dict[str, Any]] = []
        self.said: list[dict[str, str]] = []
        self.trees: dict[str, Tree] = {}
        self.titles: list[tuple[bool, str]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, text: str | bytes) -> None:
        frame = msgspec.json.decode(text)
        if frame["type"] == "state":
            self.frames.append({key: frame[key] for key in ("log_from", "log", "prompt", "due", "seat", "outcome")})
            self.frames[-1]["hint"] = (frame["view"].get("hint") or {}).get("say", "")

    # -- how it goes on -----------------------------------------------------------------------------------------------

    def begin(self, server: Server) -> None:
        """From the home page's button: a game against one bot, or alone."""
        raise NotImplementedError

    def go_on(self, phase: str) -> None:
        """One decision."""
        raise NotImplementedError

    def whole(self, server: Server) -> None:
        """The game, to its end."""
        self.page.goto(server.url)
        self.page.locator(".play-now button").first.wait_for()
        self.begin(server)
        self.page.locator("#board .desk").wait_for()
        self.wait()
        while not self.over():
            self.note()
            self.go_on(self.phase())
            self.decisions += 1
        self.page.locator("#final .final-foot").wait_for()
        self.page.wait_for_function(FOCUSED)
        self.result = self.page.locator("#final-title").inner_text()
        self.note("the end")
        self.said = self.page.evaluate("window.ear")

    def note(self, phase: str = "") -> None:
        """What is to be seen and heard of the page as it is."""
        phase = phase or self.phase()
        self.titles.append((phase != "the end", self.page.title()))
        if phase not in self.trees:
            self.trees[phase] = tree(self.page)

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def act(self, control: Locator) -> None:
        """Press a control that acts."""
        before = self.acted()
        self.keys.use(control)
        self.answered(before)

    def answered(self, before: str | None) -> None:
        """The table has answered, and the focus has not been lost by that."""
        self.wait(before)
        self.page.wait_for_function(FOCUSED, timeout=3000)
        self.keys.look()

    def away(self, selector: str) -> None:
        """Close what lies above. Where a slip of paper says what the focus is on, that goes first."""
        for _ in range(2):
            if self.there(selector):
                self.keys.press("Escape")
        self.page.locator(selector).first.wait_for(state="detached")

    def play_now(self, mode: str) -> None:
        """Against as few bots as can be."""
        self.keys.use(self.page.get_by_role("button", name=f"Play now: {self.title}"))
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Start the game").wait_for()
        for radios, wanted in ("play-mode", mode), ("play-bots", "1"):
            if self.there(f"input[name={radios}]"):
                self.choose(dialog.locator(f"input[name={radios}]"), wanted)
        self.keys.use(dialog.get_by_role("button", name="Start the game"))

    def choose(self, radios: Locator, wanted: str) -> None:
        """One of several radio buttons."""
        self.keys.to(radios.and_(self.page.locator(":checked")))
        self.keys.to(radios.and_(self.page.locator(f"[value='{wanted}']")))


class Envelopes(ByKeys):
    """The second lesson, which has everything from the draft to the road, by its hints; one step is taken back."""

    title = "Envelopes of Cash"
    board = ".eoc"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.beside = Table(game(), 1, {"mode": "lesson-2"})

    def begin(self, server: Server) -> None:
        self.play_now("lesson-2")

    def go_on(self, phase: str) -> None:
        due = hints.current(self.beside.state, 0)
        assert due is not None
        form = game().encode(due.action)
        do = getattr(self, f"do_{form['type']}")
        do(form)
        if form["type"] == "move" and not self.undone:
            self.undone = True
            self.keys.press("u")
            self.page.locator("#announcer", has_text="Undone").wait_for(state="attached")
            self.wait()
            do(form)
        game().play(self.beside.state, 0, due.action, self.beside.chance)

    def decide(self, *controls: Locator) -> None:
        """From the key that leads to the decision on: opens, and the last one acts."""
        self.keys.press("d")
        for control in controls[:-1]:
            self.keys.use(control)
            controls[-1].first.wait_for()
        self.act(controls[-1].first)

    def panel(self, name: str) -> Locator:
        """What a key of the desk opens."""
        panel = self.page.locator(f".float[data-panel={name}]")
        if not panel.count():
            self.keys.press("d")
            self.keys.use(self.page.locator(f".key[data-open={name}]"))
            panel.wait_for()
        return panel

    def card(self, form: dict[str, Any]) -> str:
        return str(game().tables.names[form["card"] - 1])

    def on_map(self, selector: str) -> Locator:
        """A place of the map, and the way into the map."""
        self.away(".float")
        self.keys.press("b")
        self.keys.to(self.page.locator(".map [tabindex='0']").first)
        return self.page.locator(f".map {selector}")

    def do_draft(self, form: dict[str, Any]) -> None:
        card = self.page.locator(".cover .card", has_text=self.card(form)).first
        self.decide(card, self.page.locator(f".float [data-action={form['type']}]"))

    def do_die(self, form: dict[str, Any]) -> None:
        self.decide(self.page.locator(".dice .pick", has_text=form["colour"]))

    def do_place(self, form: dict[str, Any]) -> None:
        month = self.page.locator(".place", has=self.page.get_by_role("heading", name=re.compile(f"^{form['month']}")))
        self.decide(month.get_by_role("button", name="half" if form["half"] else "full value"))

    def do_put(self, form: dict[str, Any]) -> None:
        self.act(self.panel("cards").locator(".choice", has_text=self.card(form)).first)

    def do_use(self, form: dict[str, Any]) -> None:
        self.keys.use(self.panel("cards").locator(".choice", has_text=self.card(form)).first)
        use = self.page.locator(".float [data-action=use]")
        use.wait_for()
        self.act(use)

    def do_campaign(self, form: dict[str, Any]) -> None:
        self.decide(self.page.get_by_role("button", name=re.compile(rf"ampaign for .*\({form['bucks']} buck")))

    def do_colour(self, form: dict[str, Any]) -> None:
        self.act(self.page.locator(".float[data-panel=pending] .choice", has_text=form["colour"]))

    def do_trade(self, form: dict[str, Any]) -> None:
        self.act(self.panel("trade").locator("[data-action=trade]", has_text=form["colour"]))

    def do_bet(self, form: dict[str, Any]) -> None:
        row = self.panel("vegas").locator(f"tr[data-colour={form['colour']}] .cell")
        self.act(row.nth(form["number"] - 1))

    def do_move(self, form: dict[str, Any]) -> None:
        self.act(self.on_map(f".space[data-space={form['space']}]"))

    def do_sign(self, form: dict[str, Any]) -> None:
        self.keys.use(self.on_map(f".recruit[data-recruit='{form['recruit']}']"))
        button = self.page.locator(f".float [data-action={form['type']}]")
        button.wait_for()
        self.act(button)

    do_runner = do_sign

    def do_end(self, _form: dict[str, Any]) -> None:
        self.away(".float")
        self.decide(self.page.locator(".key[data-action=end]"))


class Cash(ByKeys):
    """A quick game of two trading rounds, from the form for a new table."""

    title = "CASH"
    board = ".cash"

    def begin(self, server: Server) -> None:
        keys, page = self.keys, self.page
        keys.use(page.get_by_role("link", name="Create table"))
        form = page.locator("#new-table form")
        self.choose(form.locator("input[name=game]"), "cash")
        self.choose(form.locator("input[name=mode]"), "quick")
        self.choose(form.locator("input[name=players]"), "2")
        seat = form.get_by_label("Seat 2")
        keys.to(seat)
        while not seat.input_value().startswith("bot:"):
            keys.press("ArrowDown")
        for summary in ("Options", "More"):
            keys.use(form.locator("summary", has_text=re.compile(f"^{summary}")).first)
        rounds = form.locator("input[name=max_rounds]")
        keys.use(rounds, "ArrowUp")
        keys.press("ArrowUp")
        assert rounds.input_value() == "2"
        keys.use(form.get_by_role("button", name="Create table"))

    def go_on(self, phase: str) -> None:
        page = self.page
        self.away("dialog[open]")  # the sheet of the round that is over
        chosen = page.locator(".hand .card[aria-pressed=true]")
        if phase == "pass":
            button = page.locator(".float [data-action=pass]")
            while button.get_attribute("aria-disabled"):
                count = chosen.count()
                self.keys.use(page.locator(".hand .card[aria-pressed=false]").first)
                chosen.nth(count).wait_for()
            self.act(button)
        elif self.there(".float .choices [data-action]"):
            self.act(page.locator(".float .choices [data-action]").last)
        elif self.there(".strip [data-action=finish]"):
            self.act(page.locator(".strip [data-action=finish]"))
        else:
            self.keys.press("d")
            cards = page.locator(".hand .card")
            self.keys.use(cards.nth(self.random.randrange(cards.count())))
            button = page.locator(".float [data-action]:not([aria-disabled])").first
            button.wait_for()
            self.act(button)


class Consultants(ByKeys):
    """A basic game: some turns of work, then only passing."""

    title = "IT's all in the game"
    board = ".consultants"
    worked = 0

    def begin(self, server: Server) -> None:
        self.play_now("basic")

    def go_on(self, phase: str) -> None:
        asked = ".float .choices:not(.desk-keys) [data-action]"
        if phase == "work":
            self.keys.press("d")
            self.work()
        else:
            choice = {"move": ".to-desk", "take": ".taking:not([aria-disabled])"}.get(phase, asked)
            self.act(self.page.locator(choice).first)

    def work(self) -> None:
        """Seats or trains the first who can be; else passes."""
        self.worked += 1
        piles = self.page.locator(".pile")
        for k in range(piles.count() if self.worked <= AT_WORK else 0):
            self.keys.use(piles.nth(k))
            self.page.wait_for_function("k => document.querySelectorAll('.pile')[k].ariaPressed === 'true'", arg=k)
            for key in (".paid:not([aria-disabled])", ".spot.aim", ".to-desk")[(self.worked + 1) % 2 :]:
                if self.there(key):
                    self.act(self.page.locator(key).first)
                    return
        before = self.acted()
        self.keys.use(self.page.locator(".strip [data-action=pass]"))
        sure = self.page.locator(".float[data-panel=pass] [data-action=pass]")
        self.page.wait_for_function(
            "([board, before]) => document.querySelector('.float[data-panel=pass]')"
            " || document.querySelector(board).dataset.acted !== before",
            arg=[self.board, before],
        )
        if sure.count():
            self.act(sure)
        else:
            self.answered(before)


GAMES: Final[dict[str, type[ByKeys]]] = {"cash": Cash, "envelopes": Envelopes, "consultants": Consultants}


def play(server: Server, browser: Browser, name: str) -> ByKeys:
    """A whole game. The page must have logged no error."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    for script in (NONCE, SILENCE, EAR):
        context.add_init_script(script)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    somebody = GAMES[name](page)
    try:
        somebody.whole(server)
    finally:
        print(f"{name}: {somebody.keys.presses} presses; far: {somebody.keys.far}; {somebody.keys.stands()}")
        context.close()
    assert not faults
    return somebody
