"""cashbox: one table for games about money."""

from cashbox import compiled

__version__ = "0.1.0"

compiled.install()
