"""What is given to operators fits what they are told, and what there is."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cashbox.server.http.bundle import packed_files, read_bundle

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "packaging" / "cashbox.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_is_one(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    # The program that it starts is not installed where tests run.
    text = UNIT.read_text("utf-8")
    assert "/opt/cashbox/bin/cashbox serve" in text
    copy.write_text(text.replace("/opt/cashbox/bin/cashbox", sys.executable), "utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_proxy_keeps_to_itself_what_is_for_operators(name: str) -> None:
    text = (ROOT / "packaging" / name).read_text("utf-8")
    assert "metrics" in text
    assert "ready" in text
    assert "127.0.0.1:8000" in text


def test_nginx_waits_for_longer_than_the_server_is_silent() -> None:
    """A live channel on which nothing happens carries a ping each 20 seconds."""
    found = re.search(r"proxy_read_timeout (\d+)s;", (ROOT / "packaging" / "nginx.conf").read_text("utf-8"))
    assert found is not None
    assert int(found[1]) > 3 * 20


def test_every_setting_that_the_server_reads_is_told() -> None:
    source = (ROOT / "src" / "cashbox" / "server" / "settings.py").read_text("utf-8")
    told = (ROOT / "docs" / "operating.md").read_text("utf-8")
    found = set(re.findall(r'"(CASHBOX_[A-Z_]+)"', source))
    assert len(found) >= 8
    assert {name for name in found if f"`{name}`" not in told} == set()


@pytest.mark.slow
@pytest.mark.skipif(read_bundle() is None, reason="the pages are not packed; `make bundle` does it")
def test_a_wheel_has_the_packed_pages(tmp_path: Path) -> None:
    if uv := shutil.which("uv"):
        command = [uv, "build", "--quiet", "--wheel", "--out-dir", str(tmp_path), str(ROOT)]
    elif importlib.util.find_spec("pip"):
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            str(tmp_path),
            str(ROOT),
        ]
    else:
        pytest.skip("neither uv nor pip is installed")
    built = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        found = set(opened.namelist())
    assert {f"cashbox/web/bundle/{path.name}" for path in packed_files()} <= found
    assert "cashbox/web/bundle/manifest.json" in found
