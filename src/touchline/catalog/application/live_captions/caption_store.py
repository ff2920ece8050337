"""Short transactions that read live captions, for the ingest process and the recording job."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.catalog.ports.media.live_captions import LiveCaptions
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class LiveCaptionStore:
    """Reads live captions in units of work of their own (port `LiveCaptionSource`)."""

    def __init__(self, uow: UnitOfWorkFactory, captions: LiveCaptions) -> None:
        self._uow = uow
        self._captions = captions

    def list_languages(self, channel_id: ChannelId, event_id: EventId) -> Sequence[CaptionLanguage]:
        """Return the caption languages of an event."""
        with self._uow(channel_id):
            return self._captions.list_languages(event_id)

    def list_between(
        self, channel_id: ChannelId, event_id: EventId, start: datetime, end: datetime
    ) -> Sequence[LiveCaption]:
        """Return the captions that begin from `start` until before `end`."""
        with self._uow(channel_id):
            return self._captions.list_between(event_id, start, end)


class NoLiveCaptions:
    """The captions of a stream test, which has none (port `LiveCaptionSource`)."""

    def list_languages(self, channel_id: ChannelId, event_id: EventId) -> Sequence[CaptionLanguage]:
        """Return no language."""
        return ()

    def list_between(
        self, channel_id: ChannelId, event_id: EventId, start: datetime, end: datetime
    ) -> Sequence[LiveCaption]:
        """Return no caption."""
        return ()
