"""Sponsors: which pre-roll plays, what is counted, and who may read it."""
