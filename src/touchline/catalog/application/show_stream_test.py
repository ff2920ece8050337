"""The stream test of an event, as its operators watch it."""

from __future__ import annotations

from touchline.catalog.application.answers import Answer
from touchline.catalog.domain.live import LiveStream
from touchline.catalog.domain.media import TEST_ROOM, MediaRow, MediaType, Owner
from touchline.catalog.ports.delivery import Operators
from touchline.catalog.ports.events import EventStore
from touchline.catalog.ports.links import Links
from touchline.catalog.ports.live import LiveStreams
from touchline.catalog.ports.video import MASTER
from touchline.shared.errors import NotFound
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal

NO_TEST = "none"


class ShowStreamTest:
    """Answers the state of a stream test, and its picture signed for the session of the operator who asks."""

    def __init__(self, tests: LiveStreams, events: EventStore, links: Links) -> None:
        self._tests = tests
        self._events = events
        self._links = links

    def __call__(self, principal: Principal, event_id: EventId) -> Answer:
        """The test; `state` is `none` where none is open. `NotFound` where this channel has no such event."""
        if self._events.get(event_id) is None:
            raise NotFound()
        test = self._tests.of_event(event_id)
        if test is None or not test.is_open:
            return {"state": NO_TEST, "fault": None, "stream": None}
        return {
            "state": test.state.value,
            "fault": test.fault or None,
            "stream": self._picture(test, principal),
        }

    def _picture(self, test: LiveStream, principal: Principal) -> dict[str, object] | None:
        if test.started_at is None:
            return None
        row = MediaRow(
            id=int(test.id),
            owner=Owner("event", test.event_id),
            type=MediaType.LIVE,
            url=f"{test.folder}/{MASTER}",
            start_ts=int(test.started_at.timestamp()),
        )
        (link,) = self._links.links([row], may_play=True, principal=principal)
        return link


class CheckTestPlayback:
    """Decides who may fetch the files of a stream test: operators, while the test is open."""

    def __init__(self, tests: LiveStreams, is_operator: Operators) -> None:
        self._tests = tests
        self._is_operator = is_operator

    def __call__(self, principal: Principal, folder: str) -> bool:
        """Whether the viewer may have the files of this folder; in a transaction of the viewer's channel."""
        if not self._is_operator(principal):
            return False
        test = self._tests.of_folder(folder)
        return test is not None and test.is_open


def is_test(path: str) -> bool:
    """Return whether a path of the storage belongs to a stream test."""
    return path.startswith(TEST_ROOM)
