"""Test that the files for operators match the documentation and the server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "packaging" / "cashbox.service"

INSTALLED = [
    "--require-hashes -r requirements-build.txt",
    "--require-hashes --no-build-isolation -r requirements.txt",
    "--no-deps --no-build-isolation .",
]
"""What pip is asked for, step by step, so that nothing is installed or built with whose hash is not pinned."""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_systemd_unit_is_valid(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    # The program that it starts is not installed where tests run.
    text = UNIT.read_text("utf-8")
    assert "/opt/cashbox/bin/cashbox serve" in text
    copy.write_text(text.replace("/opt/cashbox/bin/cashbox", sys.executable), "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_hide_operator_addresses(name: str) -> None:
    text = (ROOT / "packaging" / name).read_text("utf-8")
    assert "metrics" in text
    assert "ready" in text
    assert "127.0.0.1:8000" in text


def test_nginx_waits_longer_than_the_server_is_silent() -> None:
    """A live channel on which nothing happens carries a ping each 20 seconds."""
    found = re.search(r"proxy_read_timeout (\d+)s;", (ROOT / "packaging" / "nginx.conf").read_text("utf-8"))
    assert found is not None
    assert int(found[1]) > 3 * 20


def test_every_server_setting_is_documented() -> None:
    source = (ROOT / "src" / "cashbox" / "server" / "settings.py").read_text("utf-8")
    told = (ROOT / "docs" / "settings.md").read_text("utf-8")
    found = set(re.findall(r'"(CASHBOX_[A-Z_]+)"', source))
    assert len(found) >= 8
    assert {name for name in found if f"`{name}`" not in told} == set()


def test_the_documented_installation_is_compiled() -> None:
    """And is told how to see it."""
    told = (ROOT / "docs" / "operating.md").read_text("utf-8")
    blocks = [block for block in re.findall(r"(?:^    .+\n)+", told, re.MULTILINE) if "pip install" in block]
    assert len(blocks) == 2
    for block in blocks:
        before, *_, after = block.split("pip install")
        assert "export HATCH_BUILD_HOOK_ENABLE_CUSTOM=true" in before
        assert "cashbox --version" in after
        lines = re.findall(r"/bin/pip install (.+?)(?: && .*)?$", block, re.MULTILINE)
        assert lines == INSTALLED * (len(lines) // 3), "every package has the hash that is pinned"
    assert '/health         # {"status":"ok","compiled":true}' in blocks[0]
    (packages,) = re.findall(r"apt install (.+?) *#", blocks[0])
    assert {"gcc", "python3-dev"} <= set(packages.split())
