"""Use cases of sponsors."""
