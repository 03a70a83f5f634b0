"""Test bundled pages: used if they match the source files, cached permanently, and compressed."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from cashbox.server.web import files as bundles

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.conftest import Server

PACKED = bundles.read_bundle()
packed = pytest.mark.slow
"""`make test` bundles the pages before it runs the tests."""

SOURCES = {
    "web/static/js/table.js": "import './live.js';",
    "web/static/js/table/live.js": "",
    "web/static/vendor/preact.mjs": "",
    "web/static/css/table.css": ".table {}",
    "web/templates/table.html": "<main>",
    "games/coins/board/board.js": "",
    "games/coins/board/map.json": "{}",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Write a program's files and a matching bundle."""
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sources = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in SOURCES.items()}
    manifest: dict[str, Any] = {"maker": "", "sources": sources, "games": ["coins"], "pages": {}}
    (tmp_path / "web/bundle").mkdir()
    (tmp_path / "web/bundle/manifest.json").write_bytes(msgspec.json.encode(manifest))
    return tmp_path


def test_a_bundle_that_matches_its_sources_is_used(source: Path) -> None:
    found = bundles.read_bundle(source)
    assert found is not None
    assert found.games == ["coins"]


@pytest.mark.parametrize("name", SOURCES)
def test_a_bundle_is_not_used_after_a_source_changes(source: Path, name: str) -> None:
    (source / name).write_text("changed")
    assert bundles.read_bundle(source) is None


@pytest.mark.parametrize("name", ["web/static/js/newer.js", "web/static/css/newer.css", "games/coins/board/newer.js"])
def test_a_bundle_is_not_used_after_a_source_is_added(source: Path, name: str) -> None:
    (source / name).write_text("")
    assert bundles.read_bundle(source) is None


def test_a_bundle_is_not_used_after_a_source_is_removed(source: Path) -> None:
    (source / "web/static/js/table/live.js").unlink()
    assert bundles.read_bundle(source) is None


@pytest.mark.parametrize("text", ["", "{}", "no json", '{"sources": {}}'])
def test_a_bundle_with_an_unreadable_manifest_is_not_used(source: Path, text: str) -> None:
    (source / "web/bundle/manifest.json").write_text(text)
    assert bundles.read_bundle(source) is None
    (source / "web/bundle/manifest.json").unlink()
    assert bundles.read_bundle(source) is None


@packed
def test_each_page_of_a_bundled_game_has_one_script_and_one_style_sheet() -> None:
    assert PACKED is not None
    for scripts in ("table", "replay open-file"):
        keys = [key for key in PACKED.pages if f"/{scripts}/" in key]
        assert {key.rpartition("@")[2] for key in keys} == set(PACKED.games) == {"envelopes", "cash", "consultants"}
    markup = bundles.PageFiles("cash").tags("table layout notifications", "table", "shape early-connection")
    assert len(re.findall("<script", markup)) == 2
    assert len(re.findall("stylesheet", markup)) == 1
    assert "/static/" not in markup


@packed
@pytest.mark.parametrize("files", [bundles.PageFiles("coins"), bundles.PageFiles("cash", packed=False)])
def test_an_unbundled_board_uses_only_plain_modules(files: bundles.PageFiles) -> None:
    markup = files.tags("table layout notifications", "table", "shape early-connection")
    assert "/bundle/" not in markup
    assert '<script type="module" src="/static/js/table.js">' in markup


@packed
def test_the_files_cached_for_offline_use_are_those_that_pages_load() -> None:
    assert PACKED is not None
    alone = bundles.read_shell(PACKED.games, PACKED).files
    named = {name for one in PACKED.pages.values() for name in (one.sheet, one.first, one.script)}
    assert {f"/bundle/{name}" for name in named} <= set(alone)
    assert not any(name.startswith(("/games/", "/static/js/")) for name in alone)
    plain = bundles.read_shell(PACKED.games, None).files
    assert {"/static/js/table.js", "/games/cash/board/board.js"} <= set(plain)
    assert not any(name.startswith("/bundle/") for name in plain)
    # A board outside the bundle uses the plain modules, so both are cached.
    both = bundles.read_shell(PACKED.games, msgspec.structs.replace(PACKED, games=["cash"])).files
    assert {"/static/js/table.js", "/games/envelopes/board/board.js", *map("/bundle/{}".format, named)} <= set(both)
    assert "/games/cash/board/board.js" not in both


@packed
def test_the_mark_of_the_pages_depends_on_the_bundle() -> None:
    assert PACKED is not None
    assert bundles.read_shell(PACKED.games, PACKED).mark != bundles.read_shell(PACKED.games, None).mark


@packed
def test_no_bundled_file_refers_to_a_plain_file_that_is_not_cached() -> None:
    asked: set[str] = set()
    for path in bundles.packed_files():
        if path.suffix in (".js", ".css"):
            asked.update(re.findall(r"/static/((?:js|css|vendor)/[\w./-]+\.\w+)", path.read_text("utf-8")))
    # This sheet is listed for boards and bundled with them.
    assert {name for name in asked if bundles.is_packed(name)} <= {"css/boards.css"}


@pytest.mark.few(1, usual=1)
@packed
@pytest.mark.parametrize(
    ("takes", "how"), [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0", None), ("", None)]
)
def test_a_bundled_file_is_cached_permanently_and_compressed(server: Server, takes: str, how: str | None) -> None:
    assert PACKED is not None
    name = next(iter(PACKED.pages.values())).script
    address = f"{server.url}/bundle/{name}"
    found = httpx.get(address, headers={"accept-encoding": takes})
    assert found.headers.get("content-encoding") == how
    assert "immutable" in found.headers["cache-control"]
    assert found.headers["vary"] == "accept-encoding"
    path = bundles.SOURCE / bundles.BUNDLE / (f"{name}.br" if how == "br" else name)  # which httpx does not decompress
    assert found.content == path.read_bytes()
    again = httpx.get(address, headers={"accept-encoding": takes, "if-none-match": found.headers["etag"]})
    assert again.status_code == 304


def test_a_plain_file_is_compressed_too(server: Server) -> None:
    address = f"{server.url}/static/css/table.css"
    small = httpx.get(address, headers={"accept-encoding": "gzip"})
    whole = httpx.get(address, headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(whole.content) / 2
    assert small.content == whole.content
    assert small.headers["etag"] != whole.headers["etag"]


def test_responses_for_one_caller_are_not_compressed(server: Server) -> None:
    """The compressed size could reveal secrets that repeat parts of the request."""
    for path in ("/", "/api/me/waiting", "/api/tables"):
        assert "content-encoding" not in httpx.get(server.url + path, headers={"accept-encoding": "gzip, br"}).headers
