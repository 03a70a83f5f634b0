"""Two versions of a game, played with the same luck: what differs, and how surely."""
