"""The daily cleanup of live streams: delete what is no longer needed and queue missing recordings."""

from __future__ import annotations

from datetime import timedelta

from touchline.catalog.application.live.camera_feed import CameraServices
from touchline.catalog.application.live.held_segments import HELD_PREFIX
from touchline.catalog.application.live.latest_health import HEALTH_PREFIX
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live.stream_service import enqueue_recording
from touchline.catalog.domain.media.assets import LIVE_PREFIX, AssetState, MediaOwner
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.ports.media.assets import Assets, MediaItems
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs

RETENTION = timedelta(hours=36)
"""How long after the end of a stream its segments are kept in addition to the recording.

An abandoned game can be reopened the next day. Issued media URLs last six hours.
"""
_STREAM_PREFIXES = (LIVE_PREFIX, HELD_PREFIX, HEALTH_PREFIX)
"""Storage prefixes under which each stream has a folder with the same name."""


class CleanUpLive:
    """Use case: delete live media that a recording has replaced, and folders without a stream.

    It also queues recordings that were not made.
    """

    def __init__(
        self,
        live_store: LiveStreamStore,
        test_store: LiveStreamStore,
        assets: Assets,
        media_items: MediaItems,
        storage: Storage,
        jobs: Jobs,
        clock: Clock,
        cameras: CameraServices | None = None,
    ) -> None:
        self._live_store = live_store
        self._test_store = test_store
        self._assets = assets
        self._media_items = media_items
        self._storage = storage
        self._jobs = jobs
        self._clock = clock
        self._cameras = cameras

    def __call__(self) -> None:
        """Clean up the streams of all channels, each in a transaction of its own."""
        streams = self._live_store.list_all()
        for stream in streams:
            if stream.needs_recording:
                enqueue_recording(self._jobs, stream)
            else:
                self._live_store.update(stream.channel_id, stream.id, self._remove_live_media)
        self._remove_orphans()
        if self._cameras is not None:
            self._remove_old_cameras(self._cameras)

    def _remove_live_media(self, stream: LiveStream) -> None:
        """Remove the live media of a stream that viewers no longer need, and release its folder for deletion.

        That is when its recording is ready, or when it is not recorded.
        """
        asset = self._assets.get(stream.asset_id) if stream.asset_id is not None else None
        is_ready = asset is not None and asset.state is AssetState.READY
        is_expired = stream.finished_at is not None and self._clock.now() >= stream.finished_at + RETENTION
        is_replaced = is_ready or stream.dvr_seconds is not None
        if stream.state is LiveState.FINISHED and is_replaced and is_expired:
            self._media_items.remove_live(MediaOwner("event", stream.event_id))
            stream.folder = ""

    def _remove_old_cameras(self, cameras: CameraServices) -> None:
        """Delete the sessions of phone cameras that nobody can go on with."""
        with cameras.uow.all_channels():
            old = cameras.sessions.list_old(self._clock.now() - RETENTION)
        for session in old:
            self._storage.remove(session.storage_prefix)
            with cameras.uow(session.channel_id):
                cameras.sessions.delete(session.id)

    def _remove_orphans(self) -> None:
        """Remove the folders that belong to no stream.

        The files are listed before the streams are read, because a stream may start at any time.
        """
        folders = {
            "/".join(key.split("/")[:2]) for prefix in _STREAM_PREFIXES for key in self._storage.list(prefix)
        }
        streams = [*self._live_store.list_all(), *self._test_store.list_all()]
        names = {stream.folder.rpartition("/")[2] for stream in streams}
        for folder in sorted(folders):
            if folder.rpartition("/")[2] not in names:
                self._storage.remove(f"{folder}/")
