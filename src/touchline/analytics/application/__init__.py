"""Use cases of analytics."""
