"""Positions in which a player made a mistake, to solve again."""
