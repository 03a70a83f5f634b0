"""Comparisons of two versions of a game played with the same luck."""
