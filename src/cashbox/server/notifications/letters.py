"""Notices by mail, each with a link that ends them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from cashbox.server.errors import Refusal
from cashbox.server.notifications.outcomes import Outcome

if TYPE_CHECKING:
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.mail import Mailer
    from cashbox.server.notifications.text import Message


async def send(mailer: Mailer, channel: ChannelRecord, to: str, message: Message, url: str) -> Outcome:
    """Send a notice as a letter. to: a confirmed address; url: of the house."""
    link = f"{url}/unsubscribe/{channel.token}"
    headers = {
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Cashbox-Notice": message.id,
    }
    rest = "You get this since you asked to be told by mail. To end that:"
    text = f"{message.body}\n\n{message.url}\n\n-- \n{rest}\n{link}\n"
    html = (
        f'<!doctype html><html lang="en"><body><p>{escape(message.body)}</p><p><a href="{escape(message.url)}">'
        f'{escape(message.url)}</a></p><hr><p>{escape(rest)} <a href="{escape(link)}">no more mail</a>.</p>'
        "</body></html>\n"
    )
    try:
        await mailer.send(to, f"{one_line(message.body)} – cashbox", text, html, headers, message.id)
    except Refusal as refused:
        return Outcome("The mail server did not take it.", refused.retry_after, answered=False)
    return Outcome()


def one_line(text: str) -> str:
    """A text without whatever ends a line."""
    return " ".join(text.split())[:150]
