"""Replays, in a helper process, so that they do not slow down running games."""
