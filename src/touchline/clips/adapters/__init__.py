"""The edges of clips."""
