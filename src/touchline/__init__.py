"""Touchline: white-label streaming for sports and content channels."""
