"""Looking back at games: in a process beside the server, so that it holds no one up who plays."""
