"""The log of what viewers received (port `PlaybackLog` of context `catalog`), kept by context `analytics`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from touchline.analytics.application.evidence.evidence_buffer import EvidenceBuffer
from touchline.analytics.domain.evidence.viewer_requests import RequestKind
from touchline.catalog.ports.media.playback_log import LiveViewer, MediaRequestKind
from touchline.shared.ids import ChannelId, EventId


class PlaybackLogGateway:
    """Gateway to the evidence. `get_buffer` returns its buffer."""

    def __init__(self, get_buffer: Callable[[], EvidenceBuffer]) -> None:
        self._get_buffer = get_buffer

    def record_request(self, viewer: LiveViewer, kind: MediaRequestKind, at: datetime) -> None:
        """Record a request of a viewer."""
        self._get_buffer().record_request(
            viewer.channel_id, viewer.event_id, viewer.account_id, RequestKind(kind.value), at
        )

    def record_supervision(self, channel_id: ChannelId, event_id: EventId, at: datetime) -> None:
        """Record that the ingest runs for an event."""
        self._get_buffer().record_supervision(channel_id, event_id, at)

    def record_video(
        self, channel_id: ChannelId, event_id: EventId, until: datetime, length: timedelta
    ) -> None:
        """Record that viewers got video."""
        self._get_buffer().record_video(channel_id, event_id, until, length)
