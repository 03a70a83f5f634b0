"""A puzzle a day for each game, from rated public games whose players allow it."""
