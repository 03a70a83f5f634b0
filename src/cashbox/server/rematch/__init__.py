"""Rematches and the score of a series."""
