"""Timelines in the database."""
