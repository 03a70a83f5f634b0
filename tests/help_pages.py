"""What tests of help pages share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cashbox.engine.help import Page


def everything(page: Page) -> str:
    """All that stands on a page, as one text."""
    parts = [page.title, page.text]
    for section in page.sections:
        parts += [section.title, section.text]
        parts += [f"{one.title} {one.text} {one.aside} {one.rule}" for one in section.entries]
        for example in section.examples:
            parts += [example.title, *(step.text for step in example.steps)]
    return "\n".join(parts)
