"""Telling people who are not here: what is sent, over which channel, and the queue that it goes through."""
