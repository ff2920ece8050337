"""Port for storing scorer links and the phones that entered with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.scoring.scorer_links import ScorerLink, ScorerSession
from touchline.shared.ids import EventId


class ScorerLinks(Protocol):
    """The scorer links of the current channel. An event has at most one."""

    def get(self, event_id: EventId) -> ScorerLink | None:
        """Return the link of an event; None if it has none."""
        ...

    def lock_by_token(self, token_hash: str) -> ScorerLink | None:
        """Return the link with a token. Others who try its PIN wait for the end of this transaction."""
        ...

    def save(self, link: ScorerLink) -> None:
        """Save the link of its event, in place of an earlier one with another token. That one's phones are
        signed out.
        """
        ...

    def delete(self, event_id: EventId) -> None:
        """Delete the link of an event, and sign its phones out."""
        ...

    def add_session(self, token_hash: str, session: ScorerSession) -> None:
        """Add a phone."""
        ...

    def get_session(self, token_hash: str) -> ScorerSession | None:
        """Return the phone with a token; None if there is none."""
        ...

    def list_sessions(self, event_id: EventId) -> Sequence[ScorerSession]:
        """Return the phones of an event by name."""
        ...

    def delete_expired(self, now: datetime) -> int:
        """Delete the expired links of all channels, with their phones. Return their number."""
        ...
