"""What seats know about hidden cards, and samples of what they can't know. Theory: docs/notes/hidden-cards.md."""
