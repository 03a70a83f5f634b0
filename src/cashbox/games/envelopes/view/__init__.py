"""Who may know what: the view of a seat, and states that a seat could not tell from the true one."""
