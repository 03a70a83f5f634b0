"""Leaving a running game, bots that stand in, and votes about both."""
