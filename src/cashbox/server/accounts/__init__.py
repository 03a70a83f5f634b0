"""Guests and accounts: names, devices, sign-in, personal data."""
