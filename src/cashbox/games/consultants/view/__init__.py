"""Who may know what: the view of a seat, and states that a seat cannot tell from the true one."""
