"""In which steps facts are counted, whatever counts them."""

from __future__ import annotations

from collections.abc import Mapping

BUCKET_SECONDS = 900
"""Seconds of a quarter of an hour: no time zone of the world begins its day within one."""
MINUTE_SECONDS = 60
STARTUP_BUCKET_MS = 100
"""Milliseconds."""
MAX_STARTUP_MS = 10_000
BITRATE_BUCKET_KBPS = 250
"""In kbit/s."""
MAX_VIEWING_SECONDS = 120
"""Seconds that one fact of viewing tells of at most."""
FUNNEL_STEPS: Mapping[str, tuple[str, ...]] = {
    "visit": ("visit_page",),
    "offer": ("view_item_list", "select_item"),
    "checkout": ("begin_checkout",),
    "purchase": ("purchase",),
}
"""The steps to a purchase, and the happenings by which a session got to one."""


def watched_steps(position: int, seconds: int, step: int) -> range:
    """The steps of a film, by number, that were watched by one fact of viewing: its seconds lie directly
    before its position."""
    watched = min(seconds, MAX_VIEWING_SECONDS)
    return range(max(position - watched, 0) // step, max(position - 1, 0) // step + 1)
