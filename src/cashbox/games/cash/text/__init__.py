"""All that people read about a game of CASH."""
