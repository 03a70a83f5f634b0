"""What a server is put through before it is trusted, a module for each campaign."""
