"""IT's all in the game: bosses of consultants, projects to staff, and deadlines to dread, for 2 to 4 players."""
