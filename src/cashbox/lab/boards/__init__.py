"""The suite that every board passes."""
