"""Reports as one HTML file with their plots embedded."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ink: #22303c; --paper: #fdfcf8; --rule: #d5dbd8; --quiet: #5c6770 }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #e6ebe8; --paper: #1b2126; --rule: #3c464d; --quiet: #a9b4bb }}
}}
body {{ max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif }}
h1, h2, h3 {{ line-height: 1.25 }}
h2 {{ margin-top: 2.5rem }}
code {{ overflow-wrap: anywhere }}
.wide {{ overflow-x: auto }}
table {{ border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }}
th, td {{ padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top }}
th {{ color: var(--quiet); font-weight: 600 }}
figure {{ margin: 1rem 0; padding: .75rem; overflow-x: auto; background: white; border: 1px solid var(--rule) }}
figure svg {{ max-width: 100%; height: auto }}
</style>
{body}</html>
"""
_IMAGE: Final = re.compile(r'<p><img src="([^"]*)" alt="([^"]*)" /></p>')


def write(path: Path, markdown: str, images: Mapping[str, str]) -> None:
    """Write a page.

    Args:
        path: the file.
        markdown: the page, whose first line is its heading.
        images: SVG, by the address that the page has for it.

    Raises:
        GameError: `unwritable`.
    """
    body = rendered(markdown).replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    page = _PAGE.format(title=html.escape(markdown.partition("\n")[0].lstrip("# ")), body=_drawn(body, images))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None


def rendered(markdown: str) -> str:
    """Render Markdown as HTML. The library comes with rich."""
    from markdown_it import MarkdownIt

    found: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    return found


def _drawn(body: str, images: Mapping[str, str]) -> str:
    """Insert the images into the page. Ids must be unique across them."""

    def figure(found: re.Match[str]) -> str:
        address, text = found.groups()
        svg = images[html.unescape(address)]
        prefix = f"p{list(images).index(html.unescape(address))}-"
        svg = re.sub(r'\bid="', f'id="{prefix}', svg)
        svg = re.sub(r'(href="#|url\(#)', rf"\1{prefix}", svg[svg.index("<svg") :])
        return f'<figure role="img" aria-label="{text}">{svg}</figure>'

    return _IMAGE.sub(figure, body)
