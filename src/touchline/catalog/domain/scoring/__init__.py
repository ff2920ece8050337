"""Scoring: sports, the timeline of an event, and the scoreboard that follows from it."""
