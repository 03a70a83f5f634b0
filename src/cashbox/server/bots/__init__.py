"""Bots at their seats, and the processes that they run in."""
