"""Reports, bans, and removal of names and messages."""
