"""Tables: creating, loading, playing, and showing them."""
