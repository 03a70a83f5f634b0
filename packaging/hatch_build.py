"""Put into a server's wheel what the one for every machine is too small for: packed pages, and compiled rules and bots.

Git keeps neither. Where nothing can be compiled, the wheel has the packed pages alone and is for every machine."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledHook(BuildHookInterface):  # type: ignore[misc] # its package is there while a wheel is built
    """Called by hatchling before and after it builds."""

    made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say that the files belong into the wheel."""
        if version == "editable":
            return
        bundle = Path(self.root) / "src/cashbox/web/bundle"
        if (bundle / "manifest.json").exists():  # `make bundle` needs Node, and whoever installs the wheel does not
            build_data["force_include"][str(bundle)] = "cashbox/web/bundle"
        if not sys.platform.startswith("linux"):
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from cashbox import compiled
        from cashbox.compiled.build import CompileError, fill

        self.made = Path(tempfile.mkdtemp(prefix="cashbox-wheel-"))
        try:
            fill(self.made)
        except (CompileError, OSError) as error:
            self.app.display_warning(f"This wheel has no compiled modules. {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"][str(self.made)] = f"cashbox/{compiled.SHIPPED.name}/{compiled.key()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was compiled, which is in the wheel now."""
        if self.made is not None:
            shutil.rmtree(self.made, ignore_errors=True)
