"""Adapters of the analytics context."""
