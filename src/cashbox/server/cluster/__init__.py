"""Several processes that serve from one database."""
