"""The texts of the game for people: phrases, hints, the result, a table's rules."""
