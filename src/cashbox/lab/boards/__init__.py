"""The test suite for boards."""
