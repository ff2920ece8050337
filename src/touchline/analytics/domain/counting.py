"""In which steps facts are counted, whatever counts them."""

from __future__ import annotations

from collections.abc import Mapping

STRETCH = 900
"""Seconds of a quarter of an hour: no time zone of the world begins its day within one."""
MINUTE = 60
STARTUP_STEP = 100
"""Milliseconds."""
LAST_STARTUP = 10_000
BITRATE_STEP = 250
"""In kbit/s."""
LONGEST_VIEWING = 120
"""Seconds that one fact of viewing tells of at most."""
FUNNEL: Mapping[str, tuple[str, ...]] = {
    "visit": ("visit_page",),
    "offer": ("view_item_list", "select_item"),
    "checkout": ("begin_checkout",),
    "purchase": ("purchase",),
}
"""The steps to a purchase, and the happenings by which a session got to one."""


def places(position: int, seconds: int, step: int) -> range:
    """The steps of a film, by number, that were watched by one fact of viewing: its seconds lie directly
    before its position."""
    watched = min(seconds, LONGEST_VIEWING)
    return range(max(position - watched, 0) // step, max(position - 1, 0) // step + 1)
