"""Signed tokens that open the timeline of one event without an account (ADR 83).

Members of the teams of a private event get a short one with the event. Operators get a long one for the
overlay of a stream and for the scoreboard of a gym.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta

from touchline.catalog.domain.events.event import Event
from touchline.shared.ids import ChannelId, EventId

VIEWER_TOKEN_STEP = timedelta(minutes=15)
"""Expiry times of viewers are multiples of this. A token is valid for one to two steps."""
OVERLAY_VALID_AFTER_END = timedelta(hours=24)
_TOKEN_PATTERN = re.compile(r"([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{32})", re.ASCII)
_MAC_BYTES = 24


class TimelineTokens:
    """Issues and verifies tokens with a key derived from the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline timeline\0" + secret).digest()

    def issue(self, channel_id: ChannelId, event_id: EventId, expires_at: datetime) -> str:
        """Return a token: `expiry.signature`, with the expiry in seconds since 1970."""
        expiry = int(expires_at.timestamp())
        return f"{expiry}.{self._sign(channel_id, event_id, expiry)}"

    def is_valid(self, token: str, channel_id: ChannelId, event_id: EventId, now: datetime) -> bool:
        """Return whether this deployment issued the token for this event, and it has not expired."""
        match = _TOKEN_PATTERN.fullmatch(token)
        if match is None:
            return False
        expiry = int(match[1])
        expected = self._sign(channel_id, event_id, expiry)
        return hmac.compare_digest(match[2], expected) and now.timestamp() < expiry

    def _sign(self, channel_id: ChannelId, event_id: EventId, expiry: int) -> str:
        message = f"{channel_id}\n{event_id}\n{expiry}".encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()[:_MAC_BYTES]
        return base64.urlsafe_b64encode(digest).decode()


def get_viewer_expiry(now: datetime) -> datetime:
    """Return when a viewer's token expires. All tokens of the same quarter of an hour are equal, so that an
    unchanged event keeps its ETag.
    """
    step = VIEWER_TOKEN_STEP.total_seconds()
    return datetime.fromtimestamp((now.timestamp() // step + 2) * step, UTC)


def get_overlay_expiry(event: Event, now: datetime) -> datetime:
    """Return when the token of an overlay expires: a day after the planned end, and never before tomorrow."""
    return (max(event.status_ends_at, now) + OVERLAY_VALID_AFTER_END).replace(microsecond=0)
