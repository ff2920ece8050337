"""The catalogue's use cases and read queries."""
