"""What people read of the game as a whole, and how they read what is in it."""
