"""Adapters of context channel: HTTP, tables, Markdown."""
