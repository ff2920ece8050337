"""Channels, their content, their keys. Pure Python."""
