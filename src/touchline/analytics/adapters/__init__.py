"""The edges of analytics."""
