"""Who may read the timeline of an event without an account: everybody for a public event, and for a private
one those who have a token.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.timeline_tokens import TimelineTokens, get_overlay_expiry
from touchline.catalog.ports.events.events import Events
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId, EventId


@dataclass(frozen=True, slots=True)
class OverlayToken:
    """A token for the overlay of an event."""

    token: str
    expires_at: datetime


@dataclass(frozen=True)
class TimelineAccess:
    """Queries for events by token, and the tokens of overlays."""

    events: Events
    tokens: TimelineTokens
    clock: Clock

    def get_event(self, channel_id: ChannelId, event_id: EventId, token: str) -> Event:
        """Return a public event, or a private one with a valid token. Raises `NotFoundError`."""
        event = self.events.get(event_id)
        if event is None or (event.is_private and not self._is_valid(token, channel_id, event_id)):
            raise NotFoundError()
        return event

    def get_event_by_token(self, channel_id: ChannelId, event_id: EventId, token: str) -> Event:
        """Return the event that a valid token opens. Raises `NotFoundError`."""
        if not self._is_valid(token, channel_id, event_id):
            raise NotFoundError()
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        return event

    def create_overlay_token(self, channel_id: ChannelId, event_id: EventId) -> OverlayToken:
        """Return a token for the overlay of an event. Raises `NotFoundError`."""
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        expires_at = get_overlay_expiry(event, self.clock.now())
        return OverlayToken(self.tokens.issue(channel_id, event_id, expires_at), expires_at)

    def _is_valid(self, token: str, channel_id: ChannelId, event_id: EventId) -> bool:
        return self.tokens.is_valid(token, channel_id, event_id, self.clock.now())
