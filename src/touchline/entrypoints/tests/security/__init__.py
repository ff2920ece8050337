"""Attacks on the whole app (docs/reference/security.md)."""
