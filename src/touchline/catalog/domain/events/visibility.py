"""Visibility of an event: whether lists show it, and who may open it."""

from __future__ import annotations

from enum import StrEnum


class Visibility(StrEnum):
    """The visibility of an event.

    `public`: listed everywhere. `unlisted`: only people with its link find it. It is in no list, search,
    calendar or sitemap, and followers are not notified. `team_members`: as unlisted, and it opens only for
    members of its teams and for operators (docs/decisions/0077-private-events.md).
    """

    PUBLIC = "public"
    UNLISTED = "unlisted"
    TEAM_MEMBERS = "team_members"
