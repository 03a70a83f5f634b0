"""Luck and skill in a finished game."""
