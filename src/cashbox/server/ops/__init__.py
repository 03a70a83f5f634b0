"""What the operator of a server does to it while it runs, or while it does not."""
