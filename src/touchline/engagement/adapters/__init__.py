"""Adapters of the engagement context."""
