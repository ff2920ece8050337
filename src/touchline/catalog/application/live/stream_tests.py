"""The stream test of an event, as its operators watch it."""

from __future__ import annotations

from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.media.assets import TEST_STREAM_PREFIX, MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.delivery import CheckPermission
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.media.media_links import MediaLinkBuilder
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

NO_TEST_STATE = "none"


class ShowStreamTest:
    """Query: the state of a stream test, with a stream link signed for the operator's session."""

    def __init__(self, test_streams: LiveStreams, events: Events, link_builder: MediaLinkBuilder) -> None:
        self._test_streams = test_streams
        self._events = events
        self._link_builder = link_builder

    def __call__(self, principal: Principal, event_id: EventId) -> JsonObject:
        """Return the test. `state` is `none` if no test is open. Raises `NotFoundError` if the event is
        unknown.
        """
        if self._events.get(event_id) is None:
            raise NotFoundError()
        test = self._test_streams.get_by_event(event_id)
        if test is None or not test.is_open:
            return {"state": NO_TEST_STATE, "fault": None, "stream": None}
        return {
            "state": test.state.value,
            "fault": test.fault or None,
            "stream": self._build_link(test, principal),
        }

    def _build_link(self, test: LiveStream, principal: Principal) -> dict[str, object] | None:
        if test.started_at is None:
            return None
        item = MediaItem(
            id=int(test.id),
            owner=MediaOwner("event", test.event_id),
            type=MediaType.LIVE,
            url=f"{test.folder}/{MASTER}",
            start_ts=int(test.started_at.timestamp()),
        )
        (link,) = self._link_builder.build_links([item], can_play=True, principal=principal)
        return link


class CheckTestPlayback:
    """Decides who may fetch the files of a stream test: only operators who manage live streams, and only
    while the test is open."""

    def __init__(self, test_streams: LiveStreams, check_permission: CheckPermission) -> None:
        self._test_streams = test_streams
        self._check_permission = check_permission

    def __call__(self, principal: Principal, folder: str) -> bool:
        """Return whether the viewer may fetch files of the folder. Runs in a transaction of the viewer's
        channel.
        """
        if not self._check_permission(principal, Permission.MANAGE_LIVE):
            return False
        test = self._test_streams.get_by_folder(folder)
        return test is not None and test.is_open


def is_test_path(path: str) -> bool:
    """Return whether a storage path belongs to a stream test."""
    return path.startswith(TEST_STREAM_PREFIX)
