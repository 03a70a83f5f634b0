"""Experiments: many games without people."""
