"""The house where tables stand: store, live channel, HTTP API and the pages' routes."""
