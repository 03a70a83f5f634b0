"""What a device is called in a list: the browser and the system that its requests name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

UNKNOWN: Final = "A device"
"""One that does not say what it is, or has not come since that is kept."""

PROGRAM: Final = "A program"

_BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What a browser writes of itself. Most write the names of those before them too, so the first one found counts."""

_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)


@lru_cache(1000)
def label(user_agent: str) -> str:
    """What a request's User-Agent says of its device, in words: "Firefox on Android"; at most 40 characters."""
    if not user_agent:
        return UNKNOWN
    if not user_agent.startswith(("Mozilla/", "Opera/")):
        return PROGRAM
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser
