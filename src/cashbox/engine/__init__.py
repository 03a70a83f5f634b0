"""The contract between games and everything around them. It imports no other package of cashbox."""
