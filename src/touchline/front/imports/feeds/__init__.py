"""Feeds: schedules at an address, which are imported every hour."""
