"""Visibility of an event: whether lists show it, and who may open it."""

from __future__ import annotations

from enum import StrEnum


class Visibility(StrEnum):
    """The visibility of an event.

    `public`: listed everywhere. `unlisted`: only people with its link find it. It is in no list, search,
    calendar or sitemap, and followers are not notified. `team_members`: as unlisted, and it opens only for
    members of its teams and for operators (docs/decisions/0077-private-events.md). `rehearsal`: as unlisted,
    and it opens only for operators and for the rehearsal's own viewer. No pack and no list has it.
    """

    PUBLIC = "public"
    UNLISTED = "unlisted"
    TEAM_MEMBERS = "team_members"
    REHEARSAL = "rehearsal"

    @property
    def is_private(self) -> bool:
        """Whether the event opens only for some people."""
        return self in (Visibility.TEAM_MEMBERS, Visibility.REHEARSAL)


PACK_VISIBILITIES = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.TEAM_MEMBERS)
"""What operators can choose."""
