"""Signed tokens that say what a page may report (ADR 58).

A token is bound to a channel, to a session of the analytics and, for views, to the thing that plays. The
server gives one to a page that has an api key of the channel. Reports without a valid token are kept as
doubtful and left out of the figures.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from touchline.analytics.domain.facts import ThingKind
from touchline.shared.ids import ChannelId

SESSION_SECONDS = 24 * 3600
"""How long a token of a session is valid; a session itself lasts as long."""
THING_SECONDS = 6 * 3600
"""How long a token of a view is valid; a media address itself lasts as long."""
AHEAD_SECONDS = 60
"""How far the clocks of two machines may differ."""
SESSION = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""What the name of a session looks like."""
_TOKEN = re.compile(r"([1-9][0-9]{0,11})\.([A-Za-z0-9_-]{32})", re.ASCII)
_MAC_BYTES = 24
Thing = tuple[ThingKind, int]


class ReportTokens:
    """Issues and verifies report tokens with a key derived from the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline report token\0" + secret).digest()

    def issue(self, channel_id: ChannelId, session: str, thing: Thing | None, now: int) -> str:
        """Return a token as of `now` (seconds since 1970): `issued.signature`."""
        return f"{now}.{self._signature(channel_id, session, thing, now)}"

    def issued_at(
        self, token: str, channel_id: ChannelId, session: str, thing: Thing | None, received: int
    ) -> int | None:
        """Return when a token was issued (seconds since 1970). None if this deployment did not sign it for
        this channel, session and thing, or if it had expired when the report was received."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            return None
        issued = int(found[1])
        lifetime = THING_SECONDS if thing else SESSION_SECONDS
        if not issued - AHEAD_SECONDS <= received < issued + lifetime:
            return None
        expected = self._signature(channel_id, session, thing, issued)
        return issued if hmac.compare_digest(found[2], expected) else None

    def _signature(self, channel_id: ChannelId, session: str, thing: Thing | None, issued: int) -> str:
        about = f"{thing[0].value}:{thing[1]}" if thing else ""
        text = f"{channel_id}\n{session}\n{about}\n{issued}".encode()
        digest = hmac.new(self._secret, text, hashlib.sha256).digest()[:_MAC_BYTES]
        return base64.urlsafe_b64encode(digest).decode()
