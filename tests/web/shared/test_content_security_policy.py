"""Test that every page works under its content security policy, which allows only files of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import make_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.web.conftest import Server

WATCH = """
window.refused = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.refused.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""
PAGES = [
    *("/", "/me", "/device", "/rules", "/rules/envelopes", "/rules/cash", "/rules/cash/quick", "/rules/consultants"),
    *("/api/docs", "/api/docs/openapi.json", "/health", "/nothing", "/static/img/icon.svg", "/static/js/table.js"),
]


@pytest.fixture
def watched(browser: Browser) -> Iterator[Page]:
    """A page of its own, since one that logs an error would fail, and a refusal is one."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(WATCH)
    yield context.new_page()
    context.close()


def refused(page: Page) -> Any:
    return page.evaluate("window.refused")


@pytest.mark.journey
@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_respects_its_policy(server: Server, watched: Page, path: str) -> None:
    answer = watched.goto(server.url + path)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    watched.wait_for_load_state("networkidle")
    assert refused(watched) == []


@pytest.mark.journey
@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants", "coins"])
def test_a_table_respects_its_policy(server: Server, watched: Page, game: str) -> None:
    make_table(watched, server, ["me", "bot"] if game != "envelopes" else ["me", "bot", "bot"], game)
    watched.locator("#board").wait_for()
    watched.wait_for_load_state("networkidle")
    watched.wait_for_timeout(500)
    assert refused(watched) == []


def test_only_scripts_of_the_server_run(server: Server, watched: Page) -> None:
    watched.goto(server.url)
    watched.evaluate(
        """() => {
          window.ran = false;
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
        }"""
    )
    watched.wait_for_function("window.refused.length === 1")
    assert watched.evaluate("window.ran") is False
