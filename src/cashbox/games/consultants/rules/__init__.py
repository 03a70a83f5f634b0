"""The rules of IT's all in the game, one file for each phase."""
