"""Footage of events for other contexts, for one viewer or for a job."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.events.event_data import EventData, EventDataLoader
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.playback.footage_reader import FootageReader, to_instant
from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.domain.access import Access, AccessReason
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.media.assets import MediaItem, MediaType, find_recording
from touchline.catalog.domain.media.footage import Footage, FootageRendition
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.delivery import GeoBlockedError
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError, NotFoundError
from touchline.shared.ids import AccountId, EventId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

NO_REPLAY_MESSAGE = ErrorMessage("errors.no_replay", "The replay of this event is not available.")
LOCKED_MESSAGE = ErrorMessage(
    "errors.no_access", "You don’t have access to this event. Get a pass or log in to another account."
)
AUDIO_ONLY_MESSAGE = ErrorMessage(
    "errors.audio_only_pass", "Your pass includes audio only. Get a pass with video to use this."
)


@dataclass(frozen=True)
class AdTarget:
    """An event before which a pre-roll plays. `preroll_keys` are those that the operator chose, if any."""

    location_id: int | None
    category_id: int | None
    is_live: bool
    preroll_keys: tuple[str, ...] | None


class FootageQueries:
    """Queries for the footage of an event's recording or live stream."""

    def __init__(
        self,
        events: Events,
        viewer_events: ViewerEvents,
        event_data: EventDataLoader,
        footage_reader: FootageReader,
        contexts: RequestContextFactory,
    ) -> None:
        self._events = events
        self._viewer_events = viewer_events
        self._event_data = event_data
        self._footage_reader = footage_reader
        self._contexts = contexts

    def __call__(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        """Return the footage that the viewer may watch now. Without `media_id`, use the recording.

        Raises `NotFoundError` if there is none, `ForbiddenError` if the viewer may not watch, and
        `GeoBlockedError` if the event is blocked in the viewer's country. For a simulation, the footage ends
        at what has been shown.
        """
        event, context = self._viewer_events.get(principal, event_id), self._contexts.create(principal)
        loaded = self._event_data.load([event], context)
        self._require_access(event, context, loaded)
        row = _select_media(loaded.get_visible_media(event), media_id)
        if row is None:
            raise NotFoundError()
        footage = replace(self._build_footage(event, row), region=context.get_region(event.region_rule))
        return self._limit_to_shown(footage, event, context, loaded)

    def find_recording(self, principal: Principal, event_id: EventId) -> Footage | None:
        """Return the whole recording for a job, or None if there is none. `principal` is not a viewer."""
        event = self._events.get(event_id)
        if event is None:
            return None
        loaded = self._event_data.load([event], self._contexts.create(principal))
        row = find_recording(loaded.media_items.get(event.id, ()))
        return self._build_footage(event, row) if row else None

    def list_shown(self, principal: Principal, event_id: EventId) -> Sequence[Footage]:
        """Return everything that viewers could see of an event by now, for a job: its live streams, the
        latest first, or else its recording. `principal` is not a viewer.

        Empty while a simulation shows the recording as live, because nobody sees ahead of it, and for an
        event without video.
        """
        event = self._events.get(event_id)
        if event is None or event.recording_state.is_taken_down or not event.has_video:
            return []
        context = self._contexts.create(principal)
        loaded = self._event_data.load_media([event])
        simulation = event.get_simulation(loaded.get_recording_duration(event))
        if simulation is not None and simulation.should_hide_recording(context.now):
            return []
        rows = loaded.get_visible_media(event)
        streams = [row for row in reversed(rows) if row.is_ingested]
        recording = find_recording(rows)
        return [self._build_footage(event, row) for row in (*streams, *([recording] if recording else []))]

    def can_play(self, principal: Principal, event_id: EventId) -> bool:
        """Return whether the viewer may play the event now, at least its audio. False if it is blocked in
        the viewer's country."""
        access = self._find_access(principal, event_id)
        return access is not None and access.can_play

    def can_watch(self, principal: Principal, event_id: EventId) -> bool:
        """Return whether the viewer may have the video of the event now, as `can_play`."""
        access = self._find_access(principal, event_id)
        return access is not None and access.can_watch

    def can_download(self, principal: Principal, event_id: EventId, *, is_country_bound: bool) -> bool:
        """Return whether the viewer may download the recording of the event now.

        `is_country_bound`: the URL is valid in one country only. Without that, a URL from before a rule about
        countries is not valid.
        """
        event, context = self._viewer_events.find(principal, event_id), self._contexts.create(principal)
        if event is None or not event.allows_downloads or event.recording_state.is_taken_down:
            return False
        if context.get_region(event.region_rule) is not None and not is_country_bound:
            return False
        return self._event_data.check_access(event, context).can_watch

    def _find_access(self, principal: Principal, event_id: EventId) -> Access | None:
        event, context = self._viewer_events.find(principal, event_id), self._contexts.create(principal)
        if event is None or event.recording_state.is_taken_down:
            return None
        return self._event_data.check_access(event, context)

    def get_ad_target(self, principal: Principal, event_id: EventId) -> AdTarget | None:
        """Return what decides which pre-roll plays before an event; None if the viewer may not watch it."""
        event, context = self._viewer_events.find(principal, event_id), self._contexts.create(principal)
        if event is None or not self.can_play(principal, event_id):
            return None
        return AdTarget(
            location_id=int(event.location.id) if event.location else None,
            category_id=int(event.category.id) if event.category else None,
            is_live=event.get_status(context.now) is StreamStatus.LIVE,
            preroll_keys=event.preroll_keys,
        )

    def check_rights(
        self, account_id: AccountId, event_moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        """Return, for each event and instant, whether the account may still use what it made of the event
        then.

        False if a refund, a chargeback or a revocation took back the right that the account had, or if the
        event is not shown. The number of queries is constant.
        """
        event_filter = EventFilter(ids=frozenset(int(event_id) for event_id, _ in event_moments))
        page = self._events.list_page(
            event_filter, PageRequest(limit=len(event_filter.ids)), self._contexts.get_time()
        )
        shown_events = {event.id: event for event in page.items}
        visible_moments = [
            (shown_events[event_id], instant)
            for event_id, instant in event_moments
            if event_id in shown_events
        ]
        rights = iter(self._event_data.check_rights(account_id, visible_moments))
        return [event_id in shown_events and next(rights) for event_id, _ in event_moments]

    def get_region(self, principal: Principal, event_id: EventId) -> str | None:
        """Return the country for which a media URL of the event is valid, or None for everywhere.

        Raises `GeoBlockedError` if the event is blocked in the viewer's country, and `NotFoundError` if the
        channel does not show the event.
        """
        event, context = self._viewer_events.get(principal, event_id), self._contexts.create(principal)
        channel = context.channel
        if event.is_blocked_in(principal.country, context.now, channel.geo, channel.blackouts):
            raise GeoBlockedError
        return context.get_region(event.region_rule)

    def list_regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        """Return `get_region` for many events without checking for blocked countries.

        Events that are not shown are left out. The number of queries is constant.
        """
        if not event_ids:
            return {}
        event_filter, context = EventFilter(ids=frozenset(event_ids)), self._contexts.create(principal)
        request = PageRequest(limit=len(event_filter.ids))
        page = self._viewer_events.list_page(principal, event_filter, request, context.now)
        return {event.id: context.get_region(event.region_rule) for event in page.items}

    def _require_access(self, event: Event, context: RequestContext, loaded: EventData) -> None:
        access = loaded.check_access(event, context)
        if access.reason in (AccessReason.GEO_BLOCKED, AccessReason.BLACKOUT):
            raise GeoBlockedError
        if access.reason in (AccessReason.NO_REPLAY, AccessReason.REPLAY_LATER):
            raise ForbiddenError(NO_REPLAY_MESSAGE)
        if not access.can_play:
            raise ForbiddenError(LOCKED_MESSAGE)
        if access.audio_only:
            raise ForbiddenError(AUDIO_ONLY_MESSAGE)

    def _build_footage(self, event: Event, media: MediaItem) -> Footage:
        if media.package:
            package = media.package
            found = self._footage_reader.read_recording(package.folder)
            footage = Footage(
                event.id,
                media.id,
                False,
                0,
                _get_end_ms(found.renditions),
                package.frame_rate,
                found.renditions,
            )
            return replace(footage, audio_tracks=found.audio_tracks, closed_captions=found.closed_captions)
        origin = to_instant(media.start_ts)
        found = self._footage_reader.read_stream(media.url.rpartition("/")[0], origin)
        start_ms, end_ms = _get_start_ms(found.renditions), _get_end_ms(found.renditions)
        footage = Footage(event.id, media.id, True, start_ms, end_ms, 0.0, found.renditions, origin)
        return replace(footage, audio_tracks=found.audio_tracks, closed_captions=found.closed_captions)

    def _limit_to_shown(
        self, footage: Footage, event: Event, context: RequestContext, loaded: EventData
    ) -> Footage:
        simulation = event.get_simulation(loaded.get_recording_duration(event))
        if simulation is None or footage.is_live or not simulation.should_hide_recording(context.now):
            return footage
        shown_ms = max(timedelta(0), context.now - simulation.starts_at) // timedelta(milliseconds=1)
        return replace(footage, end_ms=min(footage.end_ms, shown_ms), origin=simulation.starts_at)


def _select_media(rows: Sequence[MediaItem], media_id: int | None) -> MediaItem | None:
    if media_id is None:
        return find_recording(rows)
    playable = (row for row in rows if row.is_ingested or (row.package and row.type is MediaType.VOD))
    return next((row for row in playable if row.id == media_id), None)


def _get_start_ms(renditions: Sequence[FootageRendition]) -> int:
    return max((rendition.segments[0].start_ms for rendition in renditions if rendition.segments), default=0)


def _get_end_ms(renditions: Sequence[FootageRendition]) -> int:
    return min((rendition.segments[-1].end_ms for rendition in renditions if rendition.segments), default=0)
