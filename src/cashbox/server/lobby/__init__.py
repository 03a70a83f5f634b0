"""The lists of tables on the first page."""
