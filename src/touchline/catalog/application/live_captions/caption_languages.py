"""The languages of an event's live captions, and their state for operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.require_event import require_event_id
from touchline.catalog.application.media.captions import UNKNOWN_LANGUAGE
from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.ports.events.event_media import EventMediaLookup
from touchline.catalog.ports.media.captions import CaptionConverter
from touchline.catalog.ports.media.live_captions import LiveCaptions
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import EventId

MAX_LANGUAGES = 8
TOO_MANY_LANGUAGES = ErrorMessage(
    "errors.captions_languages", "An event has captions in at most 8 languages. Remove one first."
)


@dataclass(frozen=True, slots=True)
class LanguageState:
    """A caption language of an event, and what has arrived in it.

    `delay_ms` is how long after its beginning the newest caption arrived; None if none arrived.
    """

    language: str
    name: str
    count: int = 0
    received_at: datetime | None = None
    delay_ms: int | None = None


@dataclass(frozen=True)
class CaptionLanguages:
    """Use cases of operators: show and choose the caption languages of an event.

    Players read the languages of a stream once. Viewers who are watching see a new one after they reload the
    page.
    """

    events: EventMediaLookup
    captions: LiveCaptions
    converter: CaptionConverter

    def find_event(self, event_key: str) -> EventId:
        """Return the ID of the event with a key. Raises `NotFoundError`."""
        return require_event_id(self.events, event_key)

    def list_states(self, event_id: EventId) -> Sequence[LanguageState]:
        """Return the languages and what has arrived in each."""
        counts = self.captions.count_by_language(event_id)
        states = []
        for language in self.captions.list_languages(event_id):
            found = counts.get(language.tag)
            state = LanguageState(language.tag, language.name)
            if found is not None:
                newest = found.newest
                delay_ms = max(0, round((newest.received_at - newest.starts_at).total_seconds() * 1000))
                state = LanguageState(language.tag, language.name, found.count, newest.received_at, delay_ms)
            states.append(state)
        return states

    def choose(self, event_id: EventId, languages: Sequence[str]) -> Sequence[LanguageState]:
        """Replace the languages, and return them. Raises `RefusedError`."""
        chosen: dict[str, CaptionLanguage] = {}
        for name in languages:
            language = self.converter.describe_language(name)
            if language is None:
                raise RefusedError(UNKNOWN_LANGUAGE)
            chosen[language.tag] = language
        if len(chosen) > MAX_LANGUAGES:
            raise RefusedError(TOO_MANY_LANGUAGES)
        self.captions.save_languages(event_id, list(chosen.values()))
        return self.list_states(event_id)
