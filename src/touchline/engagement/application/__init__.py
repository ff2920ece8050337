"""Use cases of engagement."""
