"""What the bot `steady` thinks with: worth in dollars, from its own view alone."""
