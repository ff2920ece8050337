"""Ports of the engagement context."""
