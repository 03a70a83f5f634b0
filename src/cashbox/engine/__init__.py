"""The contract between games and everything around them. Imports nothing of ours but itself."""
