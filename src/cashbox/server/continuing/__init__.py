"""New tables that continue from a moment of another game."""
