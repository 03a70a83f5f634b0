"""The rules, one file for each heading of the rulebook, and what several of them share."""
