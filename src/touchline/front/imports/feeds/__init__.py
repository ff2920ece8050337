"""Feeds: schedules at an address, which are imported every hour."""

CHECK_FEED = "front.check_feed"
"""The name of the job that checks a feed."""
