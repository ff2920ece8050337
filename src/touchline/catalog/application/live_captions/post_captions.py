"""Use case: take live captions from a caption writer or a speech-to-text program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.application.live_captions.caption_languages import (
    MAX_LANGUAGES,
    TOO_MANY_LANGUAGES,
)
from touchline.catalog.application.media.captions import UNKNOWN_LANGUAGE
from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import MAX_DURATION, LiveCaption, clean_text
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.captions import CaptionConverter
from touchline.catalog.ports.media.live_captions import LiveCaptions
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import EventId

NO_STREAM = ErrorMessage(
    "errors.captions_no_stream", "The stream of this event is not open. Open it, and send the captions again."
)
WRONG_TIME = ErrorMessage(
    "errors.captions_wrong_time",
    "A caption is not of the last hour, or ends before it begins. Correct its times.",
)
MAX_CAPTIONS = 50
"""The most captions in one call, because each takes two queries."""
TOO_MANY_CAPTIONS = ErrorMessage(
    "errors.captions_too_many", "A call has at most {number} captions. Send the captions in several calls."
)
MAX_AGE = timedelta(hours=1)
MAX_AHEAD = timedelta(minutes=5)
"""How far ahead a caption may be, for programs that know the text before it is spoken."""
_REPEAT_WINDOW = timedelta(minutes=2)
"""How long the number of a call stays known. Programs count from 1 again after a restart."""


@dataclass(frozen=True, slots=True)
class SentCaption:
    """A caption as it was sent.

    Without `starts_at` it begins now. `key` is the sender's name for it: a caption with the same one is
    replaced.
    """

    text: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class CaptionCall:
    """The captions of one call. `language` may be empty for the event's first one.

    `sequence` is the sender's number of the call, so that a call that is sent again counts once.
    """

    language: str
    captions: Sequence[SentCaption]
    sequence: int | None = None


@dataclass(frozen=True, slots=True)
class CaptionReceipt:
    """What was taken: the language, the number of captions, and when they arrived."""

    language: str
    count: int
    received_at: datetime


class PostCaptions:
    """Use case: store captions for the open stream of an event."""

    def __init__(
        self,
        events: EventMediaLookup,
        streams: LiveStreams,
        captions: LiveCaptions,
        converter: CaptionConverter,
        clock: Clock,
    ) -> None:
        self._events, self._streams, self._captions = events, streams, captions
        self._converter = converter
        self._clock = clock

    def __call__(self, event_key: str, call: CaptionCall) -> CaptionReceipt:
        """Store the captions. A language that the event does not have yet is added.

        Raises `NotFoundError`, and `RefusedError` for an unknown language, a wrong time, too many captions,
        or an event whose stream is not open.
        """
        if len(call.captions) > MAX_CAPTIONS:
            raise RefusedError(TOO_MANY_CAPTIONS.with_params(number=MAX_CAPTIONS))
        event_id = require_event_id(self._events, event_key)
        stream = self._streams.get_by_event(event_id)
        if stream is None or not stream.is_open:
            raise RefusedError(NO_STREAM)
        now = self._clock.now()
        language = self._choose_language(event_id, call.language)
        for number, sent in enumerate(call.captions):
            caption = _build_caption(sent, language.tag, now)
            if call.sequence is not None:
                caption = replace(caption, key=f"seq-{call.sequence}-{number}")
            self._store(event_id, caption, sent, is_numbered=call.sequence is not None)
        return CaptionReceipt(language.tag, len(call.captions), now)

    def _choose_language(self, event_id: EventId, name: str) -> CaptionLanguage:
        languages = self._captions.list_languages(event_id)
        if not name and languages:
            return languages[0]
        language = self._converter.describe_language(name)
        if language is None:
            raise RefusedError(UNKNOWN_LANGUAGE)
        if language.tag not in [known.tag for known in languages]:
            if len(languages) >= MAX_LANGUAGES:
                raise RefusedError(TOO_MANY_LANGUAGES)
            self._captions.add_language(event_id, language)
        return language

    def _store(
        self, event_id: EventId, caption: LiveCaption, sent: SentCaption, *, is_numbered: bool
    ) -> None:
        """Store a caption, replace the one with its key, or leave out one that was sent again."""
        found = self._captions.find(event_id, caption.language, caption.key) if caption.key else None
        if is_numbered and found is not None:
            is_repeated = found.text == caption.text
            if is_repeated and caption.received_at - found.received_at < _REPEAT_WINDOW:
                return
            found = None
        if found is not None:
            start = caption.starts_at if sent.starts_at is not None else found.starts_at
            is_same = caption.text == found.text
            caption = replace(
                caption,
                id=found.id,
                starts_at=start,
                received_at=found.received_at,
                corrected_at=found.corrected_at if is_same else caption.received_at,
            )
        if caption.text or found is not None or not is_numbered:
            self._captions.save(event_id, caption)


def _build_caption(sent: SentCaption, language: str, now: datetime) -> LiveCaption:
    starts_at = sent.starts_at or now
    if not now - MAX_AGE <= starts_at <= now + MAX_AHEAD:
        raise RefusedError(WRONG_TIME)
    ends_at = sent.ends_at
    if ends_at is not None:
        if ends_at <= starts_at:
            raise RefusedError(WRONG_TIME)
        ends_at = min(ends_at, starts_at + MAX_DURATION)
    return LiveCaption(language, starts_at, clean_text(sent.text), now, ends_at, sent.key)
