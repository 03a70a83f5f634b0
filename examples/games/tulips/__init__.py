"""Tulips: sealed bids for bulbs, and a crowd that may stop paying. A complete game in one folder."""
