"""The edges of context `channel`: HTTP, tables, Markdown."""
