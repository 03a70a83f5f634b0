"""Notifications to webhooks: our own JSON, or the formats of Discord and Slack."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from cashbox.server.notifications.targets import Outcome

if TYPE_CHECKING:
    from cashbox.server.notifications.channels import ChannelRecord
    from cashbox.server.notifications.targets import Answer, Outside
    from cashbox.server.notifications.text import Message

_DISCORD: Final = ("discord.com", "discordapp.com")
_SLACK: Final = ("hooks.slack.com", "hooks.slack-gov.com")
_MARKS: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
_MOST: Final = 2000
"""The most characters that Discord accepts."""

_json = msgspec.json.Encoder().encode


async def send(outside: Outside, channel: ChannelRecord, message: Message) -> Outcome:
    """Send a notification to a webhook. OSError, aiohttp.ClientError, TimeoutError if there is no response."""
    how = service(channel.address)
    headers = {"Content-Type": "application/json", "Cashbox-Notice": message.id}
    return _outcome(await outside.post(channel.address, _json(body(how, message)), headers), how)


def service(url: str) -> str:
    """Return the service of a webhook: "discord", "slack", or "" for any other."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if any(host == one or host.endswith(f".{one}") for one in _DISCORD) and parts.path.startswith("/api/"):
        return "discord"
    return "slack" if host in _SLACK else ""


def body(how: str, message: Message) -> dict[str, Any]:
    """Build the body of a webhook request."""
    if how == "discord":
        # Names of tables and players must not mention Discord users.
        text = _MARKS.sub(r"\\\1", message.body) + f" {message.url}"
        return {"content": text[:_MOST], "allowed_mentions": {"parse": []}}
    if how == "slack":
        text = message.body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": f"{text} <{message.url}|Open>", "unfurl_links": False}
    return msgspec.to_builtins(message)  # type: ignore[no-any-return]


def _outcome(answer: Answer, how: str) -> Outcome:
    if 200 <= answer.status < 300:
        return Outcome()
    if 300 <= answer.status < 400:
        return Outcome("The webhook redirects to another URL, and the server doesn't follow redirects.", answer.wait)
    gone = answer.status == 410 or (how != "" and answer.status == 404)
    if gone:
        return Outcome("The webhook no longer exists.", ended=True)
    return Outcome(f"The webhook responded with status {answer.status}.", answer.wait)
