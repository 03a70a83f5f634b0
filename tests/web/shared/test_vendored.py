"""Test that vendored scripts are the published ones, except for changes listed in `versions.json`."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cashbox

VENDOR = Path(cashbox.__file__).parent / "web" / "static" / "vendor"
VERSIONS: dict[str, dict[str, Any]] = msgspec.json.decode((VENDOR / "versions.json").read_bytes())
"""For each file: its package, with the hash of that as its registry gives it; where it lies there, and its own hash;
the pieces that we changed, theirs first; and what we left out at its end. Ours begin with one more line."""


def published(text: str, entry: dict[str, Any]) -> str:
    """The hash of a file as it was before we changed it."""
    body = text.split("\n", 1)[1]
    for theirs, ours in entry["changed"]:
        assert body.count(ours) == 1
        body = body.replace(ours, theirs)
    return "sha256-" + base64.b64encode(hashlib.sha256((body + entry["left_out"]).encode()).digest()).decode()


@pytest.mark.parametrize("name", VERSIONS)
def test_a_vendored_script_is_the_published_one(name: str) -> None:
    text, entry = (VENDOR / name).read_text(), VERSIONS[name]
    assert published(text, entry) == entry["hash"]
    first = text.split("\n", 1)[0].lower()
    for said in (f"{entry['package']} {entry['version']},", f"package `{entry['package']}`, {entry['file']}"):
        assert said in first
    assert published(f"{text};", entry) != entry["hash"]


def test_every_vendored_script_is_listed() -> None:
    assert {path.name for path in VENDOR.glob("*.*js")} == set(VERSIONS)
