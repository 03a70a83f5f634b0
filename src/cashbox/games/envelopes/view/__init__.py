"""Who may know what: a seat's view, and states that a seat cannot tell from the true one."""
