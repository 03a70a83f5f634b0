"""Balance reports: measuring, judging, reporting, and plotting how balanced a game is."""
