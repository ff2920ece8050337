"""Storage of how much each session has reported."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from touchline.analytics.domain.session_usage import SessionUsage
from touchline.shared.ids import ChannelId

SessionKey = tuple[ChannelId, str]


class SessionUsages(Protocol):
    """The usage of sessions, shared by all processes, in the current transaction."""

    def lock(self, keys: Collection[SessionKey], began_at: int) -> Mapping[SessionKey, SessionUsage]:
        """Return the usage of each session and lock it until the transaction ends.

        An unknown session begins at `began_at` (seconds since 1970).
        """
        ...

    def save(self, usages: Mapping[SessionKey, SessionUsage]) -> None:
        """Save the changed usages."""
        ...

    def delete_before(self, second: int) -> None:
        """Delete sessions that have reported nothing since a second (since 1970)."""
        ...
