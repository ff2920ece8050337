"""The edges of billing."""
