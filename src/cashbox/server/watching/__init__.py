"""Spectators: who may watch a table, with what delay, and what they see."""
