"""Records the requests of viewers of live events in the playback log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.catalog.ports.media.playback_log import LiveViewer, MediaRequestKind, PlaybackLog
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
from touchline.shared.principal import Principal

_NOT_VIDEO = (".m3u8", ".vtt")


class RecordMediaRequest:
    """Records a request for a file of a live stream, after its response is known."""

    def __init__(self, playback_log: PlaybackLog, clock: Clock) -> None:
        self._log = playback_log
        self._clock = clock

    def __call__(
        self, viewers: Sequence[LiveViewer], path: str, method: str, *, failed: bool = False
    ) -> None:
        """Record the request for each of the viewers that the check of the rights found."""
        if viewers:
            kind, now = _get_kind(path, method, failed=failed), self._clock.now()
            for viewer in viewers:
                self._log.record_request(viewer, kind, now)


class RecordAttempt:
    """Records that a viewer with access opened an event that is due or live, with or without video."""

    def __init__(self, playback_log: PlaybackLog, clock: Clock) -> None:
        self._log = playback_log
        self._clock = clock

    def __call__(self, principal: Principal, event: Mapping[str, Any]) -> None:
        """Record the attempt. `event` is the response of `GET /events/{id}`."""
        if principal.account_id is not None and event.get("live_state") and event.get("has_access"):
            viewer = LiveViewer(principal.channel_id, EventId(event["id"]), principal.account_id)
            self._log.record_request(viewer, MediaRequestKind.ATTEMPTED, self._clock.now())


def _get_kind(path: str, method: str, *, failed: bool) -> MediaRequestKind:
    """Return the kind of a request. A proxy checks the rights with HEAD."""
    if failed:
        return MediaRequestKind.FAILED
    if method != "GET":
        return MediaRequestKind.CHECKED
    return MediaRequestKind.POLLED if path.endswith(_NOT_VIDEO) else MediaRequestKind.FETCHED
