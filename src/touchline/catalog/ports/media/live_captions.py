"""Ports for storing live captions, and for reading them while their stream is published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import LiveCaption
from touchline.shared.ids import ChannelId, EventId


@dataclass(frozen=True, slots=True)
class CaptionCount:
    """The captions that have arrived in a language: how many, and the newest one."""

    count: int
    newest: LiveCaption


class LiveCaptions(Protocol):
    """The live captions of the channel's events, in the current transaction."""

    def list_languages(self, event_id: EventId) -> Sequence[CaptionLanguage]:
        """Return the caption languages of an event, in the order in which viewers see them."""
        ...

    def save_languages(self, event_id: EventId, languages: Sequence[CaptionLanguage]) -> None:
        """Replace the caption languages of an event. Captions stay."""
        ...

    def add_language(self, event_id: EventId, language: CaptionLanguage) -> None:
        """Add a language at the end, unless the event has it."""
        ...

    def find(self, event_id: EventId, language: str, key: str) -> LiveCaption | None:
        """Return the newest caption that its sender named `key`; None if there is none."""
        ...

    def save(self, event_id: EventId, caption: LiveCaption) -> None:
        """Insert a caption, or replace the one with its ID."""
        ...

    def list_between(self, event_id: EventId, start: datetime, end: datetime) -> Sequence[LiveCaption]:
        """Return the captions of all languages that begin from `start` until before `end`."""
        ...

    def count_by_language(self, event_id: EventId) -> dict[str, CaptionCount]:
        """Return the counts of an event's captions by language. Two queries."""
        ...


class LiveCaptionSource(Protocol):
    """Live captions as the ingest process and the recording job read them, in transactions of their own.

    All methods raise `LiveStreamsUnavailableError`.
    """

    def list_languages(self, channel_id: ChannelId, event_id: EventId) -> Sequence[CaptionLanguage]:
        """Return the caption languages of an event."""
        ...

    def list_between(
        self, channel_id: ChannelId, event_id: EventId, start: datetime, end: datetime
    ) -> Sequence[LiveCaption]:
        """Return the captions of all languages that begin from `start` until before `end`."""
        ...
