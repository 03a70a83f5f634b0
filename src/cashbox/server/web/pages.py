"""The pages and their files; the templates and scripts are in `web/` and in each game's `board/`."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

import asyncio
import functools
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath, FromQuery
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.template.config import TemplateConfig
from markdown_it import MarkdownIt
from markupsafe import Markup

import cashbox
from cashbox import __version__, games
from cashbox.engine.game import GameError
from cashbox.engine.glance import PICTURES, Glance, Picture
from cashbox.engine.help import Page
from cashbox.engine.phrases import isolate
from cashbox.server.db.records import Guest, TableRecord
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.replays.games import GameThere, PastGame
from cashbox.server.tables.catalog import Catalog
from cashbox.server.web.callers import Bytes, Call, at_table, keep_token, services
from cashbox.server.web.files import STATIC, WORKER, PageFiles, Shell, bundle, file_of, read_shell
from cashbox.server.web.link_previews import LinkPreviews
from cashbox.server.web.origins import no_passkeys, origin_of, shared_origin
from cashbox.server.wire import Boot, Me, TableAnswer

_WEB: Final = Path(cashbox.__file__).parent / "web"


def _isolate(value: Any) -> Any:
    """Isolate right-to-left names in all output of templates: elements, attributes, and titles."""
    return isolate(value) if type(value) is str else value


def _isolate_names(engine: JinjaTemplateEngine) -> None:
    engine.engine.finalize = _isolate


TEMPLATES: Final = TemplateConfig(
    directory=_WEB / "templates", engine=JinjaTemplateEngine, engine_callback=_isolate_names
)

_log = logging.getLogger("cashbox.server")
_PASTED: Final = re.compile(r"/(t/[A-Za-z0-9_-]{8,32}|(?:seat|join-group|device)#[A-Za-z0-9_-]+)")
_BARE: Final = re.compile(r"[^A-Za-z0-9_-]*([A-Za-z0-9_-]{8,32})[^A-Za-z0-9_-]*")
_EDGES: Final = re.compile(r"^[^A-Za-z0-9_-]+|[^A-Za-z0-9_-].*$", re.DOTALL)
"""What other programs leave at either end of the last part of a URL: quotes, brackets, a period."""

_CUT: Final = 15
"""The length of an old table id, of 16 characters, after a program has dropped its final `-` or `_`."""

_LONGEST_LINK: Final = 2000
INDEXED: Final = frozenset(
    {"home.html", "game.html", "rules.html", "rulebook.html", "archive.html", "leaders.html", "stats.html"}
)
"""The pages that search engines may show. Tables, people, and links are only for people with the link."""

_FILES: Final = re.compile(r"/(?:api|static|games|bundle)/.*|.*\.[a-z0-9]{2,5}", re.DOTALL)
"""Paths of files and data, which programs request."""

HELPS: Final = 1000
"""The most help texts to cache as HTML: more than the games have sections."""


@get("/", include_in_schema=False)
async def home(request: Call) -> Template:
    """Show the home page: games, your tables, open tables, and the form for a new table."""
    catalog = services(request).catalog
    infos = list(catalog.infos.values())
    more = {"games": infos, "glances": catalog.glances}
    return await page(request, "home.html", Boot("home", None, "", games=infos), more)


@get("/me", include_in_schema=False)
async def me_page(request: Call) -> Template:
    """Show the page about the reader: name, devices, data."""
    return await page(request, "me.html", Boot("me", None, ""), {})


@get("/device", include_in_schema=False)
async def device_page(request: Call) -> Template:
    """Show the page where a code signs in this device. The code is after the #, so merely opening the URL does not use
    it."""
    return await page(request, "device.html", Boot("device", None, ""), {})


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: Call, table: FromPath[str]) -> Template | Redirect:
    """Show a table."""
    try:
        found, guest = await at_table(request, table)
    except Refusal as refused:
        whole = await _whole(request, table) if refused.code == "no-such-table" else ""
        if not whole:
            raise
        return Redirect(f"/t/{whole}", status_code=302)
    seen = found.seen_by(guest)
    return await _table_page(request, "table", seen.record, TableAnswer(seen.you(guest), seen.as_table()))


async def _whole(request: Call, table: str) -> str:
    """Return the id of the table whose link has lost its final `-` or `_`, "" for none."""
    if len(table) == _CUT:
        for last in "_-":
            try:
                await at_table(request, table + last)
            except Refusal:
                continue
            return table + last
    return ""


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_page(request: Call, table: FromPath[str]) -> Template:
    """Show the replay of a table."""
    found = services(request)
    guest = await found.guests.identify(request)
    game: PastGame | GameThere | None = await found.replays.past(table, guest)
    if game is None:
        there, guest = await at_table(request, table)
        game = GameThere(there, guest)
    return await _table_page(request, "replay", game.record, game.shown(guest))


async def _table_page(request: Call, name: str, record: TableRecord, seen: TableAnswer) -> Template:
    board = f"/games/{record.game}/board/"
    boot = Boot(name, None, "", record.game, record.id, record.content_hash, board=board, you=seen.you)
    about = services(request).catalog.info(record.game)
    now = services(request).store.clock.now()
    preview = previews(request).of_table(record, now, replay=name == "replay")
    more = {"table": seen.table, "you": seen.you, "about": about, "preview": preview}
    return await page(request, f"{name}.html", boot, more)


@get("/seat", include_in_schema=False)
async def seat_page(request: Call) -> Template:
    """Show the page behind a seat link; the part after the # is never sent to the server."""
    return await page(request, "seat.html", Boot("seat", None, ""), {})


@get("/offline", include_in_schema=False)
async def offline(request: Call) -> Template:
    """Show the page that a browser stores for when it is offline. It contains no personal data."""
    boot = Boot("offline", None, "")
    return Template("offline.html", context={**_context(request, boot, None), "shell": (await shell_of(request)).mark})


@get("/rules", include_in_schema=False)
async def rules(request: Call) -> Template:
    """List the games with rules pages."""
    infos = list(services(request).catalog.infos.values())
    more = {"games": infos, "about": None, "help": None}
    return await page(request, "rules.html", Boot("rules", None, "", games=infos), more)


@get("/rules/{game:str}", include_in_schema=False)
async def rules_of(request: Call, game: FromPath[str], content: FromQuery[str] = "") -> Template:
    """Show a game's rules, in its first mode if it has several. content: the hash of a variant's content."""
    return await _rules(request, game, "", content)


@get("/rules/{game:str}/{mode:str}", include_in_schema=False)
async def rules_of_mode(
    request: Call, game: FromPath[str], mode: FromPath[str], content: FromQuery[str] = ""
) -> Template:
    """Show a game's rules in one of its modes. content: the hash of a variant's content."""
    return await _rules(request, game, mode, content)


async def _rules(request: Call, game: str, mode: str, content: str) -> Template:
    catalog = services(request).catalog
    about, infos = catalog.info(game), list(catalog.infos.values())
    if content and content == (await catalog.current(game)).content_hash:
        content = ""
    body = await _content(catalog, game, content) if content else b""
    try:
        found = await asyncio.to_thread(_help_page, game, mode, body)
    except GameError as error:
        raise Refusal(404, error.code, str(error)) from error
    here = mode or (about.modes[0].id if about.modes else "")
    if content:
        variant = next((one for one in about.variants if one.content == content), None)
        named = variant.name if variant else "variant"
        found = found and msgspec.structs.replace(found, title=f"{found.title} · {named}")
        about = msgspec.structs.replace(about, modes=[one for one in about.modes if not one.guided])
    more: dict[str, Any] = {"games": infos, "about": about, "mode": here, "page": found, "markdown": _markdown}
    more["query"] = f"?content={content}" if content else ""
    more["figures"] = _figures(catalog.glances[game])
    more["preview"] = previews(request).of_game(game, about.help)
    if found is None:
        more["help"] = await asyncio.to_thread(_help, game)
    return await page(request, "rules.html", Boot("rules", None, "", game, games=infos), more)


async def _content(catalog: Catalog, game: str, content: str) -> bytes:
    if not re.fullmatch("[0-9a-f]{64}", content):
        raise Refusal(404, "no-such-content", "This server doesn't have that content.")
    return await catalog.content(game, content)


def _figures(glance: Glance) -> dict[str, list[Picture]]:
    """Return the figures of a game's help page by heading."""
    found: dict[str, list[Picture]] = {}
    for one in (*glance.pictures, *glance.figures):
        for heading in one.headings:
            found.setdefault(heading, []).append(one)
    return found


@get("/join", include_in_schema=False)
async def join(link: FromQuery[str] = "") -> Redirect:
    """Redirect from a pasted invitation, a link to a seat, a group, or a device, or a bare id, to its target."""
    text = link[:_LONGEST_LINK].strip()
    found = _PASTED.search(text)
    if found is not None:
        return Redirect(f"/{found[1]}", status_code=303)
    bare = _BARE.fullmatch(text)
    if bare is None:
        raise Refusal(
            404, "no-such-table", "That isn't an invitation link. An invitation link looks like https://.../t/..."
        )
    return Redirect(f"/t/{bare[1]}", status_code=303)


def tidied(path: str) -> str:
    """Return a page's path without what other programs left around it, "" if there is nothing to remove."""
    before, _, last = path.rpartition("/")
    name = _EDGES.sub("", last)
    return f"{before}/{name}" if name and name != last and not _FILES.fullmatch(path) else ""


@get("/static/{file:path}", include_in_schema=False)
async def static(request: Call, file: FromPath[str]) -> Bytes:
    """Serve a static file."""
    return await file_of(request, _WEB / "static", file)


@get("/games/{game:str}/board/{file:path}", include_in_schema=False)
async def board(request: Call, game: FromPath[str], file: FromPath[str]) -> Bytes:
    """Serve a file of a game's board."""
    services(request).catalog.info(game)
    return await file_of(request, games.folder(game) / "board", file)


@get("/bundle/{file:path}", include_in_schema=False)
async def bundle_file(request: Call, file: FromPath[str]) -> Bytes:
    """Serve a bundled file, whose name changes with its content."""
    return await file_of(request, _WEB / "bundle", file, forever=True)


@get("/sign-in", include_in_schema=False)
async def sign_in_page(request: Call) -> Template:
    """Show the page for signing in, and for links in emails."""
    found = services(request)
    more = {"no_passkeys": no_passkeys(request), "mail": found.mailer.is_configured}
    return await page(request, "sign-in.html", Boot("sign-in", None, ""), more)


def error_page(request: Request[Any, Any, Any], refused: Refusal) -> Response[Any]:
    """Show an error page."""
    problem = refused.problem
    context = {
        **_context(request, Boot("error", None, ""), None),
        "status": refused.status,
        "code": problem.code,
        "message": problem.message,
    }
    try:
        text = request.app.template_engine.get_template("error.html").render(**context)  # type: ignore[union-attr]
    except Exception:  # noqa: BLE001 (even a broken template must not keep the sentence from its reader)
        _log.exception("could not render the error page")
        text = Markup("<!doctype html><title>cashbox</title><p>{}</p>").format(problem.message)
    return Response(text, status_code=refused.status, media_type=MediaType.HTML, headers=refused.headers)


async def page(request: Call, template: str, boot: Boot, more: dict[str, Any]) -> Template:
    """Build a page for a guest, or for an unknown visitor. Occasionally, a guest's browser gets a new token."""
    found = services(request)
    # The request has already been handled: this only shows the result.
    session = await found.guests.session(request, banned=True)
    guest = session.guest if session is not None else None
    if session is not None:
        try:
            keep_token(request, await found.guests.renewed(session, https=found.guests.https(request)))
        except Refusal as refused:
            # Without room to store a token, people can still view pages.
            _log.warning("could not give a page a new token: %s", refused)
    boot = msgspec.structs.replace(boot, me=_me(guest), url=shared_origin(request))
    mark = (await shell_of(request)).mark
    context = {**_context(request, boot, guest), "shell": mark, "indexed": template in INDEXED, **more}
    return Template(template, context=context, headers={MARK: mark})


def previews(request: Call) -> LinkPreviews:
    """Return the builder of link previews, for the URL of a request."""
    return LinkPreviews(origin_of(request), services(request).catalog)


def _context(request: Call, boot: Boot, guest: Guest | None) -> dict[str, Any]:
    boot = msgspec.structs.replace(boot, now=round(services(request).store.clock.now(), 3))
    # Inside a script element, only these could end it or start a comment.
    text = msgspec.json.encode(boot).decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return {
        "boot": Markup(text),
        "preview": previews(request).of_server(),
        "me": _me(guest),
        "banned": bans.notice(guest, services(request).store.clock.now()),
        "files": PageFiles(boot.game if boot.board else "", packed=services(request).settings.packed),
        "version": __version__,
    }


def _me(guest: Guest | None) -> Me | None:
    return Me(guest.id, guest.name, zone=guest.zone) if guest is not None else None


def _help(game: str) -> Markup:
    """Render a game's help.md as HTML."""
    file = games.folder(game) / "help.md"
    return _markdown(file.read_text(encoding="utf-8") if file.is_file() else "This game has no rules page yet.")


@functools.lru_cache(HELPS)
def _help_page(game: str, mode: str, body: bytes) -> Page | None:
    """Build the rules of a game in a mode, which are the same for everyone and take long to put together.

    Args:
        game: The game.
        mode: The mode; "" is the game's first one.
        body: A variant's content as JSON; empty for the game's own.

    Raises:
        GameError: As `games.help_page`, and bad-content for the content of another game.
    """
    content = msgspec.json.decode(body) if body else None
    if content is not None:
        games.load(game, content)
    return games.help_page(game, mode, content)


@functools.lru_cache(HELPS)
def _markdown(text: str) -> Markup:
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


MARK: Final = "x-cashbox-shell"
"""The header of every page with the mark of its files."""

_POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

_MANIFEST: Final = {
    "id": "/",
    "name": "cashbox: board games about money",
    "short_name": "cashbox",
    "description": "Play board games about money, with friends or against bots.",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#f8f3e6",
    "theme_color": "#ddd5c3",
    "categories": ["games"],
    "icons": [
        {"src": "/static/img/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": "/static/img/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": "/static/img/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "/static/img/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    ],
}


_ROBOTS: Final = b"User-agent: *\nDisallow: /api/\n"
_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
_SECURITY_HOLDS: Final = timedelta(days=90)
"""The validity of security.txt, computed for each response."""


_READ: Final[dict[tuple[tuple[str, ...], bool], Shell]] = {}
"""The cached shells by games and whether they are packed. They are read once, because a server does not change its own
files."""


async def shell_of(request: Call) -> Shell:
    """Return the shell of a request's server."""
    found = services(request)
    known, packed = tuple(found.catalog.infos), found.settings.packed
    if (known, packed) not in _READ:
        _READ[known, packed] = await asyncio.to_thread(read_shell, known, bundle() if packed else None)
    return _READ[known, packed]


@get("/sw.js", include_in_schema=False)
async def worker(request: Call) -> Bytes:
    """Serve the service worker, which changes whenever a file does, because it contains their hashes."""
    found = await shell_of(request)
    code = await asyncio.to_thread((STATIC / WORKER).read_bytes)
    body = b"globalThis.SHELL = %b;\n%b" % (msgspec.json.encode(found._asdict()), code)
    headers = {"cache-control": "no-cache", "content-security-policy": _POLICY}
    return Response(body, media_type="text/javascript", headers=headers)


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest() -> Bytes:
    """Serve the web app manifest."""
    return Response(
        msgspec.json.encode(_MANIFEST), media_type="application/manifest+json", headers={"cache-control": "no-cache"}
    )


@get("/robots.txt", include_in_schema=False)
async def robots() -> Bytes:
    """Ask crawlers not to use the API. Pages that are not for search engines say so themselves."""
    return Response(_ROBOTS, media_type="text/plain; charset=utf-8", headers=_FOR_A_DAY)


@get("/.well-known/security.txt", include_in_schema=False)
async def security(request: Call) -> Bytes:
    """Serve the contact for security problems (RFC 9116), if the operator has configured one."""
    found = services(request)
    if not found.settings.contact:
        raise Refusal(404, "no-such-page", "This server has no contact address (CASHBOX_CONTACT).")
    until = datetime.fromtimestamp(found.store.clock.now(), UTC) + _SECURITY_HOLDS
    text = f"Contact: {found.settings.contact}\nExpires: {until:%Y-%m-%dT%H:%M:%SZ}\nPreferred-Languages: en\n"
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=_FOR_A_DAY)


@get("/games/{game:str}", include_in_schema=False)
async def first_look(request: Call, game: FromPath[str]) -> Template:
    """Show a game's page: pictures, what a turn is like, how long it takes, and how to start."""
    catalog = services(request).catalog
    about = catalog.info(game)
    preview = previews(request).of_game(game, f"/games/{game}")
    more = {"game": about, "glance": catalog.glances[game], "preview": preview}
    return await page(request, "game.html", Boot("game", None, "", game, games=[about]), more)


@get("/games/{game:str}/pictures/{file:path}", include_in_schema=False)
async def picture(request: Call, game: FromPath[str], file: FromPath[str]) -> Bytes:
    """Serve a picture of a game."""
    services(request).catalog.info(game)
    return await file_of(request, games.folder(game) / PICTURES, file)


ROUTES: Final = [
    home, me_page, device_page, sign_in_page, table_page, replay_page, seat_page, offline, rules, rules_of,
    rules_of_mode, join, static, board, bundle_file, worker, manifest, robots, security, first_look, picture,
]  # fmt: skip
