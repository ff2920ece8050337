"""The pages of the API reference."""

CHAPTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "startup": ("Start-up", ("start", "keys", "robot_check", "bootstrap", "site", "status_page")),
    "accounts": (
        "Accounts",
        (
            "accounts",
            "auth_links",
            "sessions",
            "social_start",
            "social",
            "single_sign_on_start",
            "single_sign_on",
            "second_factor",
            "devices",
            "account-export",
            "account_closure",
        ),
    ),
    "catalog": (
        "Catalog",
        (
            "events",
            "watching_devices",
            "taxonomy",
            "seasons",
            "library",
            "search",
            "calendars",
            "site-calendars",
        ),
    ),
    "scoring": ("Scoring", ("site-timelines", "site-overlays", "summaries", "scorers")),
    "buying": (
        "Buying",
        (
            "purchase_options",
            "offers",
            "coupons",
            "checkout",
            "orders",
            "vouchers",
            "bundles",
            "receipts",
            "renewals",
            "renewal-links",
            "cards",
            "access",
            "webhooks",
        ),
    ),
    "clips": ("Clips and downloads", ("clips", "downloads")),
    "viewers": (
        "Favorites, reminders and forms",
        ("favorites", "watch_positions", "reminders", "notifications", "forms"),
    ),
    "analytics": (
        "Analytics and reports",
        (
            "datalake",
            "report_tokens",
            "ad_breaks",
            "client_errors",
            "reports",
            "sponsor_reports",
        ),
    ),
    "studio": ("Studio", ("studio",)),
}
"""Pages in reading order, each with its title and tags."""
