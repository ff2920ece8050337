"""Visibility of an event: whether lists show it."""

from __future__ import annotations

from enum import StrEnum


class Visibility(StrEnum):
    """The visibility of an event.

    `public`: listed everywhere. `unlisted`: only people with its link find it. It is in no list, search,
    calendar or sitemap, and followers are not notified.
    """

    PUBLIC = "public"
    UNLISTED = "unlisted"
