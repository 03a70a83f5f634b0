"""Test that citations in docstrings, comments, and pages can be followed.

docs/sources.md explains every text and heading, the numbered rulings contain every ruling, and every named file exists.
"""

from __future__ import annotations

import ast
import io
import re
import shlex
import subprocess
import tokenize
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cyclopts import CycloptsError

from cashbox.cli.commands import app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parent.parent
FOLDERS = ("bench", "docs", "examples", "src", "tests", "tools")


def repository_files() -> list[Path]:
    """List the files of the repository. Files that Git ignores do not count, so it makes no difference what was built
    before the tests; without Git, as in an unpacked source distribution, all files count."""
    if not (ROOT / ".git").exists():
        tops = (ROOT.glob("*"), *((ROOT / folder).rglob("*") for folder in FOLDERS))
        return sorted(path for top in tops for path in top if path.is_file() and "__pycache__" not in path.parts)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = set(subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0"))
    names = (name for name in listed if "/" not in name or name.partition("/")[0] in FOLDERS)
    return sorted(ROOT / name for name in names if (ROOT / name).is_file())


FILES = repository_files()

CITING = [path for path in FILES if path.suffix in {".py", ".toml", ".js", ".md"} and path != Path(__file__)]

SOURCES = (ROOT / "docs/sources.md").read_text("utf-8")
NAMES = re.findall(r"^\| ([A-Z][A-Z0-9]+) \|", SOURCES, re.MULTILINE)
"""The abbreviations that docs/sources.md explains."""

TEXTS = [name for name in NAMES if name != "RULINGS"]

STATED = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("numbered-rulings*.md")))
RULINGS = {
    *re.findall(r"^- \*\*([A-E][0-9.]+)\*\* ", STATED, re.MULTILINE),
    *re.findall(r"^## ([A-E])\.", STATED, re.MULTILINE),
}
"""The numbers of all rulings that these pages state, and the letters of their parts."""

A_RULING = r"[A-Z](?:[0-9]+(?:\.[0-9]+)?)?\b"


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# -- what a file says --------------------------------------------------------------------------------------------------


@cache
def pieces(path: Path) -> list[str]:
    """The docstrings and comments of a program or data file, the paragraphs of a page; each on one line."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        found = [*docstrings(text), *comments(text)]
    elif path.suffix == ".toml":
        found = [re.sub(r"(?m)^# ?", "", block) for block in re.findall(r"(?m)(?:^#.*\n?)+", text)]
    elif path.suffix == ".js":
        found = re.findall(r"/\*.*?\*/|(?<!:)//[^\n]*", re.sub(r"import\([^)]*\)", "", text), re.DOTALL)
        found = [re.sub(r"(?m)^\s*\*", "", block) for block in found]
    else:
        said = re.sub(r"(?ms)^```diff\n.*?^```$", "", text)  # what a change would make is not there yet
        found = re.split(r"\n\s*\n|\n(?=[-|#])", said)
    return [" ".join(piece.split()) for piece in found]


def docstrings(text: str) -> Iterator[str]:
    def within(node: ast.AST) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                if isinstance(child.value.value, str):
                    yield child.value.value
            elif not isinstance(child, ast.expr):
                yield from within(child)

    return within(ast.parse(text))


def comments(text: str) -> Iterator[str]:
    """The comments of a module; lines that follow each other are one comment."""
    if "#" not in text:
        return
    block, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != last + 1:
                yield block
                block = ""
            block, last = f"{block} {token.string.lstrip('# ')}", token.start[0]
    if block:
        yield block


def faults(of: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """What is wrong in which file."""
    found = {name_of(path): [fault for piece in pieces(path) for fault in of(piece)] for path in CITING}
    return {name: wrong for name, wrong in found.items() if wrong}


# -- headings ----------------------------------------------------------------------------------------------------------


def plain(heading: str) -> str:
    """A heading as it is compared: without capitals, the number before it and the dots after it."""
    return re.sub(r"^[0-9]\) ", "", " ".join(heading.split())).rstrip(" .").casefold()


@cache
def headings(text: str) -> set[str]:
    """The headings of a rule text as docs/notes/rule-headings.md lists them, those below another also with it."""
    listed = (ROOT / "docs/notes/rule-headings.md").read_text("utf-8")
    section = re.search(rf"^## Headings of {text}\n(.*?)(?:^##|\Z)", listed, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/notes/rule-headings.md lists no headings of {text}"
    known = set()
    for upper, lower in re.findall(r"^- \*\*(.+?)\*\*(?:: ((?:.|\n(?=  ))+))?$", section[1], re.MULTILINE):
        known.add(plain(upper))
        for heading in lower.split("·") if lower else ():
            known |= {plain(heading), plain(f"{upper}: {' '.join(heading.split())}")}
    return known


def cited_headings(piece: str) -> Iterator[tuple[str, str]]:
    """Name of a text and heading of it, for what stands in quotes after the name, up to the end of the sentence."""
    text = ""
    for token in re.findall(r'"[^"]*"|\b[A-Z][A-Z0-9]+\b|[\w./-]+\.md\b|;|\.(?=\s|$)|:(?=\s)|\w+', f"{piece} "):
        if token in NAMES or token in {";", "."} or token.endswith(".md"):
            text = token if token in TEXTS else ""
        elif text and token.startswith('"'):
            yield text, token.strip('"')
        elif text == "CASH" and token.islower() and f"CASH {token}" in piece:
            text = ""  # The game, not the text.


def misspelt(piece: str) -> list[str]:
    return [f'{text} "{heading}"' for text, heading in cited_headings(piece) if plain(heading) not in headings(text)]


def test_a_misspelled_heading_is_found() -> None:
    assert misspelt('V10 "5) Pay a Runner", "Pay a Runer"; RULINGS A1. "Not one."') == ['V10 "Pay a Runer"']
    assert misspelt('Source: CASH "The score", FAM "The score".') == ['FAM "The score"']
    assert misspelt('ITS "Deadlines: Setup", "Deadlines: Assign": what is "new".')[0] == 'ITS "Deadlines: Assign"'
    assert misspelt('In CASH a "firm" is no heading; CASH "Setup" is one.') == []


def lost_sections(piece: str) -> list[str]:
    """Sections of pages, cited as docs/x.md "Section", that the page does not have."""
    return [
        f'{page} "{section}"'
        for page, section in re.findall(r'\b(docs/[\w-]+\.md) "([^"]+)"', piece)
        if not re.search(rf"^#+ {re.escape(section)}$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    ]


def test_a_lost_section_is_found() -> None:
    assert lost_sections('docs/architecture.md "What we promised"') == ['docs/architecture.md "What we promised"']
    assert lost_sections('docs/architecture.md "What we promise"') == []


def lost_methods(text: str) -> list[str]:
    """List the methods in rows of a table, after the file that has them, which that file does not have."""
    lost = []
    for file, row in re.findall(r"^\|[^|]*\| `([\w/]+\.py)`[^|]*\|(.*)\|$", text, re.MULTILINE):
        source = (ROOT / "src" / "cashbox" / file).read_text("utf-8")
        for kind, method in re.findall(r"`([A-Z]\w+)\.(\w+)`", row):
            if not re.search(rf"^class {kind}\b", source, re.MULTILINE) or f"def {method}(" not in source:
                lost.append(f"{file} {kind}.{method}")
    return lost


def test_the_life_of_an_action_names_existing_code() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert lost_methods(text) == []
    assert lost_methods(text.replace("Match.accept", "Match.agree")) == ["engine/match.py Match.agree"]
    assert lost_methods(text.replace("Frames.check", "Frame.check")) == ["engine/frames.py Frame.check"]


# -- links -------------------------------------------------------------------------------------------------------------

PAGES = [path for path in FILES if path.suffix == ".md" and path.name != "CHANGELOG.md"]


@cache
def anchors(path: Path) -> set[str]:
    """List the anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"(?ms)^```.*?^```$", "", path.read_text("utf-8"))
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain_text = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in found)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in plain_text}


def broken_links(path: Path, text: str) -> list[str]:
    """List the links of a page that lead to no file, or to no heading of a page."""
    broken = []
    for target in re.findall(r"\]\((?![a-z]+:)([^)\s]+)\)", re.sub(r"(?ms)^```.*?^```$", "", text)):
        file, _, anchor = target.partition("#")
        page = (path.parent / file).resolve() if file else path
        if not page.exists() or (anchor and page.suffix == ".md" and anchor not in anchors(page)):
            broken.append(target)
    return broken


def test_every_link_on_a_page_works() -> None:
    found = {name_of(path): broken_links(path, path.read_text("utf-8")) for path in PAGES}
    assert {name: broken for name, broken in found.items() if broken} == {}


def test_a_broken_link_is_found() -> None:
    text = "[a](docs/sources.md#the-texts) [b](docs/sources.md#the-rulers) [c](docs/no.md) [d](https://example.org/x)"
    assert broken_links(ROOT / "README.md", text) == ["docs/sources.md#the-rulers", "docs/no.md"]


# -- commands ----------------------------------------------------------------------------------------------------------

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
COMMANDS = set(app)


def wrong_commands(text: str) -> list[str]:
    """List the commands of a page that `cashbox` or `make` would refuse: lines of blocks, and names in sentences."""
    wrong = []
    for line in re.findall(r"^ {4}(?:\.venv/bin/)?cashbox (.*)$", text, re.MULTILINE):
        typed = re.sub(r"\s+# .*|\$\(.*?\)", "", line)
        try:
            words = [re.sub("^(?:LINE|REPORT)$", "1", word) for word in shlex.split(typed)]
            app.parse_args(words, exit_on_error=False, print_error=False)
        except CycloptsError:
            wrong.append(line)
    wrong += [f"cashbox {name}" for name in re.findall(r"`cashbox ([a-z-]+)", text) if name not in COMMANDS]
    wrong += [f"make {name}" for name in re.findall(r"(?:`|^ {4})make ([a-z-]+)", text) if name not in TARGETS]
    return wrong


@pytest.mark.slow
def test_every_command_on_a_page_can_be_run() -> None:
    found = {name_of(path): wrong_commands(path.read_text("utf-8")) for path in PAGES}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_buttons_named_in_the_readme_exist() -> None:
    web = ROOT / "src" / "cashbox" / "web"
    files = [*(web / "templates").glob("*.html"), *(web / "static" / "js").rglob("*.js")]
    pages = "".join(path.read_text("utf-8") for path in files)
    labels = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", (ROOT / "README.md").read_text("utf-8"))
    assert len(labels) > 2
    assert [label for label in labels if not re.search(rf"[>\"]{label}[<\"]", pages)] == []


def test_a_wrong_command_is_found() -> None:
    text = (
        "    cashbox simulate cash --bot steady  # wrong\n    cashbox games\n`cashbox play`, `cashbox lay`, `make hay`"
    )
    assert [*wrong_commands(text)] == ["simulate cash --bot steady  # wrong", "cashbox lay", "make hay"]


# -- abbreviations -----------------------------------------------------------------------------------------------------


def unexplained(piece: str) -> list[str]:
    """Words in capitals that a source has and docs/sources.md does not: in the sentence after "Source:", or before a
    heading that a docstring begins with."""
    bare = re.sub(r'"[^"]*"', '""', piece)
    cited = re.findall(r'^([A-Z][A-Z0-9]{2,})(?=,? "|;)', bare)
    for sentence in re.findall(r"Source: (.*?)(?:\.(?=\s|$)|$)", bare):
        cited += re.findall(r"\b[A-Z][A-Z0-9]{2,}\b", sentence)
    return [name for name in cited if name not in NAMES]


def test_an_abbreviation_without_explanation_is_found() -> None:
    assert unexplained('Who pays. Source: V11 "Drafting Dice", BGA; PLAN 2. See FACES.') == ["V11", "PLAN"]
    assert unexplained('CARDS "Setup": all.') == ["CARDS"]


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_has_headings(text: str) -> None:
    assert headings(text)


# -- rulings -----------------------------------------------------------------------------------------------------------


def cited_rulings(text: str) -> Iterator[str]:
    """The numbers after RULINGS, those in the middle of "A5.7-9" and "A1-A3" as well, and numbers like A5.6 alone."""
    joined = re.sub(r"\n\s*(?:#|//|\*)?\s*", " ", text)
    for listed in re.findall(rf"\bRULINGS ((?:{A_RULING}(?:-[A-Z]?[0-9]+)?(?:, | and )?)+)", joined):
        for first, last in re.findall(rf"({A_RULING})(?:-[A-Z]?([0-9]+))?", listed):
            yield first
            if last:
                stem = first.rstrip("0123456789")
                number = first[len(stem) :]
                yield from (f"{stem}{n}" for n in range(int(number) + 1, int(last) + 1))
    yield from re.findall(r"\b[A-E][0-9]\.[0-9]+\b", joined)


@pytest.mark.thorough
def test_every_cited_ruling_exists() -> None:
    unknown = {name_of(path): set(cited_rulings(path.read_text("utf-8"))) - RULINGS for path in CITING}
    assert {name: numbers for name, numbers in unknown.items() if numbers} == {}


def test_a_missing_ruling_is_found() -> None:
    text = '"""RULINGS A1-A3, A5.22-24 and D1,\n# D8; RULINGS B9, E6. A5.40 too."""'
    assert set(cited_rulings(text)) - RULINGS == {"A5.24", "D8", "B9", "E6", "A5.40"}


def test_every_ruling_is_cited() -> None:
    last = {"A": 6, "A5.": 23, "B": 3, "B2.": 18, "C": 3, "C3.": 10, "D": 7, "E": 5}
    assert {*"ABCDE", *(f"{stem}{n}" for stem, most in last.items() for n in range(1, most + 1))} == RULINGS


# -- files -------------------------------------------------------------------------------------------------------------

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
BUILT = [pattern.lstrip("/") for pattern in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["artifacts"]]
"""What a build makes and a server's wheel has, though Git does not: a page may cite it."""

PATHS = [*(name_of(path) for path in FILES), *BUILT]
ENDS = {"/".join(parts[i:]) for path in PATHS for parts in [path.split("/")] for i in range(len(parts))}
INSIDE = {
    "/".join(parts[i:j]) for path in PATHS for parts in [path.split("/")] for j in range(len(parts)) for i in range(j)
}

A_FILE = re.compile(
    r"(?<![\w/:.-])(?:\.{1,2}/)*((?:[\w*{}.-]+/)*[\w*{}-]+\.(?:py|md|toml|js|css|svg|png|d\.ts))\b"
)  # fmt: skip


def missing(piece: str) -> list[str]:
    """Files and folders that a piece names and neither the repository nor a build has. {game}, GAME, and the games that
    pages have their reader make stand for any name; variants that their reader writes are left out."""
    lost = []
    for path in A_FILE.findall(piece):
        if path.startswith("my-variants/"):
            continue
        pattern = re.sub(r"\{\w+\}|\b[A-Z]+(?=/)|\b(?:my-games/)?(?:roses|cash_clerks)\b", "*", path)
        if pattern not in ENDS and not ("*" in pattern and any(fnmatch(known, f"*{pattern}") for known in PATHS)):
            lost.append(path)
    lost += [folder for folder in re.findall(r"`([\w-][\w./-]*/)`", piece) if folder.rstrip("/") not in INSIDE]
    return lost


@pytest.mark.slow
def test_citations_can_be_followed() -> None:
    """Headings stand in their texts and sections in their pages, abbreviations are explained, files are there: all in
    one test, since it takes longest to read what every file says."""
    checks = (misspelt, lost_sections, unexplained, missing)
    assert {check.__name__: found for check in checks if (found := faults(check))} == {}


def test_a_missing_file_is_found() -> None:
    piece = "See `rules/trade.py`, docs/cards.md, [web](../src/cashbox/web/README.md), games/{game}/board/board.js."
    assert missing(piece) == []
    assert missing("See `rules/swap.py`, docs/card.md, games/{game}/bored.js, `rule/`.") == [
        "rules/swap.py", "docs/card.md", "games/{game}/bored.js", "rule/",
    ]  # fmt: skip


def test_build_products_do_not_affect_file_checks() -> None:
    assert missing("The pages lie in `web/bundle/`.") == []
    assert missing("`web/bundles/`, `node_modules/`") == ["web/bundles/", "node_modules/"]
    assert not [path for path in FILES if "bundle" in path.relative_to(ROOT).parts[:-1]]


@pytest.mark.slow
def test_the_design_is_not_cited() -> None:
    """It is no page of this repository; what it promised stands in docs/architecture.md."""
    texts = [path for path in FILES if path != Path(__file__) and b"\0" not in path.read_bytes()]
    assert [name_of(path) for path in texts if re.search(rb"\bDESIGN\b", path.read_bytes())] == []
