"""Merges two entries of the document that are the same team, school, location or category."""
