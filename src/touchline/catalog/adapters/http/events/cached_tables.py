"""The tables that cached lists of the catalog read."""

EVENT_TABLES = (
    "catalog_category",
    "catalog_event",
    "catalog_event_side",
    "catalog_group",
    "catalog_location",
    "catalog_participant",
)
FILTERED_EVENT_TABLES = (*EVENT_TABLES, "catalog_participant_child")
RESULT_TABLES = ("catalog_sport",)
"""The tables that the text of a result needs."""
MEDIA_TABLES = ("event_media", "media_asset")
SALE_TABLES = ("billing_bundle_grant", "billing_order", "billing_package")
SCORE_TABLES = ("engagement_watch_settings",)
"""The tables that decide whether a logged-in viewer hides scores."""
ACCESS_FIELDS = ("account_id", "country")
"""The principal fields that decide what a caller may watch."""
