"""Adapters of context engagement."""
