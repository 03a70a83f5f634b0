"""New tables that continue from any step of another game."""
