"""cashbox: one table for games about money."""

__version__ = "0.1.0"
