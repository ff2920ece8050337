"""Signed tokens that say what a page may report (ADR 58).

A token is bound to a channel, to an analytics session and, for views, to the content that plays. The server
gives one to a page that has an API key of the channel. Reports without a valid token are kept as doubtful and
left out of the figures.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from touchline.analytics.domain.records import ContentKind
from touchline.shared.ids import ChannelId

SESSION_TOKEN_SECONDS = 24 * 3600
"""How long the token of a session is valid, as long as the session itself."""
VIEW_TOKEN_SECONDS = 6 * 3600
"""How long the token of a view is valid, as long as a media URL."""
CLOCK_SKEW_SECONDS = 60
"""How much the clocks of two machines may differ, in seconds."""
SESSION_PATTERN = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""The format of a session id."""
_TOKEN_PATTERN = re.compile(r"([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{32})", re.ASCII)
_MAC_BYTES = 24
ContentRef = tuple[ContentKind, int]


class ReportTokens:
    """Issues and verifies report tokens with a key derived from the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline report token\0" + secret).digest()

    def issue(self, channel_id: ChannelId, session: str, content: ContentRef | None, now: int) -> str:
        """Return a token as of `now` (seconds since 1970): `issued_at.signature`."""
        return f"{now}.{self._sign(channel_id, session, content, now)}"

    def verify(
        self, token: str, channel_id: ChannelId, session: str, content: ContentRef | None, received_at: int
    ) -> int | None:
        """Return when the token was issued (seconds since 1970).

        None if this deployment did not sign it for this channel, session and content, or if it had expired
        when the report was received.
        """
        token_match = _TOKEN_PATTERN.fullmatch(token)
        if token_match is None:
            return None
        issued_at = int(token_match[1])
        lifetime = VIEW_TOKEN_SECONDS if content else SESSION_TOKEN_SECONDS
        if not issued_at - CLOCK_SKEW_SECONDS <= received_at < issued_at + lifetime:
            return None
        expected = self._sign(channel_id, session, content, issued_at)
        return issued_at if hmac.compare_digest(token_match[2], expected) else None

    def _sign(self, channel_id: ChannelId, session: str, content: ContentRef | None, issued_at: int) -> str:
        subject = f"{content[0].value}:{content[1]}" if content else ""
        message = f"{channel_id}\n{session}\n{subject}\n{issued_at}".encode()
        digest = hmac.new(self._secret, message, hashlib.sha256).digest()[:_MAC_BYTES]
        return base64.urlsafe_b64encode(digest).decode()
