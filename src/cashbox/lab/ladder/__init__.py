"""The ladder: bots against each other in every game, and the lines (targets) that they should reach."""
