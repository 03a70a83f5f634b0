"""Who plays how well: bots against each other in every game, and the lines that they are asked to reach."""
