"""The texts of the game for people."""
