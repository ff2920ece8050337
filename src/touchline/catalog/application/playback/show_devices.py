"""The devices on which a viewer watches, for the screen that appears when all places are taken."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_names import format_full_title
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.watching_devices import Admission
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.ports.media.delivery import Sessions
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId, LibraryItemId, SessionId
from touchline.shared.principal import Principal


@dataclass(frozen=True, kw_only=True)
class ShownDevice:
    """A device that is watching. `name` and `platform` are those of the list of logins. `title` is the
    name of the event or library item, None if the viewer may not see it any more.
    """

    session_id: SessionId
    name: str
    platform: str
    since: datetime
    title: str | None
    is_current: bool


@dataclass(frozen=True, kw_only=True)
class ShownDevices:
    """The devices that are watching, and whether the caller's device may watch something. `limit` is how many
    devices may watch it at once, None for no limit.
    """

    admission: Admission
    limit: int | None
    devices: list[ShownDevice]


class ShowDevices:
    """Query of the devices that are watching. At most five database queries and one more for each event
    or library item that is watched.
    """

    def __init__(
        self,
        device_limits: DeviceLimits,
        sessions: Sessions,
        events: ViewerEvents,
        event_data: EventDataLoader,
        library_items: LibraryItems,
        library_serializer: LibrarySerializer,
        contexts: RequestContextFactory,
    ) -> None:
        self._device_limits = device_limits
        self._sessions = sessions
        self._events = events
        self._event_data = event_data
        self._library_items = library_items
        self._library_serializer = library_serializer
        self._contexts = contexts

    def __call__(self, principal: Principal, content: MediaOwner | None) -> ShownDevices:
        """Return the devices. `content` is what the caller wants to watch.

        Raises `NotFoundError` if the channel does not show it to the viewer.
        """
        limit = self._get_limit(principal, content) if content is not None else None
        admission, watching = self._device_limits.list_watching(principal, content, limit)
        details = self._sessions.list_devices(principal.viewer_id) if watching else {}
        devices = [
            ShownDevice(
                session_id=device.session_id,
                name=details[device.session_id].name,
                platform=details[device.session_id].platform,
                since=device.since,
                title=self._find_title(principal, device.content),
                is_current=device.session_id == principal.session_id,
            )
            for device in watching
            if device.session_id in details
        ]
        return ShownDevices(admission=admission, limit=limit, devices=devices)

    def _get_limit(self, principal: Principal, content: MediaOwner) -> int | None:
        context = self._contexts.create(principal)
        if content.kind == "event":
            event = self._events.get(principal, EventId(content.id))
            return self._event_data.check_access(event, context).streams
        item = self._library_items.get(LibraryItemId(content.id))
        if item is None:
            raise NotFoundError
        return self._library_serializer.check_access(item, context).streams

    def _find_title(self, principal: Principal, content: MediaOwner) -> str | None:
        context = self._contexts.create(principal)
        if content.kind == "event":
            event = self._events.find(principal, EventId(content.id))
            if event is None:
                return None
            return event.get_name(context.serializer.language, context.channel.language)
        item = self._library_items.get(LibraryItemId(content.id))
        if item is None:
            return None
        serializer = context.serializer
        return format_full_title(item, serializer.language, serializer.fallback, serializer.time_zone)
