"""Adapters of the clips context."""
