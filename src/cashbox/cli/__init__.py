"""The program `cashbox`, with a command for everything that can be done without a browser."""

from cashbox.cli.commands import FAULT, main

__all__ = ["FAULT", "main"]
