"""Ports of the clips context."""
