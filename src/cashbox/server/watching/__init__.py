"""Spectators: who may watch a table, with which delay, and what they see."""
