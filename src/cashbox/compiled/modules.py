"""`python modules.py LEVEL FILES`: run setuptools in a separate program.

FILES: with options of mypy. Each source becomes one C file, and as many of these are compiled at once as there are
processors: a single file took more than twice as long, on one processor.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

DIRECT: Final = sys.platform == "linux"
"""Whether functions of one library can call each other directly, without a table that others might change: random play
is up to a fifth faster, and compiling takes no longer."""
CALLS: Final = ["-fno-semantic-interposition", "-fno-plt"]
LINKS: Final = ["-Wl,-Bsymbolic"]

PROCESSORS: Final = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Abreast(build_ext):  # type: ignore[misc] # setuptools has no types to look at
    """Builds several modules, and several files of one, in parallel."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = PROCESSORS

    def build_extensions(self) -> None:
        """Build the extensions like setuptools, but several files at once."""
        compiler: Any = self.compiler

        def compiled(
            sources: list[str], output_dir: str | None = None, macros: Any = None, include_dirs: Any = None, **more: Any
        ) -> list[str]:
            """Like the compiler's own `compile`."""
            before, after = more.get("extra_preargs"), more.get("extra_postargs")
            objects: list[str]
            macros, objects, after, flags, build = compiler._setup_compile(  # noqa: SLF001
                output_dir, macros, include_dirs, sources, more.get("depends"), after
            )
            given = compiler._get_cc_args(flags, more.get("debug", False), before)  # noqa: SLF001

            def one(made: str) -> None:
                compiler._compile(made, *build[made], given, after, flags)  # noqa: SLF001

            with ThreadPoolExecutor(PROCESSORS) as pool:
                list(pool.map(one, sorted(build, key=lambda made: -Path(build[made][0]).stat().st_size)))
            return objects

        compiler.compile = compiled
        super().build_extensions()


if __name__ == "__main__":
    modules = mypycify(sys.argv[2:], multi_file=True, opt_level=sys.argv[1], debug_level="0")
    for module in modules if DIRECT else ():
        module.extra_compile_args = [*module.extra_compile_args, *CALLS]
        module.extra_link_args = [*module.extra_link_args, *LINKS]
    setup(
        name="compiled",
        packages=[],
        script_args=["build_ext", "--inplace", "--quiet"],
        cmdclass={"build_ext": Abreast},
        ext_modules=modules,
    )
