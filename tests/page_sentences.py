"""Collect the sentences of the product outside its games: `python -m tests.page_sentences SOURCE...` prints them.

Each source in SOURCES returns its texts, with {} as a placeholder. `tests.game_sentences` does the same for games.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console

import cashbox
from cashbox.cli import admin, commands
from cashbox.server.app import ROUTES, make_router

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cyclopts import App

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = Path(str(cashbox.__file__)).parent
NODE_MODULES: Final = ROOT / ".node" / "node_modules"
READER: Final = ROOT / "tools" / "page" / "sentences.js"

DEVELOPERS: Final = {
    "checks.py",
    "conformance.py",
    "counterfactual.py",
    "worlds.py",
    "help_checks.py",
    "fuzz.py",
    "fields.py",
}
"""Modules of the engine that speak to the authors of a game."""

_CODE: Final = re.compile(
    r"[\\^]|\(\?|^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|LOCK|from|def|return|<svg|<path|<!doctype)\b"
)


_DRAWING: Final = re.compile(r"^<|<path|[a-z]\(-?[\d{]|'/?>")


def literals(file: Path) -> Iterator[str]:
    """Return the texts of a Python file that have a space, without docstrings."""
    tree = ast.parse(file.read_text("utf-8"))
    docs, inner = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            inner |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (docs | inner):
            text = node.value
        if " " in text.strip() and not _CODE.search(text):
            yield text


def _python(*folders: str) -> Iterator[str]:
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                yield from literals(file)


def engine() -> Iterator[str]:
    """Return what the engine and the bots of all games say."""
    files = [file for part in ("engine", "bots") for file in (PACKAGE / part).glob("*.py")]
    return (text for file in sorted(files) if file.name not in DEVELOPERS for text in literals(file))


def server() -> Iterator[str]:
    """Return the server's errors, notifications, emails, link previews, logs, and answers to admin commands."""
    return _python("src/cashbox/server", "src/cashbox/web")


def command_line() -> Iterator[str]:
    """Return the messages of commands and of the tools behind them, and the help of every command."""
    yield from _python("src/cashbox/cli", "src/cashbox/lab", "src/cashbox/compiled", "examples")
    yield from _help(commands.app)
    yield from _help(admin.admin)


def _help(app: App) -> Iterator[str]:
    """Return the help of each command as it is printed, row by row."""
    for name in app:
        if not name.startswith("-"):
            told = io.StringIO()
            app.help_print([name], console=Console(file=told, width=1000))
            for line in told.getvalue().splitlines():
                yield line.strip("│╭╰─╮╯* ")


@cache
def api() -> tuple[str, ...]:
    """Return the descriptions in the OpenAPI document."""
    return tuple(_descriptions(make_router(ROUTES).openapi_schema.to_schema()))


def _descriptions(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        part = dict(enumerate(part))
    if isinstance(part, dict):
        for key, value in part.items():
            if key in ("description", "summary") and isinstance(value, str):
                yield " ".join(value.split())
            else:
                yield from _descriptions(value)


@cache
def scripts() -> dict[str, list[tuple[int, str]]]:
    """Return the texts of all scripts of pages and boards by file, each with its line; see tools/page/sentences.js."""
    folders = ("src/cashbox/web/static/js", "src/cashbox/games", "examples")
    files = sorted(str(file.relative_to(ROOT)) for folder in folders for file in (ROOT / folder).rglob("*.js"))
    done = subprocess.run(
        ["node", str(READER), *files], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    found: dict[str, list[tuple[int, str]]] = json.loads(done.stdout)
    return found


def pages() -> Iterator[str]:
    """Return the texts of the pages: their scripts and their templates."""
    yield from (text for rows in scripts().values() for _, text in rows if " " in text and not _DRAWING.search(text))
    for file in sorted((PACKAGE / "web" / "templates").glob("*.html")):
        yield from markup(file.read_text("utf-8"))


def markup(text: str) -> list[str]:
    """Return the texts and the labels in a template."""
    reader = _Markup()
    reader.feed(re.sub(r"\{\{.*?\}\}", "{}", re.sub(r"\{%.*?%\}|\{#.*?#\}", "", text, flags=re.DOTALL)))
    reader.close()
    return reader.texts


class _Markup(HTMLParser):
    """Texts between elements that are not inline. texts: those that are complete."""

    INLINE: Final = re.compile("a|abbr|b|bdi|br|cite|code|em|i|kbd|mark|s|small|span|strong|sub|sup|time|var|wbr")
    LABELS: Final = frozenset(("alt", "aria-label", "placeholder", "title", "content"))

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._ended(tag)
        self.texts += [value for name, value in attrs if value and name in self.LABELS]

    def handle_endtag(self, tag: str) -> None:
        self._ended(tag)

    def handle_data(self, data: str) -> None:
        self._open += data

    def close(self) -> None:
        super().close()
        self._ended("")

    def _ended(self, tag: str) -> None:
        if not self.INLINE.fullmatch(tag):
            self.texts += filter(None, [" ".join(self._open.split())])
            self._open = ""


def prose(text: str) -> list[str]:
    """Return the paragraphs, rows, and items of a Markdown page, without code and addresses."""
    text = re.sub(
        r"^ *(`{3,}).*?^ *\1\s*$|<!--.*?-->|(?<=\n\n)(?: {4}[^\n]*\n?)+", "", text, flags=re.DOTALL | re.MULTILINE
    )
    text = re.sub(r"`[^`]*`", "{}", text)
    text = re.sub(r"\]\([^)]*\)|^\[[^\]]*\]: .*$|<https?:[^>]*>", "]", text, flags=re.MULTILINE)
    parts = re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) ?)", text)
    return [part for part in (" ".join(part.split()) for part in parts) if re.search(r"[A-Za-z]{2}", part)]


def documents() -> dict[str, list[str]]:
    """Return the texts of the pages for readers, by page.

    docs/style.md, which quotes what it forbids, and the tables of docs/notes, which commands write, are left out.
    """
    found = {}
    for file in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        texts = prose(file.read_text("utf-8"))
        if file.parent.name == "notes":
            texts = [text for text in texts if not text.startswith("|")]
        if file.name != "style.md":
            found[str(file.relative_to(ROOT))] = texts
    return found


SOURCES: Final[dict[str, Callable[[], Iterator[str] | tuple[str, ...]]]] = {
    "engine": engine,
    "server": server,
    "command line": command_line,
    "API": api,
    "pages": pages,
    "docs": lambda: (text for page in documents().values() for text in page),
}
"""What collects the texts of each source, by its name."""


if __name__ == "__main__":
    for source in sys.argv[1:] or SOURCES:
        print("\n".join(sorted(set(SOURCES[source]()))))
