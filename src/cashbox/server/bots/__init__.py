"""Bots that play seats, and the processes that they run in."""
