"""How the database came to be as it is; applied when a server starts."""
