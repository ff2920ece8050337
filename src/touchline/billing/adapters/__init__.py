"""Adapters of the billing context."""
