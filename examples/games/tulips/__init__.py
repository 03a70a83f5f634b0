"""Tulips: bulbs, sealed bids and a crowd that may stop paying. A whole game in one folder, to learn from."""
