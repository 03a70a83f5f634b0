"""A daily puzzle for each game, from rated public games whose players allow it."""
