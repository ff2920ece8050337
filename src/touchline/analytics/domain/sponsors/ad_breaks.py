"""What browsers report of pre-rolls, and the signed tokens that make these reports count.

An ad break is one pre-roll before one playback. The server signs a token for it when it chooses the
pre-roll. Everything that decides where an impression is counted is in the token, not in the report.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import date
from enum import IntFlag, StrEnum

from touchline.shared.ids import ChannelId

TOKEN_SECONDS = 6 * 3600
"""How long after the choice of a pre-roll its reports count, in seconds."""
CLOCK_SKEW_SECONDS = 60
MIN_BREAK_SECONDS, MAX_BREAK_SECONDS = 300, 3600
MAX_TOKEN_LENGTH = 300
_MAC_BYTES, _BREAK_BYTES = 24, 15
_PAYLOAD = re.compile(
    r"(?P<issued_at>[1-9][0-9]{0,11})\|(?P<event_id>[1-9][0-9]{0,9})\|(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"\|(?P<break_id>[A-Za-z0-9_-]{20})\|(?P<sponsor>[a-z0-9-]{1,80})",
    re.ASCII,
)


class AdEvent(StrEnum):
    """What happened in an ad break."""

    START = "start"
    FIRST_QUARTILE = "first_quartile"
    MIDPOINT = "midpoint"
    THIRD_QUARTILE = "third_quartile"
    COMPLETE = "complete"
    CLICK = "click"


class AdProgress(IntFlag):
    """What is known of an ad break. A flag that is set stays set, so reports may repeat and come late."""

    IMPRESSION = 1
    FIRST_QUARTILE = 2
    MIDPOINT = 4
    THIRD_QUARTILE = 8
    COMPLETE = 16
    CLICK = 32


_PROGRESS = {
    AdEvent.START: AdProgress(1),
    AdEvent.FIRST_QUARTILE: AdProgress(3),
    AdEvent.MIDPOINT: AdProgress(7),
    AdEvent.THIRD_QUARTILE: AdProgress(15),
    AdEvent.COMPLETE: AdProgress(31),
    AdEvent.CLICK: AdProgress(33),
}


def to_progress(event: AdEvent) -> AdProgress:
    """Return all that an event implies.

    An ad cannot be sought in, so a viewer who saw three quarters also saw the half. Every event implies an
    impression.
    """
    return _PROGRESS[event]


@dataclass(frozen=True, slots=True)
class AdBreak:
    """An ad break that the server chose. `day` is the channel's day."""

    id: str
    event_id: int
    sponsor: str
    day: date


@dataclass(frozen=True, slots=True)
class AdReport:
    """A report of an ad break of a channel."""

    channel_id: ChannelId
    ad_break: AdBreak
    progress: AdProgress


def break_seconds(suppress_minutes: int) -> int:
    """Return the seconds in which a viewer can have one counted ad break before the same event.

    It is the time for which the channel shows no other pre-roll, within five minutes and one hour.
    """
    return min(MAX_BREAK_SECONDS, max(MIN_BREAK_SECONDS, suppress_minutes * 60))


class AdTokens:
    """Issues and verifies the tokens of ad breaks with a key derived from the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline ad token\0" + secret).digest()

    def create_break_id(
        self, channel_id: ChannelId, viewer: str, event_id: int, now: int, seconds: int
    ) -> str:
        """Return the id of a viewer's ad break before an event. It is the same within a number of seconds.

        It cannot be traced to the viewer without the secret, and differs for each event.
        """
        mac = self._sign(f"break\n{channel_id}\n{viewer}\n{event_id}\n{now // seconds}")
        return base64.urlsafe_b64encode(mac[:_BREAK_BYTES]).decode()

    def issue(self, channel_id: ChannelId, ad_break: AdBreak, now: int) -> str:
        """Return the token of an ad break as of `now` (seconds since 1970)."""
        payload = f"{now}|{ad_break.event_id}|{ad_break.day}|{ad_break.id}|{ad_break.sponsor}".encode()
        return f"{_encode(payload)}.{_encode(self._mac(channel_id, payload))}"

    def verify(self, token: str, channel_id: ChannelId, received_at: int) -> AdBreak | None:
        """Return the ad break of a token.

        None if this deployment did not sign it for this channel, or if it had expired when the report was
        received.
        """
        encoded, _, signature = token.partition(".")
        try:
            payload = base64.urlsafe_b64decode(encoded.encode())
            mac = base64.urlsafe_b64decode(signature.encode())
            text = payload.decode("ascii")
        except ValueError:
            return None
        if not hmac.compare_digest(mac, self._mac(channel_id, payload)):
            return None
        found = _PAYLOAD.fullmatch(text)
        if found is None:
            return None
        issued_at = int(found["issued_at"])
        if not issued_at - CLOCK_SKEW_SECONDS <= received_at < issued_at + TOKEN_SECONDS:
            return None
        return AdBreak(
            found["break_id"], int(found["event_id"]), found["sponsor"], date.fromisoformat(found["day"])
        )

    def _mac(self, channel_id: ChannelId, payload: bytes) -> bytes:
        return self._sign(f"token\n{channel_id}\n{payload.decode('latin-1')}")[:_MAC_BYTES]

    def _sign(self, message: str) -> bytes:
        return hmac.new(self._secret, message.encode(), hashlib.sha256).digest()


def _encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode()
