"""Engagement domain, in pure Python."""
