"""The rules of CASH, one file for each part of the rule text."""
