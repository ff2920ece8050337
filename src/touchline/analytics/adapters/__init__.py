"""Adapters of context analytics."""
