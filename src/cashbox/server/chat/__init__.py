"""Chat of players and of spectators."""
