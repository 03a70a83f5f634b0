"""Profiles, results, ratings, groups, and relations between people."""
