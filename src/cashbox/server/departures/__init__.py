"""Leaving a running game, stand-in bots, and votes about both."""
