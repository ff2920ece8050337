"""Adapters of the channel context: HTTP, tables, Markdown."""
