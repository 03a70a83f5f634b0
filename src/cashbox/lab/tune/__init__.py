"""Tuning: search for numbers in a game's content that reach a goal."""
