"""How balanced a game is: measured, judged, reported and drawn."""
