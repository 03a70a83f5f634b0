"""The archive of finished games."""
