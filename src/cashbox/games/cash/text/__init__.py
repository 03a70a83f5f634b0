"""The texts of CASH for people."""
