"""Test that invalid settings are refused at the start with a reason, and that valid ones are read correctly."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cashbox.server.settings import SETTINGS, Settings, StartError, misspelled
from tests import forked_programs as programs

ROOT = Path(__file__).parents[3]

EDGES = (
    *("", " ", "0", "-1", "1", " 5 ", "5.5", "1e3", "9" * 20, "0x10", "٣", "a" * 5000, "5 days", "1/hour"),
    *("nonsense", "null", "true", "on", "off", "\n", "💰", "http://", "https://x:99999", "https://user:pw@x", "://"),
    *(
        "mailto:",
        "a@b",
        "postgresql://",
        "~nobody/x",
        "/dev/null/x",
        "smtp://",
        "10.0.0.0/99",
        "a,b",
        ",",
        "*",
        "../..",
    ),
)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_value_of_a_setting_is_accepted_or_refused_with_a_reason(name: str) -> None:
    for value in EDGES:
        try:
            Settings.from_env({name: value})
        except StartError as refused:
            assert re.fullmatch(r"[A-Z][^\n]{10,300}\.", str(refused)), (value, str(refused))  # noqa: PT017
            assert "CASHBOX_" in str(refused), str(refused)  # noqa: PT017


def test_the_documents_name_exactly_the_known_settings() -> None:
    texts = [(ROOT / name).read_text() for name in ("README.md", "docs/settings.md")]
    named = {name for text in texts for line in re.findall(r"^\| (.*?) \|", text, re.M) for name in parts(line)}
    assert {name for name in named if not name.startswith("CASHBOX_QUOTA_")} == set(SETTINGS)


def parts(cell: str) -> list[str]:
    return re.findall(r"CASHBOX_[A-Z_]+", cell)


@pytest.mark.parametrize(
    ("environment", "part"),
    [
        ({"CASHBOX_SOCKETS": "0"}, "from 8 to"),
        ({"CASHBOX_SOCKETS": "7"}, "from 8 to"),
        ({"CASHBOX_PROCESSES": "0"}, "from 1 to"),
        ({"CASHBOX_MAIL_FROM": "a@example.org"}, "CASHBOX_SMTP"),
        ({"CASHBOX_SMTP": "smtp://mail.example.org"}, "CASHBOX_MAIL_FROM"),
        ({"CASHBOX_QUOTA_GUEST": "5/hour"}, "no setting"),
    ],
)
def test_inconsistent_settings_are_refused(environment: dict[str, str], part: str) -> None:
    with pytest.raises(StartError, match=part):
        Settings.from_env(environment)


def test_a_misspelled_setting_gets_a_suggestion() -> None:
    assert misspelled({"CASHBOX_SOCKET": "5", "CASHBOX_SOCKETS": "50", "HOME": "/", "CASHBOX_TESTS": "check"}) == [
        "There is no setting CASHBOX_SOCKET. Did you mean CASHBOX_SOCKETS?"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("CASHBOX_HOME", value) for value in ("/dev/null/x", "/etc/passwd")),
        *(("CASHBOX_HOST", value) for value in ("nonsense.invalid", "-1", "999.1.1.1")),
        *(("CASHBOX_GAMES", value) for value in ("nonsense", "/dev/null")),
        ("CASHBOX_DATABASE", "postgresql://nobody@127.0.0.1:1/none"),
        ("CASHBOX_PROCESSES", "2"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    environment = {**os.environ, "CASHBOX_HOME": str(tmp_path / "home"), "CASHBOX_PORT": "0", name: value}
    done = programs.run("cashbox.cli", "serve", env=environment, timeout=60)
    assert done.returncode == 2
    assert re.fullmatch(r"cashbox: [A-Z0-9][^\n]*\.\n", done.stderr), done.stderr
