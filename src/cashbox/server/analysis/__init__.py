"""Luck and skill in finished games."""
