"""Who may know what in a game of CASH."""
