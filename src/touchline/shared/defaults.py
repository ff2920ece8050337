"""What a channel has that says nothing of it (product.md §9), in one place."""

CURRENCY = "USD"
LANGUAGE = "en"
CONTACT_DAYS = 5
"""Business days in which a contact request is reviewed."""
PREROLL_MINUTES = 60
"""How long no pre-roll follows another, for one viewer and one event."""
