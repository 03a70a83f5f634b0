"""What people read of the game as a whole: phrases, hints, the result, what a table plays by."""
