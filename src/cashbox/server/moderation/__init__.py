"""Reports, bans, and names and messages that a moderator removes."""
