"""Default settings of a channel (product.md §9)."""

CURRENCY = "USD"
LANGUAGE = "en"
CONTACT_DAYS = 5
"""Business days in which a contact request is reviewed."""
PREROLL_MINUTES = 60
"""Minutes without another pre-roll, per viewer and event."""
