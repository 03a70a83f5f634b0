"""`python -m cashbox.compiled`: compile rules and bots, and print the result in one line. It never fails: without
compiled modules, the sources run."""

from __future__ import annotations

import sys

from cashbox.compiled.build import CompileError, build

try:
    said = build()
except (CompileError, OSError) as error:
    said = f"Rules and bots weren't compiled, so they run more slowly. {error}"
sys.stdout.write(f"{said}\n")
