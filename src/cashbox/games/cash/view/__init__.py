"""Who may know what of a game of CASH."""
