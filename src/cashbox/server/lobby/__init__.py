"""The lists of tables on the home page."""
