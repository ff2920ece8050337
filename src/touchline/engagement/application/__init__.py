"""The use cases of engagement."""
