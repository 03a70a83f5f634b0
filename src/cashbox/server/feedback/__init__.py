"""Players' feedback on finished games, in the operator's form."""
