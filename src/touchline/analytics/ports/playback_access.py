"""Playback access of a viewer, from other contexts."""

from __future__ import annotations

from typing import Protocol

from touchline.analytics.domain.records import ContentKind
from touchline.shared.principal import Principal


class PlaybackAccess(Protocol):
    """Checks access in the principal's channel."""

    def can_watch(self, principal: Principal, kind: ContentKind, content_id: int) -> bool:
        """Return whether the viewer may watch an event or a library item.

        A clip counts if the channel shows it, because clips are shared by link. False for content that the
        channel does not have.
        """
        ...
