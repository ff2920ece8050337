"""Adapters of context clips."""
