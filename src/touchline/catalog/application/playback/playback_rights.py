"""Checks whether an issued media URL may still be used. Applies the access rule again during playback."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.catalog.application.events.event_data import EventData, EventDataLoader
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.live.stream_tests import CheckTestPlayback, is_test_path
from touchline.catalog.application.media.trims import CheckStudioPlayback
from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.request_context import RequestContext, RequestContextFactory
from touchline.catalog.domain.access import Access
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.media.assets import LIVE_PREFIX, MediaOwner
from touchline.catalog.domain.watching_devices import Admission
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.ports.media.assets import FolderOwners
from touchline.catalog.ports.media.delivery import ClipPlayback, MediaTokenClaims, TokenScope
from touchline.shared.geo import EVERYWHERE, UNKNOWN_COUNTRY, GeoRule
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.principal import Principal

CACHE_TTL = timedelta(seconds=10)
"""How long the contents of a folder are cached. They are the same for all of its viewers."""
MAX_CACHED_FOLDERS = 2_000
_CLIP_PREFIXES = ("clips/", "downloads/")


@dataclass(frozen=True)
class FolderContents:
    """The events and library items that a folder shows, each event with the duration of its recording."""

    events: Sequence[tuple[Event, timedelta | None]]
    library_items: Sequence[LibraryItem]


@dataclass(frozen=True, slots=True)
class PlaybackDecision:
    """Whether a viewer may fetch a path. If the answer depends on the places of their purchase, `limit` is
    how many devices may watch at once.
    """

    is_allowed: bool
    limit: int | None = None


class CheckPlayback:
    """Decides whether one viewer may fetch one path, by the same functions as `has_access` in responses.

    A check costs one query for the channel's details and, for a paid event, one for the viewer's
    entitlements. A private event costs up to three more for the viewer's teams and role.
    """

    def __init__(
        self,
        owners: FolderOwners,
        events: Events,
        viewer_events: ViewerEvents,
        library_items: LibraryItems,
        event_data: EventDataLoader,
        library_serializer: LibrarySerializer,
        clip_playback: ClipPlayback,
        contexts: RequestContextFactory,
        check_test_playback: CheckTestPlayback,
        check_studio_playback: CheckStudioPlayback,
        device_limits: DeviceLimits,
    ) -> None:
        self._owners = owners
        self._events = events
        self._viewer_events = viewer_events
        self._library_items = library_items
        self._event_data = event_data
        self._library_serializer = library_serializer
        self._clip_playback = clip_playback
        self._contexts = contexts
        self._check_test_playback = check_test_playback
        self._check_studio_playback = check_studio_playback
        self._device_limits = device_limits
        self._cache: dict[tuple[int, str], tuple[FolderContents, datetime]] = {}

    def __call__(self, principal: Principal, claims: MediaTokenClaims, path: str) -> PlaybackDecision:
        """Decide whether the viewer may play the path now. Runs in a transaction of the viewer's channel."""
        if path.startswith(_CLIP_PREFIXES):
            return PlaybackDecision(self._clip_playback.can_play(principal, claims, path))
        folder = "/".join(path.split("/")[:2])
        if is_test_path(path):
            return PlaybackDecision(self._check_test_playback(principal, folder))
        context = self._contexts.create(principal)
        contents = self._get_contents(folder, context)
        limits: list[int] = []
        is_free = False
        for decision in self._list_decisions(contents, context, claims, folder):
            if decision.limit is None:
                is_free = is_free or decision.is_allowed
            elif decision.is_allowed:
                return decision
            else:
                limits.append(decision.limit)
        # A purchase decides before free content with the same video. Otherwise its limit has no effect.
        if (is_free and not limits) or self._check_studio_playback(principal, folder):
            return PlaybackDecision(is_allowed=True)
        return PlaybackDecision(is_allowed=False, limit=max(limits, default=None))

    def list_event_ids(self, principal: Principal, path: str) -> Sequence[EventId]:
        """Return the events that the folder of a path shows, as the last check found them. Runs no query."""
        cached = self._cache.get((principal.channel_id, "/".join(path.split("/")[:2])))
        return [event.id for event, _ in cached[0].events] if cached is not None else []

    def _list_decisions(
        self, contents: FolderContents, context: RequestContext, claims: MediaTokenClaims, folder: str
    ) -> Iterator[PlaybackDecision]:
        """Decide about the contents one after the other, so that a device takes only one place."""
        for event, duration in contents.events:
            yield self._decide_event(event, duration, context, claims, folder)
        for item in contents.library_items:
            yield self._decide_item(item, context, claims)

    def _decide_event(
        self,
        event: Event,
        duration: timedelta | None,
        context: RequestContext,
        claims: MediaTokenClaims,
        folder: str,
    ) -> PlaybackDecision:
        if event.recording_state.is_taken_down or not _matches_region(claims, context, event.region_rule):
            return PlaybackDecision(is_allowed=False)
        simulation = event.get_simulation(duration)
        is_hidden = simulation is not None and simulation.should_hide_recording(context.now)
        if is_hidden and claims.scope is not TokenScope.SIMULATION and not folder.startswith(LIVE_PREFIX):
            return PlaybackDecision(is_allowed=False)
        if not self._viewer_events.is_visible(context.principal, event):
            return PlaybackDecision(is_allowed=False)
        access = self._event_data.check_access(event, context)
        return self._decide(access, MediaOwner("event", event.id), context, claims)

    def _decide_item(
        self, item: LibraryItem, context: RequestContext, claims: MediaTokenClaims
    ) -> PlaybackDecision:
        if not _matches_region(claims, context, item.region_rule):
            return PlaybackDecision(is_allowed=False)
        access = self._library_serializer.check_access(item, context)
        return self._decide(access, MediaOwner("library_item", item.id), context, claims)

    def _decide(
        self, access: Access, content: MediaOwner, context: RequestContext, claims: MediaTokenClaims
    ) -> PlaybackDecision:
        """Decide with the viewer's access, and give their device one of its places. Free content has no
        limit.
        """
        can_play = access.can_play if claims.audio_only else access.can_watch
        if not can_play or access.streams is None:
            return PlaybackDecision(can_play)
        admission = self._device_limits.admit(context.principal, content, access.streams)
        return PlaybackDecision(admission is Admission.ALLOWED, access.streams)

    def _get_contents(self, folder: str, context: RequestContext) -> FolderContents:
        key, now = (context.principal.channel_id, folder), context.now
        cached = self._cache.get(key)
        if cached is not None and cached[1] <= now < cached[1] + CACHE_TTL:
            return cached[0]
        contents = self._load_contents(folder)
        if len(self._cache) >= MAX_CACHED_FOLDERS:
            self._cache.clear()
        self._cache[key] = (contents, now)
        return contents

    def _load_contents(self, folder: str) -> FolderContents:
        owners = self._owners.list_by_folder(folder)
        events = [self._events.get(EventId(owner.id)) for owner in owners if owner.kind == "event"]
        items = [
            self._library_items.get(LibraryItemId(owner.id)) for owner in owners if owner.kind != "event"
        ]
        shown = [event for event in events if event is not None]
        loaded = self._event_data.load_media(shown) if shown else EventData({})
        return FolderContents(
            [(event, loaded.get_recording_duration(event)) for event in shown],
            [item for item in items if item is not None],
        )


def restrict_to_region(claims: MediaTokenClaims, principal: Principal) -> Principal:
    """Return the principal with the country for which the viewer's media URL is valid."""
    country = None if claims.region in (None, UNKNOWN_COUNTRY) else claims.region
    return replace(principal, country=country)


def _matches_region(claims: MediaTokenClaims, context: RequestContext, rule: GeoRule = EVERYWHERE) -> bool:
    """Return whether the URL satisfies the region rule.

    A rule about countries requires a URL that is bound to a country. A URL issued before the rule was set is
    not valid.
    """
    return claims.region is not None or context.get_region(rule) is None
