"""Tables of sponsors."""
