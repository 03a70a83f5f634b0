"""Endurance tests of a server, one module per campaign."""
