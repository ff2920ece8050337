"""Scoring: writing to the timeline of an event, and reading it."""
