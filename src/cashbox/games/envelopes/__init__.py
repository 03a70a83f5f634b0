"""Envelopes of Cash: college-football recruiting for 2 to 4 head coaches."""
