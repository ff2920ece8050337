"""The devices on which a viewer watches, for the screen that appears when all places are taken."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.viewer_events import ViewerEvents
from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.domain.watching_devices import Admission
from touchline.catalog.ports.media.delivery import Sessions
from touchline.shared.ids import EventId, SessionId
from touchline.shared.principal import Principal


@dataclass(frozen=True, kw_only=True)
class ShownDevice:
    """A device that is watching. `name` and `platform` are those of the list of logins. `event_name` is None
    if the viewer may not see the event any more.
    """

    session_id: SessionId
    name: str
    platform: str
    since: datetime
    event_id: EventId | None
    event_name: str | None
    is_current: bool


@dataclass(frozen=True, kw_only=True)
class ShownDevices:
    """The devices that are watching, and whether the caller's device may watch an event. `limit` is how many
    devices may watch this event at once, None for no limit.
    """

    admission: Admission
    limit: int | None
    devices: list[ShownDevice]


class ShowDevices:
    """Query of the devices that are watching. At most five database queries and one more for each event that
    is watched.
    """

    def __init__(
        self,
        device_limits: DeviceLimits,
        sessions: Sessions,
        events: ViewerEvents,
        event_data: EventDataLoader,
        contexts: RequestContextFactory,
    ) -> None:
        self._device_limits = device_limits
        self._sessions = sessions
        self._events = events
        self._event_data = event_data
        self._contexts = contexts

    def __call__(self, principal: Principal, event_id: EventId | None) -> ShownDevices:
        """Return the devices. `event_id` is the event that the caller wants to watch.

        Raises `NotFoundError` if the channel does not show this event to the viewer.
        """
        limit = self._get_limit(principal, event_id) if event_id is not None else None
        admission, watching = self._device_limits.list_watching(principal, limit)
        details = self._sessions.list_devices(principal.viewer_id) if watching else {}
        devices = [
            ShownDevice(
                session_id=device.session_id,
                name=details[device.session_id].name,
                platform=details[device.session_id].platform,
                since=device.since,
                event_id=device.event_id,
                event_name=self._find_name(principal, device.event_id),
                is_current=device.session_id == principal.session_id,
            )
            for device in watching
            if device.session_id in details
        ]
        return ShownDevices(admission=admission, limit=limit, devices=devices)

    def _get_limit(self, principal: Principal, event_id: EventId) -> int | None:
        event, context = self._events.get(principal, event_id), self._contexts.create(principal)
        return self._event_data.check_access(event, context).streams

    def _find_name(self, principal: Principal, event_id: EventId | None) -> str | None:
        event = self._events.find(principal, event_id) if event_id is not None else None
        if event is None:
            return None
        context = self._contexts.create(principal)
        return event.get_name(context.serializer.language, context.channel.language)
