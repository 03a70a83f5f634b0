"""Tables: made, kept in memory, played, shown."""
