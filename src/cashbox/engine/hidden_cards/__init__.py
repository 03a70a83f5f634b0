"""What seats know about hidden cards, and samples of what they can't know. docs/hidden-cards.md has the theory."""
