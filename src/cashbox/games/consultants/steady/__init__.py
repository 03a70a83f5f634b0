"""How the bot `steady` decides."""
