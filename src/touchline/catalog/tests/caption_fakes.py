"""A fake of live captions as the ingest process reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.shared.ids import ChannelId, EventId

ENGLISH, FRENCH = CaptionLanguage("en", "English"), CaptionLanguage("fr", "Français")


@dataclass
class FakeLiveCaptions:
    """`LiveCaptionSource` in memory. Reads fail while `is_unavailable` is set."""

    languages: list[CaptionLanguage] = field(default_factory=list)
    captions: list[LiveCaption] = field(default_factory=list)
    is_unavailable: bool = False

    def add(self, starts_at: datetime, text: str, seconds: float = 1, language: str = "en") -> None:
        """Add a caption."""
        ends_at = starts_at + timedelta(seconds=seconds)
        number = len(self.captions) + 1
        self.captions.append(LiveCaption(language, starts_at, text, starts_at, ends_at, id=number))

    def list_languages(self, channel_id: ChannelId, event_id: EventId) -> Sequence[CaptionLanguage]:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        return tuple(self.languages)

    def list_between(
        self, channel_id: ChannelId, event_id: EventId, start: datetime, end: datetime
    ) -> Sequence[LiveCaption]:
        if self.is_unavailable:
            raise LiveStreamsUnavailableError
        return [caption for caption in self.captions if start <= caption.starts_at < end]
