from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_the_golden_types_match_the_wire() -> None:
    """`make golden` writes them anew, like everything else that is made and compared."""
    spec = importlib.util.spec_from_file_location("wire_types", ROOT / "tools" / "wire_types.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules["wire_types"] = tool
    spec.loader.exec_module(tool)
    for path, text in tool.files().items():
        if os.environ.get("CASHBOX_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: make golden"


def test_vendored_files_are_declared_and_have_a_license() -> None:
    static = ROOT / "src" / "cashbox" / "web" / "static"
    for name in ("preact", "htm"):
        assert (static / "vendor" / f"{name}-LICENSE.txt").is_file()
    assert (static / "fonts" / "bitter-LICENSE.txt").is_file()
    for file in static.rglob("*"):
        if file.suffix in (".js", ".mjs", ".css") and file.parent.name != "fonts":
            text = file.read_text(encoding="utf-8")
            for elsewhere in ('from "http', "url(http", 'url("http', 'import("http', "sourceMappingURL"):
                assert elsewhere not in text, file.name
