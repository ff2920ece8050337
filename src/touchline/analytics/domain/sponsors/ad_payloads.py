"""Parses reports of ad breaks from browsers."""

from __future__ import annotations

from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError
from touchline.analytics.domain.payload_values import Payload, get_text
from touchline.analytics.domain.sponsors.ad_breaks import (
    MAX_TOKEN_LENGTH,
    AdEvent,
    AdReport,
    AdTokens,
    to_progress,
)
from touchline.shared.ids import ChannelId

_EVENTS_BY_VALUE = {event.value: event for event in AdEvent}


def parse_ad_report(tokens: AdTokens, payload: Payload, channel_id: ChannelId, received_ms: int) -> AdReport:
    """Parse a payload. Raises `InvalidPayloadError`.

    Only the event comes from the browser. The token decides everything else.
    """
    event = _EVENTS_BY_VALUE.get(get_text(payload, "event", 40))
    if event is None:
        raise InvalidPayloadError(DropReason.UNKNOWN_EVENT)
    ad_break = tokens.verify(get_text(payload, "ad_token", MAX_TOKEN_LENGTH), channel_id, received_ms // 1000)
    if ad_break is None:
        raise InvalidPayloadError(DropReason.NO_AD_BREAK)
    return AdReport(channel_id, ad_break, to_progress(event))
