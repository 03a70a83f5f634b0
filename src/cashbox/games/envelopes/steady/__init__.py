"""How the bot `steady` thinks: one file for each thing it has to decide. See docs/bots.md."""
