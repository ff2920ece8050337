"""Bucket sizes and steps for counting records, shared by all stores."""

from __future__ import annotations

from collections.abc import Mapping

BUCKET_SECONDS = 900
"""Bucket size in seconds. Every time zone starts its day on a quarter-hour boundary."""
MINUTE_SECONDS = 60
STARTUP_BUCKET_MS = 100
"""Bucket size of start-up times, in milliseconds."""
MAX_STARTUP_MS = 10_000
BITRATE_BUCKET_KBPS = 250
"""Bucket size of bitrates, in kbit/s."""
MAX_VIEWING_SECONDS = 120
"""Maximum seconds watched in one viewing record."""
FUNNEL_STEPS: Mapping[str, tuple[str, ...]] = {
    "visit": ("visit_page",),
    "offer": ("view_item_list", "select_item"),
    "checkout": ("begin_checkout",),
    "purchase": ("purchase",),
}
"""The steps to a purchase, and the analytics events with which a session reaches each step."""


def watched_steps(position: int, seconds: int, step: int) -> range:
    """Return the numbers of the steps that one viewing record covers.

    Its watched seconds end at its position.
    """
    watched = min(seconds, MAX_VIEWING_SECONDS)
    return range(max(position - watched, 0) // step, max(position - 1, 0) // step + 1)
