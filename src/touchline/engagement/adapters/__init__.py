"""The edges of engagement."""
