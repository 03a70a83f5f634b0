"""What players say about a finished game in the host's feedback form."""
